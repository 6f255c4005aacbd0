// Tests descriptions that tell two effects of one call: "Assigns a visit to a nurse and sets it to planned". The
// program has both effects, or the tool is flagged.
import { describe, expect, test } from 'vitest';
import { deedsOf } from '../../../generator/compile/read/deeds.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const STATE = { type: 'string', enum: ['REQUESTED', 'PLANNED', 'IN_CARE', 'OVER'] } as const;

const visits = (assign: string, read = 'Get a visit.') =>
  compile([
    tool('create_visit', 'Creates a visit (status REQUESTED).', { street: 'string', 'crew?': 'string' }),
    tool('get_visit', read, { visit_id: 'integer' }),
    tool('list_visits', 'List visits.', { 'status?': STATE, 'crew?': 'string' }),
    tool('assign_visit', assign, { visit_id: 'integer', crew: 'string' }),
  ]);

describe('a second effect on the state of the row', () => {
  test.each([
    'Assigns a visit to a crew and sets it to PLANNED.',
    'Assigns a visit to a crew, and then sets its status to PLANNED.',
    'Assigns a visit to a crew and marks it as PLANNED.',
    'Assigns a visit to a crew. Its status becomes PLANNED.',
    'Assigns a visit to a crew. The visit is set to PLANNED.',
    'Assign a visit to a crew and move it to PLANNED.',
    'Assigns a visit to a crew, setting it to PLANNED.',
    'Assign a visit to a crew, thereby moving it to PLANNED.',
    'Assigns a visit to a crew (sets its status to PLANNED).',
    'Assigns a visit to a crew, which makes it PLANNED.',
    'Assigns a visit to a crew. The visit gets planned.',
  ])('"%s" is kept', (sentence) => {
    const all = visits(sentence);
    expect(flagOf(all, 'assign_visit')).toBe('');
    const call = playerOf(all);
    const { id } = call('create_visit', { street: 'Mill Lane' }) as { id: number };
    const before = call('list_visits', {}) as { id: number }[];
    expect(call('assign_visit', { visit_id: id, crew: 'North' })).toMatchObject({ crew: 'North', status: 'PLANNED' });
    const after = call('list_visits', {}) as { id: number }[];
    expect(after.filter((each) => each.id !== id)).toEqual(before.filter((each) => each.id !== id));
  });
  test('a state of two words is one state', () => {
    const call = playerOf(visits('Assigns a visit to a crew and sets it to IN_CARE.'));
    const { id } = call('create_visit', { street: 'Mill Lane' }) as { id: number };
    expect(call('assign_visit', { visit_id: id, crew: 'North' })).toMatchObject({ status: 'IN_CARE' });
  });
  test.each([
    ['Assigns a visit to a crew and sets it to FROZEN.', 'sets it to FROZEN'],
    ['Assigns a visit to a crew and puts a sign on the door.', 'puts a sign on the door'],
    ['Assigns a visit to a crew and sets it to PLANNED, and bills the street.', 'bills the street'],
    ['Assigns a visit to a crew and frees the crew of the day before.', 'frees the crew'],
    ['Assigns a visit to a crew and restocks its van.', 'restocks'],
    ['Assigns a visit to a crew, freeing the crew of before.', 'freeing'],
    ['Assigns a visit to a crew (and tells the crew).', 'tells'],
  ])('"%s" flags the tool', (sentence, quoted) => {
    expect(flagOf(visits(sentence), 'assign_visit')).toContain(quoted);
  });
  test('a read that also changes its row is flagged', () => {
    const flag = flagOf(visits('Assigns a visit to a crew.', 'Gets a visit and marks it as OVER.'), 'get_visit');
    expect(flag).toContain('marks it as OVER');
  });
});

test('a reference that the call gives is stored by the first deed', () => {
  const all = (about: string) =>
    compile([
      tool('create_crew', 'Create a crew.', { name: 'string' }),
      tool('list_crews', 'List the crews.'),
      tool('create_visit', about, { street: 'string', 'crew_id?': 'string' }),
      tool('list_visits', 'List visits.', { 'crew_id?': 'string' }),
    ]);
  expect(flagOf(all('Create a visit and assign it to a crew.'), 'create_visit')).toBe('');
  expect(flagOf(all('Create a visit and assign it to a van.'), 'create_visit')).toContain('assign it to a van');
});

test('the deeds of a sentence', () => {
  expect(deedsOf('Assigns a visit to a crew and sets it to planned.').others).toEqual(['sets it to planned']);
  expect(deedsOf('Close a till, lock the shop and send a slip.').others).toEqual(['lock the shop', 'send a slip']);
  expect(deedsOf('Adds tags and labels to a note.').others).toEqual([]);
  expect(deedsOf('Gets a note and lists its tags.').others).toEqual([]);
  expect(deedsOf('Create an order for a shop and a customer.').others).toEqual([]);
});

describe('the time of a deed that the call may give', () => {
  const DAY = { type: 'string', format: 'date' } as const;
  const hires = (about: string, day: 'returned_on' | 'returned_on?' | 'due_date?') =>
    compile([
      tool('create_hire', 'Create a hire. It starts as hired.', { bike: 'string', customer_name: 'string' }),
      tool('list_hires', 'List the hires.', { 'status?': { type: 'string', enum: ['hired', 'returned'] } }),
      tool('return_hire', about, { hire_id: 'string', [day]: DAY }),
    ]);
  test.each(['Marks a hire as returned and sets returned_on.', 'Marks a hire as returned. The hire must be hired.'])(
    '"%s": the given day, or else the day of the clock',
    (about) => {
      const all = hires(about, 'returned_on?');
      expect(flagOf(all, 'return_hire')).toBe('');
      expect(all.environment.columns['hires.returned_on']).toBe('timestamp');
      const call = playerOf(all);
      const ids = ['Red', 'Blue'].map(
        (bike) => (call('create_hire', { bike, customer_name: 'Ada' }) as { id: string }).id,
      );
      expect(call('return_hire', { hire_id: ids[0] ?? '', returned_on: '2031-04-30' })).toMatchObject({
        status: 'returned',
        returned_on: '2031-04-30',
      });
      expect(call('return_hire', { hire_id: ids[1] ?? '' })).toMatchObject({ returned_on: '2031-05-01' });
    },
  );
  test('a required day is only the given one', () => {
    const all = hires('Marks a hire as returned.', 'returned_on');
    expect(flagOf(all, 'return_hire')).toBe('');
    expect(all.environment.columns['hires.returned_on']).toBeUndefined();
  });
  test('a day that the call may leave out and no clock gives is not set', () => {
    expect(flagOf(hires('Marks a hire as returned and sets due_date.', 'due_date?'), 'return_hire')).toContain(
      'due_date',
    );
  });
});

describe('a state of the row above, named after the rows of a tool', () => {
  const domain = (states: readonly string[], ...more: ReturnType<typeof tool>[]) =>
    compile([
      tool('list_items', 'List items.', { 'status?': { type: 'string', enum: [...states] } }),
      tool('get_item', 'Get an item.', { item_id: 'integer' }),
      tool('file_claim', 'File a claim on an item.', { item_id: 'integer', claimant: 'string' }),
      tool('get_claim', 'Get a claim.', { claim_id: 'integer' }),
      tool('list_claims', 'List claims.', { 'status?': { type: 'string', enum: ['pending', 'accepted', 'rejected'] } }),
      tool('accept_claim', 'Accept a pending claim.', { claim_id: 'integer' }),
      tool('reject_claim', 'Reject a pending claim.', { claim_id: 'integer' }),
      ...more,
    ]);
  test('flags the tools that may lead there, where no tool of these rows does', () => {
    const compiled = domain(['stored', 'claimed', 'returned']);
    expect(flagOf(compiled, 'accept_claim')).toBe(
      'nothing tells whether the item becomes claimed, to which no tool leads',
    );
    expect(flagOf(compiled, 'file_claim')).toContain('becomes claimed');
    expect(flagOf(compiled, 'reject_claim')).toBe('');
  });
  test('flags none where a tool leads there, or no state has that name', () => {
    const claims = tool('claim_item', 'Claim an item.', { item_id: 'integer' });
    const update = tool('update_item', 'Update an item.', {
      item_id: 'integer',
      status: { type: 'string', enum: ['stored', 'claimed'] },
    });
    for (const compiled of [
      domain(['stored', 'claimed'], claims),
      domain(['stored', 'claimed'], update),
      domain(['stored', 'returned']),
    ])
      expect(flagOf(compiled, 'accept_claim')).toBe('');
  });
});
