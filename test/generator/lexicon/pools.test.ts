// Tests the lists of names for each noun: they are large enough, sound natural, and give the same names for the same
// seed.
import { expect, test } from 'vitest';
import { compose, PARTS, variety } from '../../../generator/lexicon/pools/compose.ts';
import { allPools, knownNouns, poolById, poolOf } from '../../../generator/lexicon/pools/find-pool.ts';
import { isPerson } from '../../../generator/lexicon/pools/people.ts';
import type { Grammar } from '../../../generator/lexicon/pools/read-pools.ts';
import { eraOf, isStateStamp, shareOf, statesOf } from '../../../generator/lexicon/pools/states.ts';
import { textKind, textKinds } from '../../../generator/lexicon/pools/text-kinds.ts';
import { makeRandom } from '../../../envs/random.ts';

const DRAWS = 600;

function drawn(grammars: readonly Grammar[], seed: number): string[] {
  const random = makeRandom(seed);
  return Array.from({ length: DRAWS }, () => compose(random.pick(grammars), random));
}

test('at least 150 nouns have a pool, and every pool at least 20 different values', () => {
  expect(knownNouns().length).toBeGreaterThanOrEqual(150);
  for (const pool of allPools()) {
    const grammars = pool.names.map(({ grammar }) => grammar);
    expect([pool.id, new Set(drawn(grammars, 1)).size >= 20]).toEqual([pool.id, true]);
    expect([pool.id, pool.names.reduce((sum, { grammar }) => sum + variety(grammar), 0) >= 20]).toEqual([
      pool.id,
      true,
    ]);
  }
});

test('values are whole: no brace is left, no space is doubled, and the same chance makes the same value', () => {
  for (const pool of allPools())
    for (const grammars of [pool.names, pool.descriptions].map((lines) => lines.map(({ grammar }) => grammar))) {
      if (grammars.length === 0) continue;
      const texts = drawn(grammars, 7);
      expect(texts).toEqual(drawn(grammars, 7));
      for (const text of texts) {
        expect([pool.id, text, /[{}]| {2}|^\s|\s$|^$/.test(text)]).toEqual([pool.id, text, false]);
      }
    }
});

test('parts that grammars name are there, figures have an order, ids are unique', () => {
  const parts = (grammar: Grammar): string[] =>
    grammar.flatMap((piece) =>
      piece.kind === 'part' ? [piece.name] : piece.kind === 'choice' ? piece.of.flatMap(parts) : [],
    );
  for (const pool of allPools()) {
    expect(poolById(pool.id)).toBe(pool);
    for (const name of [...pool.names, ...pool.descriptions].map(({ grammar }) => grammar).flatMap(parts))
      expect([pool.id, name, name in PARTS]).toEqual([pool.id, name, true]);
    for (const [name, [least, most]] of pool.figures)
      expect([pool.id, name, least <= most]).toEqual([pool.id, name, true]);
  }
});

test('longer nouns come first, and what the world speaks of decides between two of one name', () => {
  expect(poolOf(['side', 'table'])?.id).toBe('furniture');
  expect(poolOf(['restaurant', 'table'])?.id).toBe('seat');
  expect(poolOf(['card'], new Set(['board', 'list']))?.id).toBe('card (board)');
  expect(poolOf(['card'], new Set(['balance', 'cvv']))?.id).toBe('card (balance)');
  expect(poolOf(['card'])).toBeUndefined();
  expect(poolOf(['gizmo'])).toBeUndefined();
});

test('people are people, and an account is one where somebody signs in', () => {
  expect(isPerson(['dental', 'patient'])).toBe(true);
  expect(isPerson(['product'])).toBe(false);
  expect(isPerson(['account'])).toBe(false);
  expect(isPerson(['account'], new Set(['password']))).toBe(true);
});

test('states belong to the noun and say where a row lies in time', () => {
  expect(statesOf(['customer', 'order'])).toContain('delivered');
  expect(statesOf(['sensor'])).toContain('offline');
  expect(statesOf(['gizmo'])).toEqual([]);
  expect([eraOf('DELIVERED'), eraOf('inProgress'), eraOf('booked'), eraOf('canceled'), eraOf('purple')]).toEqual([
    'ended',
    'now',
    'ahead',
    'off',
    'any',
  ]);
  expect(shareOf('delivered', ['order'])).toBeGreaterThan(shareOf('cancelled', ['order']));
  expect(isStateStamp(['delivered', 'at'], ['paid', 'delivered'])).toBe('delivered');
  expect(isStateStamp(['created', 'at'], ['paid', 'delivered'])).toBeUndefined();
});

test('the longest end of a name tells its kind', () => {
  expect(textKind(['billing', 'address'])).toBe('address');
  expect(textKind(['email', 'address'])).toBe('email');
  expect(textKind(['ip', 'address'])).toBe('ip address');
  expect(textKind(['gizmo'])).toBeUndefined();
  expect(textKinds().length).toBeGreaterThan(80);
});
