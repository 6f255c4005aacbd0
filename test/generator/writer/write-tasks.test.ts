// Tests a model that writes words for tasks and ideas for stories. Good words replace callgym's own, and bad words are
// dropped. An idea becomes a story only if it passes every check. The record gives the same tasks without a model.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadEnvironment } from '../../../envs/folder/environment-folder.ts';
import { ModelDoor, NO_MODEL, Waiting, type ModelProvider } from '../../../envs/model/model-door.ts';
import type { ModelRequest } from '../../../envs/model/model-request.ts';
import { asJson, type Json } from '../../../envs/values/json.ts';
import type { Story } from '../../../envs/values/story.ts';
import type { Task } from '../../../envs/values/task.ts';
import { World } from '../../../envs/world/world.ts';
import { makeTasks } from '../../../generator/tasks/make-tasks.ts';
import { valuesIn, wordingOf } from '../../../generator/writer/read-wording.ts';
import { wordTasks, type Worded } from '../../../generator/writer/word-tasks.ts';
import { writeTasks, type WrittenTasks } from '../../../generator/writer/write-tasks.ts';

const DESK = loadEnvironment(fileURLToPath(new URL('../../../fixtures/environments/order-desk', import.meta.url)));
const world = new World(DESK);
// stories whose wish consists of their values: any words that say the values say all that the solution needs
const TOLD = new Set(['a card for the wait', 'goods go to the neighbour', 'moved house']);
const OPTIONS = {
  count: 3,
  seed: 1,
  existing: [],
  stories: (DESK.stories ?? []).filter(({ name }) => TOLD.has(name)),
  plain: true as const,
};
const plain = makeTasks(world, OPTIONS).tasks;
afterAll(() => world.close());

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'callgym-test-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

type Replies = Readonly<Record<string, (request: ModelRequest) => Json>>;

/** A simulated model that gives prepared answers for each stage. */
function scripted(replies: Replies): ModelProvider & { readonly asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  return {
    asked,
    answer: (request) => {
      asked.push(request);
      const text = JSON.stringify(replies[request.stage]?.(request) ?? {});
      return Promise.resolve({ text, cut: false, usage: { prompt: 10, completion: 10 } });
    },
  };
}

const OTHERS = [
  ['Would somebody kindly look into my matter', 'which has kept me busy'],
  ['Nobody here could solve my trouble so far', 'maybe your team finds a way'],
  ['Let us get down to business', 'since my break ends soon'],
  ['Greetings from a loyal subscriber', 'hoping for a quick remedy'],
] as const;

/**
 * Returns new words that contain the task's values. A real writer would also say the wishes, but this test does not
 * need them: callgym's own check looks only for the values, and `ownProgram` ignores the words.
 */
function otherWords({ about }: ModelRequest): { opening: string; later: string[] } {
  const at = plain.findIndex(({ id }) => id === about);
  const task = plain[at] as Task;
  const [head, tail] = OTHERS[at % OTHERS.length] ?? ['', ''];
  const told = (text: string): string => valuesIn(task, text).said.join(', ');
  const { opening, later } = wordingOf(task);
  return {
    opening: `${head}, ${tail}: ${told(opening)}`,
    later: later.map((text) => `Furthermore there remains ${told(text)}`),
  };
}

/** Returns the steps of the task's story. A reader who understood everything would give this answer. */
function ownProgram({ about }: ModelRequest): { steps: Json } {
  const task = plain.find(({ id }) => id === about) as Task;
  return { steps: asJson(task.story?.steps ?? []) };
}

const GOOD: Replies = { wording: otherWords, reading: ownProgram };
const written = (provider: ModelProvider, ideas = 0): Promise<WrittenTasks> =>
  writeTasks(world, OPTIONS, new ModelDoor(provider).open(join(dir, 'record.jsonl')), ideas);
const worded = (provider: ModelProvider): Promise<Worded> =>
  wordTasks(world, plain, new ModelDoor(provider).open(join(dir, 'record.jsonl')), OPTIONS.seed);
const openings = (tasks: readonly Task[]): string[] => tasks.map(({ user }) => user.opening);

test('good words replace the frames, and nothing else of a task changes', async () => {
  const made = await written(scripted(GOOD));
  expect(made.author.words).toEqual({ asked: made.author.words.asked, kept: made.author.words.asked, dropped: {} });
  expect(openings(made.tasks)).not.toEqual(openings(plain));
  const without = (tasks: readonly Task[]): unknown[] =>
    tasks.map((task) => ({
      ...task,
      user: { ...task.user, opening: '', later: task.user.later?.map(({ call }) => call) },
    }));
  expect(without(made.tasks)).toEqual(without(plain));
});

test('the record gives the same tasks without a model', async () => {
  const made = await written(scripted(GOOD));
  const record = readFileSync(join(dir, 'record.jsonl'), 'utf8');
  expect((await written(NO_MODEL)).tasks).toEqual(made.tasks);
  expect(readFileSync(join(dir, 'record.jsonl'), 'utf8')).toBe(record);
});

test('readers see neither gold nor the frames nor the story', async () => {
  const model = scripted(GOOD);
  await worded(model);
  for (const { stage, about, messages } of model.asked) {
    if (stage !== 'reading') continue;
    const text = messages.map(({ content }) => content).join('\n');
    const task = plain.find(({ id }) => id === about) as Task;
    expect(text).not.toContain(task.user.opening);
    expect(text).not.toContain(JSON.stringify(task.story?.steps).slice(0, 80));
  }
});

describe('words that fail a gate are lost, never the task', () => {
  const cases: [string, string, Partial<Replies>][] = [
    ['another number', 'our reader finds other values', { wording: (r) => ({ ...otherWords(r), opening: `${otherWords(r).opening} and 77 more` }) }],
    ['a name of somebody else', 'our reader finds other values', { wording: (r) => ({ ...otherWords(r), opening: `${otherWords(r).opening}, ask Bartholomew` }) }],
    ['a value left out', 'our reader finds other values', { wording: () => ({ opening: 'Please help me.', later: ['Please.', 'Help.'].slice(0, 0) }) }],
    ['no JSON object', 'our reader finds other values', { wording: () => [] }],
    ['the frame again', 'our reader finds other values', { wording: ({ about }) => ({ ...wordingOf(plain.find(({ id }) => id === about) as Task) }) }],
    ['a reader that does nothing', 'a reader writes another program', { reading: () => ({ steps: [] }) }],
    ['a reader that leaves out the last step', 'a reader writes another program', { reading: (r) => ({ steps: (ownProgram(r).steps as readonly Json[]).slice(0, -1) }) }],
    ['one reader of two', 'a reader writes another program', { reading: (r) => (r.sample === 2 ? { steps: [] } : ownProgram(r)) }],
  ]; // prettier-ignore
  test.each(cases)('%s', async (_name, reason, bad) => {
    const made = await worded(scripted({ ...GOOD, 'wording again': bad['wording'] ?? otherWords, ...bad } as Replies));
    expect(openings(made.tasks)).toEqual(openings(plain));
    expect(made.dropped).toEqual({ [reason]: made.requests });
    expect(made.tasks).toEqual(plain);
  });

  test('words that are mended when they are asked for again are kept', async () => {
    const made = await worded(
      scripted({ ...GOOD, wording: () => ({ opening: '', later: [] }), 'wording again': otherWords }),
    );
    expect(made.worded).toBe(made.requests);
  });

  test('words that repeat those of the other tasks are no new words', async () => {
    const same = (request: ModelRequest): Json => {
      const task = plain.find(({ id }) => id === request.about) as Task;
      const { opening, later } = wordingOf(task);
      return { opening: `Well now, ${opening}`, later: later.map((text) => `Well now, ${text}`) };
    };
    const made = await worded(scripted({ ...GOOD, wording: same, 'wording again': same }));
    expect(made.dropped).toEqual({ 'it repeats other texts': made.requests });
  });
});

test('while answers are missing nothing is written, and the budget ends in frames', async () => {
  await expect(written({ answer: () => Promise.resolve('pending') })).rejects.toThrow(Waiting);
  const door = new ModelDoor(scripted(GOOD), { tokens: 1 }).open(join(dir, 'other.jsonl'));
  expect((await writeTasks(world, OPTIONS, door, 0)).tasks).toEqual(plain);
});

describe('ideas for stories', () => {
  const stories = DESK.stories ?? [];
  const idea = stories.find(({ name }) => name === 'moved house') as Story;
  const less = new World({ ...DESK, stories: stories.filter(({ name }) => name !== idea.name) });
  afterAll(() => less.close());
  const { people, ...bare } = idea;
  const ask = async (
    given: readonly unknown[],
    reading: (request: ModelRequest) => Json,
  ): Promise<WrittenTasks['author']['ideas']> => {
    const model = scripted({
      stories: () => ({ stories: given }) as Json,
      'stories again': () => ({ stories: [] }),
      reading,
    });
    const door = new ModelDoor(model).open(join(dir, 'ideas.jsonl'));
    return (await writeTasks(less, { ...OPTIONS, count: 1 }, door, 2)).author.ideas;
  };
  /**
   * Answers like a reader who understood the idea. The reader identifies the user by the values that the question lists
   * as known.
   */
  const understood = ({ messages }: ModelRequest): Json => {
    const knows = messages.at(-1)?.content.split('## knows').at(-1) ?? '';
    const way = people?.ways.find(({ who }) => who.every((name) => knows.includes(`"${name}"`)));
    return { steps: asJson([...(way?.steps ?? []), ...idea.steps]) };
  };

  test('a story that is sound and understood is told', async () => {
    expect(await ask([bare], understood)).toEqual({ asked: 2, kept: 1, dropped: [] });
  });

  test('a story that names what does not exist, never happens or has no form is dropped', async () => {
    const broken = { ...bare, name: 'broken', steps: [{ call: 'no_such_tool', with: {} }] };
    const never = { ...bare, name: 'never', rows: `SELECT * FROM (${bare.rows}\n) WHERE 0` };
    expect(await ask([broken, never, { name: 'half' }], understood)).toMatchObject({
      kept: 0,
      dropped: ['broken', 'never', 'half'].map((name) => expect.stringContaining(name) as string),
    });
  });

  test('a story that a reader understands otherwise is dropped', async () => {
    expect(await ask([bare], () => ({ steps: [] }))).toMatchObject({
      kept: 0,
      dropped: [expect.stringContaining('understands it otherwise')],
    });
  });
});
