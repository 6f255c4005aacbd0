// Tests how real services are recorded and compared: the seed decides the calls of a session, and the comparison
// notices an environment that answers differently.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareService, listOfDifferences } from '../../bench/compare-service.ts';
import { recordSession } from '../../bench/record-service.ts';
import { SessionCalls, type CalledTool, type Habits } from '../../bench/session-calls.ts';
import { loadEnvironment } from '../../envs/folder/environment-folder.ts';
import { makeRandom } from '../../envs/random.ts';
import type { Environment } from '../../envs/values/environment.ts';
import { readEvidence, type RecordedCall } from '../../generator/author/evidence.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/new-environment', import.meta.url));
const SERVICE = fileURLToPath(new URL('../support/stdio-service.ts', import.meta.url));
const NOTES = loadEnvironment(FOLDER);

describe('a recorded service', () => {
  const recording = {
    command: [process.execPath, SERVICE, FOLDER],
    seed: 5,
    habits: { first: ['add_note', 'add_note'], fresh: { add_note: ['title', 'body'] }, strange: 0.2 },
    without: new Set<string>(),
  };
  let dir = '';
  let lines: readonly string[] = [];
  let calls: RecordedCall[] = [];
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'callgym-test-'));
    lines = (await recordSession(recording, 0, 40)).lines;
    writeFileSync(join(dir, 'calls.jsonl'), lines.map((line) => `${line}\n`).join(''));
    calls = readEvidence(join(dir, 'calls.jsonl'), []);
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  test('is called the same way again by the same seed, with writes, reads that find something, and refusals', async () => {
    expect((await recordSession(recording, 0, 12)).lines).toEqual(lines.slice(0, 12));
    expect((await recordSession({ ...recording, seed: 6 }, 0, 12)).lines).not.toEqual(lines.slice(0, 12));
    expect(new Set(calls.map(({ tool }) => tool))).toEqual(new Set(NOTES.tools.map(({ name }) => name)));
    const found = calls.filter(({ tool, ok }) => tool === 'get_note' && ok);
    const refused = calls.filter(({ ok }) => !ok);
    expect([found.length > 0, refused.length > 0, refused.length < 20]).toEqual([true, true, true]);
  });

  test('is answered alike by the environment that it is, from the same empty start', () => {
    expect(compareService(NOTES, calls)).toMatchObject({ calls: 40, equal: 40, worded: 0, share: 1, differ: [] });
  });

  test('is answered otherwise by a spoiled environment, and each such call is listed', () => {
    const text = JSON.stringify(NOTES.tools);
    const spoiled: Environment = {
      ...NOTES,
      tools: JSON.parse(
        text.replace('ORDER BY pinned DESC, created_at DESC', 'ORDER BY title DESC'),
      ) as Environment['tools'],
    };
    const compared = compareService(spoiled, calls);
    expect(compared.share).toBeLessThan(1);
    expect(new Set(compared.differ.map(({ tool, kind }) => `${tool} ${kind}`))).toEqual(new Set(['list_notes result']));
    const listed = listOfDifferences(compared, calls);
    for (const { index } of compared.differ)
      expect(listed).toContain(`${index + 1}. result: \`list_notes({})\` of session s5-0`);
  });

  test('with its rows, the environment does not start as the service did', () => {
    expect(compareService(NOTES, calls, false).share).toBeLessThan(1);
  });
});

describe('calls of a session', () => {
  const text = { type: 'string' };
  const tool = (name: string, properties: Record<string, unknown>): CalledTool => ({
    name,
    inputSchema: { type: 'object', properties, required: Object.keys(properties) } as CalledTool['inputSchema'],
  });
  const TOOLS = [
    tool('add_task', { title: text }),
    tool('close_task', { list: text, task: text }),
    tool('edit_text', {
      path: text,
      edits: { type: 'array', items: { type: 'object', properties: { old: text }, required: ['old'] } },
    }),
  ];
  const drawn = (
    habits: Habits,
    count: number,
    learn?: (calls: SessionCalls) => void,
  ): ReturnType<SessionCalls['next']>[] => {
    const calls = new SessionCalls(makeRandom(3, 'test'), habits);
    learn?.(calls);
    return Array.from({ length: count }, () => calls.next(TOOLS));
  };

  test('take values that belong together from one thing', () => {
    const made = drawn({ weights: { add_task: 0, edit_text: 0 }, kin: { task: ['id'] }, strange: 0 }, 60, (calls) => {
      calls.learn('add_task', { title: 'A' }, { list: 'home', tasks: [{ id: 't1' }, { id: 't2' }] });
      calls.learn('add_task', { title: 'B' }, { list: 'work', tasks: [{ id: 't3' }] });
    });
    const right = made.filter(({ args }) => (args['list'] === 'work') === (args['task'] === 't3')).length;
    expect(right).toBeGreaterThanOrEqual(50);
  });

  test('rarely name what a call used up, and never what the service refused', () => {
    const habits = { weights: { add_task: 0, edit_text: 0 }, kin: { task: ['id', 'task'] }, strange: 0 };
    const tasks = (more: Habits): unknown[] =>
      drawn({ ...habits, ...more }, 60, (calls) => {
        for (let at = 0; at < 10; at++) {
          calls.learn('add_task', { title: 'A' }, { list: 'home', tasks: [{ id: `new ${at}` }, { id: `old ${at}` }] });
          calls.learn('close_task', { list: 'home', task: `old ${at}` }, { status: 'done' });
          calls.learn('close_task', { list: 'home', task: 'refused' }, { status: 'error' });
        }
      }).map(({ args }) => args['task']);
    const old = (named: readonly unknown[]): number => named.filter((each) => String(each).startsWith('old')).length;
    const told = tasks({ used: { close_task: 'task' }, refused: { status: ['error'] } });
    expect(told).not.toContain('refused');
    expect(tasks({})).toContain('refused');
    expect(old(told) * 2).toBeLessThan(old(tasks({ refused: { status: ['error'] } })));
  });

  test('edit a line of the text that the same thing has', () => {
    const habits = { weights: { add_task: 0, close_task: 0 }, kin: { old: ['content'] }, lines: ['old'], strange: 0 };
    const made = drawn(habits, 40, (calls) => {
      calls.learn('write', { path: '/a', content: 'one\ntwo\n' }, null);
      calls.learn('write', { path: '/b', content: 'three\n' }, null);
    });
    const right = made.filter(({ args }) => {
      const lines = args['path'] === '/a' ? ['one', 'two'] : ['three'];
      return (args['edits'] as { old: string }[]).every(({ old }) => lines.includes(old));
    });
    expect(right.length).toBeGreaterThanOrEqual(25);
  });

  test('hold a value that the service lacks, now and then', () => {
    const made = drawn({ weights: { edit_text: 0 }, missing: { task: ['gone'], title: ['none'] }, strange: 0.3 }, 100);
    const strange = made.filter(({ args }) => args['task'] === 'gone' || args['title'] === 'none').length;
    expect([strange > 5, strange < 50]).toEqual([true, true]);
  });
});
