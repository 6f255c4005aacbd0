// Tests that every formula computes its example in SQLite, with the operands as arguments.
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { CallContext } from '../../../envs/engine/call-context.ts';
import { registerFunctions } from '../../../envs/engine/register-functions.ts';
import { FORMULAS, UNITS, unitOf } from '../../../generator/compile/formulas/library.ts';

describe('formulas', () => {
  test.each(FORMULAS.map((formula) => [formula.id, formula] as const))(
    '%s',
    (_id, { sql, require, example, operands }) => {
      const db = new Database(':memory:');
      registerFunctions(db, new CallContext());
      const fill = (text: string): string =>
        text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
          const value = example.operands[name];
          if (value === undefined) return 'NULL';
          return typeof value === 'number'
            ? String(value)
            : `'${typeof value === 'string' ? value : JSON.stringify(value)}'`;
        });
      const value = db
        .prepare(`SELECT ${fill(sql)} AS value`)
        .pluck()
        .get();
      if (typeof example.gives === 'number') expect(value).toBeCloseTo(example.gives, 6);
      else expect(value).toBe(example.gives);
      if (require !== undefined)
        expect(
          db
            .prepare(`SELECT ${fill(require[0])}`)
            .pluck()
            .get(),
        ).toBe(1);
      expect(Object.keys(example.operands).every((name) => name in operands)).toBe(true);
      db.close();
    },
  );

  test('ids are unique', () => {
    expect(new Set(FORMULAS.map(({ id }) => id)).size).toBe(FORMULAS.length);
  });
});

describe('units', () => {
  test('names and symbols are known, and mean one unit', () => {
    expect(unitOf('miles')?.unit).toBe('mi');
    expect(unitOf('Celsius')?.unit).toBe('c');
    expect(unitOf('nonsense')).toBeUndefined();
    const words = UNITS.flatMap(({ unit, names }) => [unit, ...names.split('|').filter((name) => name !== unit)]);
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });
});
