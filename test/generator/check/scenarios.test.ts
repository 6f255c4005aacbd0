// Tests scenarios, which state the results that calls must have: references, SELECTs over the rows, matchers, and the
// four outcomes of a scenario. Also tests that invariants hold after every committed call.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadEnvironment, saveEnvironment } from '../../../envs/folder/environment-folder.ts';
import type { Environment } from '../../../envs/values/environment.ts';
import type { Json } from '../../../envs/values/json.ts';
import type { Scenario, ScenarioStep } from '../../../envs/values/scenario.ts';
import { World } from '../../../envs/world/world.ts';
import { checkEnvironment } from '../../../generator/check/check-environment.ts';
import { lintScenarios } from '../../../generator/check/scenarios/lint-scenarios.ts';
import { playScenario, type ScenarioOutcome } from '../../../generator/check/scenarios/play-scenario.ts';

const NOTES = loadEnvironment(fileURLToPath(new URL('../../../fixtures/new-environment', import.meta.url)));
const NO_SUITE = { views: {}, scenarios: [] };

function play(scenario: Partial<Scenario>, environment: Environment = NOTES, views = {}): ScenarioOutcome {
  const world = new World(environment);
  try {
    return playScenario(world, { ...NO_SUITE, views }, { name: 's', covers: [], steps: [], ...scenario });
  } finally {
    world.close();
  }
}

const list = (result: Json): ScenarioStep => ({ name: 'list_notes', arguments: {}, expect: { ok: true, result } });

const STORY: Scenario = {
  name: 'a note comes and goes',
  covers: ['add_note', 'get_note', 'delete_note', 'list_notes'],
  given: { some: 'SELECT * FROM notes WHERE pinned = 0 ORDER BY note_id LIMIT 1', all: ['SELECT note_id FROM notes'] },
  steps: [
    {
      name: 'add_note',
      arguments: { title: 'After ${some.title}', body: 'x' },
      as: 'fresh',
      expect: { ok: true, result: { note_id: { $pattern: '^n_' } } },
      state: [
        { sql: 'SELECT title, pinned FROM notes WHERE note_id = :fresh.note_id', rows: [['After ${some.title}', 0]] },
        {
          sql: "SELECT * FROM notes WHERE note_id IN (SELECT e.value ->> 'note_id' FROM json_each(:all) AS e)",
          rows: '$before',
        },
      ],
    },
    {
      name: 'get_note',
      arguments: { note_id: '$1.note_id' },
      expect: { ok: true, result: { $row: 'SELECT * FROM notes WHERE note_id = $1.note_id' } },
    },
    list({ $rows: 'SELECT note_id, title, pinned FROM shown ORDER BY pinned DESC, created_at DESC, note_id' }),
    { name: 'delete_note', arguments: { note_id: '$fresh.note_id' }, expect: { ok: true } },
    {
      name: 'delete_note',
      arguments: { note_id: '$fresh.note_id' },
      expect: { ok: false, error: 'NOT_FOUND', message: { $contains: '$fresh.note_id' } },
      state: [{ sql: 'SELECT * FROM notes', rows: '$seed' }],
    },
  ],
};
const VIEWS = { shown: 'SELECT note_id, title, pinned, created_at FROM notes' };

describe('a scenario', () => {
  test('binds rows and results, and compares results and rows with SELECTs of its own', () => {
    expect(play(STORY, NOTES, VIEWS)).toEqual({ kind: 'held', calls: 5 });
  });

  test('fails at the step that comes out otherwise, and says how', () => {
    const outcome = play({ steps: [list({ $length: 1 })] });
    expect(outcome).toMatchObject({
      kind: 'failed',
      step: 1,
      detail: expect.stringMatching(/length of the result is \d+/),
    });
  });

  test('is set aside when the first rows lack a row that it wants', () => {
    expect(play({ given: { none: "SELECT * FROM notes WHERE title = 'nowhere'" }, steps: [list([])] }).kind).toBe(
      'lacks',
    );
  });

  test.each([
    ['a name that is not bound', [{ ...list([]), arguments: { a: '$nothing.id' } }], /\$nothing is not known/],
    ['SQL that vetting refuses', [list({ $value: 'SELECT * FROM sqlite_master' })], /sqlite_master/],
    ['a write', [list({ $value: 'DELETE FROM notes' })], /not allowed here/],
    ['a matcher that is none', [list({ $like: 'x' })], /there is no matcher \$like/],
  ] as const)('is unusable with %s', (_what, steps, says) => {
    const outcome = play({ steps });
    expect(outcome).toMatchObject({ kind: 'unusable', detail: expect.stringMatching(says) });
  });

  test('may call a view like a table of the environment, and take the second of the rows that tie', () => {
    const own = { Notes_listed: 'SELECT note_id, pinned FROM notes' };
    const environment = { ...NOTES, schema: `${NOTES.schema}CREATE VIEW notes_listed AS SELECT 1 AS one;\n` };
    const second = 'SELECT note_id FROM Notes_listed WHERE pinned = 0 ORDER BY pinned LIMIT 1 OFFSET 1';
    const outcome = play(
      { given: { second }, steps: [list({ $contains: { note_id: '$second.note_id' } })] },
      environment,
      own,
    );
    expect(outcome).toEqual({ kind: 'held', calls: 1 });
  });

  test('repeats a call', () => {
    const add: ScenarioStep = {
      name: 'add_note',
      arguments: { title: 't', body: 'b' },
      repeat: 3,
      expect: { ok: true },
    };
    const count = { sql: "SELECT count(*) FROM notes WHERE title = 't'", rows: [[3]] };
    expect(play({ steps: [add, { ...list({ $min: 0 }), expect: { ok: true }, state: [count] }] }).kind).toBe('held');
  });
});

describe('matchers', () => {
  const NOTE = { $type: 'object' };
  test.each([
    [{ $type: 'array' }, true],
    [{ $type: 'object' }, false],
    [{ $all: NOTE }, true],
    [{ $all: { note_id: { $not: 'n1' } } }, false],
    [{ $contains: { note_id: 'n1' } }, true],
    [{ $contains: { note_id: 'n0' } }, false],
    [{ $pluck: ['note_id', { $contains: 'n2' }] }, true],
    [{ $pluck: ['note_id', { $set: ['n1'] }] }, false],
    [{ $and: [{ $length: { $min: 2 } }, { $not: { $length: 0 } }] }, true],
    [{ $ordered: '-pinned' }, true],
    [{ $ordered: 'pinned' }, false],
    [{ $all: { colour: { $absent: true } } }, true],
    [{ $all: { title: { $absent: true } } }, false],
    [{ $contains: { $exact: { note_id: 'n1' } } }, false],
    [{ $values: 'SELECT note_id FROM notes ORDER BY pinned DESC, created_at DESC, note_id' }, false],
    [{ $pluck: ['note_id', { $values: 'SELECT note_id FROM notes' }] }, true],
    [{ $rows: "SELECT note_id FROM notes WHERE note_id = 'n1'" }, false],
  ] as [Json, boolean][])('%j: %s', (expected, holds) => {
    expect(play({ steps: [list(expected)] }).kind).toBe(holds ? 'held' : 'failed');
  });
});

describe('check', () => {
  const suite = { views: VIEWS, scenarios: [STORY] };

  test('plays the scenarios of an environment and tells how many', () => {
    const report = checkEnvironment({ ...NOTES, scenarios: suite });
    expect(report.failures).toEqual([]);
    expect(report.scenarios).toEqual({ run: 1, failed: 0, lacking: 0, steps: 5 });
  });

  test('fails where a scenario does, where a tool has none, and where a scenario asserts nothing', () => {
    const vain: Scenario = {
      name: 'vain',
      covers: [],
      steps: [{ name: 'list_notes', arguments: {}, expect: { ok: true, result: {} } }],
    };
    const report = checkEnvironment({
      ...NOTES,
      scenarios: { views: {}, scenarios: [vain, { ...vain, name: 'off', steps: [list([])] }] },
    });
    expect(report.failures.map(({ tool, detail }) => `${tool}: ${detail}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/scenario vain: no step says/),
        expect.stringMatching(/scenario off: step 1/),
        'get_note: no scenario calls it',
      ]),
    );
  });

  test('holds invariants on the first rows and after every committed call', () => {
    const keeps = {
      name: 'few',
      sql: 'SELECT count(*) AS n FROM notes GROUP BY 1 = 1 HAVING count(*) > 1000',
      says: 'few notes',
    };
    const breaks = { name: 'no empty body', sql: "SELECT note_id FROM notes WHERE title = 'Milk'", says: 'no milk' };
    const never = { name: 'none', sql: 'SELECT note_id FROM notes', says: 'no notes' };
    expect(checkEnvironment({ ...NOTES, invariants: [keeps] }).failures).toEqual([]);
    expect(checkEnvironment({ ...NOTES, invariants: [breaks] }).failures[0]).toMatchObject({
      tool: 'add_note',
      detail: expect.stringMatching(/no milk/),
    });
    expect(checkEnvironment({ ...NOTES, invariants: [never] }).failures[0]?.detail).toMatch(/the first rows break it/);
  });

  test('an invariant may ask for the time before the first call', () => {
    const past = { name: 'past', sql: 'SELECT note_id FROM notes WHERE created_at > now()', says: 'made in the past' };
    expect(checkEnvironment({ ...NOTES, invariants: [past] }).failures).toEqual([]);
  });

  test('proves promises about the first rows', () => {
    const promises = [{ sql: 'SELECT note_id FROM notes', at_least: 1000, says: 'many notes' }];
    expect(checkEnvironment({ ...NOTES, promises }).failures[0]?.detail).toMatch(/many notes: \d+ rows, at least 1000/);
  });

  test('tells every complaint of vetting at once', () => {
    const spoiled = NOTES.tools.map((tool) => ({
      ...tool,
      program: [
        { let: 'a', sql: 'SELECT nothing FROM notes LIMIT 1' },
        ...tool.program,
        { run: 'DELETE FROM nowhere' },
      ],
    }));
    const { failures } = checkEnvironment({ ...NOTES, tools: spoiled });
    expect(failures.length).toBeGreaterThanOrEqual(2 * NOTES.tools.length);
  });
});

test('lint names literals that the first rows hold, sums in the head, and lists too short to show an order', () => {
  const world = new World(NOTES);
  const title = String(NOTES.seed[0]?.row['title']);
  const scenarios: Scenario[] = [
    {
      name: 'l',
      covers: ['get_note'],
      steps: [
        { name: 'add_note', arguments: { title, body: 'b' }, expect: { ok: true } },
        { name: 'list_notes', arguments: { q: title }, expect: { ok: true, result: { $ordered: 'title', x: 12.37 } } },
      ],
    },
  ];
  expect(lintScenarios(world, { views: {}, scenarios }).map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/covers get_note and never calls it/),
    expect.stringMatching(/searched for here/),
    expect.stringMatching(/12\.37 is worked out in the head/),
    expect.stringMatching(/say how many/),
  ]);
  world.close();
});

test('scenarios are part of the folder and of the hash', () => {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-test-'));
  const environment = { ...NOTES, scenarios: { views: VIEWS, scenarios: [STORY] } };
  saveEnvironment(dir, environment);
  expect(loadEnvironment(dir).scenarios).toEqual(environment.scenarios);
  rmSync(dir, { recursive: true });
  const [a, b] = [new World(NOTES), new World(environment)];
  expect(a.hash).not.toBe(b.hash);
  a.close();
  b.close();
});
