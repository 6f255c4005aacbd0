// Finds a Python of at least a given version. It starts each candidate, because a name on the path may be a shim that
// only lists versions. Commands on the path are tried first, then the versions that pyenv has installed.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TELL = 'import sys, venv; print("%d.%d.%d" % sys.version_info[:3])';

export interface Python {
  readonly command: string;
  readonly version: string;
}

/** Tells whether version `a` is at least version `b`. Both look like "3.12" or "3.12.1". */
function atLeast(a: string, b: string): boolean {
  const [left, right] = [a, b].map((each) => each.split('.').map(Number));
  const differing = (right ?? []).findIndex((part, at) => part !== (left?.[at] ?? 0));
  return differing < 0 || (left?.[differing] ?? 0) > (right?.[differing] ?? 0);
}

function installedByPyenv(): string[] {
  const versions = join(process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv'), 'versions');
  return existsSync(versions) ? readdirSync(versions).map((each) => join(versions, each, 'bin/python3')) : [];
}

/**
 * Returns the first command that starts with the wanted version. If there is none, returns the first with a later
 * version.
 */
export async function findPython(least: string, commands?: readonly string[]): Promise<Python | undefined> {
  const [major = 3, minor = 0] = least.split('.').map(Number);
  const names = [0, 1, 2, 3].map((more) => `python${major}.${minor + more}`);
  const found: Python[] = [];
  for (const command of commands ?? [...names, 'python3', 'python', ...installedByPyenv()]) {
    try {
      const { stdout } = await run(command, ['-c', TELL], { timeout: 30_000 });
      if (atLeast(stdout.trim(), least)) found.push({ command, version: stdout.trim() });
    } catch {
      // the command does not exist, or is a shim without an interpreter
    }
    if (found.at(-1)?.version.startsWith(`${major}.${minor}.`) === true) return found.at(-1);
  }
  return found[0];
}
