// Tests calls recorded from a real service, as JSON lines and as HAR. A model that writes the environment sees them,
// and they are repeated in the environment.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadEnvironment } from '../../../envs/folder/environment-folder.ts';
import { World } from '../../../envs/world/world.ts';
import { againstEvidence, evidenceComplaints } from '../../../generator/author/against-evidence.ts';
import { readEvidence, type RecordedCall } from '../../../generator/author/evidence.ts';
import { playEvidence } from '../../../generator/author/play-evidence.ts';

const NOTES = loadEnvironment(fileURLToPath(new URL('../../../fixtures/new-environment', import.meta.url)));
let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'callgym-test-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('lines are calls; a line that is none is told with its place', () => {
  const file = join(dir, 'calls.jsonl');
  writeFileSync(
    file,
    '{"tool": "a", "arguments": {"x": 1}, "result": [1]}\n{"tool": "b", "error": "no", "session": "s"}\n',
  );
  expect(readEvidence(file, [])).toEqual([
    { tool: 'a', arguments: { x: 1 }, ok: true, answer: [1], session: '' },
    { tool: 'b', arguments: {}, ok: false, answer: 'no', session: 's' },
  ]);
  writeFileSync(file, '{"result": 1}\n');
  expect(() => readEvidence(file, [])).toThrow(/calls\.jsonl:1 ?: is no recorded call/);
});

test('requests of a HAR file are known by method and path, the most telling path first', () => {
  const file = join(dir, 'api.har');
  const entry = (method: string, url: string, status: number, answer: unknown, body?: unknown): unknown => ({
    request: { method, url, ...(body === undefined ? {} : { postData: { text: JSON.stringify(body) } }) },
    response: { status, content: { text: JSON.stringify(answer) } },
  });
  const entries = [
    entry('GET', 'https://api.example.com/v1/notes/n%201?full=yes', 200, { id: 'n 1' }),
    entry('GET', 'https://api.example.com/v1/notes/search', 200, []),
    entry('POST', 'https://api.example.com/v1/notes', 422, { error: 'empty' }, { title: '' }),
    entry('GET', 'https://cdn.example.com/logo.png', 200, 'x'),
  ];
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  const tools = [
    { name: 'get', http: { method: 'GET' as const, path: '/notes/{id}' } },
    { name: 'search', http: { method: 'GET' as const, path: '/notes/search' } },
    { name: 'add', http: { method: 'POST' as const, path: '/notes' } },
  ];
  expect(readEvidence(file, tools)).toMatchObject([
    { tool: 'get', arguments: { id: 'n 1', full: 'yes' }, ok: true },
    { tool: 'search', arguments: {}, ok: true },
    { tool: 'add', arguments: { title: '' }, ok: false },
  ]);
});

test('ids that the service made stand for those of the environment; what differs is told call by call', () => {
  const call = (
    tool: string,
    args: RecordedCall['arguments'],
    answer: RecordedCall['answer'],
    ok = true,
  ): RecordedCall => ({ tool, arguments: args, ok, answer, session: 's' });
  const world = new World(NOTES);
  const report = playEvidence(world, [
    call('add_note', { title: 'T', body: 'B' }, { note_id: 'note-0042' }),
    call(
      'get_note',
      { note_id: 'note-0042' },
      { note_id: 'note-0042', title: 'T', body: 'B', pinned: false, created_at: '2024-05-06T10:00:00Z' },
    ),
    call(
      'get_note',
      { note_id: 'note-0042' },
      { note_id: 'note-0042', title: 'Other', body: 'B', pinned: false, created_at: '2024-05-06T10:00:00Z' },
    ),
    call('delete_note', { note_id: 'note-0042' }, 'no such note', false),
    call('get_note', { note_id: 'missing' }, 'no such note', false),
    call('archive_note', {}, null),
  ]);
  world.close();
  expect(report).toMatchObject({ calls: 6, equal: 3 });
  expect(report.unequal.map(({ index, kind }) => `${index} ${kind}`)).toEqual([
    '2 result',
    '3 accepted',
    '5 unknown tool',
  ]);
});

test('recorded calls that are answered otherwise become complaints of their tools, a kind once', () => {
  const call = (tool: string, args: RecordedCall['arguments'], answer: RecordedCall['answer']): RecordedCall => ({
    tool,
    arguments: args,
    ok: true,
    answer,
    session: 'a',
  });
  const calls = [
    call('list_notes', {}, []),
    call('add_note', { title: 'One', body: 'B' }, 'Saved One at 2024-05-06 10:00'),
    call('add_note', { title: 'Two', body: 'B' }, 'Saved Two at 2024-05-06 10:00'),
  ];
  // the recorded service had no rows at first, and the environment may begin without rows too
  expect(againstEvidence(NOTES, calls)).toMatchObject({ begins: 'empty', calls: 3, equal: 1 });
  const complaints = evidenceComplaints(NOTES, calls);
  expect([...complaints.keys()]).toEqual(['add_note']);
  expect(complaints.get('add_note')).toHaveLength(1);
  expect(complaints.get('add_note')?.[0]).toMatch(
    /^recorded \(from an empty service, after list_notes\({}\)\): add_note\({"title":"One".* gave "Saved One at/,
  );
});

test('answers of two kinds are two complaints, and the part of a long answer is shown that differs', () => {
  const call = (tool: string, args: RecordedCall['arguments'], answer: RecordedCall['answer']): RecordedCall => ({
    tool,
    arguments: args,
    ok: true,
    answer,
    session: 'a',
  });
  const long = 'B'.repeat(2000);
  const note = { note_id: 'note-0042', title: 'T', body: long, pinned: false, created_at: '2024-05-06T10:00:00Z' };
  const calls = [
    call('add_note', { title: 'T', body: long }, { note_id: 'note-0042' }),
    call('get_note', { note_id: 'note-0042' }, { ...note, body: `${long}C` }),
    call('get_note', { note_id: 'note-0042' }, []),
    call('get_note', { note_id: 'note-0042' }, { ...note, body: `${long}D` }),
  ];
  const told = evidenceComplaints(NOTES, calls).get('get_note') ?? [];
  expect(told).toHaveLength(2);
  expect(told[0]).toMatch(/ gave \(at \/body\) …B+C"; yours gives \(at \/body\) …B+"$/);
  expect(told[1]).toContain(' gave []; yours gives {');
});

test('a tool that is not simulated agrees with no refusal', () => {
  const tools = NOTES.tools.map((tool) => ({
    ...tool,
    effect: 'read' as const,
    program: [{ fail: ['UNAVAILABLE', 'no'] as const }],
    examples: [],
  }));
  const world = new World({ ...NOTES, tools });
  const refused: RecordedCall = { tool: 'get_note', arguments: { note_id: 'x' }, ok: false, answer: 'no', session: '' };
  expect(playEvidence(world, [refused])).toMatchObject({ equal: 0, unequal: [{ kind: 'unserved' }] });
  world.close();
});
