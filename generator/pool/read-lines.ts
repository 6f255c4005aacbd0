// Reads a file line by line in pieces, because a pool of 100,000 tools is too long for one string.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { badInput } from '../../envs/errors/gym-error.ts';

const PIECE = 1 << 20;

/** Calls `each` for every line that is not blank, and returns the SHA-256 of the whole file. */
export function forEachLine(file: string, each: (line: string, number: number) => void): string {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    throw badInput({ file, what: 'cannot be read', mend: 'name a file that is there' });
  }
  const hash = createHash('sha256');
  const piece = Buffer.alloc(PIECE);
  let rest: Buffer[] = [];
  let number = 0;
  const take = (line: Buffer): void => {
    number += 1;
    const text = line.toString('utf8');
    if (text.trim() !== '') each(text, number);
  };
  try {
    for (;;) {
      const count = readSync(descriptor, piece, 0, PIECE, null);
      if (count === 0) break;
      const chunk = Buffer.from(piece.subarray(0, count));
      hash.update(chunk);
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        take(rest.length === 0 ? chunk.subarray(start, end) : Buffer.concat([...rest, chunk.subarray(start, end)]));
        if (rest.length > 0) rest = [];
        start = end + 1;
      }
      if (start < chunk.length) rest.push(chunk.subarray(start));
    }
    if (rest.length > 0) take(Buffer.concat(rest));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') throw badInput({ file, what: 'is a folder, not a file' });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return hash.digest('hex');
}
