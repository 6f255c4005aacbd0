// Tests the JSON Schemas, from which all types come: each schema compiles, accepts the values that the code makes, and
// refuses others.
import { describe, expect, test } from 'vitest';
import { DIFF_SCHEMA } from '../../envs/values/diff.ts';
import { ENVIRONMENT_FILE_SCHEMA, SEED_ROW_SCHEMA } from '../../envs/values/environment.ts';
import { EPISODE_SCHEMA, type Episode } from '../../envs/values/episode.ts';
import { canonicalJson, parseJson, plainJson, realToJson } from '../../envs/values/json.ts';
import { LOG_ENTRY_SCHEMA } from '../../envs/values/log-entry.ts';
import { PROGRAM_SCHEMA, STEP_SCHEMAS, stepKind, type Step } from '../../envs/values/program.ts';
import { RULES_FILE_SCHEMA } from '../../envs/values/rule.ts';
import { TASK_SCHEMA, type Task } from '../../envs/values/task.ts';
import { TOOLS_FILE_SCHEMA } from '../../envs/values/tool-schema.ts';
import { VERDICT_SCHEMA, type Verdict } from '../../envs/values/verdict.ts';
import { makeParser } from '../../envs/values/validator.ts';
import { judge } from '../../envs/verification/judge.ts';
import { play } from '../support/play.ts';
import { SHOP, SHOP_TOOLS } from '../support/shop.ts';
import { part } from '../support/part.ts';

const game = play(SHOP);
game.call('send_mail', { customer_id: 'bo', body: 'hello' });
game.call('get_customer', { customer_id: 'nobody' });
const log = game.store.log(game.session);
const task: Task = {
  id: 't1',
  kind: 'write',
  environment: game.world.hash,
  session_seed: 1,
  user: { persona: 'p', opening: 'o', goal: 'g', facts: [{ key: 'k', value: 1, say: 'asked' }] },
  gold: {
    calls: [{ by: 'agent', name: 'send_mail', arguments: { customer_id: 'bo', body: 'x' } }],
    diff: game.diff(),
    outputs: [],
    end: 'done',
  },
  rules: [],
  basis: ['state', 'collateral'],
  tags: [],
  difficulty: { tools: 1, information: 0, interaction: 0 },
};
const verdict: Verdict = judge(game.world, task, log);
const episode: Episode = {
  id: 'e',
  environment: { name: 'shop', hash: game.world.hash },
  task: 't1',
  trial: 0,
  session_seed: 1,
  trial_seed: 2,
  system: '',
  tools: [],
  messages: [{ role: 'user', content: 'hi' }],
  steps: [
    {
      step: 1,
      by: 'agent',
      message: 0,
      call_id: 'c',
      name: 'send_mail',
      arguments: {},
      ok: true,
      result: 'sent',
      log_index: 1,
    },
  ],
  end_reason: 'done',
  verdict,
};

describe.each([
  ['Diff', DIFF_SCHEMA, game.diff()],
  ['LogEntry', LOG_ENTRY_SCHEMA, log[1]],
  ['LogEntry of a refused call', LOG_ENTRY_SCHEMA, log[2]],
  ['Task', TASK_SCHEMA, task],
  ['Verdict', VERDICT_SCHEMA, verdict],
  ['Episode', EPISODE_SCHEMA, episode],
  ['Program', PROGRAM_SCHEMA, SHOP_TOOLS[3]?.program],
  ['tools.json', TOOLS_FILE_SCHEMA, SHOP_TOOLS],
  ['a seed row', SEED_ROW_SCHEMA, SHOP.seed[0]],
] as [string, object, unknown][])('%s', (_name, schema, sample) => {
  const parse = makeParser(schema);
  const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

  test('is accepted as the code makes it', () => {
    expect(parse(plain(sample))).toEqual(plain(sample));
  });

  test('with one key more or of a wrong shape it is refused, with its path', () => {
    expect(() => parse(null, 'file.json')).toThrow(/^file\.json/);
    const whole = plain(sample);
    const target = (Array.isArray(whole) ? whole[0] : whole) as Record<string, unknown>;
    target['no such key'] = 1;
    expect(() => parse(whole, 'file.json')).toThrow(/file\.json/);
  });
});

test('every schema compiles', () => {
  for (const schema of [ENVIRONMENT_FILE_SCHEMA, RULES_FILE_SCHEMA])
    expect(() => makeParser(schema)(null)).toThrow(/must be/);
});

test('every step kind is told by its key', () => {
  for (const kind of Object.keys(STEP_SCHEMAS)) expect(stepKind(part<Step>({ [kind]: 'x' }))).toBe(kind);
});

describe('JSON as written', () => {
  test.each(['2.0', '[1,2.0,{"a":1e3}]', '-0.0', '1.5', '"2.0"', '{"b":1,"a":[2.50]}'])('%s', (text) => {
    const value = parseJson(text);
    expect(JSON.parse(JSON.stringify(value))).toEqual(JSON.parse(text));
    expect(plainJson(value)).toEqual(JSON.parse(text));
  });
  test.each(['#', ' #', '\n#', '{"a":#}', '[#]', '[1,#]', '{"a": [0.5, #]}', '["1e5", #]'])(
    'a real in %j stays as written',
    (around) => {
      for (const real of ['2.0', '-2.00', '1e3', '1.0E+2', '12.50e1', '3000000000000000.0', '1.00000000000000000001']) {
        const text = around.replace('#', real);
        expect(JSON.stringify(parseJson(text))).toBe(text.replaceAll(/\s/g, ''));
      }
      expect(() => parseJson(around.replace('#', '9007199254740993'))).toThrow(/2\^53|safe/i);
    },
  );
  test('whole reals print as they were, integers stay integers', () => {
    expect(JSON.stringify(parseJson('[2.0, 2, 2e0, 2.5]'))).toBe('[2.0,2,2e0,2.5]');
    expect(canonicalJson(parseJson('{"b": 2.0, "a": 2}'))).toBe('{"a":2,"b":2.0}');
    expect(JSON.stringify([realToJson(2), realToJson(2.5), realToJson(1e21)])).toBe('[2.0,2.5,1e+21]');
  });
});
