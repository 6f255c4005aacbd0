// Tests tool lists that others published: a fault of the compiler must not lose a whole list. Also tests overrides that
// cannot run: a program that a person wrote is never replaced without a message.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { FILES, loadEnvironment } from '../../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../../envs/session/session-store.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { checkEnvironment } from '../../../generator/check/check-environment.ts';
import { buildEnvironments } from '../../../generator/compile/build.ts';
import { compileDomain, type Compiled } from '../../../generator/compile/compile-domain.ts';
import { World } from '../../../envs/world/world.ts';
import { makePool } from '../../../generator/pool/make-pool.ts';
import { parseRecipe } from '../../../generator/recipe/make-seed.ts';
import type { PoolTool } from '../../../generator/pool/pool-tool.ts';
import { compile, flagOf, listOf, tool } from '../../support/tools.ts';

const folder = join(process.env['CALLGYM_DATA'] ?? '', 'corpora', 'mcp');
const isThere = process.env['CALLGYM_DATA'] !== undefined && existsSync(folder);
if (!isThere) process.stderr.write('MCP tool lists are not compiled: CALLGYM_DATA names no folder with corpora/mcp\n');
const dir = mkdtempSync(join(tmpdir(), 'callgym-lists-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function compiled(list: string): Compiled {
  const out = join(dir, `${list}.jsonl`);
  makePool([join(folder, `${list}.json`)], out);
  const tools = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PoolTool);
  return compileDomain(
    { name: list, title: list, description: '', tools },
    { seed: 1, discovery: true, overrides: {} },
  );
}

/** Matches flags that are caused by a fault of the compiler and not by the list. */
const OURS = /a fault of callgym|foreign key|there is no (?:column|table)/;

describe.skipIf(!isThere)('published MCP tool lists', () => {
  test.each([
    ['hubspot', 1],
    ['filesystem', 0],
  ])('%s: every tool is served or flagged for what its list does not tell; at least %d are served', (list, served) => {
    const { tools, environment, recipe } = compiled(list);
    expect(tools.length).toBeGreaterThan(10);
    expect(
      tools.flatMap(({ name, flags }) => flags.filter((flag) => OURS.test(flag)).map((flag) => [name, flag])),
    ).toEqual([]);
    expect(tools.filter(({ flags }) => flags.length === 0).length).toBeGreaterThanOrEqual(served);
    expect(recipe).toBeDefined();
    const world = new World(environment, { pool: 1 });
    // every reference between rows leads to a row that exists
    expect(world.withConnection(({ db }) => db.pragma('foreign_key_check'))).toEqual([]);
    world.close();
  });
});

/** Returns the checks that fail during the build, and those that fail when the written folder is checked. */
async function twiceChecked(input: string): Promise<{ built: unknown[]; read: unknown[]; served: number }> {
  const out = mkdtempSync(join(dir, 'built-'));
  const steps = buildEnvironments(input, out, { seed: 1, discovery: true });
  let step = await steps.next();
  while (step.done !== true) step = await steps.next();
  const { failed, failures, environments, tools_served: served } = step.value;
  expect(failed).toEqual([]);
  expect(environments.length).toBeGreaterThan(0);
  const read = environments.flatMap(({ path }) => {
    const file = join(path, FILES.recipe);
    const recipe = existsSync(file) ? parseRecipe(JSON.parse(readFileSync(file, 'utf8')), file) : undefined;
    return checkEnvironment(loadEnvironment(path), recipe).failures;
  });
  return { built: failures.map(({ check }) => check), read, served };
}

describe('build and a check of its folder agree', () => {
  test('on parts of parts that hold lists', async () => {
    const size = { size: 'string', stock: 'integer', colors: { type: 'array', items: { type: 'string' } } } as const;
    const article = { sku: 'string', name: 'string', sizes: listOf(size) } as const;
    const stall = { stall_id: 'string', name: 'string', tags: { type: 'array', items: { type: 'string' } } } as const;
    const held = { ...stall, articles: listOf(article) } as const;
    const tools = [
      tool('list_stalls', 'List all stalls.', {}, { stalls: listOf(held) }),
      tool('get_stall', 'Get a stall.', { stall_id: 'string' }, held),
      tool('create_stall', 'Create a stall.', { name: 'string', articles: listOf(article) }, held),
      tool('delete_stall', 'Delete a stall.', { stall_id: 'string' }),
    ];
    const input = join(dir, 'stalls.json');
    writeFileSync(
      input,
      JSON.stringify(
        tools.map(({ name, description, parameters, returns }) => ({ name, description, parameters, returns })),
      ),
    );
    const { built, read, served } = await twiceChecked(input);
    expect([built, read]).toEqual([[], []]);
    expect(served).toBeGreaterThanOrEqual(3);
  });

  test.skipIf(!isThere).each(['hubspot', 'filesystem', 'trello', 'notion'])(
    'on %s, as it was published',
    async (list) => {
      const { built, read } = await twiceChecked(join(folder, `${list}.json`));
      expect([built, read]).toEqual([[], []]);
    },
  );
});

function play(all: Compiled): (name: string, args: JsonObject) => Json {
  const world = new World(all.environment, { pool: 1 });
  const store = new SessionStore();
  const session = store.create({ id: 'play', world, seed: 1 });
  onTestFinished(() => world.close());
  return (name, args) => {
    const answer = store.call(session, { by: 'agent', name, arguments: args });
    return answer.ok ? answer.result : answer.error.code;
  };
}

const flagsOf = ({ tools }: Compiled): string[] => tools.flatMap(({ flags }) => flags);

test('a label that is put on an issue stands there, and labels have a table of their own', () => {
  const label = { label_id: 'string', name: 'string', color: 'string' } as const;
  const labels = { type: 'array', items: { type: 'string' } } as const;
  const all = compile([
    tool('list_issues', 'List all issues.', {}, { issues: listOf({ issue_id: 'string', title: 'string' }) }),
    tool('get_issue', 'Get an issue.', { issue_id: 'string' }, { issue_id: 'string', title: 'string', labels }),
    tool('create_label', 'Create a label.', { name: 'string', color: 'string' }, label),
    tool('add_label_to_issue', 'Add a label to an issue.', { issue_id: 'string', label: 'string' }),
  ]);
  expect(flagsOf(all)).toEqual([]);
  const call = play(all);
  const { issues } = call('list_issues', {}) as { issues: { issue_id: string }[] };
  const [{ issue_id: id } = { issue_id: '' }] = issues;
  call('add_label_to_issue', { issue_id: id, label: 'urgent' });
  expect(call('get_issue', { issue_id: id })).toMatchObject({ labels: expect.arrayContaining(['urgent']) as Json });
  expect(call('create_label', { name: 'urgent', color: 'red' })).toMatchObject({ name: 'urgent', color: 'red' });
});

test('settings, which are no rows of a list, are flagged for what they are', () => {
  const settings = { theme: 'string', language: 'string', notifications: 'boolean' } as const;
  const all = compile([
    tool('get_settings', 'Get the settings.', {}, settings),
    tool('update_settings', 'Update the settings.', { 'theme?': 'string', 'notifications?': 'boolean' }, settings),
  ]);
  expect(flagsOf(all).filter((flag) => OURS.test(flag))).toEqual([]);
  const call = play(all);
  const before = call('get_settings', {});
  const after = call('update_settings', { theme: 'dark' });
  // either both tools work, or both answer UNAVAILABLE
  if (typeof before === 'string') expect([before, after]).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
  else expect(after).toEqual({ ...(before as JsonObject), theme: 'dark' });
});

describe('a program that a person wrote', () => {
  const note = { note_id: 'string', title: 'string' } as const;
  const tools = [
    tool('list_notes', 'List all notes.', {}, { notes: listOf(note) }),
    tool('get_note', 'Get a note.', { note_id: 'string' }, note),
    tool('pin_note', 'Pin a note.', { note_id: 'string' }, { done: 'boolean' }),
  ];

  test.each([
    ['a table that is not there', 'SELECT 1 AS done FROM pins', /no table or view pins/],
    ['a column that is not there', 'SELECT pinned AS done FROM notes WHERE id = :note_id', /no column pinned/],
    ['SQL that is not allowed', 'DROP TABLE notes', /./],
  ])('with %s is refused by its name, and not replaced', (_what, sql, says) => {
    const overrides = { tools: { pin_note: { program: [{ return: sql, shape: 'row' as const }] } } };
    expect(() => compile(tools, overrides)).toThrow(/tools\/pin_note\/program/);
    expect(() => compile(tools, overrides)).toThrow(says);
  });

  test('that fits is the program of its tool', () => {
    const program = [{ return: 'SELECT 1 AS done FROM notes WHERE id = :note_id', shape: 'row' }] as const;
    const all = compile(tools, { tools: { pin_note: { program } } });
    expect(flagOf(all, 'pin_note')).toBe('');
    const call = play(all);
    const { notes } = call('list_notes', {}) as { notes: { note_id: string }[] };
    expect(call('pin_note', { note_id: notes[0]?.note_id ?? '' })).toMatchObject({ done: true });
  });
});
