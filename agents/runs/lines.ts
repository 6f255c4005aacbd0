// Reads the lines of a file of any size: all lines in order, or one line at a known position.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const CHUNK = 1 << 20;
const SEARCHED = 1 << 16;

/** A range of bytes of a file. `to` is the position after the last byte. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Divides a file into ranges of whole lines. Each range has at least `bytes` bytes, except the last. */
export function rangesOf(file: string, bytes: number): LineRange[] {
  const open = openSync(file, 'r');
  try {
    const { size } = fstatSync(open);
    const ranges: LineRange[] = [];
    for (let from = 0; from < size;) {
      const to = lineEndAfter(open, Math.min(size, from + bytes), size);
      ranges.push({ from, to });
      from = to;
    }
    return ranges;
  } finally {
    closeSync(open);
  }
}

/**
 * Returns `place` if a line begins there, otherwise the position where the next line begins. Returns the file's size if
 * there is no next line.
 */
function lineEndAfter(file: number, place: number, size: number): number {
  const chunk = Buffer.alloc(SEARCHED);
  for (let at = place - 1; at < size; at += SEARCHED) {
    const found = chunk.subarray(0, readSync(file, chunk, 0, SEARCHED, at)).indexOf(10);
    if (found !== -1) return at + found + 1;
  }
  return size;
}

/** Calls `visit` for each complete line of a file, or of a range of it. Text after the last line end is skipped. */
export function eachLine(
  file: string,
  visit: (text: string, offset: number, length: number) => void,
  range: LineRange = { from: 0, to: Infinity },
): void {
  const from = openSync(file, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK);
    let rest = Buffer.alloc(0);
    let offset = range.from;
    for (let at = range.from; ;) {
      const read = readSync(from, chunk, 0, Math.min(CHUNK, range.to - at), at);
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

export class LineFile {
  private readonly file: number;

  constructor(path: string) {
    this.file = openSync(path, 'r');
  }

  /** Returns the bytes of a line, including the line end. */
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
