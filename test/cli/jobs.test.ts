// Tests that build, tasks, audit, run and other commands write the same bytes with any number of processes.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

function callgym(...args: readonly string[]): Record<string, unknown> {
  const text = execFileSync(process.execPath, [join(root, 'cli/callgym.js'), ...args, '--json'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(text) as Record<string, unknown>;
}

/** Returns the files of a folder with their contents, without the file of timings. */
function contents(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return Object.fromEntries(
    files
      .filter(({ name }) => name !== 'timings.jsonl')
      .map(({ parentPath, name }): [string, string] => [
        join(parentPath, name).slice(dir.length),
        readFileSync(join(parentPath, name), 'utf8'),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

test('build, tasks, audit, run, verify and dataset write the same bytes with one process and with two', () => {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-jobs-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const pool = join(dir, 'pool.jsonl');
  callgym('pool', 'fixtures/tools/clinic.mcp.json', 'fixtures/tools/library.openai.json', '--out', pool);
  const made = ['1', '2'].map((jobs) => {
    const at = (name: string): string => join(dir, `${name}-${jobs}`);
    callgym('build', pool, '--split', '--out', at('built'), '--jobs', jobs);
    for (const name of ['order-desk', 'carrier-care'])
      cpSync(join(root, 'fixtures/environments', name), join(at('envs'), name), { recursive: true });
    const environments = ['order-desk', 'carrier-care'].map((name) => join(at('envs'), name));
    callgym('tasks', ...environments, '--count', '2', '--jobs', jobs);
    // the work on a single environment is divided among processes too
    callgym('tasks', environments[0] as string, '--count', '4', '--seed', '3', '--out', at('alone'), '--jobs', jobs);
    const { seconds: _seconds, ...audit } = callgym('audit', ...environments, '--mutants', '1', '--jobs', jobs);
    const players = ['--agent', 'noisy:0.3', '--user', 'scripted', '--trials', '2'];
    callgym('run', ...environments, ...players, '--jobs', jobs, '--out', at('run'));
    const { seconds: _judging, ...verified } = callgym('verify', at('run'), '--jobs', jobs);
    const formats = ['--format', 'openai,trl,verl,canonical', '--tokens', 'o200k_base', '--gzip'];
    callgym('dataset', join(dir, 'run-1'), ...formats, '--out', at('data'), '--jobs', jobs);
    return {
      data: contents(at('data')),
      counts: readFileSync(`${at('data')}.tokens`, 'utf8'),
      verified,
      built: contents(at('built')),
      envs: contents(at('envs')),
      run: contents(at('run')),
      alone: readFileSync(at('alone'), 'utf8'),
      audit,
    };
  });
  expect(Object.keys(made[0]?.built ?? {}).length).toBeGreaterThan(5);
  expect(made[0]?.run['/episodes.jsonl']?.split('\n').length).toBe(9);
  expect(made[0]?.verified).toMatchObject({ episodes: 8, agree: 8 });
  expect(made[0]?.audit['tasks']).toBe(4);
  expect(Object.keys(made[0]?.data ?? {}).length).toBeGreaterThan(8);
  expect(made[1]).toEqual(made[0]);
});
