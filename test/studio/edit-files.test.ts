// Tests how the studio's routes edit the texts of an environment's folder: a trial changes no file and names the checks
// that it breaks; overrides compile the folder again and give the same bytes as a build.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEnvironments } from '../../generator/compile/build.ts';
import { lasting } from '../support/played.ts';
import { talkTo } from '../support/server.ts';
import { serveStudio, type StudioServer } from '../support/studio.ts';

const GREENHOUSE = {
  tools: [
    tool('add_plant', 'Add a plant to a bed and return it.', { name: 'text', bed_id: 'ID of the bed' }, [
      'name',
      'bed_id',
    ]),
    tool('get_plant', 'Get a plant by its ID: its name and its bed.', { plant_id: 'ID of the plant' }, ['plant_id']),
    tool('list_plants', 'List all plants of a bed.', { bed_id: 'ID of the bed' }, ['bed_id']),
    tool('list_beds', 'List all beds.', {}, []),
    tool('prune_plant', 'Prune a plant.', { plant_id: 'ID of the plant' }, ['plant_id']),
  ],
};

function tool(name: string, description: string, args: Record<string, string>, required: string[]): object {
  const properties = Object.fromEntries(
    Object.entries(args).map(([key, text]) => [key, { type: 'string', description: text }]),
  );
  return { name, description, inputSchema: { type: 'object', properties, required } };
}

const shared = lasting();
let studio: StudioServer;
let compiled = '';
let notes = '';

async function build(out: string): Promise<string> {
  const list = join(shared, 'greenhouse.json');
  writeFileSync(list, JSON.stringify(GREENHOUSE));
  for await (const _step of buildEnvironments(list, out, { seed: 1, discovery: true }));
  return join(out, 'greenhouse');
}

beforeAll(async () => {
  compiled = await build(join(shared, 'built'));
  notes = join(shared, 'notes');
  cpSync(fileURLToPath(new URL('../../fixtures/new-environment', import.meta.url)), notes, { recursive: true });
  studio = await serveStudio(
    {
      folders: new Map([
        ['greenhouse', compiled],
        ['notes', notes],
      ]),
    },
    { environments: [compiled, notes] },
  );
});
afterAll(() => studio.server.stop());

function bytes(dir: string): Record<string, string> {
  const files = readdirSync(dir)
    .sort()
    .filter((name) => statSync(join(dir, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(dir, name), 'utf8')]));
}

interface Tried {
  readonly vetting: string[];
  readonly broken?: { tool: string; check: string }[];
  readonly changed?: { tool: string; was: string | null; now: string | null }[];
}

const OVERRIDE = {
  tools: { prune_plant: { program: [{ fail: ['PRECONDITION_FAILED', 'The plant is asleep.'] }] } },
};

test('an override is compiled while it is tried, and saving it gives the bytes of a build', async () => {
  const gym = talkTo(studio.server);
  const at = '/studio/api/environments/greenhouse/files';
  const { body: offered } = await gym.ask<{ files: { file: string }[] }>('GET', at);
  expect(offered.files.map(({ file }) => file)).toContain('overrides.json');
  const before = bytes(compiled);
  const text = JSON.stringify(OVERRIDE);
  const tried = (await gym.ask<Tried>('POST', `${at}/try`, { body: { file: 'overrides.json', text } })).body;
  expect(tried.vetting).toEqual([]);
  expect(tried.changed).toMatchObject([{ tool: 'prune_plant', now: null }]);
  expect(tried.changed?.[0]?.was).toContain('prune');
  for (const wrong of [
    '{',
    '{"tools":{"prune_plants":{}}}',
    '{"tools":{"prune_plant":{"program":[{"run":"ATTACH 1"}]}}}',
  ]) {
    const refused = (await gym.ask<Tried>('POST', `${at}/try`, { body: { file: 'overrides.json', text: wrong } })).body;
    expect([wrong, refused.vetting.length]).toEqual([wrong, 1]);
    expect(refused.vetting[0]).not.toContain('callgym-edit');
  }
  expect(bytes(compiled)).toEqual(before);
  const saved = await gym.ask<{ written: string[] }>('POST', `${at}/save`, { body: { file: 'overrides.json', text } });
  expect(saved.body.written[0]).toBe('overrides.json');
  const again = join(shared, 'again');
  mkdirSync(join(again, 'greenhouse'), { recursive: true });
  writeFileSync(join(again, 'greenhouse', 'overrides.json'), text);
  expect(bytes(compiled)).toEqual(bytes(await build(again)));
});

test('a program is saved as an override with the bytes of a build; its examples follow it, and old tasks make room for new ones', async () => {
  const gym = talkTo(studio.server);
  const at = '/studio/api/environments/greenhouse';
  type Made = { made: number; tasks: number };
  const before = (await gym.ask<Made>('POST', `${at}/tasks`, { body: { count: 2 } })).body;
  const program = [
    {
      refuse: 'SELECT 1 AS found WHERE NOT EXISTS (SELECT 1 FROM beds WHERE id = :bed_id)',
      else: ['NOT_FOUND', 'No bed.'],
    },
    { return: 'SELECT id FROM plants WHERE bed_id = :bed_id ORDER BY id', shape: 'rows' },
  ];
  const edit = { tool: 'list_plants', program };
  const tried = (await gym.ask<Tried>('POST', `${at}/try`, { body: edit })).body;
  expect([tried.vetting, tried.broken, tried.changed?.map(({ tool: name }) => name)]).toEqual([
    [],
    [],
    ['list_plants'],
  ]);
  const saved = await gym.ask<{ written: string[]; hash: string }>('POST', `${at}/save`, { body: edit });
  expect(saved.body.written[0]).toBe('overrides.json');
  const again = join(shared, 'program');
  mkdirSync(join(again, 'greenhouse'), { recursive: true });
  cpSync(join(compiled, 'overrides.json'), join(again, 'greenhouse', 'overrides.json'));
  const { 'tasks.jsonl': tasks, ...rest } = bytes(compiled);
  expect(rest).toEqual(bytes(await build(again)));
  expect(tasks?.trimEnd().split('\n')).toHaveLength(before.tasks);
  const anew = (await gym.ask<Made>('POST', `${at}/tasks`, { body: { count: 3, anew: true } })).body;
  expect(anew.tasks).toBe(anew.made);
  const kept = readFileSync(join(compiled, 'tasks.jsonl'), 'utf8').trimEnd().split('\n');
  expect(kept.map((line) => (JSON.parse(line) as { environment: string }).environment)).toEqual(
    Array.from({ length: anew.made }, () => saved.body.hash),
  );
});

test('a call of a program that is not saved is kept as an example, with the calls that it needs; a build follows it', async () => {
  const gym = talkTo(studio.server);
  const at = '/studio/api/environments/greenhouse';
  // no call that the studio tries by itself names a plant with this name, so only a person's example reaches the end of
  // the program
  const program = [
    {
      refuse: "SELECT 1 AS found WHERE NOT EXISTS (SELECT 1 FROM plants WHERE id = :plant_id AND name = 'Old oak')",
      else: ['PRECONDITION_FAILED', 'Only the old oak is pruned.'],
    },
    { return: 'SELECT id, name FROM plants WHERE id = :plant_id', shape: 'row' },
  ];
  type Failing = Tried & { examples: { gives: string }[]; standing: object[] };
  const trial = async (examples: unknown[]): Promise<Failing> =>
    (await gym.ask<Failing>('POST', `${at}/try`, { body: { tool: 'prune_plant', program, examples } })).body;
  const red = await trial([]);
  expect([...(red.broken ?? []), ...red.standing]).toMatchObject([{ tool: 'prune_plant', check: 'succeeds' }]);
  type Played = { answer: { ok: boolean; result: { id: string } }; changed: object; example: { before?: object[] } };
  const play = async (body: object): Promise<Played> => (await gym.ask<Played>('POST', `${at}/call`, { body })).body;
  const { body: shown } = await gym.ask<{ rows: string[][] }>('GET', `${at}/rows?table=beds&limit=2`);
  const [bed, other] = shown.rows.map(([id]) => id);
  const oak = { name: 'add_plant', arguments: { name: 'Old oak', bed_id: bed } };
  const elm = { name: 'add_plant', arguments: { name: 'Elm', bed_id: other } };
  const added = await play({ tool: 'add_plant', before: [elm], arguments: oak.arguments });
  const call = { tool: 'prune_plant', program, arguments: { plant_id: added.answer.result.id } };
  expect((await play(call)).answer).toMatchObject({ ok: false, error: { code: 'PRECONDITION_FAILED' } });
  const before = [elm, oak, { name: 'list_beds', arguments: {} }];
  const { answer, example } = await play({ ...call, before });
  expect(answer.ok).toBe(true);
  // the example needs neither the other plant nor the read
  expect(example.before).toMatchObject([oak]);
  const green = await trial([example]);
  expect([green.broken, green.examples.at(0)?.gives]).toEqual([[], 'ok']);
  const body = { tool: 'prune_plant', program, examples: [example] };
  expect((await gym.ask('POST', `${at}/save`, { body })).status).toBe(200);
  expect(readFileSync(join(compiled, 'overrides.json'), 'utf8')).toContain('Old oak');
  const again = join(shared, 'example');
  mkdirSync(join(again, 'greenhouse'), { recursive: true });
  cpSync(join(compiled, 'overrides.json'), join(again, 'greenhouse', 'overrides.json'));
  const { 'tasks.jsonl': _tasks, ...rest } = bytes(compiled);
  expect(rest).toEqual(bytes(await build(again)));
  const { body: now } = await gym.ask<{ tasks: number; tools: { name: string; kept: object[] }[] }>('GET', at);
  expect(now.tools.find(({ name }) => name === 'prune_plant')?.kept).toHaveLength(1);
  expect(now.tasks).toBe(0);
});

test('rules, policy and scenarios are tried without a trace, located when they are wrong, and saved', async () => {
  const gym = talkTo(studio.server);
  const at = '/studio/api/environments/notes/files';
  const before = bytes(notes);
  const attempt = async (file: string, text: string): Promise<Tried> =>
    (await gym.ask<Tried>('POST', `${at}/try`, { body: { file, text } })).body;
  expect((await attempt('rules.json', '[{"id":"1"}]')).vetting[0]).toMatch(/^rules\.json/);
  expect((await attempt('rules.json', before['rules.json'] ?? '')).broken).toEqual([]);
  const idle = JSON.stringify([
    {
      id: '9',
      text: 'Never look.',
      check: { lines: ['SELECT 1 WHERE 0'] },
      good: { events: [] },
      bad: [{ clause: 'never', events: [] }],
    },
  ]);
  const found = await attempt('rules.json', idle);
  expect(found.vetting.length + (found.broken?.length ?? 0)).toBeGreaterThan(0);
  expect(bytes(notes)).toEqual(before);
  expect((await gym.ask('POST', `${at}/try`, { body: { file: 'tools.json', text: '[]' } })).status).toBe(400);
  expect((await gym.ask('POST', `${at}/save`, { body: { file: 'rules.json', text: '[{"id":"1"}]' } })).status).toBe(
    400,
  );
  expect(bytes(notes)).toEqual(before);
  expect((await gym.ask('POST', `${at}/save`, { body: { file: 'policy.md', text: 'Be kind.\n' } })).status).toBe(200);
  expect(readFileSync(join(notes, 'policy.md'), 'utf8')).toBe('Be kind.\n');
  expect(
    (await gym.ask('POST', `${at}/save`, { body: { file: 'author/notes.md', text: 'Ids begin with n.\n' } })).status,
  ).toBe(200);
  expect(existsSync(join(notes, 'author/notes.md'))).toBe(true);
});
