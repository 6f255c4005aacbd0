// Tests that the oracle and the scripted user talk as people do. There is no change without a yes, proposals have
// action, row and values, the user does not say yes and no together, nothing is said three times, and no column names
// occur. Their episodes are training data.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { talkFaults, type TalkFault } from '../../agents/quality/talk-lint.ts';
import { weighProposal } from '../../agents/users/weigh-proposal.ts';
import { wishesOf } from '../../agents/users/wishes.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import type { Task } from '../../envs/values/task.ts';
import { buildEnvironments } from '../../generator/compile/build.ts';
import { makeTasks } from '../../generator/tasks/make-tasks.ts';
import { folder, runInTest, tasksOf } from '../support/played.ts';
import { CARRIER_CARE } from '../support/server.ts';
import { part } from '../support/part.ts';

const isLong = inject('draws') === 'all';
const SCHEMAS = ['bakery.swagger.json', 'clinic.mcp.json', 'library.openai.json'];
const TASKS = isLong ? 12 : 5;

/** Plays the oracle with the scripted user. Returns each failed episode and each odd place in the talk. */
async function oddities(dir: string, tasks: readonly Task[]): Promise<string[]> {
  const { episodes } = await runInTest({
    dirs: [dir],
    tasks: new Map([[dir, tasks]]),
    agent: 'oracle',
    user: 'scripted',
  });
  const world = openEnvironment(dir, { pool: 1 });
  const found = episodes.flatMap(({ task: id, verdict, messages }) => {
    const task = tasks.find((each) => each.id === id) as Task;
    return [
      ...(verdict.reward === 1 ? [] : [`${id}: ${JSON.stringify(verdict.failures)}`]),
      ...talkFaults({ world, task, messages }).map(
        ({ kind, message, found: what }) => `${id} ${message} ${kind}: ${what}`,
      ),
    ];
  });
  world.close();
  return found;
}

test.each(isLong ? SCHEMAS : SCHEMAS.slice(0, 2))('an environment compiled from %s', async (schema) => {
  const out = folder();
  for await (const _step of buildEnvironments(join('fixtures/tools', schema), out, { seed: 1, discovery: true }));
  for (const name of readdirSync(out)) {
    const dir = join(out, name);
    const world = openEnvironment(dir, { pool: 1 });
    const { tasks } = makeTasks(world, { count: TASKS, seed: 1, existing: [] });
    world.close();
    expect(tasks.length).toBeGreaterThan(0);
    expect(await oddities(dir, tasks)).toEqual([]);
  }
});

// in other environments of the gallery, some proposals leave out a row or a value; `npm run measure:talk` lists them
test('the care desk', async () => {
  expect(await oddities(CARRIER_CARE, tasksOf(CARRIER_CARE, 5))).toEqual([]);
});

const shown = [
  { id: 'ord_1', customer: 'Jon Ryan', status: 'open' },
  { id: 'ord_2', customer: 'Amari Rowe', status: 'open' },
  { id: 'ord_3', customer: 'Lance Jerde', status: 'baked' },
];
const world = part<Parameters<typeof wishesOf>[1]>({
  environment: { seed: shown.map((row) => ({ table: 'orders', row })) },
  schema: { tables: [{ name: 'orders', primaryKey: ['id'], foreignKeys: [] }] },
  roles: new Map(),
  tools: new Map([['setNote', { tool: { effect: 'write', parameters: {} } }]]),
});
const setNote = (orderId: string): Task['gold']['calls'][number] => ({
  by: 'agent',
  name: 'setNote',
  arguments: { orderId, note: 'Ring twice.' },
});
const opening = 'Please set the note for all the open orders saying "Ring twice.".';
const task = part<Task>({
  id: 't',
  user: { opening, goal: opening, facts: [] },
  gold: { calls: [setNote('ord_1'), setNote('ord_2')] },
});

describe('a wish for several rows', () => {
  const weigh = (about: string): object =>
    weighProposal(about, about, { wishes: wishesOf(task, world), told: opening, order: 'unknown' });

  test.each([
    'Shall I set the note to "Ring twice." for these 2 orders: ord_1 (Jon Ryan) and ord_2 (Amari Rowe)?',
    'Shall I set the note to "Ring twice." for order ord_2 (Amari Rowe)?',
  ])('%s is agreed to', (about) => {
    expect(weigh(about)).toMatchObject({ kind: 'wanted' });
  });

  test.each([
    ['Shall I set the note to "Ring twice." for these 3 orders: ord_1, ord_2 and ord_3?', 'ord_3'],
    ['Shall I set the note to "Ring twice." for ord_1 (Jon Ryan) and ord_3 (Lance Jerde)?', 'ord_3'],
  ])('%s is not: the user names the row', (about, said) => {
    expect(weigh(about)).toMatchObject({ kind: 'outside', said });
  });

  test('another value for the rows is not agreed to', () => {
    expect(weigh('Shall I set the note to "Leave it outside." for ord_1 and ord_2?')).not.toMatchObject({
      kind: 'wanted',
    });
  });
});

describe('odd places that are found', () => {
  const user = (content: string, ...acts: string[]): EpisodeMessage => ({ role: 'user', content, acts });
  const says = (content: string): EpisodeMessage => ({ role: 'assistant', content });
  const calls = (orderId: string): EpisodeMessage => ({
    role: 'assistant',
    content: '',
    tool_calls: [
      {
        id: 'c',
        type: 'function',
        function: { name: 'setNote', arguments: JSON.stringify(setNote(orderId).arguments) },
      },
    ],
  });
  const kinds = (...messages: readonly EpisodeMessage[]): TalkFault['kind'][] => [
    ...new Set(talkFaults({ world, task, messages }).map(({ kind }) => kind)),
  ];
  const whole = 'Shall I set the note to "Ring twice." for order ord_1 (Jon Ryan)?';

  test('none in a good conversation', () => {
    expect(kinds(user(opening, 'ask'), says(whole), user('Yes, please do.', 'confirm'), calls('ord_1'))).toEqual([]);
  });

  test.each([
    ['change without a yes', [user(opening, 'ask'), calls('ord_1')]],
    ['change without a yes', [says(whole), user('No, thank you.', 'deny'), calls('ord_1')]],
    [
      'proposal without its row',
      [says('Shall I set the note to "Ring twice."?'), user('Yes.', 'confirm'), calls('ord_1')],
    ],
    ['proposal without a value', [says('Shall I set the note for ord_1?'), user('Yes.', 'confirm'), calls('ord_1')]],
    ['proposal without its deed', [says('Is ord_1 with "Ring twice." okay?'), user('Ok.', 'confirm'), calls('ord_1')]],
    ['yes and no', [user('Of course: the status is open. No, not before I understand it.', 'inform', 'deny')]],
    ['said again', Array.from({ length: 3 }, () => user('I want to set the note for all open orders.', 'ask'))],
    ['name of a column', [says('The placed_at is 3 May 2031.')]],
    ['odd words', [user('The set note note is "Ring twice."')]],
  ] as const)('%s', (kind, messages) => {
    expect(kinds(...messages)).toContain(kind);
  });
});
