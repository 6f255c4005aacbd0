// Tests properties of the interpreter with random programs of valid statements and random arguments.
import { fc, test } from '../support/laws.ts';
import { describe, expect } from 'vitest';
import { GymError } from '../../envs/errors/gym-error.ts';
import type { Environment } from '../../envs/values/environment.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Step } from '../../envs/values/program.ts';
import { World } from '../../envs/world/world.ts';
import { HONEST_CHANGES, HONEST_EXPRESSIONS, HONEST_QUERIES } from '../support/honest-sql.ts';
import { play } from '../support/play.ts';
import { SHOP, tool } from '../support/shop.ts';
import { INDEXES, TIES, shuffledWithin } from '../support/ties.ts';
import { draws } from '../support/draws.ts';

const PROPERTIES = { a: {}, b: {}, c: {}, d: {}, e: {}, list: {} };

const argument = fc.oneof(
  fc.constantFrom<Json>(
    'ada',
    'bo',
    'mug',
    'kettle',
    'ord_1',
    'open',
    'now',
    'localtime',
    '2031-05-01',
    '[1,2]',
    '{',
    '',
    'x'.repeat(3000),
    null,
    true,
    0,
    1,
    -1,
    3,
    2.5,
    1e300,
  ),
  fc.string({ maxLength: 20 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n)),
  fc.array(fc.constantFrom<Json>('mug', 'kettle', 1, null, { product_id: 'mug', quantity: 1 }), { maxLength: 6 }),
  fc.constant<Json>({ items: ['mug'], deep: { x: 1 } }),
);
const args = fc.record(
  { a: argument, b: argument, c: argument, list: fc.oneof(argument, fc.array(argument, { maxLength: 8 })) },
  { requiredKeys: [] },
);

const readStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...HONEST_QUERIES).map((sql): Step => ({ let: 'x', list: true, sql })),
  fc
    .constantFrom(...HONEST_EXPRESSIONS)
    .map((text): Step => ({ require: text, else: ['PRECONDITION_FAILED', 'not {a}'] })),
  fc
    .constantFrom(...HONEST_QUERIES)
    .map((sql): Step => ({ refuse: sql, else: ['CONFLICT', 'no {b}'], when: ':c IS NOT NULL' })),
  fc.constantFrom(...HONEST_QUERIES).map((sql): Step => ({ return: sql, shape: 'rows', when: ':a IS NULL' })),
);
const changeStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...HONEST_CHANGES).map((sql): Step => ({ run: sql })),
  fc.constantFrom(...HONEST_CHANGES).map((sql): Step => ({ each: ':list', as: 'd', do: [{ run: sql }] })),
  fc.constant<Step>({ fail: ['UNAVAILABLE', 'kept'], keep: true, when: ":b = 'open'" }),
);
const readProgram = fc.array(readStep, { minLength: 1, maxLength: 4 });
const writeProgram = fc
  .tuple(fc.array(fc.oneof(readStep, changeStep), { maxLength: 4 }), changeStep)
  .map(([steps, last]) => [...steps, last]);

function shopWith(program: readonly Step[], effect: 'read' | 'write'): Environment {
  return { ...SHOP, tools: [...SHOP.tools, tool('probe', PROPERTIES, effect, program, { required: [] })] };
}

describe('any accepted program, on any arguments', () => {
  test.prop([writeProgram, args], { numRuns: draws(120) })(
    'returns, raises a ToolError, or a budget error after which nothing has changed',
    (program, given) => {
      const game = play(
        shopWith(
          program.some((step) => 'run' in step || 'each' in step)
            ? program
            : [...program, { run: 'DELETE FROM outbox' }],
          'write',
        ),
        { rowBudget: 20_000 },
      );
      const before = game.hash();
      try {
        const answer = game.call('probe', given as Json);
        const committed = game.session.entries[0]?.committed;
        if (!answer.ok) expect(answer.error.message).not.toMatch(/SQLITE_|undefined/);
        if (committed !== true) expect(game.hash()).toBe(before);
        // writing the answer as JSON and reading it back changes nothing
        expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
      } catch (error) {
        expect(error).toBeInstanceOf(GymError);
        expect((error as GymError).code).toBe('BUDGET_EXCEEDED');
        expect(game.hash()).toBe(before);
      }
      expect(game.call('get_customer', { customer_id: 'ada' }).step).toBe(game.session.entries.length);
      game.world.close();
    },
  );

  test.prop([readProgram, args], { numRuns: draws(100) })('a read never changes the full hash', (program, given) => {
    const game = play(shopWith(program, 'read'));
    const before = game.hash();
    game.call('probe', given as Json);
    expect(game.hash()).toBe(before);
    expect(game.session.entries.every((entry) => !entry.committed)).toBe(true);
    game.world.close();
  });
});

describe('results depend neither on indexes nor on the order of rows on disk', () => {
  test.prop(
    [fc.constantFrom(...HONEST_QUERIES), args, fc.subarray(INDEXES, { minLength: 1 }), fc.infiniteStream(fc.nat())],
    { numRuns: draws(120) },
  )('queries', (sql, given, indexes, stream) => {
    const program: Step[] = [{ return: sql, shape: 'rows' }];
    const plain = play({ ...shopWith(program, 'read'), seed: TIES });
    const other = play({
      ...shopWith(program, 'read'),
      schema: SHOP.schema + indexes.join('\n'),
      seed: shuffledWithin(TIES, stream),
    });
    expect(other.call('probe', given as Json)).toEqual(plain.call('probe', given as Json));
    plain.world.close();
    other.world.close();
  });

  test.prop([fc.constantFrom(...HONEST_CHANGES), args, fc.subarray(INDEXES, { minLength: 1 })], {
    numRuns: draws(100),
  })('writes', (sql, given, indexes) => {
    const plain = play({ ...shopWith([{ run: sql }], 'write'), seed: TIES });
    const other = play({
      ...shopWith([{ run: sql }], 'write'),
      schema: SHOP.schema + indexes.join('\n'),
      seed: TIES,
    });
    expect(other.call('probe', given as Json)).toEqual(plain.call('probe', given as Json));
    expect(other.diff()).toEqual(plain.diff());
    plain.world.close();
    other.world.close();
  });
});

test.prop([fc.string()], { numRuns: draws(30) })('opening the same environment twice gives the same hash', (title) => {
  const environment = { ...SHOP, title: `${title}!` };
  const [a, b] = [
    new World(environment),
    new World({
      ...environment,
      seed: [...SHOP.seed]
        .reverse()
        .sort(
          (x, y) =>
            SHOP.seed.findIndex((each) => each.table === x.table) -
            SHOP.seed.findIndex((each) => each.table === y.table),
        ),
    }),
  ];
  expect(a.hash).toBe(b.hash);
  a.close();
  b.close();
});
