// Tests lists whose results no schema declares: the key has the name with which other tools ask for it, all names have
// the style of the arguments, rows without a value come last in an order, and a call without arguments shows all rows.
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const DAY = { type: 'string', format: 'date' } as const;

describe('the key in an answer', () => {
  test('is called as the other tools call it, also where only a list shows the rows', () => {
    const all = compile([
      tool('listPiers', 'List the piers of a harbour.', { harbourCode: 'string' }),
      tool('addPier', 'Add a pier.', { harbourCode: 'string', pierNo: 'integer', depth: 'number' }),
      tool('removePier', 'Remove a pier.', { harbourCode: 'string', pierNo: 'integer' }),
    ]);
    const call = playerOf(all);
    expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
    const harbourCode = String(all.environment.seed[0]?.row['harbour_code']);
    expect(call('addPier', { harbourCode, pierNo: 41, depth: 6 })).toMatchObject({ harbourCode, pierNo: 41 });
    expect(call('listPiers', { harbourCode })).toEqual(
      expect.arrayContaining([expect.objectContaining({ harbourCode, pierNo: 41 })]),
    );
  });
  test('is called so for a number that the service gives', () => {
    const all = compile([
      tool('open_permit', 'Open a permit.', { holder: 'string', street: 'string' }),
      tool('get_permit', 'Get a permit.', { permit_number: 'string' }),
      tool('list_permits', 'List the permits.'),
    ]);
    expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
    const call = playerOf(all);
    const made = call('open_permit', { holder: 'Ada Holm', street: 'Low Road' }) as JsonObject;
    expect(call('get_permit', { permit_number: made['permit_number'] as Json })).toEqual(made);
    expect((call('list_permits', {}) as JsonObject[]).map((each) => Object.keys(each)[0])).toContain('permit_number');
  });
  test('stays id where tools ask for an id', () => {
    const all = compile([
      tool('create_note', 'Create a note.', { title: 'string' }),
      tool('get_note', 'Get a note.', { note_id: 'string' }),
    ]);
    expect(playerOf(all)('create_note', { title: 'Tin' })).toMatchObject({ title: 'Tin', id: expect.any(String) });
  });
});

test('all names have the style of the arguments', () => {
  const all = compile([
    tool('CreateNote', 'Creates a note. It starts as open.', { Title: 'string', DueDate: DAY }),
    tool('ListNotes', 'Lists notes.', { 'Title?': 'string' }),
    tool('GetNote', 'Gets a note.', { NoteId: 'string' }),
  ]);
  const call = playerOf(all);
  const names = Object.keys(call('CreateNote', { Title: 'Tin', DueDate: '2031-06-01' }) as JsonObject);
  expect(names).toEqual(expect.arrayContaining(['Id', 'Title', 'DueDate', 'Status']));
  expect(names.filter((name) => !/^[A-Z]/.test(name))).toEqual([]);
});

describe('rows without a value', () => {
  const jobs = (about: string, args: Parameters<typeof tool>[2] = {}) =>
    compile([
      tool('create_job', 'Create a job.', { title: 'string', 'due_date?': DAY }),
      tool('get_job', 'Get a job.', { job_id: 'string' }),
      tool('list_jobs', about, args),
    ]);
  const due = (all: ReturnType<typeof jobs>, args: JsonObject): (string | null)[] => {
    expect(flagOf(all, 'list_jobs')).toBe('');
    const call = playerOf(all);
    call('create_job', { title: 'Without a day' });
    call('create_job', { title: 'First of all', due_date: '2001-01-01' });
    return (call('list_jobs', args) as { due_date: string | null }[]).map(({ due_date }) => due_date);
  };
  test('come last in the order that the description says', () => {
    const days = due(jobs('List jobs, due soonest first.'), {});
    expect(days.at(0)).toBe('2001-01-01');
    expect(days.at(-1)).toBe(null);
  });
  test('come last in the order that the call asks for', () => {
    const all = jobs('List jobs.', { 'sort_by?': { type: 'string', enum: ['due_date', 'title'] } });
    const days = due(all, { sort_by: 'due_date' });
    expect(days.at(0)).toBe('2001-01-01');
    expect(days.at(-1)).toBe(null);
  });
});

test('a search without arguments shows all rows, where the schema requires none', () => {
  const all = compile([
    tool('create_ferry', 'Create a ferry.', { name: 'string', port: 'string' }),
    tool('find_ferries', 'Find ferries.', { 'name?': 'string', 'port?': 'string', 'limit?': 'integer' }),
  ]);
  expect(flagOf(all, 'find_ferries')).toBe('');
  const call = playerOf(all);
  expect(call('create_ferry', { name: 'Petrel', port: 'Kell' })).toMatchObject({ name: 'Petrel' });
  expect(call('find_ferries', {})).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'Petrel' })]));
});
