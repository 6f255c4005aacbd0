// Turns the files and folders of the command line into a sorted list of files to read. Each file occurs once.
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';

const READABLE = /\.(?:json|jsonl|ndjson|ya?ml)$/i;
const SKIPPED = new Set(['node_modules', '.git']);

export interface SourceFile {
  readonly file: string;
  /**
   * The name of the file in a pool. It is relative to the given folder, so that the pool is the same wherever this
   * folder lies.
   */
  readonly label: string;
  /** The folder in which referenced files must lie. */
  readonly root: string;
}

export function findFiles(sources: readonly string[]): SourceFile[] {
  const found = new Map<string, SourceFile>();
  for (const source of sources) {
    const stats = statSync(source, { throwIfNoEntry: false });
    if (stats === undefined) throw badInput({ file: source, what: 'is not there' });
    if (!stats.isDirectory()) {
      add(found, { file: source, label: basename(source), root: dirname(source) });
      continue;
    }
    const names = walk(source, '');
    if (names.length === 0)
      throw badInput({
        file: source,
        what: 'holds no file to read',
        mend: 'tool schemas are in .json, .jsonl or .yaml',
      });
    for (const name of names)
      add(found, { file: join(source, name), label: join(basename(realpathSync(source)), name), root: source });
  }
  return [...found.values()].sort((a, b) => order(a.label, b.label) || order(a.file, b.file));
}

function add(found: Map<string, SourceFile>, file: SourceFile): void {
  const key = realpathSync(file.file);
  if (!found.has(key)) found.set(key, file);
}

function walk(root: string, below: string): string[] {
  return readdirSync(join(root, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(root, path);
    return entry.isFile() && READABLE.test(entry.name) ? [path] : [];
  });
}

/** Returns the path of a referenced file, or undefined if it lies outside the root. */
export function insideRoot(root: string, from: string, reference: string): string | undefined {
  const target = join(dirname(from), reference);
  return relative(root, target).startsWith('..') ? undefined : target;
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
