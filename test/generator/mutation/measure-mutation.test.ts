// Tests mutants, that is, copies with one fault, of programs, fragments and views. The check notices a fault, and a
// mutant that behaves like the original does not count.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadEnvironment } from '../../../envs/folder/environment-folder.ts';
import type { Scenario, ScenarioStep } from '../../../envs/values/scenario.ts';
import { World } from '../../../envs/world/world.ts';
import { measureMutation } from '../../../generator/mutation/measure-mutation.ts';
import { mutateSql } from '../../../generator/mutation/mutate-sql.ts';
import { mutantsOf } from '../../../generator/mutation/mutants-of.ts';

const NOTES = loadEnvironment(fileURLToPath(new URL('../../../fixtures/new-environment', import.meta.url)));
const world = new World(NOTES);

const mutated = (sql: string, expression = false): string[] =>
  mutateSql(sql, world.schema, expression).map(({ operator, text }) => `${operator}: ${text}`);

describe('an SQL text', () => {
  test('is spoiled in one place at a time', () => {
    expect(mutated('SELECT title FROM notes WHERE note_id = :id')).toContain(
      'wrong row: SELECT title FROM notes WHERE note_id = (SELECT max(o.note_id) FROM notes AS o WHERE o.note_id <> :id)',
    );
    expect(mutated('SELECT title FROM notes WHERE pinned >= 1 ORDER BY title DESC, note_id')).toEqual(
      expect.arrayContaining([
        'other column: SELECT body AS title FROM notes WHERE pinned >= 1 ORDER BY title DESC, note_id',
        'dropped condition: SELECT title FROM notes WHERE 1 = 1 ORDER BY title DESC, note_id',
        'moved boundary: SELECT title FROM notes WHERE pinned > 1 ORDER BY title DESC, note_id',
        'other order: SELECT title FROM notes WHERE pinned >= 1 ORDER BY title ASC, note_id',
      ]),
    );
  });

  test('an expression stays one', () => {
    expect(mutated('NOT :note.pinned', true)).toEqual(['turned condition: :note.pinned']);
    expect(mutated(':a > 1 + :b', true)).toContain('other arithmetic: :a > 1 - :b');
  });

  test('the last column of an order is left alone, a text that is no SQL too', () => {
    expect(mutated('SELECT note_id FROM notes ORDER BY title, note_id').join('\n')).not.toMatch(/note_id DESC/);
    expect(mutated('no SQL at all')).toEqual([]);
  });
});

describe('strength', () => {
  const step = (name: string, args: object, expected: ScenarioStep['expect']): ScenarioStep => ({
    name,
    arguments: args as ScenarioStep['arguments'],
    expect: expected,
  });
  const strong: Scenario = {
    name: 'all of it',
    covers: [],
    given: {
      free: 'SELECT * FROM notes WHERE pinned = 0 ORDER BY note_id LIMIT 1',
      kept: 'SELECT * FROM notes WHERE pinned = 1 ORDER BY note_id LIMIT 1',
    },
    steps: [
      step(
        'list_notes',
        {},
        {
          ok: true,
          result: { $rows: 'SELECT note_id, title, pinned FROM notes ORDER BY pinned DESC, created_at DESC, note_id' },
        },
      ),
      step(
        'get_note',
        { note_id: '$free.note_id' },
        {
          ok: true,
          result: { $row: 'SELECT * FROM notes WHERE note_id = :free.note_id' },
        },
      ),
      step('get_note', { note_id: 'none' }, { ok: false, error: 'NOT_FOUND' }),
      step('delete_note', { note_id: '$kept.note_id' }, { ok: false, error: 'PRECONDITION_FAILED' }),
      {
        ...step('add_note', { title: 'T', body: 'B' }, { ok: true }),
        as: 'made',
        state: [
          {
            sql: 'SELECT title, body, pinned, created_at = now() FROM notes WHERE note_id = :made.note_id',
            rows: [['T', 'B', 0, { $type: 'number' }]],
          },
        ],
      },
      {
        ...step('delete_note', { note_id: '$free.note_id' }, { ok: true, result: '${free.title} is gone.' }),
        state: [
          { sql: 'SELECT note_id FROM notes WHERE note_id = :free.note_id', rows: [] },
          { sql: 'SELECT * FROM notes WHERE note_id <> :free.note_id', rows: '$before' },
        ],
      },
    ],
  };

  test('scenarios that say everything notice nearly every mutant; one that says nothing, hardly any', () => {
    const [most, little] = [[strong], [{ ...strong, steps: [step('list_notes', {}, { ok: true })] }]].map(
      (scenarios) => {
        const made = new World({ ...NOTES, scenarios: { views: {}, scenarios } });
        const figures = measureMutation(made, { check: false });
        made.close();
        return figures;
      },
    );
    expect(most?.mutants).toBeGreaterThan(15);
    expect(most?.rate).toBeGreaterThan(0.9);
    expect(little?.rate).toBeLessThan(0.2);
    expect(little?.survivors[0]?.difference.was).not.toBe(little?.survivors[0]?.difference.now);
  });

  test('fragments count for every tool that uses them', () => {
    const fragment = mutantsOf(world).filter(({ place }) => place === 'fragment note');
    expect(fragment.length).toBeGreaterThan(1);
    expect(fragment[0]?.tools).toEqual(['get_note', 'delete_note']);
  });
});
