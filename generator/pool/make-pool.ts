// Makes the pool, a file with one tool schema on each line, from source files. It reads one file at a time to save
// memory. Tools are found, repaired, named, compared with earlier tools and written. The report beside the pool lists
// each tool that was rejected or is a duplicate, with the reason.
import { resolve } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { canonicalJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import { readDocstring, withDescribed } from './docstring.ts';
import { withoutBoilerplate } from './boilerplate.ts';
import { Duplicates, type Kept, type Repetition } from './duplicates.ts';
import { findFiles, type SourceFile } from './find-files.ts';
import { findTools } from './find-tools.ts';
import { nameTools } from './name-tools.ts';
import { formatOf, isOpenApi, nameByPath, readOpenApi } from './openapi/read-openapi.ts';
import type { FoundTool, OriginalText, PoolTool } from './pool-tool.ts';
import { readDocuments, UnreadableDocument } from './read-document.ts';
import { repairParameters, repairReturns, UnusableParameters } from './repair-parameters.ts';
import type { Note } from './repair.ts';
import { SchemaTest } from './schema-test.ts';
import { openWholeLines, type WholeLines } from './whole-lines.ts';

export interface PoolSource {
  readonly path: string;
  readonly format: string;
  readonly tools: number;
  readonly rejected: number;
  readonly duplicates: number;
}

export interface RejectedTool {
  readonly source: string;
  readonly name: string;
  readonly reason: string;
}

export interface DuplicateTool {
  readonly source: string;
  readonly name: string;
  readonly repeats: string;
  readonly how: 'exact' | 'near';
}

export interface PoolReport {
  readonly tools: number;
  readonly sources: PoolSource[];
  readonly rejected: RejectedTool[];
  readonly rejected_total: number;
  readonly duplicates: number;
  readonly repeated: DuplicateTool[];
  readonly repaired: number;
  readonly report: string;
}

export interface PoolProgress {
  readonly files: number;
  readonly of: number;
  readonly tools: number;
}

/** A summary names at most this many rejected tools, and as many duplicates. The report file names all of them. */
const NAMED = 50;
const MOST_REPAIRS = 20;
/** The reason for a rejection that is the fault of callgym and not of the tool. */
export const UNFORESEEN = 'could not be repaired';

/** Returns the path of a pool's report. */
export function reportFile(out: string): string {
  return `${out.replace(/\.jsonl$/, '')}.report.jsonl`;
}

/** Makes the whole pool in one call. */
export function makePool(sources: readonly string[], out: string): PoolReport {
  const steps = poolInSteps(sources, out);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Makes the pool, one file in each step, and yields the progress. If the caller stops early, an earlier pool stays as
 * it was.
 */
export function* poolInSteps(sources: readonly string[], out: string): Generator<PoolProgress, PoolReport, void> {
  const report = reportFile(out);
  // the pool and report of an earlier run may lie among the sources, and must not be read as sources
  const own = new Set([out, report].map((file) => resolve(file)));
  const files = findFiles(sources).filter(({ file }) => !own.has(resolve(file)));
  const rest = openWholeLines(report);
  const maker = new PoolMaker(openBeside(out, rest), rest);
  let isKept = false;
  try {
    for (const [at, file] of files.entries()) {
      maker.add(file);
      yield { files: at + 1, of: files.length, tools: maker.tools };
    }
    if (maker.tools === 0)
      throw badInput({
        file: sources.join(', '),
        what:
          maker.first === undefined
            ? 'no tool schema was found'
            : `no usable tool: ${maker.first.source} ${maker.first.reason}`,
        mend: 'name files or folders with OpenAI, Anthropic, Gemini, MCP or OpenAPI tool schemas',
      });
    maker.keep();
    isKept = true;
    return { ...maker.summary(), report };
  } finally {
    if (!isKept) maker.discard();
  }
}

/** Opens the pool. If that fails, it discards the report too. */
function openBeside(out: string, report: WholeLines): WholeLines {
  try {
    return openWholeLines(out);
  } catch (error) {
    report.discard();
    throw error;
  }
}

/** A tool that is not in the pool yet. */
interface Draft {
  readonly found: FoundTool;
  /** The description without the sections of a docstring. */
  readonly prose: string;
  readonly parameters: JsonObject;
  readonly returns: JsonObject | undefined;
  readonly repairs: string[];
  /** The original schemas, if a repair changed them. */
  readonly replaced: Pick<OriginalText, 'parameters' | 'returns'>;
}

class PoolMaker {
  tools = 0;
  first: RejectedTool | undefined;
  private repaired = 0;
  private readonly sources: PoolSource[] = [];
  private readonly rejected: RejectedTool[] = [];
  private rejectedTotal = 0;
  private readonly repeated: DuplicateTool[] = [];
  private duplicatesTotal = 0;
  private readonly taken = new Set<string>();
  private readonly duplicates = new Duplicates();
  private readonly usable = new SchemaTest();
  private readonly pool: WholeLines;
  private readonly report: WholeLines;

  constructor(pool: WholeLines, report: WholeLines) {
    this.pool = pool;
    this.report = report;
  }

  add(file: SourceFile): void {
    const before = { rejected: this.rejectedTotal, duplicates: this.duplicatesTotal };
    const drafts: Draft[] = [];
    const formats = new Set<string>();
    try {
      for (const document of readDocuments(file.file)) this.readDocument(document, file, drafts, formats);
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error;
      formats.add('unreadable');
      this.reject(file, '', error.message);
    }
    const tools = this.finish(file, drafts);
    this.sources.push({
      path: file.label,
      format: [...formats].sort().join(' + ') || 'none',
      tools,
      rejected: this.rejectedTotal - before.rejected,
      duplicates: this.duplicatesTotal - before.duplicates,
    });
  }

  summary(): Omit<PoolReport, 'report'> {
    return {
      tools: this.tools,
      sources: this.sources,
      rejected: this.rejected,
      rejected_total: this.rejectedTotal,
      duplicates: this.duplicatesTotal,
      repeated: this.repeated,
      repaired: this.repaired,
    };
  }

  keep(): void {
    this.report.keep();
    this.pool.keep();
  }

  discard(): void {
    this.report.discard();
    this.pool.discard();
  }

  private readDocument(document: Json, file: SourceFile, drafts: Draft[], formats: Set<string>): void {
    if (isOpenApi(document)) {
      formats.add(formatOf(document));
      for (const { tool, name, reason, repairs } of readOpenApi(document, file.file, file.root)) {
        if (tool === undefined) this.reject(file, name, reason ?? 'cannot be read');
        else this.repair(file, tool, [...repairs], drafts);
      }
      return;
    }
    const { tools, rejected } = findTools(document);
    for (const { format, tool } of tools) {
      formats.add(format);
      this.repair(file, tool, [], drafts);
    }
    for (const { name, reason } of rejected) this.reject(file, name, reason);
  }

  private repair(file: SourceFile, found: FoundTool, repairs: string[], drafts: Draft[]): void {
    const docstring = readDocstring(found.description);
    const described = docstring === undefined ? found.parameters : withDescribed(found.parameters, docstring.arguments);
    const note: Note = (path, what) => {
      if (repairs.length < MOST_REPAIRS) repairs.push(path === '' ? what : `${path}: ${what}`);
    };
    try {
      const sound = found.sound === true;
      const parameters = sound ? (found.parameters as JsonObject) : repairParameters(described, note);
      const returns = sound
        ? (found.returns as JsonObject | undefined)
        : repairReturns(found.returns, found.returnsAre, (path, what) => note(path === '' ? 'returns' : path, what));
      const fault = this.usable.faultOf(parameters, returns, sound);
      const replaced = sound ? {} : replacedBy(found, parameters, returns);
      if (fault === undefined)
        drafts.push({
          found,
          prose: docstring?.description ?? found.description,
          parameters,
          returns,
          repairs,
          replaced,
        });
      else this.reject(file, found.name, fault);
    } catch (error) {
      if (error instanceof UnusableParameters) this.reject(file, found.name, error.message);
      else if (error instanceof RangeError) this.reject(file, found.name, 'its schema is nested too deep');
      // an unexpected error rejects only this tool; the other tools are still read
      else this.reject(file, found.name, `${UNFORESEEN}: ${(error as Error).message}`);
    }
  }

  /**
   * Decides the descriptions, names and repetitions of a source's tools, which depend on all tools of the source. Then
   * writes the tools.
   */
  private finish(file: SourceFile, drafts: readonly Draft[]): number {
    const descriptions = withoutBoilerplate(drafts.map(({ found, prose }) => ({ ...found, description: prose })));
    const tools = drafts.map((draft, at) => asTool(file.label, draft, descriptions[at] ?? ''));
    const judged = this.duplicates.take(file.label, tools);
    const kept = tools.flatMap((tool, at) => {
      const judgement = judged[at];
      return judgement === undefined || 'of' in judgement ? [] : [{ tool, judgement, found: drafts[at]?.found }];
    });
    const names = nameTools(
      file.label,
      kept.map(({ tool, found }) => ({ ...tool, nameByPlace: placeName(found?.place) })),
      this.taken,
    );
    for (const [at, { tool, judgement }] of kept.entries()) {
      const name = names[at] ?? tool.name;
      (judgement as Kept).name = name;
      const original: OriginalText = { ...(name === tool.name ? {} : { name: tool.name }), ...tool.original };
      this.pool.write({ ...tool, name, original });
      if (original.repairs !== undefined) this.repaired += 1;
    }
    this.tools += kept.length;
    for (const [at, tool] of tools.entries()) {
      const judgement = judged[at];
      if (judgement !== undefined && 'of' in judgement) this.repeat(file, tool, judgement);
    }
    return kept.length;
  }

  private repeat(file: SourceFile, tool: PoolTool, { of, how }: Repetition): void {
    const duplicate = { source: file.label, name: tool.original.place ?? tool.name, repeats: of.name, how };
    this.duplicatesTotal += 1;
    if (this.repeated.length < NAMED) this.repeated.push(duplicate);
    this.report.write({ kind: 'duplicate', ...duplicate });
  }

  private reject(file: SourceFile, name: string, reason: string): void {
    const rejected = { source: file.label, name, reason };
    this.first ??= rejected;
    this.rejectedTotal += 1;
    if (this.rejected.length < NAMED) this.rejected.push(rejected);
    this.report.write({ kind: 'rejected', ...rejected });
  }
}

/** Makes the pool's line for a tool, without the final name. It keeps the original texts beside the repaired ones. */
function asTool(
  source: string,
  { found, parameters, returns, repairs, replaced }: Draft,
  description: string,
): PoolTool {
  const original: OriginalText = {
    ...(description === found.description ? {} : { description: found.description }),
    ...replaced,
    ...(found.place === undefined ? {} : { place: found.place }),
    ...(repairs.length === 0 ? {} : { repairs }),
  };
  return {
    name: found.name,
    description,
    parameters,
    ...(returns === undefined ? {} : { returns }),
    source,
    ...(found.group === undefined ? {} : { group: found.group }),
    ...(found.http === undefined ? {} : { http: found.http }),
    ...(found.hints === undefined || Object.keys(found.hints).length === 0 ? {} : { hints: found.hints }),
    original,
  };
}

function replacedBy(found: FoundTool, parameters: JsonObject, returns: JsonObject | undefined): Draft['replaced'] {
  return {
    ...(same(found.parameters, parameters) ? {} : { parameters: found.parameters ?? null }),
    ...(found.returns === undefined || same(found.returns, returns) ? {} : { returns: found.returns }),
  };
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b);
}

function placeName(place: string | undefined): string | undefined {
  const [method, path] = place?.split(' ') ?? [];
  return method === undefined || path === undefined ? undefined : nameByPath(method, path);
}
