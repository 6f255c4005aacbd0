// Tests that check finds faults: an environment without faults gets one planted fault of each kind.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadEnvironment, readJsonFile } from '../../envs/folder/environment-folder.ts';
import type { Environment } from '../../envs/values/environment.ts';
import type { Step } from '../../envs/values/program.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import { checkEnvironment } from '../../generator/check/check-environment.ts';
import { parseRecipe } from '../../generator/recipe/make-seed.ts';
import type { Recipe } from '../../generator/recipe/recipe-schema.ts';

const path = (name: string): string => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const NOTES = loadEnvironment(path('new-environment'));
const RECIPE = parseRecipe(readJsonFile(`${path('new-environment')}/seed.recipe.json`));

function withTool(name: string, change: (tool: Tool) => Partial<Tool>): Environment {
  return { ...NOTES, tools: NOTES.tools.map((tool) => (tool.name === name ? { ...tool, ...change(tool) } : tool)) };
}

function addTool(tool: Partial<Tool> & { name: string; program: readonly Step[] }): Environment {
  const whole: Tool = {
    description: tool.name,
    parameters: { type: 'object', properties: {} },
    audience: 'agent',
    effect: 'read',
    ...tool,
  };
  return { ...NOTES, tools: [...NOTES.tools, whole] };
}

function program(name: string, change: (steps: readonly Step[]) => readonly Step[]): Environment {
  return withTool(name, (tool) => ({ program: change(tool.program) }));
}

const rule = (change: object): Environment => ({ ...NOTES, rules: [{ ...NOTES.rules[0]!, ...change }] });

const THIRTY = `json_each('${JSON.stringify(Array.from({ length: 30 }, (_, at) => at))}')`;

interface Planted {
  readonly fault: string;
  readonly environment: Environment;
  readonly recipe?: Recipe;
  readonly at: string;
  readonly says: RegExp;
}

const PLANTED: Planted[] = [
  {
    fault: 'a read that writes',
    environment: withTool('add_note', () => ({ effect: 'read' })),
    at: 'tools.json',
    says: /says effect read/,
  },
  {
    fault: 'a program that vetting refuses',
    environment: program('list_notes', () => [
      { return: "SELECT * FROM notes WHERE created_at < date('now') ORDER BY note_id", shape: 'rows' },
    ]),
    at: 'list_notes',
    says: /wall clock/,
  },
  {
    fault: 'an order that is not total',
    environment: program('list_notes', () => [
      { return: 'SELECT note_id, title, pinned FROM notes ORDER BY title', shape: 'rows' },
    ]),
    at: 'list_notes',
    says: /not total/,
  },
  {
    fault: 'an unreachable error',
    environment: program('get_note', (steps) => [
      steps[0]!,
      { require: ':note.title IS NOT NULL', else: ['CONFLICT', 'never'] },
      ...steps.slice(1),
    ]),
    at: 'get_note',
    says: /nothing reaches its error CONFLICT "never"/,
  },
  {
    fault: 'an example with the wrong expectation',
    environment: withTool('get_note', () => ({ examples: [{ arguments: { note_id: 'n1' }, expect: 'NOT_FOUND' }] })),
    at: 'get_note',
    says: /gives ok, not NOT_FOUND/,
  },
  {
    fault: 'an example that is refused',
    environment: withTool('get_note', () => ({ examples: [{ arguments: { note_id: 'nn' }, expect: 'ok' }] })),
    at: 'get_note',
    says: /gives NOT_FOUND/,
  },
  {
    fault: 'an example whose preparation is refused',
    environment: withTool('delete_note', () => ({
      examples: [
        { before: [{ name: 'delete_note', arguments: { note_id: 'nn' } }], arguments: { note_id: 'n2' }, expect: 'ok' },
      ],
    })),
    at: 'delete_note',
    says: /a call before it is refused/,
  },
  {
    fault: 'a tool that never succeeds',
    environment: program('list_notes', () => [
      { require: '(SELECT count(*) FROM notes) > 1000', else: ['CONFLICT', 'no'] },
    ]),
    at: 'list_notes',
    says: /no call of it succeeds/,
  },
  {
    fault: 'a wrong returns schema',
    environment: withTool('list_notes', () => ({ returns: { type: 'array', items: { type: 'string' } } })),
    at: 'list_notes',
    says: /does not fit its returns schema/,
  },
  {
    fault: 'a missing property of the result',
    environment: withTool('get_note', () => ({ returns: { type: 'object', required: ['author'] } })),
    at: 'get_note',
    says: /lacks "author"/,
  },
  {
    fault: 'a returns schema that is none',
    environment: withTool('get_note', () => ({ returns: { type: 'strange' } })),
    at: 'get_note',
    says: /no JSON Schema/,
  },
  {
    fault: 'a minted column that is not declared',
    environment: { ...NOTES, columns: { 'notes.pinned': 'boolean', 'notes.created_at': 'timestamp' } },
    at: 'add_note',
    says: /declare the column minted/,
  },
  {
    fault: 'a timestamp that is not declared',
    environment: { ...NOTES, columns: { 'notes.note_id': 'minted', 'notes.pinned': 'boolean' } },
    at: 'add_note',
    says: /created_at/,
  },
  {
    fault: 'a minted role that is not earned',
    environment: { ...NOTES, columns: { ...NOTES.columns, 'notes.title': 'minted' } },
    at: 'notes.title',
    says: /no write gives it a value of its own/,
  },
  {
    fault: 'a timestamp role that is not earned',
    environment: { ...NOTES, columns: { ...NOTES.columns, 'notes.title': 'timestamp' } },
    at: 'notes.title',
    says: /declared timestamp/,
  },
  {
    fault: 'an invisible write',
    environment: {
      ...addTool({
        name: 'log_visit',
        effect: 'write',
        program: [{ run: 'INSERT INTO visits (visit_id) VALUES (new_id())' }],
      }),
      schema: `${NOTES.schema}CREATE TABLE visits (visit_id TEXT PRIMARY KEY) STRICT;\n`,
      columns: { ...NOTES.columns, 'visits.visit_id': 'minted' },
    },
    at: 'log_visit',
    says: /writes visits, which no read of the agent shows/,
  },
  {
    fault: 'a write that only another audience sees',
    environment: withTool('add_note', () => ({ audience: 'user' })),
    at: 'add_note',
    says: /no read of the user shows/,
  },
  {
    fault: 'a seed that breaks a foreign key',
    environment: {
      ...NOTES,
      schema: `${NOTES.schema}CREATE TABLE marks (note_id TEXT PRIMARY KEY REFERENCES notes (note_id)) STRICT;\n`,
      seed: [...NOTES.seed, { table: 'marks', row: { note_id: 'nobody' } }],
    },
    at: 'seed.jsonl',
    says: /foreign key/,
  },
  {
    fault: 'a seed row that does not fit',
    environment: {
      ...NOTES,
      seed: [...NOTES.seed, { table: 'notes', row: { note_id: 'x', title: '', body: '', created_at: '' } }],
    },
    at: 'seed.jsonl',
    says: /does not fit notes/,
  },
  {
    fault: 'a rule check that never fires',
    environment: rule({
      check: "SELECT c.tool FROM trace_calls AS c WHERE c.step = :step AND c.tool = 'no_such_tool'",
    }),
    at: 'rule 1',
    says: /never fires on its bad trace/,
  },
  {
    fault: 'a rule check that fires on good',
    environment: rule({ check: "SELECT c.tool FROM trace_calls AS c WHERE c.step = :step AND c.tool = 'delete_note'" }),
    at: 'rule 1',
    says: /fires on its good trace/,
  },
  {
    fault: 'a rule check that vetting refuses',
    environment: rule({ check: 'SELECT * FROM sqlite_master' }),
    at: 'rule 1',
    says: /sqlite_master/,
  },
  {
    fault: 'a rule check with an unknown parameter',
    environment: rule({ check: 'SELECT c.tool FROM trace_calls AS c WHERE c.step = :other' }),
    at: 'rule 1',
    says: /:step is the only parameter/,
  },
  {
    fault: 'a rule check without a bad trace',
    environment: {
      ...NOTES,
      rules: [{ id: '1', text: 'x', check: NOTES.rules[0]!.check!, good: NOTES.rules[0]!.good! }],
    },
    at: 'rule 1',
    says: /no bad trace/,
  },
  {
    fault: 'a good trace whose call is refused',
    environment: rule({ good: { events: [{ name: 'get_note', arguments: { note_id: 'nn' } }] } }),
    at: 'rule 1',
    says: /of its good trace is refused/,
  },
  {
    fault: 'a clause of a rule that no bad trace shows',
    environment: rule({ text: 'Read a note before you remove it, and remove only one.' }),
    at: 'rule 1',
    says: /no bad trace shows the clause around .*remove only one/,
  },
  {
    fault: 'a bad trace that is bad before its end',
    environment: rule({
      bad: [
        {
          clause: 'before you remove it',
          events: [
            { name: 'delete_note', arguments: { note_id: 'n2' } },
            { name: 'get_note', arguments: { note_id: 'n1' } },
          ],
        },
      ],
    }),
    at: 'rule 1',
    says: /fires on its bad trace for "before you remove it" before the last event/,
  },
  {
    fault: 'a bad trace for words that the rule does not say',
    environment: rule({ bad: [{ clause: 'never', events: [{ name: 'delete_note', arguments: { note_id: 'n2' } }] }] }),
    at: 'rule 1',
    says: /its text does not say "never"/,
  },
  {
    fault: 'two rules of one id',
    environment: { ...NOTES, rules: [...NOTES.rules, { id: '1', text: 'again' }] },
    at: 'rule 1',
    says: /two rules/,
  },
  {
    fault: 'a recipe that makes other rows',
    environment: NOTES,
    recipe: { ...RECIPE, seed: 2 },
    at: 'seed.jsonl'.replace('seed.jsonl', 'seed.recipe.json'),
    says: /the recipe makes/,
  },
  {
    fault: 'a recipe that does not work',
    environment: NOTES,
    recipe: { seed: 1, tables: [{ table: 'notes', count: 1, columns: { note_id: { fake: 'no.such' } } }] },
    at: 'seed.recipe.json',
    says: /there is no no\.such/,
  },
  {
    fault: 'a document whose key repeats',
    environment: {
      ...NOTES,
      schema:
        `${NOTES.schema}CREATE VIEW pinned_documents AS SELECT pinned, count(*) OVER_ALL FROM notes GROUP BY note_id;\n`.replace(
          'count(*) OVER_ALL',
          'title',
        ),
      documents: { pinned: { view: 'pinned_documents', key: 'pinned' } },
    },
    at: 'pinned',
    says: /stands twice/,
  },
  {
    fault: 'an after program that does not exist',
    environment: { ...NOTES, after: 'nothing' },
    at: 'environment.json',
    says: /no control tool/,
  },
  {
    fault: 'a role for a column that does not exist',
    environment: { ...NOTES, columns: { ...NOTES.columns, 'notes.colour': 'prose' } },
    at: 'environment.json',
    says: /names no column/,
  },
  {
    fault: 'a tool that spends the row budget',
    environment: addTool({
      name: 'endless',
      program: [
        {
          return: `SELECT count(*) FROM notes AS a, notes AS b, ${THIRTY} AS c, ${THIRTY} AS d, ${THIRTY} AS e`,
          shape: 'value',
        },
      ],
    }),
    at: 'endless',
    says: /visited more than/,
  },
  {
    fault: 'parameters that are no JSON Schema',
    environment: withTool('list_notes', () => ({
      parameters: { type: 'object', properties: { a: { $ref: '#/nowhere' } } },
    })),
    at: 'list_notes',
    says: /parameters: is no JSON Schema/,
  },
  {
    fault: 'a seed value that is no timestamp',
    environment: {
      ...NOTES,
      seed: NOTES.seed.map((each, at) =>
        at === 3 ? { ...each, row: { ...each.row, created_at: 'last week' } } : each,
      ),
    },
    at: 'notes.created_at',
    says: /line 4 of seed\.jsonl holds "last week", which is no timestamp/,
  },
  {
    fault: 'a seed value that is no JSON',
    environment: { ...NOTES, columns: { ...NOTES.columns, 'notes.title': 'json' } },
    at: 'notes.title',
    says: /which is no json/,
  },
  {
    fault: 'two tools of one name',
    environment: { ...NOTES, tools: [...NOTES.tools, NOTES.tools[0]!] },
    at: 'tools.json',
    says: /same name/,
  },
  {
    fault: 'a deadline within a day of the clock start',
    environment: program('delete_note', (steps) => [
      steps[0]!,
      { require: "now() < '2031-03-03T09:00:00Z'", else: ['PRECONDITION_FAILED', 'too late'] },
      ...steps.slice(1),
    ]),
    at: 'delete_note',
    says: /refused under another seed and clock/,
  },
  {
    fault: 'a write whose value hangs on the clock',
    environment: {
      ...program('add_note', () => [
        { let: 'fresh', sql: "SELECT new_id('n_') AS note_id" },
        {
          run: "INSERT INTO notes (note_id, title, body, created_at) VALUES (:fresh.note_id, :title || ' ' || now(), :body, now())",
        },
        { return: 'SELECT note_id FROM notes WHERE note_id = :fresh.note_id', shape: 'row' },
      ]),
    },
    at: 'add_note',
    says: /title/,
  },
];

const wrongRow = '(SELECT max(note_id) FROM notes WHERE pinned = 0 AND note_id <> :note_id)';
PLANTED.push(
  {
    fault: 'a write to one wrong row',
    environment: program('delete_note', (steps) =>
      steps.map((step) => ('run' in step ? { run: `DELETE FROM notes WHERE note_id = ${wrongRow}` } : step)),
    ),
    at: 'delete_note',
    says: /changes the row "\w+" of notes, which the call does not name/,
  },
  {
    fault: 'a write to a second row',
    environment: program('delete_note', (steps) =>
      steps.map((step) =>
        'run' in step ? { run: `DELETE FROM notes WHERE note_id IN (:note_id, ${wrongRow})` } : step,
      ),
    ),
    at: 'delete_note',
    says: /changes the row "\w+" of notes, which the call does not name/,
  },
);

test('the authored environments are sound, with at least 300 checks', () => {
  let run = 0;
  for (const name of ['order-desk', 'carrier-care']) {
    const dir = path(`environments/${name}`);
    const report = checkEnvironment(loadEnvironment(dir), parseRecipe(readJsonFile(`${dir}/seed.recipe.json`)));
    expect(report.failures).toEqual([]);
    run += report.checks.run;
  }
  expect(run).toBeGreaterThanOrEqual(300);
});

test('the environment that callgym new makes is sound', () => {
  expect(checkEnvironment(NOTES, RECIPE).failures).toEqual([]);
});

describe('check blames no tool', () => {
  const PLAIN = NOTES.seed.find(({ row }) => row['pinned'] !== 1)!.row;
  const innocent = {
    'whose conditions stand in an object': {
      name: 'find_notes',
      parameters: {
        type: 'object',
        properties: {
          pinned: { type: 'boolean' },
          filters: { type: 'object', properties: { title: { type: 'string' } } },
        },
        required: ['pinned'],
      },
      program: [
        {
          return:
            "SELECT note_id FROM notes WHERE pinned = :pinned AND title = coalesce(:filters ->> 'title', title) ORDER BY note_id",
          shape: 'rows',
        },
      ],
      examples: [{ arguments: { pinned: PLAIN['pinned'] === 1, filters: { title: PLAIN['title']! } }, expect: 'ok' }],
    },
    'that serves a thing in one state alone': {
      name: 'print_note',
      parameters: { type: 'object', properties: { note_id: { type: 'string' } }, required: ['note_id'] },
      program: [
        { use: 'note' },
        { let: 'held', sql: "SELECT substr(note_id, 2, 1) <> '_' AS is_old FROM notes WHERE note_id = :note_id" },
        { require: ':held.is_old', else: ['PRECONDITION_FAILED', 'A note is printed on the day after.'] },
        { return: 'SELECT * FROM notes WHERE note_id = :note_id', shape: 'row' },
      ],
      examples: [
        { arguments: { note_id: 'n1' }, expect: 'ok' },
        { arguments: { note_id: 'n0' }, expect: 'NOT_FOUND' },
      ],
    },
  } satisfies Record<string, Parameters<typeof addTool>[0]>;
  test.each(Object.entries(innocent))('%s', (_why, tool) => {
    const { failures } = checkEnvironment(addTool(tool), RECIPE);
    expect(failures.filter(({ detail }) => /rows of notes|it is not found/.test(detail))).toEqual([]);
  });

  test('whose items point to the rows that have the value', () => {
    const list = addTool({
      name: 'list_pages',
      parameters: { type: 'object', properties: { pinned: { type: 'boolean' } }, required: ['pinned'] },
      program: [
        {
          return:
            'SELECT p.page_id, p.note_id FROM pages AS p JOIN notes AS n ON n.note_id = p.note_id WHERE n.pinned = :pinned ORDER BY p.page_id',
          shape: 'rows',
        },
      ],
      examples: [{ arguments: { pinned: PLAIN['pinned'] === 1 }, expect: 'ok' }],
    });
    const pages =
      'CREATE TABLE pages (page_id TEXT PRIMARY KEY, note_id TEXT NOT NULL REFERENCES notes(note_id)) STRICT;';
    const rows = ['p1', 'p2'].map((id) => ({
      table: 'pages',
      row: { page_id: id, note_id: PLAIN['note_id'] as string },
    }));
    const environment = { ...list, schema: `${list.schema}\n${pages}\n`, seed: [...list.seed, ...rows] };
    const { failures } = checkEnvironment(environment, RECIPE);
    expect(failures.filter(({ detail }) => /rows of notes/.test(detail))).toEqual([]);
  });
});

describe('check finds every kind of planted fault', () => {
  test('there are at least 20 kinds', () =>
    expect(new Set(PLANTED.map(({ fault }) => fault)).size).toBeGreaterThanOrEqual(20));
  test.each(PLANTED)('$fault', ({ environment, recipe, at, says }) => {
    const report = checkEnvironment(environment, recipe);
    expect(report.checks.failed).toBeGreaterThan(0);
    expect(report.failures.map((failure) => `${failure.tool}: ${failure.detail}`)).toContainEqual(
      expect.stringMatching(says),
    );
    expect(report.failures.map((failure) => failure.tool)).toContain(at);
  });
});
