// run, compare, verify, attribute and filter as a shell sees them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'callgym-runs-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const DESK = join(root, 'fixtures/environments/order-desk');

function callgym(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { CALLGYM_TOKEN: _token, ...env } = process.env;
  return spawnSync(process.execPath, [join(root, 'cli/callgym.js'), ...args], {
    cwd: dir,
    encoding: 'utf8',
    env: { ...env, NO_COLOR: '1' },
  });
}

const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

beforeAll(() => {
  expect(callgym('tasks', DESK, '--count', '10', '--out', 'tasks.jsonl').status).toBe(0);
});

describe('runs', () => {
  test('played, compared, judged again, blamed, sifted: their keys and exit statuses', () => {
    const play = (agent: string, out: string): Record<string, unknown> => {
      const { status, stdout } = callgym(
        'run',
        DESK,
        '--tasks',
        'tasks.jsonl',
        '--agent',
        agent,
        '--user',
        'scripted',
        '--trials',
        '2',
        '--out',
        out,
        '--json',
      );
      expect(status).toBe(0);
      return json(stdout);
    };
    expect(play('oracle', 'oracle')).toMatchObject({
      episodes: 20,
      passes: 20,
      pass_hat: { '1': 1, '2': 1 },
      pass_at: { '1': 1, '2': 1 },
      errors: { infrastructure: 0, agent: 0, user: 0 },
      seconds: expect.any(Number) as number,
      episodes_per_second: expect.any(Number) as number,
    });
    expect(play('noisy:1', 'noisy')['passes']).toBeLessThan(20);
    const compared = json(callgym('compare', 'oracle', 'noisy', '--json').stdout);
    expect(compared['difference']).toBeLessThan(0);
    expect(compared).toMatchObject({
      interval: expect.any(Array) as number[],
      p: expect.any(Number) as number,
      by_kind: expect.any(Object) as object,
    });
    const verified = callgym('verify', 'noisy', '--json');
    expect([verified.status, json(verified.stdout)]).toMatchObject([0, { episodes: 20, agree: 20, disagree: [] }]);
    const blamed = json(callgym('attribute', 'noisy', '--json').stdout);
    expect(blamed['attributed']).toBe(blamed['failed']);
    const filtered = json(callgym('filter', 'oracle', 'noisy', '--out', 'kept.jsonl', '--json').stdout);
    expect(filtered).toMatchObject({
      in: 40,
      stages: expect.any(Array) as object[],
      kept: expect.any(Number) as number,
    });
    expect(existsSync(join(dir, 'kept.environments'))).toBe(true);
    // again: nothing is played anew, and the figures are the same
    const again = callgym(
      'run',
      DESK,
      '--tasks',
      'tasks.jsonl',
      '--agent',
      'oracle',
      '--user',
      'scripted',
      '--trials',
      '2',
      '--out',
      'oracle',
    );
    expect(again.status).toBe(0);
    expect(again.stderr).toContain('20 of 20 episodes are there already');
    const file = join(dir, 'noisy', 'episodes.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"ok":true', '"ok":false'));
    expect(callgym('verify', 'noisy').status).toBe(1);
  });

  test('a budget ends it early; without one it goes on', () => {
    const args = ['run', DESK, '--tasks', 'tasks.jsonl', '--agent', 'oracle', '--user', 'scripted', '--out', 'budget'];
    const stopped = callgym(...args, '--budget-minutes', '0.0001', '--json');
    expect(stopped.status).toBe(0);
    expect(json(stopped.stdout)).toMatchObject({ complete: false, stopped: expect.stringContaining('over') as string });
    expect(json(callgym(...args, '--json').stdout)).toMatchObject({ complete: true, episodes: 10 });
  });

  test('some tasks by id, a greeting, instructions of one’s own', () => {
    writeFileSync(join(dir, 'system.txt'), 'Be kind. {policy}');
    const { status } = callgym(
      'run',
      DESK,
      '--tasks',
      'tasks.jsonl',
      '--agent',
      'oracle',
      '--user',
      'scripted',
      '--greet',
      '--system',
      'system.txt',
      '--out',
      'greet',
    );
    expect(status).toBe(0);
    const [first] = readFileSync(join(dir, 'greet', 'episodes.jsonl'), 'utf8')
      .split('\n')
      .map((line) => (line === '' ? {} : json(line)));
    expect(first).toMatchObject({ system: expect.stringMatching(/^Be kind\. /) as string, verdict: { reward: 1 } });
    expect((first as { messages: { role: string }[] }).messages[0]?.role).toBe('assistant');
  });

  test.each<[string[], RegExp]>([
    [['run', DESK, '--agent', 'oracle', '--user', 'scripted'], /--out is missing|--out: is missing/],
    [['run', DESK, '--user', 'scripted', '--out', 'x'], /--agent/],
    [['run', DESK, '--agent', 'oracle', '--user', 'scripted', '--out', 'x'], /tasks\.jsonl.*callgym tasks/],
    [['run', 'nowhere', '--agent', 'oracle', '--user', 'scripted', '--out', 'x'], /nowhere/],
    [
      ['run', DESK, '--tasks', 'tasks.jsonl', '--agent', 'oracel', '--user', 'scripted', '--out', 'x'],
      /not known; there are openai, oracle/,
    ],
    [
      ['run', DESK, '--tasks', 'tasks.jsonl', '--agent', 'openai', '--user', 'scripted', '--out', 'x'],
      /names no model/,
    ],
    [
      ['run', DESK, '--tasks', 'tasks.jsonl', '--agent', 'noisy:7', '--user', 'scripted', '--out', 'x'],
      /share from 0 to 1/,
    ],
    [
      ['run', DESK, '--tasks', 'tasks.jsonl', '--agent', 'replay:none.jsonl', '--user', 'scripted', '--out', 'x'],
      /none\.jsonl/,
    ],
    [['run', DESK, '--tasks', 'tasks.jsonl', '--agent', 'human', '--user', 'scripted', '--out', 'x'], /terminal/],
    [
      [
        'run',
        DESK,
        '--tasks',
        'tasks.jsonl',
        '--agent',
        'oracle',
        '--user',
        'scripted',
        '--out',
        'x',
        '--budget-cost',
        '1',
      ],
      /--price/,
    ],
    [
      [
        'run',
        DESK,
        '--tasks',
        'tasks.jsonl',
        '--agent',
        'oracle',
        '--user',
        'scripted',
        '--out',
        'x',
        '--server',
        'http://127.0.0.1:1',
      ],
      /CALLGYM_TOKEN/,
    ],
    [
      ['run', DESK, '--tasks', 'tasks.jsonl', '--agent', 'oracle', '--user', 'scripted', '--out', 'tasks.jsonl/x'],
      /cannot be written/,
    ],
    [['compare', 'nowhere', 'nowhere'], /no run folder/],
    [['verify', 'nowhere'], /no run folder/],
    [['attribute', 'nowhere'], /no run folder/],
    [['filter', 'nowhere', '--out', 'kept.jsonl'], /no run folder/],
    [['filter', 'nowhere'], /--out/],
  ])('%j: exit 2 and one clear line', (args, message) => {
    const { status, stdout, stderr } = callgym(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(message);
    expect(existsSync(join(dir, 'x'))).toBe(false);
  });
});
