// Tests datasets from runs: there are two phases, training and test rows share nothing, the same seed gives the same
// bytes, and a broken line is reported and skipped.
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { openCounter } from '../../agents/datasets/tokens.ts';
import type { Row } from '../../agents/datasets/row.ts';
import { USUAL_ROW } from '../../agents/datasets/row.ts';
import { mendRun } from '../../agents/mend/mend-run.ts';
import { sha256 } from '../../envs/values/hash.ts';
import type { Episode } from '../../envs/values/episode.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { datasetIn } from '../support/datasets.ts';
import { folder, lasting, runInTest, tasksOf, MOST_TASKS } from '../support/played.ts';
import { CARRIER_CARE, ORDER_DESK } from '../support/server.ts';

const dirs = [CARRIER_CARE, ORDER_DESK];
const tasks = new Map(dirs.map((dir) => [dir, tasksOf(dir, MOST_TASKS)]));
let run = '';
let mended = '';

const shared = lasting();
beforeAll(async () => {
  ({ out: run } = await runInTest({
    dirs,
    tasks,
    agent: 'noisy:0.5',
    user: 'scripted',
    trials: 2,
    out: join(shared, 'run'),
  }));
  mended = join(shared, 'mended');
  await mendRun(run, mended);
});

function lines<T>(out: string, name: string): T[] {
  return readFileSync(join(out, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

const episodesOf = (dir: string): Map<string, Episode> =>
  new Map(lines<Episode>(dir, 'episodes.jsonl').map((each) => [each.id, each]));

describe('two phases', () => {
  test('an environment that is held out only tests, and shares nothing with those that train', async () => {
    const out = join(folder(), 'data');
    const report = await datasetIn([run, mended], out, 'canonical,openai', { holdout: ['carrier-care'] });
    expect(report.environments).toEqual({ train: ['order-desk'], holdout: ['carrier-care'], vertical: ['order-desk'] });
    const train = lines<Row>(out, 'phase1.canonical.train.jsonl');
    const test_ = lines<Row>(out, 'phase1.canonical.test.jsonl');
    expect(train).toHaveLength(report.rows.phase1);
    expect(test_).toHaveLength(report.test_rows.phase1);
    expect(new Set(train.map(({ environment }) => environment.name))).toEqual(new Set(['order-desk']));
    expect(new Set(test_.map(({ environment }) => environment.name))).toEqual(new Set(['carrier-care']));
    const zero = { tasks: 0, rows: 0, ids: 0, emails: 0, names: 0, wishes_alike: 0 };
    expect(report.leaks).toEqual({ phase1: { environments: 0, ...zero }, phase2: zero });
    for (const { path, sha256: digest } of report.files)
      expect(digest).toBe(sha256(readFileSync(join(out, path), 'utf8')));
    expect(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))).toMatchObject({ rows: report.rows });
    expect(readFileSync(join(out, 'README.md'), 'utf8')).toContain('phase1.openai.train.jsonl');
  });

  test('a vertical tests on workflows of its own, which phase 1 does not train either', async () => {
    const out = join(folder(), 'data');
    const report = await datasetIn([run, mended], out, 'canonical', { vertical: ['order-desk'] });
    const workflows = (rows: readonly Row[]): Set<string> =>
      new Set(rows.filter(({ environment }) => environment.name === 'order-desk').map(({ workflow }) => workflow));
    const tested = workflows(lines<Row>(out, 'phase2.canonical.test.jsonl'));
    expect(tested.size).toBeGreaterThan(0);
    for (const file of ['phase1.canonical.train.jsonl', 'phase2.canonical.train.jsonl']) {
      const trained = workflows(lines<Row>(out, file));
      expect([...tested].filter((each) => trained.has(each))).toEqual([]);
    }
    expect(report.environments.vertical).toEqual(['order-desk']);
    expect(new Set(lines<Row>(out, 'phase2.canonical.train.jsonl').map(({ environment }) => environment.name))).toEqual(
      new Set(['order-desk']),
    );
    expect(report.leaks['phase2']).toMatchObject({ tasks: 0, ids: 0, emails: 0, names: 0, wishes_alike: 0 });
  });

  test('the same seed gives the same bytes, another one another order', async () => {
    const place = folder();
    const formats = 'openai,trl,llamafactory,verl,canonical,rl';
    await datasetIn([run, mended], join(place, 'a'), formats);
    await datasetIn([run, mended], join(place, 'b'), formats);
    await datasetIn([run, mended], join(place, 'c'), formats, { seed: 2 });
    const names = readdirSync(join(place, 'a')).sort();
    expect(readdirSync(join(place, 'b')).sort()).toEqual(names);
    expect(names.length).toBeGreaterThan(20);
    for (const name of names)
      expect(readFileSync(join(place, 'b', name)).equals(readFileSync(join(place, 'a', name))), name).toBe(true);
    const ids = (name: string): string[] =>
      lines<Row>(join(place, name), 'phase1.canonical.train.jsonl').map(({ id }) => id);
    expect(ids('c')).not.toEqual(ids('a'));
  });
});

describe('rows', () => {
  test('hold what the agent saw and wrote, nothing of the other side, and passed', async () => {
    const out = join(folder(), 'data');
    await datasetIn([run, mended], out, 'canonical');
    const rows = lines<Row>(out, 'phase1.canonical.train.jsonl');
    const own = new Map([...episodesOf(run), ...episodesOf(mended)]);
    let hidden = 0;
    for (const { id, messages, tools, tier } of rows) {
      const episode = own.get(id.split('@')[0]!)!;
      expect(episode.verdict.reward).toBe(1);
      const names = new Set(tools.map((tool) => ((tool as JsonObject)['function'] as { name: string }).name));
      const calls = messages.flatMap(({ tool_calls: made }) => made ?? []);
      expect(
        calls.every(({ function: call }) => names.has(call.name)),
        id,
      ).toBe(true);
      hidden += episode.steps.filter(({ by }) => by === 'user').length;
      expect(calls.length).toBe(episode.steps.filter(({ by }) => by === 'agent').length);
      expect(messages.at(-1)?.role).toBe('assistant');
      expect(messages.filter(({ role, train }) => train && role !== 'assistant')).toEqual([]);
      for (const { train, why } of messages) expect(why === undefined).toBe(train);
      if (tier === 'mended') expect(id).toMatch(/~(repaired|relabelled)@/);
    }
    expect(hidden).toBeGreaterThan(0);
    expect(new Set(rows.map(({ tier }) => tier))).toEqual(new Set(['clean', 'recovered', 'mended']));
  });

  test('what is marked is not trained, but where it is wanted; refused calls and the record before a fork on demand', async () => {
    const place = folder();
    const untrained = async (name: string, row: Partial<typeof USUAL_ROW>): Promise<Row[]> => {
      await datasetIn([run, mended], join(place, name), 'canonical,openai,trl', { row: { ...USUAL_ROW, ...row } });
      return lines<Row>(join(place, name), 'phase1.canonical.train.jsonl');
    };
    const reasons = (rows: readonly Row[]): Set<string> =>
      new Set(
        rows.flatMap(({ messages }) =>
          messages.flatMap(({ role, why }) => (role === 'assistant' && why !== undefined ? [why.split(':')[0]!] : [])),
        ),
      );
    const usual = await untrained('usual', {});
    expect(reasons(usual)).toContain('the faulty step');
    expect(reasons(await untrained('faulty', { trainFaulty: true }))).toEqual(new Set());
    expect(reasons(await untrained('errors', { maskErrors: true }))).toContain('its calls were refused');
    const suffix = await untrained('suffix', { suffixOnly: true });
    for (const { messages, tier } of suffix)
      if (tier === 'mended') expect(messages.findLast(({ role }) => role === 'assistant')?.train).toBe(true);
    expect(reasons(suffix)).toContain('before the fork');
    // OpenAI's format has a weight for untrained messages, but TRL splits such rows into prompts and completions
    const masked = usual.filter(({ messages }) => messages.some(({ role, train }) => role === 'assistant' && !train));
    const openai = lines<{ messages: { role: string; weight?: number }[] }>(
      join(place, 'usual'),
      'phase1.openai.train.jsonl',
    );
    expect(openai.filter(({ messages }) => messages.some(({ weight }) => weight === 0))).toHaveLength(masked.length);
    const split = lines<JsonObject>(join(place, 'usual'), 'phase1.trl.prompt_completion.train.jsonl');
    expect(split).toHaveLength(
      usual.reduce((sum, { messages }) => sum + messages.filter(({ train }) => train).length, 0),
    );
    expect(lines(join(place, 'usual'), 'phase1.trl.messages.train.jsonl')).toHaveLength(usual.length - masked.length);
  });

  test('come in a balanced order, weighed by a mixture, no more than asked for', async () => {
    const place = folder();
    const kinds = async (name: string, mixture: object): Promise<string[]> => {
      await datasetIn([run, mended], join(place, name), 'canonical', { mixture });
      return lines<Row>(join(place, name), 'phase1.canonical.train.jsonl').map(({ kind }) => kind);
    };
    const all = await kinds('all', {});
    expect(await kinds('few', { rows: 12 })).toHaveLength(12);
    const only = await kinds('only', {
      kinds: { write: 5, read: 1, mixed: 0, multi: 0, abstain: 0, recover: 0, dual: 0, clarify: 0 },
    });
    expect(new Set(only)).toEqual(new Set(['write', 'read']));
    // chance alone would give fewer kinds among the first rows
    expect(new Set(all.slice(0, 16)).size).toBeGreaterThan(4);
    await kinds('tiers', { tiers: ['clean'] });
    expect(new Set(lines<Row>(join(place, 'tiers'), 'phase1.canonical.train.jsonl').map(({ tier }) => tier))).toEqual(
      new Set(['clean']),
    );
  });

  test('are counted in tokens, once, and kept within limits', async () => {
    const place = folder();
    const cache = join(place, 'data.tokens');
    const counter = await openCounter('o200k_base', cache);
    const given = { counter, row: Infinity, phase: Infinity };
    const whole = await datasetIn([run], join(place, 'whole'), 'canonical', { tokens: given });
    counter.save();
    expect(whole.tokens!.phase1).toBeGreaterThan(whole.rows.phase1 * 200);
    const again = await openCounter('o200k_base', cache);
    const half = await datasetIn([run], join(place, 'half'), 'canonical', {
      tokens: { counter: again, row: Infinity, phase: Math.floor(whole.tokens!.phase1 / 2) },
    });
    expect(half.tokens!.phase1).toBeLessThanOrEqual(whole.tokens!.phase1 / 2);
    expect(half.rows.phase1).toBeGreaterThan(whole.rows.phase1 / 4);
    const none = await datasetIn([run], join(place, 'none'), 'canonical', {
      tokens: { counter: again, row: 10, phase: Infinity },
    });
    expect(none.rows.phase1).toBe(0);
  });
});

test('LLaMA-Factory finds only choices that are text', async () => {
  const out = join(folder(), 'data');
  await datasetIn([run], out, 'llamafactory');
  const [line] = lines<{ tools: string }>(out, 'phase1.llamafactory.train.jsonl');
  const all = lines<{ tools: string }>(out, 'phase1.llamafactory.train.jsonl').map(({ tools }) => tools);
  const tools = all.flatMap((text) => JSON.parse(text) as { parameters: { properties: Record<string, JsonObject> } }[]);
  const properties = tools.flatMap(({ parameters }) => Object.values(parameters.properties));
  expect(line).toBeDefined();
  expect(properties.some(({ enum: choices }) => choices !== undefined)).toBe(true);
  for (const { enum: choices } of properties)
    expect((choices as unknown[] | undefined)?.every((each) => typeof each === 'string') ?? true).toBe(true);
  expect(properties.some(({ description }) => String(description).includes('One of 1, 5, 10.'))).toBe(true);
});

describe('files', () => {
  test('in shards and compressed, the same lines', async () => {
    const place = folder();
    await datasetIn([run], join(place, 'plain'), 'canonical');
    const report = await datasetIn([run], join(place, 'cut'), 'canonical', { gzip: true, shard: 10 });
    const own = report.files.filter(({ phase, split }) => phase === 1 && split === 'train');
    expect(own.length).toBeGreaterThan(2);
    expect(own.every(({ rows }) => rows <= 10)).toBe(true);
    const text = own.map(({ path }) => gunzipSync(readFileSync(join(place, 'cut', path))).toString()).join('');
    expect(text).toBe(readFileSync(join(place, 'plain', 'phase1.canonical.train.jsonl'), 'utf8'));
  });

  test('of something else are left alone; a dataset is replaced whole', async () => {
    const place = folder();
    mkdirSync(join(place, 'mine'));
    writeFileSync(join(place, 'mine', 'note.txt'), 'mine');
    await expect(datasetIn([run], join(place, 'mine'), 'canonical')).rejects.toThrow(/is no dataset/);
    await datasetIn([run], join(place, 'data'), 'canonical,openai');
    await datasetIn([run], join(place, 'data'), 'canonical');
    expect(existsSync(join(place, 'data', 'phase1.openai.train.jsonl'))).toBe(false);
    await expect(datasetIn([run], join(place, 'data'), 'canonical', { holdout: ['nowhere'] })).rejects.toThrow(
      /nowhere is no environment/,
    );
    expect(existsSync(join(place, 'data', 'manifest.json'))).toBe(true);
    expect(readdirSync(place).sort()).toEqual(['data', 'mine']);
    await expect(datasetIn([join(place, 'none')], join(place, 'x'), 'canonical')).rejects.toThrow(/is not there/);
  });

  test('a line that is none stops nothing and is told', async () => {
    const place = folder();
    const { out } = await runInTest({
      dirs,
      tasks: new Map(dirs.map((dir) => [dir, tasksOf(dir, MOST_TASKS).slice(0, 12)])),
      agent: 'oracle',
      user: 'scripted',
      out: join(place, 'run'),
    });
    const whole = await datasetIn([out], join(place, 'whole'), 'canonical');
    appendFileSync(
      join(out, 'episodes.jsonl'),
      'no json\n{"id": 3}\n{"id":"x","environment":{"name":"a","hash":"b"}}\n',
    );
    const report = await datasetIn([out], join(place, 'again'), 'canonical');
    expect(report.rows).toEqual(whole.rows);
    expect(report.dropped['unreadable']).toBe(3);
    expect(report.unreadable).toHaveLength(3);
    expect(report.unreadable[0]).toMatchObject({ reason: 'no JSON' });
  });
});

test('two agents at the same tasks are two, one run named twice is one', async () => {
  const place = folder();
  const own = new Map(dirs.map((dir) => [dir, tasksOf(dir, MOST_TASKS).slice(0, 12)]));
  const { out: first } = await runInTest({
    dirs,
    tasks: own,
    agent: 'oracle',
    user: 'scripted',
    out: join(place, 'a'),
  });
  const { out: second } = await runInTest({
    dirs,
    tasks: own,
    agent: 'noisy:0.3',
    user: 'scripted',
    out: join(place, 'b'),
  });
  const of = async (name: string, inputs: string[]): Promise<Row[]> => {
    await datasetIn(inputs, join(place, name), 'canonical', { phases: [1], vertical: [] });
    return lines<Row>(join(place, name), 'phase1.canonical.train.jsonl');
  };
  const [one, two, both] = [
    await of('one', [first, first]),
    await of('two', [second]),
    await of('both', [first, second]),
  ];
  // a row may be left out because its task is nearly the same as another task of the same story
  expect(one.length).toBeGreaterThan(20);
  expect(two.length).toBeGreaterThan(8);
  expect(both).toHaveLength(one.length + two.length);
  expect(new Set(both.map(({ id }) => id)).size).toBe(both.length);
  await expect(datasetIn([join(place, 'both', 'x')], join(place, 'both'), 'canonical')).rejects.toThrow(/written anew/);
});

describe('overlap', () => {
  test('with a benchmark that was planted is told, and refused above the limit', async () => {
    const place = folder();
    const benchmark = join(place, 'benchmark.json');
    const planted = tasksOf(ORDER_DESK, MOST_TASKS).slice(0, 20);
    writeFileSync(
      benchmark,
      JSON.stringify(
        planted.map(({ id, user }) => ({ id, question: [[{ role: 'user', content: user.opening.toUpperCase() }]] })),
      ),
    );
    const out = join(place, 'data');
    const report = await datasetIn([run], out, 'canonical', { against: [benchmark] });
    expect(report).toMatchObject({ refused: true, files: [], rows: { phase1: 0, phase2: 0 } });
    expect(report.overlap[0]!.wishes.same).toBeGreaterThan(5);
    expect(existsSync(out)).toBe(false);
    const pool = join(place, 'pool.jsonl');
    const tools = JSON.parse(readFileSync(join(ORDER_DESK, 'tools.json'), 'utf8')) as JsonObject[];
    writeFileSync(
      pool,
      tools
        .map(({ name, description, parameters }) => `${JSON.stringify({ name, description, parameters })}\n`)
        .join(''),
    );
    const same = await datasetIn([run], out, 'canonical', { against: [pool] });
    expect(same.refused).toBe(true);
    expect(same.overlap[0]!.tools.same).toBe(tools.length);
    const other = join(place, 'other.json');
    writeFileSync(
      other,
      JSON.stringify([
        {
          question: 'What will the weather be like in Oslo next Tuesday?',
          function: { name: 'forecast', parameters: { type: 'object', properties: { city: {} } } },
        },
      ]),
    );
    expect(await datasetIn([run], out, 'canonical', { against: [other] })).toMatchObject({
      refused: false,
      overlap: [{ share: 0 }],
    });
    expect(await datasetIn([run], out, 'canonical', { against: [benchmark], mostOverlap: 1 })).toMatchObject({
      refused: false,
    });
  });
});
