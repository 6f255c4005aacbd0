import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { loadEnvironment, loadTasks, openEnvironment, saveEnvironment } from '../../envs/folder/environment-folder.ts';
import { World } from '../../envs/world/world.ts';

const root = mkdtempSync(join(tmpdir(), 'callgym-folder-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const FILES = ['environment.json', 'schema.sql', 'tools.json', 'seed.jsonl', 'policy.md', 'rules.json'];

test.each(['new-environment', 'environments/order-desk', 'environments/carrier-care'])(
  '%s: load and save give the same bytes and the same hash',
  (name) => {
    const dir = fixture(name);
    const copy = join(root, 'copy', name);
    const environment = loadEnvironment(dir);
    saveEnvironment(copy, environment);
    for (const file of FILES)
      expect(readFileSync(join(copy, file), 'utf8'), file).toBe(readFileSync(join(dir, file), 'utf8'));
    const [a, b] = [new World(environment), openEnvironment(copy)];
    expect(b.hash).toBe(a.hash);
    a.close();
    b.close();
  },
);

test('the hash follows from what counts: rows and programs, not the order of seed lines', () => {
  const environment = loadEnvironment(fixture('new-environment'));
  const hash = (change: object): string => {
    const world = new World({ ...environment, ...change });
    world.close();
    return world.hash;
  };
  const plain = hash({});
  expect(hash({ seed: [...environment.seed].reverse() })).toBe(plain);
  expect(hash({ seed: environment.seed.slice(1) })).not.toBe(plain);
  expect(hash({ policy: 'Other rules.' })).not.toBe(plain);
  expect(hash({ tools: environment.tools.slice(1) })).not.toBe(plain);
  expect(hash({ clock: '2031-03-04T08:00:00Z' })).not.toBe(plain);
});

describe('bad files get one line: file, place, what, how to mend', () => {
  const dir = join(root, 'bad');
  beforeEach(() => {
    rmSync(dir, { recursive: true, force: true });
    cpSync(fixture('new-environment'), dir, { recursive: true });
  });
  const broken = (file: string, change: (text: string) => string): string => {
    writeFileSync(join(dir, file), change(readFileSync(join(dir, file), 'utf8')));
    try {
      openEnvironment(dir).close();
    } catch (error) {
      return (error as Error).message;
    }
    return 'it was accepted';
  };
  test.each<[string, (text: string) => string, RegExp]>([
    ['environment.json', () => '{', /environment\.json: is no JSON/],
    [
      'environment.json',
      (text) => text.replace('"format": 1', '"format": 9'),
      /environment\.json \/format: is 9, an environment of a later callgym/,
    ],
    [
      'environment.json',
      (text) => text.replace('"title"', '"tittle"'),
      /environment\.json: (lacks "title"|has an unknown key "tittle")/,
    ],
    ['environment.json', (text) => text.replace('2031-03-03T08:00:00Z', 'yesterday'), /environment\.json \/clock/],
    ['environment.json', (text) => text.replace('"prose"', '"poetry"'), /\/columns.*must be one of "minted"/],
    [
      'tools.json',
      (text) => text.replace('"audience": "agent"', '"audience": "all"'),
      /tools\.json \/0\/audience: must be one of "agent"/,
    ],
    ['tools.json', (text) => text.replace('"shape": "rows"', '"shape": "table"'), /tools\.json \/0\/program/],
    [
      'tools.json',
      (text) => text.replace('ORDER BY pinned DESC, created_at DESC, note_id', ''),
      /bad.tool list_notes, step 1 \(return\): a SELECT of many rows has no ORDER BY/,
    ],
    [
      'tools.json',
      (text) => text.replace('{note.title} is pinned.', '{note.titel} is pinned.'),
      /:note has no column titel/,
    ],
    ['tools.json', (text) => text.replace(':title', ':titel'), /:titel is not known here; known are :title, :body/],
    [
      'tools.json',
      (text) => text.replace('"use": "note"', '"use": "notte"'),
      /there is no fragment notte; there are note/,
    ],
    ['schema.sql', (text) => text.replace(') STRICT', ')'), /schema\.sql: notes is not STRICT/],
    ['schema.sql', () => 'CREATE TABLE', /schema\.sql: does not parse/],
    [
      'seed.jsonl',
      (text) => text.replace('"pinned":1', '"pinned":true'),
      /seed\.jsonl:1 \/row\/pinned: must be a number, a string or null; write 1 and 0/,
    ],
    [
      'seed.jsonl',
      (text) => text.replace('"title"', '"tittle"'),
      /seed\.jsonl:1 \/row\/tittle: notes has no column tittle/,
    ],
    ['seed.jsonl', (text) => `${text}nonsense\n`, /seed\.jsonl:13: is no JSON/],
    [
      'seed.jsonl',
      (text) => `${text}{"table":"notess","row":{}}\n`,
      /seed\.jsonl:13: there is no table notess; there are notes/,
    ],
    ['rules.json', (text) => text.replace('"text"', '"words"'), /rules\.json \/0/],
  ])('%s %#', (file, change, says) => {
    const message = broken(file, change);
    expect(message).toMatch(says);
    expect(message).not.toContain('\n');
  });

  test('tasks too', () => {
    writeFileSync(join(dir, 'tasks.jsonl'), '{"id": "t1"}\n');
    expect(() => loadTasks(join(dir, 'tasks.jsonl'))).toThrow(/tasks\.jsonl:1: lacks "kind"/);
  });
});
