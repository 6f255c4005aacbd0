// Tests the commands run, compare, verify, attribute and filter as a person calls them in a shell.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { commandsIn } from '../support/command.ts';
import { lasting } from '../support/played.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const dir = lasting();
const callgym = commandsIn(dir);
const DESK = join(root, 'fixtures/environments/order-desk');

const json = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

beforeAll(async () => {
  expect((await callgym('tasks', DESK, '--count', '5', '--out', 'tasks.jsonl')).status).toBe(0);
});

describe('runs', () => {
  test('played, compared, judged again, blamed, sifted: their keys and exit statuses', async () => {
    const play = async (agent: string, out: string): Promise<Record<string, unknown>> => {
      const { status, stdout } = await callgym(
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
    expect(await play('oracle', 'oracle')).toMatchObject({
      episodes: 10,
      passes: 10,
      pass_hat: { '1': 1, '2': 1 },
      pass_at: { '1': 1, '2': 1 },
      errors: { infrastructure: 0, agent: 0, user: 0 },
      seconds: expect.any(Number) as number,
      episodes_per_second: expect.any(Number) as number,
    });
    expect((await play('noisy:1', 'noisy'))['passes']).toBeLessThan(10);
    const compared = json((await callgym('compare', 'oracle', 'noisy', '--json')).stdout);
    expect(compared['difference']).toBeLessThan(0);
    expect(compared).toMatchObject({
      interval: expect.any(Array) as number[],
      p: expect.any(Number) as number,
      by_kind: expect.any(Object) as object,
    });
    const verified = await callgym('verify', 'noisy', '--json');
    expect([verified.status, json(verified.stdout)]).toMatchObject([0, { episodes: 10, agree: 10, disagree: [] }]);
    const blamed = json((await callgym('attribute', 'noisy', '--json')).stdout);
    expect(blamed['attributed']).toBe(blamed['failed']);
    const filtered = json((await callgym('filter', 'oracle', 'noisy', '--out', 'kept.jsonl', '--json')).stdout);
    expect(filtered).toMatchObject({
      in: 20,
      stages: expect.any(Array) as object[],
      kept: expect.any(Number) as number,
    });
    expect(existsSync(join(dir, 'kept.environments'))).toBe(true);
    // the second run plays no episode again and gives the same figures
    const again = await callgym(
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
    expect(again.stderr).toContain('10 of 10 episodes are there already');
    const file = join(dir, 'noisy', 'episodes.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"ok":true', '"ok":false'));
    expect((await callgym('verify', 'noisy')).status).toBe(1);
  });

  test('a budget ends it early; without one it goes on', async () => {
    const args = ['run', DESK, '--tasks', 'tasks.jsonl', '--agent', 'oracle', '--user', 'scripted', '--out', 'budget'];
    const stopped = await callgym(...args, '--budget-minutes', '0.0001', '--json');
    expect(stopped.status).toBe(0);
    expect(json(stopped.stdout)).toMatchObject({ complete: false, stopped: expect.stringContaining('over') as string });
    expect(json((await callgym(...args, '--json')).stdout)).toMatchObject({ complete: true, episodes: 5 });
  });

  test('some tasks by id, a greeting, instructions of one’s own', async () => {
    writeFileSync(join(dir, 'system.txt'), 'Be kind. {policy}');
    const { status } = await callgym(
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
  ])('%j: exit 2 and one clear line', async (args, message) => {
    const { status, stdout, stderr } = await callgym(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(message);
    expect(existsSync(join(dir, 'x'))).toBe(false);
  });
});
