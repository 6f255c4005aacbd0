// Shares values that several test files need and that take seconds to make. The first file that asks makes the value
// and stores it as JSON in a folder of this test run.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly madeOnce: string;
  }
}

/** The global set-up of vitest. Makes the folder, and removes it at the end of the run. */
export default function setup(project: TestProject): () => void {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-made-'));
  project.provide('madeOnce', dir);
  return () => rmSync(dir, { recursive: true, force: true });
}

const here = new Map<string, unknown>();

/** Returns the value of a key. Calls `make` if no file of this run has made the value yet. */
export function madeOnce<T>(key: string, make: () => T): T {
  if (here.has(key)) return here.get(key) as T;
  const file = join(inject('madeOnce'), `${createHash('sha256').update(key).digest('hex')}.json`);
  if (!existsSync(file)) {
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(make()));
    renameSync(`${file}.${process.pid}`, file);
  }
  const value = JSON.parse(readFileSync(file, 'utf8')) as T;
  here.set(key, value);
  return value;
}
