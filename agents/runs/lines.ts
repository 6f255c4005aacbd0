// Files of lines, however long: one after the other, or one by its place.
import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK = 1 << 20;

/** Whole lines of a file of any size; what follows the last line end is no line. */
export function eachLine(file: string, visit: (text: string, offset: number, length: number) => void): void {
  const from = openSync(file, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK);
    let rest = Buffer.alloc(0);
    let offset = 0;
    for (let at = 0; ;) {
      const read = readSync(from, chunk, 0, CHUNK, at);
      if (read === 0) return;
      at += read;
      rest = Buffer.concat([rest, chunk.subarray(0, read)]);
      let begin = 0;
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, begin)) {
        if (end > begin) visit(rest.subarray(begin, end).toString(), offset + begin, end + 1 - begin);
        begin = end + 1;
      }
      offset += begin;
      rest = rest.subarray(begin);
    }
  } finally {
    closeSync(from);
  }
}

/** Lines of a file by their places. */
export class LineFile {
  private readonly file: number;

  constructor(path: string) {
    this.file = openSync(path, 'r');
  }

  /** As its bytes, the line end included. */
  bytes(offset: number, length: number): Buffer {
    const line = Buffer.alloc(length);
    readSync(this.file, line, 0, length, offset);
    return line;
  }

  text(offset: number, length: number): string {
    return this.bytes(offset, length).subarray(0, -1).toString();
  }

  close(): void {
    closeSync(this.file);
  }
}
