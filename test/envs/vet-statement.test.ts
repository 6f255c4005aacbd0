import { describe, expect, test } from 'vitest';
import { GymError } from '../../envs/errors/gym-error.ts';
import { parseSchema } from '../../envs/sql/parse-schema.ts';
import type { Step } from '../../envs/values/program.ts';
import { World } from '../../envs/world/world.ts';
import { HONEST_CHANGES, HONEST_EXPRESSIONS, HONEST_QUERIES, HONEST_SCHEMAS } from '../support/honest-sql.ts';
import { HOSTILE_CHANGES, HOSTILE_QUERIES, HOSTILE_SCHEMAS } from '../support/hostile-sql.ts';
import { SHOP, tool } from '../support/shop.ts';

const ANY = { a: {}, b: {}, c: {}, d: {}, e: {}, list: { type: 'array' } };

/** Opens the shop with one more tool and returns the refusal, if there is one. */
function refusalOf(step: Step, effect: 'read' | 'write'): GymError | undefined {
  try {
    new World({ ...SHOP, tools: [tool('probe', ANY, effect, [step], { required: [] })] }).close();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(GymError);
    return error as GymError;
  }
}

const asQuery = (sql: string): Step => ({ let: 'rows', list: true, sql });

describe('honest SQL is accepted', () => {
  test('there are at least 200 honest texts', () => {
    expect(
      HONEST_QUERIES.length + HONEST_CHANGES.length + HONEST_EXPRESSIONS.length + HONEST_SCHEMAS.length,
    ).toBeGreaterThanOrEqual(200);
  });
  test.each(HONEST_QUERIES)('%s', (sql) => expect(refusalOf(asQuery(sql), 'read')?.message).toBeUndefined());
  test.each(HONEST_CHANGES)('%s', (sql) => expect(refusalOf({ run: sql }, 'write')?.message).toBeUndefined());
  test.each(HONEST_EXPRESSIONS)('%s', (text) =>
    expect(refusalOf({ require: text, else: ['CONFLICT', 'no'] }, 'read')?.message).toBeUndefined(),
  );
  test.each(HONEST_SCHEMAS)('%s', (schema) => {
    const world = new World({ ...SHOP, columns: {}, documents: {}, fragments: {}, schema, seed: [], tools: [] });
    expect(world.schema.tables.length).toBeGreaterThan(0);
    world.close();
  });
});

describe('hostile SQL is refused with the statement and the offence', () => {
  test('there are at least 80', () => {
    expect(HOSTILE_QUERIES.length + HOSTILE_CHANGES.length + HOSTILE_SCHEMAS.length).toBeGreaterThanOrEqual(80);
  });
  const check = (error: GymError | undefined, sql: string, says: RegExp): void => {
    expect(error, 'it was accepted').toBeDefined();
    expect(error?.message).toMatch(says);
    expect(error?.message).toMatch(/^(tool probe|schema\.sql)/);
    const shown = sql.replace(/\s+/g, ' ').trim().slice(0, 20);
    if (error?.code === 'REFUSED_SQL') expect(error.fields['sql']).toContain(shown.split(';')[0]?.slice(0, 12));
  };
  test.each(HOSTILE_QUERIES)('$sql', ({ sql, says }) => check(refusalOf(asQuery(sql), 'read'), sql, says));
  test.each(HOSTILE_CHANGES)('$sql', ({ sql, says }) => check(refusalOf({ run: sql }, 'write'), sql, says));
  test.each(HOSTILE_SCHEMAS)('$sql', ({ sql, says }) => {
    let error: unknown;
    try {
      parseSchema(sql);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(GymError);
    expect((error as GymError).message).toMatch(says);
    expect((error as GymError).message).toMatch(/^schema\.sql: .* In: /s);
  });
  test.each(['1) FROM customers --', '1, 2', '1; DELETE FROM customers', ':a) AS x, (SELECT 1', ''])(
    'no expression: %s',
    (text) => {
      expect(refusalOf({ require: text, else: ['CONFLICT', 'no'] }, 'read')).toBeDefined();
    },
  );
});
