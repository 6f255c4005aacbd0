// Compares callgym with the template environment of OpenEnv by the time of a reset over the network and the memory of a
// live session. The template only echoes messages, so its figures are those of the OpenEnv framework alone. Needs a
// Python with the package openenv.
import { execFile, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { result, type BenchResult } from './measure.ts';

const PYTHON = process.env['CALLGYM_PYTHON'] ?? 'python3';
const TOKEN = 'a-token-of-the-benchmark';

/** The time of a reset in milliseconds, and the bytes that a live session adds to its server. */
interface Measured {
  readonly reset: number;
  readonly session: number;
}

export async function benchOpenEnv(): Promise<BenchResult[]> {
  if (spawnSync(PYTHON, ['-c', 'import openenv, uvicorn']).status !== 0) {
    process.stderr.write(
      `openenv.reset and openenv.session are skipped: ${PYTHON} has no openenv (pip install openenv, or CALLGYM_PYTHON)\n`,
    );
    return [];
  }
  if (process.platform !== 'linux') {
    process.stderr.write(
      'openenv.reset and openenv.session are skipped: memory is read from /proc, which only Linux has\n',
    );
    return [];
  }
  const dir = mkdtempSync(join(tmpdir(), 'callgym-openenv-'));
  const server = fork(fileURLToPath(new URL('http-server.ts', import.meta.url)), ['callgym', TOKEN], {
    stdio: 'inherit',
  });
  try {
    const [{ url }] = (await once(server, 'message')) as [{ url: string }];
    const script = fileURLToPath(new URL('openenv_floor.py', import.meta.url));
    const { stdout } = await promisify(execFile)(PYTHON, [script, dir, url, TOKEN, String(server.pid)], {
      encoding: 'utf8',
    });
    const { openenv, callgym } = JSON.parse(stdout) as { openenv: Measured; callgym: Measured };
    return [
      result('openenv.reset', callgym.reset, 'ms', openenv.reset),
      result('openenv.session', callgym.session / 1000, 'kB', openenv.session / 1000),
    ];
  } finally {
    server.disconnect();
    rmSync(dir, { recursive: true, force: true });
  }
}
