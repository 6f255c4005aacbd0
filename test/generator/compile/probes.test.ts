// Tests tool lists that do not describe results, in the styles of real servers. For each list there are the tools that
// must answer UNAVAILABLE, and calls whose answers a person wrote down before the list was compiled.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SessionStore } from '../../../envs/session/session-store.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { World } from '../../../envs/world/world.ts';
import { asPool, compile } from '../../support/tools.ts';

interface Probe {
  readonly about: string;
  readonly tools: readonly JsonObject[];
  readonly flagged: readonly string[];
  /**
   * Each entry holds a tool, its arguments and the answer: an object or rows that the answer contains, an error code,
   * or a sentence that the test below checks.
   */
  readonly story: readonly (readonly [string, JsonObject, Json])[];
}

const folder = new URL('./probes/', import.meta.url);

/** Replaces "$2.0.id" by this part of the answer to call 2. */
function filled(value: Json, answers: readonly Json[]): Json {
  if (typeof value === 'string') {
    const found = /^\$(\d+)\.([\w.]+)$/.exec(value);
    return found === null ? value : partOf(answers[Number(found[1])] ?? null, found[2] ?? '');
  }
  if (Array.isArray(value)) return (value as Json[]).map((each) => filled(each, answers));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each as Json, answers)]));
}

function partOf(answer: Json, path: string): Json {
  let at: Json | undefined = answer;
  for (const part of path.split('.'))
    at = Array.isArray(at) ? (at as Json[])[Number(part)] : isJsonObject(at) ? at[part] : undefined;
  return at ?? null;
}

function expectAnswer(answer: Json, expected: Json, answers: readonly Json[]): void {
  if (typeof expected === 'string' && expected.startsWith('none of '))
    return expect(JSON.stringify(answer)).not.toContain(JSON.stringify(filled(expected.slice(8), answers)));
  if (typeof expected === 'string' && expected.startsWith('exactly ')) {
    const [, name, text = ''] = /^exactly (?:([a-z]\w*) )?(.*)$/.exec(expected) ?? [];
    return expect(name === undefined ? answer : partOf(answer, name)).toEqual(JSON.parse(text));
  }
  const wanted = filled(expected, answers);
  if (!Array.isArray(wanted) || !Array.isArray(answer)) return expect(answer).toEqual(matching(wanted));
  for (const each of wanted as Json[]) expect(answer).toEqual(expect.arrayContaining([matching(each)]));
}

const matching = (value: Json): unknown => {
  if (!isJsonObject(value)) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([key, each]) => [key, matching(each as Json)])),
  );
};

describe.each(readdirSync(folder).map((file) => file.replace('.json', '')))('%s', (name) => {
  const probe = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Probe;
  const compiled = compile(probe.tools.map(asPool));

  test('exactly these tools answer UNAVAILABLE', () => {
    const flagged = compiled.tools.filter((each) => each.flags.length > 0).map((each) => each.name);
    expect(flagged).toEqual([...probe.flagged].sort());
  });

  test(probe.about, () => {
    const store = new SessionStore();
    const session = store.create({ id: 'play', world: new World(compiled.environment), seed: 1 });
    const answers: Json[] = [];
    for (const [tool, args, expected] of probe.story) {
      const given = filled(args, answers) as JsonObject;
      const answer = store.call(session, { by: 'agent', name: tool, arguments: given });
      answers.push(answer.ok ? answer.result : answer.error.code);
      expectAnswer(answers.at(-1) ?? null, expected, answers);
    }
  });
});

test('without the hints of a list, its readings read and write as the hints say', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const file of readdirSync(folder)) {
    const { tools } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Probe;
    const hints = new Map(
      tools.flatMap(({ name, annotations }): [string, boolean][] =>
        isJsonObject(annotations) && typeof annotations['readOnlyHint'] === 'boolean'
          ? [[String(name), annotations['readOnlyHint']]]
          : [],
      ),
    );
    if (hints.size === 0) continue;
    const bare = compile(tools.map(({ annotations: _annotations, ...each }) => asPool(each)));
    for (const { name, match } of bare.tools) {
      const isRead = hints.get(name);
      if (isRead === undefined || match === undefined) continue;
      count += 1;
      if ((match.effect === 'read') !== isRead) wrong.push(name);
    }
  }
  expect(count).toBeGreaterThan(6);
  expect(wrong).toEqual([]);
});
