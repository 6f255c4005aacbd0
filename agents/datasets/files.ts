// Writes training files as JSON lines or Parquet, and computes each file's digest. Lines may be split into several
// files. Only a buffer is kept in memory, never a whole file.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';

export interface FileOptions {
  readonly gzip: boolean;
  /** The largest number of lines in one file; further lines go to the next file. */
  readonly shard: number;
}

export interface Written {
  readonly path: string;
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface LineSink {
  write(line: JsonObject | string): void;
  close(): readonly Written[];
}

const BUFFER = 1 << 20;
/** The number of Parquet rows that are written as one group. */
const GROUP = 512;

/**
 * Opens a file of JSON lines, or several if there are more lines than `shard`. `place` turns the name of a file into
 * the path to write to.
 */
export function linesTo(name: string, place: (name: string) => string, { gzip, shard }: FileOptions): LineSink {
  const written: Written[] = [];
  let file: JsonLines | undefined;
  const next = (): JsonLines => {
    const number = written.length;
    const part = shard === Infinity ? '' : `-${String(number).padStart(5, '0')}`;
    const path = `${name}${part}.jsonl${gzip ? '.gz' : ''}`;
    return new JsonLines(path, place(path), gzip);
  };
  return {
    write(line) {
      if (file !== undefined && file.lines >= shard) {
        written.push(file.close());
        file = undefined;
      }
      file ??= next();
      file.add(line);
    },
    close() {
      if (file !== undefined) written.push(file.close());
      return written;
    },
  };
}

class JsonLines {
  private readonly path: string;
  private readonly file: number;
  private readonly gzip: boolean;
  private readonly hash = createHash('sha256');
  private parts: string[] = [];
  private size = 0;
  private bytes = 0;
  lines = 0;

  constructor(path: string, file: string, gzip: boolean) {
    this.path = path;
    this.file = openSync(file, 'w');
    this.gzip = gzip;
  }

  add(line: JsonObject | string): void {
    const text = typeof line === 'string' ? line : JSON.stringify(line);
    this.parts.push(text, '\n');
    this.size += text.length;
    this.lines += 1;
    if (this.size >= BUFFER) this.flush();
  }

  close(): Written {
    this.flush();
    closeSync(this.file);
    return { path: this.path, lines: this.lines, bytes: this.bytes, sha256: this.hash.digest('hex') };
  }

  private flush(): void {
    if (this.parts.length === 0) return;
    const text = Buffer.from(this.parts.join(''));
    const chunk = this.gzip ? gzipSync(text) : text;
    this.parts = [];
    this.size = 0;
    this.hash.update(chunk);
    for (let at = 0; at < chunk.length;) at += writeSync(this.file, chunk, at);
    this.bytes += chunk.length;
  }
}

type Element = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/**
 * Opens a Parquet file, which is not created if no line is written. `shape` is an example line with every field, and so
 * defines the columns. A written line may lack some of the fields.
 */
export function parquetTo(name: string, place: (name: string) => string, shape: JsonObject): LineSink {
  const path = `${name}.parquet`;
  const columns = Object.keys(shape);
  let rows: JsonObject[] = [];
  let writer: ParquetWriter | undefined;
  let lines = 0;
  const flush = (): void => {
    if (rows.length === 0) return;
    writer ??= new ParquetWriter({ writer: fileWriter(place(path)), schema: schemaOf(shape), createdBy: 'callgym' });
    const own = rows;
    void writer.write({
      columnData: columns.map((column) => ({
        name: column,
        data: own.map((row) => columnValue(row[column], shape[column] as Json)),
      })),
      rowGroupSize: GROUP,
    });
    lines += own.length;
    rows = [];
  };
  return {
    write(line) {
      rows.push(typeof line === 'string' ? (JSON.parse(line) as JsonObject) : line);
      if (rows.length === GROUP) flush();
    },
    close() {
      flush();
      if (writer === undefined) return [];
      void writer.finish();
      return [{ path, lines, ...digestOf(place(path)) }];
    },
  };
}

function schemaOf(shape: JsonObject): Element[] {
  return [{ name: 'root', num_children: Object.keys(shape).length }, ...fieldsOf(shape)];
}

function fieldsOf(shape: JsonObject): Element[] {
  return Object.entries(shape).flatMap(([name, value]) => elementOf(name, value as Json));
}

function elementOf(name: string, value: Json): Element[] {
  const repetition_type = 'OPTIONAL';
  if (Array.isArray(value)) {
    const [item] = value as readonly Json[];
    return [
      { name, repetition_type, converted_type: 'LIST', num_children: 1 },
      { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
      ...elementOf('element', item ?? ''),
    ];
  }
  if (isJsonObject(value))
    return [{ name, repetition_type, num_children: Object.keys(value).length }, ...fieldsOf(value)];
  if (typeof value === 'boolean') return [{ name, repetition_type, type: 'BOOLEAN' }];
  if (typeof value === 'number') return [{ name, repetition_type, type: 'INT64' }];
  return [{ name, repetition_type, type: 'BYTE_ARRAY', converted_type: 'UTF8' }];
}

/** Returns the value with exactly the fields of its shape. Missing fields become null. */
function columnValue(value: Json | undefined, shape: Json): unknown {
  if (value === undefined || value === null) return null;
  if (Array.isArray(shape)) {
    const [item] = shape as readonly Json[];
    return (value as readonly Json[]).map((each) => columnValue(each, item ?? ''));
  }
  if (isJsonObject(shape))
    return Object.fromEntries(
      Object.entries(shape).map(([name, inner]) => [name, columnValue((value as JsonObject)[name], inner as Json)]),
    );
  return typeof shape === 'number' ? BigInt(Math.trunc(Number(value))) : value;
}

function digestOf(file: string): { bytes: number; sha256: string } {
  const hash = createHash('sha256');
  const from = openSync(file, 'r');
  const chunk = Buffer.alloc(BUFFER);
  let bytes = 0;
  for (let read = readSync(from, chunk); read > 0; read = readSync(from, chunk)) {
    hash.update(chunk.subarray(0, read));
    bytes += read;
  }
  closeSync(from);
  return { bytes, sha256: hash.digest('hex') };
}
