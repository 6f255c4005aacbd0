// Tests bad input: random arguments for every tool, and environment files in which pieces are removed or swapped.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fc, test } from '../support/laws.ts';
import { afterAll, describe, expect } from 'vitest';
import { GymError } from '../../envs/errors/gym-error.ts';
import { loadEnvironment, openEnvironment, readJsonFile } from '../../envs/folder/environment-folder.ts';
import { makeRandom, type Random } from '../../envs/random.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import { parseJson, type Json } from '../../envs/values/json.ts';
import { ArgumentDrawer } from '../../envs/verification/draw-arguments.ts';
import { checkEnvironment } from '../../generator/check/check-environment.ts';
import { parseRecipe } from '../../generator/recipe/make-seed.ts';
import { draws } from '../support/draws.ts';

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'callgym-hostile-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const JUNK: readonly Json[] = [
  null,
  0,
  -0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  parseJson('2.0'),
  parseJson('1e3'),
  true,
  '',
  "'; DROP TABLE orders; --",
  ':order_id',
  '{order_id}',
  'now',
  '\u0000',
  '\ud800',
  'x'.repeat(50_000),
  '%',
  '*',
  '1e999',
  'ı',
  [],
  {},
  [[[]]],
  { a: { b: 1 } },
  JSON.parse('{"__proto__": 1}') as Json,
];

describe.each(['order-desk', 'carrier-care'])('junk arguments to every tool of %s', (name) => {
  const world = openEnvironment(fixture(`environments/${name}`));

  test.prop([fc.integer()], { numRuns: draws(25) })(
    'clean answers, replay equal to the run, foreign keys whole',
    (seed) => {
      const random = makeRandom(seed);
      const drawer = new ArgumentDrawer(world, random);
      const store = new SessionStore();
      const session = store.create({ id: 's', world, seed });
      for (let at = 0; at < 40; at++) {
        const tool = random.pick(world.environment.tools);
        const args: Record<string, Json> = { ...drawer.draw(tool) };
        for (const key of Object.keys(args)) if (random.real() < 0.35) args[key] = random.pick(JUNK);
        if (random.real() < 0.05) args[random.pick(['__proto__', 'constructor', 'x', ''])] = random.pick(JUNK);
        const given = random.real() < 0.03 ? random.pick(JUNK) : args;
        const answer = store.call(session, { by: tool.audience, name: tool.name, arguments: given });
        if (!answer.ok) expect(answer.error.message).not.toMatch(/SQLITE|undefined|\[object|\n/);
      }
      const hash = store.fullHash(session);
      store.log(session);
      store.unbind(session);
      expect(store.fullHash(session)).toBe(hash);
      expect(store.look(session, ({ db }) => db.pragma('foreign_key_check'))).toEqual([]);
    },
  );
});

const PIECES: readonly Json[] = [
  null,
  0,
  -1,
  1.5,
  '',
  'x',
  'notes',
  ':note_id',
  'SELECT 1',
  'DELETE FROM notes',
  [],
  {},
  [[]],
  { a: 1 },
  true,
  '\u0000',
  '{',
  '{=',
  '{note.title',
  '__proto__',
  ['NOT_FOUND', '{=1/0}'],
  { lines: [] },
  { lines: ['SELECT', '1'] },
];
const SNIPPETS = ["'", '"', ';', ')', '(', ' OR 1=1', '--', ':x', '{', '}', ',', ' FROM notes', '*', '/*'];

/** Removes, repeats, garbles or swaps one value at some depth. */
function mutate(value: unknown, random: Random): void {
  const places: { holder: Record<string, unknown>; key: string }[] = [];
  const walk = (holder: unknown): void => {
    if (holder === null || typeof holder !== 'object') return;
    for (const key of Object.keys(holder)) {
      places.push({ holder: holder as Record<string, unknown>, key });
      walk((holder as Record<string, unknown>)[key]);
    }
  };
  walk(value);
  if (places.length === 0) return;
  const { holder, key } = random.pick(places);
  const old = holder[key];
  const how = random.int(0, 4);
  if (how === 0) delete holder[key];
  else if (how === 1 && Array.isArray(holder)) holder.push(old);
  else if (how <= 3 && typeof old === 'string') {
    const at = random.int(0, old.length);
    holder[key] =
      how === 3 ? old.slice(0, at) : old.slice(0, at) + random.pick(SNIPPETS) + old.slice(at + random.int(0, 3));
  } else holder[key] = random.pick(PIECES);
}

test.prop([fc.integer(), fc.constantFrom('environment.json', 'tools.json', 'rules.json', 'seed.recipe.json')], {
  numRuns: draws(150),
})('environment files with mutilated values: one clear line, or a report', (seed, file) => {
  const random = makeRandom(seed);
  const copy = join(dir, 'env');
  rmSync(copy, { recursive: true, force: true });
  cpSync(fixture('new-environment'), copy, { recursive: true });
  const value = JSON.parse(readFileSync(join(copy, file), 'utf8')) as unknown;
  for (let times = random.int(1, 3); times > 0; times--) mutate(value, random);
  writeFileSync(join(copy, file), JSON.stringify(value));
  try {
    const report = checkEnvironment(loadEnvironment(copy), parseRecipe(readJsonFile(join(copy, 'seed.recipe.json'))));
    for (const { detail } of report.failures) expect(detail).not.toMatch(/\n|undefined|\[object/);
  } catch (error) {
    expect(error).toBeInstanceOf(GymError);
    expect((error as GymError).message).not.toMatch(/\n|undefined|\[object/);
  }
});
