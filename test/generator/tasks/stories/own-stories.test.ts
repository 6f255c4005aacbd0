// Tests the stories that are made from the tools and rows of any environment. Each kind can be made, no story uses a
// key that its user does not say, and the audit finds a story that does.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadEnvironment } from '../../../../envs/folder/environment-folder.ts';
import { makeRandom } from '../../../../envs/random.ts';
import { parseSchema } from '../../../../envs/sql/parse-schema.ts';
import type { Json, JsonObject } from '../../../../envs/values/json.ts';
import type { StoryStep } from '../../../../envs/values/story.ts';
import type { Task } from '../../../../envs/values/task.ts';
import { World } from '../../../../envs/world/world.ts';
import { buildEnvironments } from '../../../../generator/compile/build.ts';
import { Atlas } from '../../../../generator/tasks/atlas.ts';
import { auditTask } from '../../../../generator/tasks/audit.ts';
import { makeTasks } from '../../../../generator/tasks/make-tasks.ts';
import { literal } from '../../../../generator/tasks/stories/list-shown.ts';
import { retold, type Occasion } from '../../../../generator/tasks/stories/occasion.ts';
import { OWN_STORIES } from '../../../../generator/tasks/stories/own/own-list.ts';
import { ranOn } from '../../../../generator/tasks/stories/ran-on.ts';
import { Stage } from '../../../../generator/tasks/stage.ts';
import type { Ground } from '../../../../generator/tasks/plan-goals.ts';

const SEEDS = 12;
const LISTS = ['clinic.mcp.json', 'bakery.swagger.json'];
let dir: string;
let worlds: World[];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'callgym-own-stories-'));
  for (const list of LISTS)
    for await (const _step of buildEnvironments(`fixtures/tools/${list}`, dir, { seed: 1, discovery: true }));
  worlds = ['clinic_mcp', 'bakery_orders'].map((name) => new World(loadEnvironment(join(dir, name))));
});
afterAll(() => {
  for (const world of worlds) world.close();
  rmSync(dir, { recursive: true, force: true });
});

function groundOf(world: World, seed: number): Ground {
  const atlas = new Atlas(world);
  return { atlas, stage: new Stage(world), random: makeRandom(seed, 'own stories'), forbids: () => false };
}

/** Draws each kind of story with several seeds, in each world. */
function drawn(): { name: string; ground: Ground; occasion: Occasion }[] {
  return worlds.flatMap((world) =>
    Array.from({ length: SEEDS }, (_each, seed) => groundOf(world, seed)).flatMap((ground) =>
      OWN_STORIES.flatMap(({ name, occasion: draw }) => {
        const occasion = draw(ground);
        return occasion === undefined ? [] : [{ name, ground, occasion }];
      }),
    ),
  );
}

/** Returns the expressions in steps, and in the steps inside them. */
function expressionsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object'
    ? Object.values(value).flatMap((each) => expressionsIn(each as Json))
    : [];
}

const rowKeys = ({ environment, schema }: World): Set<Json> =>
  new Set(
    environment.seed.flatMap(({ table, row }) => {
      const key = schema.tables.find(({ name }) => name === table)?.primaryKey ?? [];
      return key.map((column) => (row as JsonObject)[column] as Json);
    }),
  );

describe('stories made from tools', () => {
  test('each kind happens, plays, and says its values', () => {
    const all = drawn();
    expect([...new Set(all.map(({ name }) => name))].sort()).toEqual(OWN_STORIES.map(({ name }) => name).sort());
    for (const { ground, occasion } of all) {
      expect(ranOn(ground, occasion, undefined), occasion.opening).toBeDefined();
      expect(occasion.opening).not.toMatch(/undefined|\{\w+\}| {2}|\bthe \w+ of it\b/);
    }
  });

  test('no wish is for things that are over, and a question in place of a change asks how things stand', () => {
    for (const { occasion } of drawn()) {
      expect(occasion.opening).not.toMatch(/ is "(?:done|cancelled|closed)"/);
      for (const [, asked] of occasion.opening.matchAll(/tell me its ([\w ]+)/g))
        expect(asked, occasion.opening).toMatch(/status|state|date|day/);
    }
  });

  test('other words for a story say the same values', () => {
    for (const { occasion } of drawn().slice(0, 30)) {
      const others = Array.from({ length: 8 }, () => retold(occasion));
      expect(others.some(({ opening }) => opening !== occasion.opening)).toBe(true);
      for (const { story } of others) expect(story).toBe(occasion.story);
    }
  });

  test('no step knows a key of a row', () => {
    for (const { ground, occasion } of drawn()) {
      const { world } = ground.atlas;
      const keys = new Set([...rowKeys(world)].flatMap((key) => literal(key) ?? []));
      const known = expressionsIn(JSON.parse(JSON.stringify(occasion.story.steps)) as Json);
      expect(known.filter((each) => keys.has(each))).toEqual([]);
    }
  });

  test('the audit finds a story whose steps know a key that no word tells', () => {
    const [world] = worlds as [World];
    const { tasks } = makeTasks(world, { count: 12, seed: 3, existing: [] });
    const named = tasks.flatMap((task) => {
      const steps = (task.story?.steps ?? []) as StoryStep[];
      const at = steps.findIndex((step) => 'choose' in step && step.as === 'list_1_it');
      const call = task.gold.calls.find(({ name }) => name === 'list_appointments');
      return at === -1 || call === undefined || task.user.facts.length > 3 ? [] : [{ task, steps, at, call }];
    });
    expect(named.length).toBeGreaterThan(0);
    const spoiled = named.map(({ task, steps, at, call }): Task => {
      const key = (call.arguments as JsonObject)['patient_id'] as string;
      const untold = task.user.facts.find(({ key: name }) => name.startsWith('patient'));
      const text = JSON.stringify(steps.filter((_step, index) => index !== at)).replaceAll(
        /":list_1_it\.\w+"/g,
        JSON.stringify(literal(key)),
      );
      const said = (words: string): string => words.replaceAll(` of ${String(untold?.value)}`, '');
      const {
        [Object.keys(task.story?.knows ?? {}).find((name) => name.startsWith('patient')) ?? '']: _gone,
        ...knows
      } = task.story?.knows ?? {};
      return {
        ...task,
        user: {
          ...task.user,
          opening: said(task.user.opening),
          goal: said(task.user.goal).replaceAll(String(untold?.value), ''),
          facts: task.user.facts.filter((fact) => fact !== untold),
        },
        gold: {
          ...task.gold,
          calls: task.gold.calls.map((each) => (each.name === 'list_appointments' ? withoutOrigins(each) : each)),
        },
        ...(task.story === undefined
          ? {}
          : { story: { ...task.story, knows, steps: JSON.parse(text) as JsonObject[] } }),
      };
    });
    const blind = (task: Task): boolean =>
      auditTask(world, task, { hasty: false, mutants: 0 }).reasons.some((reason) => reason.startsWith('blind choice'));
    expect(named.filter(({ task }) => blind(task))).toEqual([]);
    expect(spoiled.some(blind)).toBe(true);
  });
});

/** Removes the origins of a call, so that the audit finds them again. */
function withoutOrigins({ origins: _gone, ...call }: Task['gold']['calls'][number]): Task['gold']['calls'][number] {
  return call;
}

test('a world without writes has no learnt story', async () => {
  for await (const _step of buildEnvironments('fixtures/tools/greenhouse.anthropic.json', dir, {
    seed: 1,
    discovery: true,
  }));
  const world = new World(loadEnvironment(join(dir, 'greenhouse_anthropic')));
  try {
    for (const { occasion } of OWN_STORIES) expect(occasion(groundOf(world, 1))).toBeUndefined();
  } finally {
    world.close();
  }
});

test('a reference that names no column means the primary key, so rows know their parents', () => {
  const [world] = worlds as [World];
  const { schema } = parseSchema(
    'CREATE TABLE hives (id TEXT PRIMARY KEY) STRICT; CREATE TABLE visits (id TEXT PRIMARY KEY, hive TEXT REFERENCES hives) STRICT;',
  );
  expect(schema.tables[1]?.foreignKeys).toEqual([{ columns: ['hive'], table: 'hives', references: ['id'] }]);
  const atlas = new Atlas(world);
  const [visit] = atlas.rows('appointments');
  const parents = visit === undefined ? [] : atlas.related(visit, 'patients');
  expect(parents.map(({ values }) => values['id'])).toEqual([visit?.values['patient_id']]);
});
