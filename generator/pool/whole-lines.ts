// Writes a file of JSON lines as a whole or not at all: the lines go to a temporary file, which is renamed at the end.
import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';

/** The number of lines per write. */
const BATCH = 200;

export interface WholeLines {
  write(value: object): void;
  keep(): void;
  discard(): void;
}

export function openWholeLines(file: string): WholeLines {
  const draft = `${file}.new`;
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
    throw badInput({ file, what: 'is a folder', mend: 'name a file that can be written' });
  let descriptor: number;
  try {
    mkdirSync(dirname(file), { recursive: true });
    descriptor = openSync(draft, 'w');
  } catch (error) {
    throw badInput({
      file,
      what: `cannot be written: ${(error as NodeJS.ErrnoException).code ?? ''}`,
      mend: 'name a file that can be written',
    });
  }
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) writeSync(descriptor, `${lines.join('\n')}\n`);
    lines = [];
  };
  return {
    write: (value) => {
      lines.push(JSON.stringify(value));
      if (lines.length >= BATCH) flush();
    },
    keep: () => {
      flush();
      closeSync(descriptor);
      renameSync(draft, file);
    },
    discard: () => {
      closeSync(descriptor);
      rmSync(draft, { force: true });
    },
  };
}
