// An environment that a model writes: a good author's passes every gate, and what a careless or hostile one writes is
// flagged or left out, never served. The record gives the same bytes without a model.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { givenTools, repliesOf, scriptedAuthor } from '../../../bench/scripted-author.ts';
import { loadEnvironment } from '../../../envs/folder/environment-folder.ts';
import { ModelDoor, NO_MODEL, type ModelProvider } from '../../../envs/model/model-door.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { authorEnvironment, MOST_ROUNDS, type Authored } from '../../../generator/author/author-environment.ts';

const NOTES = loadEnvironment(fileURLToPath(new URL('../../../fixtures/new-environment', import.meta.url)));
const GOOD = repliesOf(NOTES);

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'callgym-test-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function author(provider: ModelProvider, budget = {}): Promise<Authored> {
  const door = new ModelDoor(provider, budget).open(join(dir, 'record.jsonl'));
  const options = { seed: 1, reviewers: 1, material: { notes: undefined, evidence: [] } };
  return authorEnvironment('notes', 'Notes', givenTools(NOTES), options, door);
}

const saying = (stage: string, reply: Json): ModelProvider => scriptedAuthor({ ...GOOD, [stage]: reply });
const flagged = ({ flags }: Authored): string[] => flags.map(({ tool }) => tool).sort();

test('a good author is served whole, in few rounds', async () => {
  const made = await author(scriptedAuthor(GOOD));
  expect(made.flags).toEqual([]);
  expect(made.checked.failures).toEqual([]);
  expect(made.scenarios).toEqual({ run: 5, failed: 0 });
  expect(made.strength.rate).toBeGreaterThanOrEqual(0.95);
  expect(made.rounds).toBeLessThanOrEqual(MOST_ROUNDS);
  expect(made.environment.tools.map(({ program }) => program)).toEqual(NOTES.tools.map(({ program }) => program));
});

test('the record gives the same environment without a model', async () => {
  const made = await author(scriptedAuthor(GOOD));
  const record = readFileSync(join(dir, 'record.jsonl'), 'utf8');
  const again = await author(NO_MODEL);
  expect(again.environment).toEqual(made.environment);
  expect(readFileSync(join(dir, 'record.jsonl'), 'utf8')).toBe(record);
});

test('a reply that cannot be read is asked for once more', async () => {
  let plans = 0;
  const good = scriptedAuthor(GOOD);
  const made = await author({
    async answer(request) {
      if (request.stage === 'plan again') {
        expect(request.messages.at(-1)?.content).toMatch(/cannot be read/);
        return good.answer({ ...request, stage: 'plan' });
      }
      if (request.stage === 'plan' && plans++ === 0)
        return { text: 'Of course! Here is my plan: { "title": ', cut: true, usage: { prompt: 1, completion: 1 } };
      return good.answer(request);
    },
  });
  expect(made.flags).toEqual([]);
});

const program = (tool: string, steps: Json): Json => {
  const programs = GOOD['programs'] as JsonObject;
  const tools = programs['tools'] as JsonObject;
  return { ...programs, tools: { ...tools, [tool]: { ...(tools[tool] as JsonObject), program: steps } } };
};

describe('what a model writes is data, and gates decide', () => {
  test.each([
    ['PRAGMA', [{ run: 'PRAGMA writable_schema = 1' }, { return: 'gone', shape: 'text' }]],
    ['ATTACH', [{ run: "ATTACH DATABASE '/tmp/x' AS x" }, { return: 'gone', shape: 'text' }]],
    ['a file function', [{ return: "SELECT load_extension('x') AS a", shape: 'row' }]],
    [
      'an endless scan',
      [
        {
          return:
            'SELECT count(*) AS a FROM notes AS a, notes AS b, notes AS c, notes AS d, notes AS e, notes AS f, notes AS g',
          shape: 'value',
        },
      ],
    ],
    [
      'a wrong row',
      [
        { use: 'note' },
        { require: 'NOT :note.pinned', else: ['PRECONDITION_FAILED', '{note.title} is pinned.'] },
        {
          run: 'DELETE FROM notes WHERE note_id = (SELECT max(note_id) FROM notes WHERE note_id <> :note_id AND pinned = 0)',
        },
        { return: '{note.title} is gone.', shape: 'text' },
      ],
    ],
    [
      'a write that does not happen',
      [
        { use: 'note' },
        { require: 'NOT :note.pinned', else: ['PRECONDITION_FAILED', '{note.title} is pinned.'] },
        { return: '{note.title} is gone.', shape: 'text' },
      ],
    ],
  ])('%s in a program flags its tool alone', async (_what, steps) => {
    const made = await author(saying('programs', program('delete_note', steps as Json)));
    expect(flagged(made)).toEqual(['delete_note']);
    expect(made.checked.failures).toEqual([]);
    expect(made.environment.tools.find(({ name }) => name === 'delete_note')?.program).toEqual([
      { fail: ['UNAVAILABLE', 'delete_note is not simulated.'] },
    ]);
  });

  test('scenarios that assert nothing hold nothing: the tools are not served', async () => {
    const vain = NOTES.tools.map(({ name }): Json => ({
      name,
      covers: [name],
      steps: [{ name, arguments: {}, expect: { ok: false } }],
    }));
    const made = await author(saying('scenarios', { scenarios: vain }));
    expect(flagged(made)).toEqual(NOTES.tools.map(({ name }) => name).sort());
  });

  test('a program and a scenario that disagree are both left out unless somebody settles it', async () => {
    const scenarios = (GOOD['scenarios'] as JsonObject)['scenarios'] as Json[];
    const wrong: Json = {
      name: 'wrong',
      covers: ['list_notes'],
      steps: [{ name: 'list_notes', arguments: {}, expect: { ok: true, result: [] } }],
    };
    const disputed = await author(
      saying('scenarios', { ...(GOOD['scenarios'] as JsonObject), scenarios: [...scenarios, wrong] }),
    );
    expect(flagged(disputed)).toContain('list_notes');
    rmSync(join(dir, 'record.jsonl'));
    const settled = await author(
      scriptedAuthor({
        ...GOOD,
        scenarios: { ...(GOOD['scenarios'] as JsonObject), scenarios: [...scenarios, wrong] },
        settle: { verdicts: [{ scenario: 'wrong', wrong: 'scenario', why: 'there are notes' }], drop: ['wrong'] },
      }),
    );
    expect(flagged(settled)).toEqual([]);
  });

  test('a tool that most reviewers find wrong is flagged', async () => {
    const made = await author(
      saying('review', { tools: { get_note: { verdict: 'wrong', why: 'it shows another note' } } }),
    );
    expect(made.flags).toContainEqual({ tool: 'get_note', gate: 'review', reason: 'it shows another note' });
  });

  test('rows that do not fit are left out, and so many that no service has them', async () => {
    const rows = {
      tables: [
        {
          table: 'notes',
          columns: ['note_id', 'title', 'body', 'created_at'],
          rows: [
            ['x1', '', 'b', '2031-01-01T00:00:00Z'],
            ['x2', 'fine', 'b', '2031-01-01T00:00:00Z'],
          ],
        },
        { table: 'nowhere', columns: ['a'], rows: [[1]] },
      ],
    };
    const made = await author(saying('rows', rows as Json));
    expect(made.environment.seed.map(({ row }) => row['note_id'])).toContain('x2');
    expect(made.environment.seed.map(({ row }) => row['note_id'])).not.toContain('x1');
    expect(made.checked.failures).toEqual([]);
  });
});

test('refusals, silence and noise end in flags, and leave nothing half-written', async () => {
  for (const text of [
    'I cannot help with that.',
    '',
    '{"tools": 3}',
    '['.repeat(50_000),
    '{"sql": ["DROP TABLE x"], "tools": {}}',
  ]) {
    rmSync(join(dir, 'record.jsonl'), { force: true });
    const made = await author({
      answer: () => Promise.resolve({ text, cut: false, usage: { prompt: 1, completion: 1 } }),
    }).catch((error: Error) => error);
    if (made instanceof Error) expect(made.message).toMatch(/schema\.sql|tables|sql/i);
    else expect(made.flags.length).toBe(NOTES.tools.length);
  }
  expect(readdirSync(dir)).toEqual(['record.jsonl']);
});

test('a budget that ends in the middle flags what is missing', async () => {
  const made = await author(scriptedAuthor(GOOD), { tokens: 60_000 }).catch((error: Error) => error);
  if (!(made instanceof Error)) expect(made.checked.failures).toEqual([]);
});
