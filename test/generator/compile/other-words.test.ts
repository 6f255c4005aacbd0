// Tests conditions that a description states in other words than "Only drafts can be deleted": contractions, relative
// clauses, and values of an enumeration in their own spelling.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, listOf, playerOf, tool } from '../../support/tools.ts';

const STATES = ['Planned', 'Sailing', 'InHarbour', 'Scrapped'];

/** Tools about voyages: one cancels a voyage, one lets it depart, one lists all. */
const voyages = (more: string, depart = 'Marks a planned voyage as Sailing.') =>
  compile([
    tool('list_voyages', 'List voyages.', { 'status?': { type: 'string', enum: STATES } }),
    tool(
      'create_voyage',
      'Creates a voyage in status Planned.',
      { title: 'string' },
      { voyage_id: 'string', title: 'string', status: 'string' },
    ),
    tool('depart_voyage', depart, { voyage_id: 'string' }),
    tool('moor_voyage', 'Marks a voyage as InHarbour.', { voyage_id: 'string' }),
    tool('scrap_voyage', `Marks a voyage as Scrapped.${more}`, { voyage_id: 'string' }),
  ]);

describe('the state that a row must or must not have', () => {
  test.each([
    " A voyage that isn't in harbour cannot be scrapped.",
    ' A voyage which is not yet in harbour can’t be scrapped.',
    " Fails if it hasn't been in harbour.",
    ' The request is rejected if the voyage is not in harbour.',
  ])('"%s" asks for the state', (sentence) => {
    const all = voyages(sentence);
    expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
    const call = playerOf(all);
    const { voyage_id: id = '' } = call('create_voyage', { title: 'Skagen' }) as { voyage_id?: string };
    expect(call('scrap_voyage', { voyage_id: id })).toBe('PRECONDITION_FAILED');
    call('depart_voyage', { voyage_id: id });
    call('moor_voyage', { voyage_id: id });
    expect(call('scrap_voyage', { voyage_id: id })).toMatchObject({ status: 'Scrapped' });
  });
  test.each([
    " It mustn't already be sailing.",
    ' The voyage must not have been sailing.',
    ' A voyage that has already been sailing cannot be scrapped.',
  ])('"%s" bars the state', (sentence) => {
    const all = voyages(sentence);
    expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
    const call = playerOf(all);
    const { voyage_id: id = '' } = call('create_voyage', { title: 'Skagen' }) as { voyage_id?: string };
    call('depart_voyage', { voyage_id: id });
    expect(call('scrap_voyage', { voyage_id: id })).toBe('PRECONDITION_FAILED');
    call('moor_voyage', { voyage_id: id });
    expect(call('scrap_voyage', { voyage_id: id })).toMatchObject({ status: 'Scrapped' });
  });
  test('the adjective of "Marks a planned voyage as Sailing" is kept in the spelling of the enumeration', () => {
    const all = voyages('', 'Marks a Planned voyage as Sailing.');
    const call = playerOf(all);
    const { voyage_id: id = '' } = call('create_voyage', { title: 'Skagen' }) as { voyage_id?: string };
    expect(call('depart_voyage', { voyage_id: id })).toMatchObject({ status: 'Sailing' });
    call('moor_voyage', { voyage_id: id });
    expect(call('depart_voyage', { voyage_id: id })).toBe('PRECONDITION_FAILED');
  });
  test('a state that no row can have still flags the tool', () => {
    expect(flagOf(voyages(" A voyage that isn't insured cannot be scrapped."), 'scrap_voyage')).toContain('insured');
    expect(flagOf(voyages(' It must not be lonely yet.'), 'scrap_voyage')).toContain('lonely');
  });
});

describe('a value that no other row may have', () => {
  const clubs = (said: string) =>
    compile([
      tool('list_clubs', 'List the clubs.'),
      tool('create_club', `Create a club.${said}`, { name: 'string', vat_number: 'string' }),
    ]);
  test.each([
    ' A club with the same VAT number must not exist yet.',
    ' There must be no other club with the same VAT number.',
    ' No other club may already exist with the same VAT number.',
    ' No club with this VAT number may exist yet.',
  ])('"%s" is kept', (sentence) => {
    const all = clubs(sentence);
    expect(flagOf(all, 'create_club')).toBe('');
    const call = playerOf(all);
    const given: JsonObject = { name: 'Heron', vat_number: 'SE5566' };
    expect(call('create_club', given)).toMatchObject({ name: 'Heron' });
    expect(call('create_club', { ...given, name: 'Egret' })).toBe('CONFLICT');
  });
});

describe('the rows that refer to a row', () => {
  const crew = { crew_id: 'string', name: 'string' } as const;
  const trip = { trip_id: 'string', crew_id: 'string', title: 'string', status: 'string' } as const;
  const crews = (more: string) =>
    compile([
      tool('list_crews', 'List the crews.', {}, { crews: listOf(crew) }),
      tool('create_crew', 'Create a crew.', { name: 'string' }, crew),
      tool('delete_crew', `Delete a crew.${more}`, { crew_id: 'string' }),
      tool('create_trip', 'Create a trip. It starts as planned.', { crew_id: 'string', title: 'string' }, trip),
      tool('list_trips', 'List trips.', { 'status?': { type: 'string', enum: ['planned', 'ended'] } }),
      tool('end_trip', 'Marks a trip as ended.', { trip_id: 'string' }, trip),
    ]);
  const made = (call: ReturnType<typeof playerOf>) => {
    const { crew_id = '' } = call('create_crew', { name: 'Heron' }) as { crew_id?: string };
    return { id: crew_id, add: () => call('create_trip', { crew_id, title: 'North' }) as { trip_id: string } };
  };
  test.each([
    ' Crews with trips cannot be deleted.',
    ' Crews for whom trips have been recorded cannot be deleted.',
    ' A crew that still has trips cannot be deleted.',
    ' Fails if the crew still has any trips.',
    ' Is rejected if there are trips for the crew.',
    ' Only crews without trips can be deleted.',
    " The crew mustn't have any trips.",
    ' It cannot be deleted while it has trips.',
  ])('"%s" bars them', (sentence) => {
    const all = crews(sentence);
    expect(flagOf(all, 'delete_crew')).toBe('');
    const call = playerOf(all);
    const { id, add } = made(call);
    add();
    expect(call('delete_crew', { crew_id: id })).toBe('PRECONDITION_FAILED');
    expect(call('delete_crew', { crew_id: made(call).id })).not.toBe('PRECONDITION_FAILED');
  });
  test.each([
    ' A crew without trips cannot be deleted.',
    ' Fails if the crew has no trips.',
    ' The crew must have at least one trip.',
    ' Only crews with at least one trip can be deleted.',
  ])('"%s" asks for one', (sentence) => {
    const all = compile([
      tool('list_crews', 'List the crews.', {}, { crews: listOf({ ...crew, approved: 'boolean' }) }),
      tool('create_crew', 'Create a crew.', { name: 'string' }, { ...crew, approved: 'boolean' }),
      tool('approve_crew', `Approve a crew.${sentence.replaceAll('deleted', 'approved')}`, { crew_id: 'string' }),
      tool('create_trip', 'Create a trip. It starts as planned.', { crew_id: 'string', title: 'string' }, trip),
      tool('list_trips', 'List trips.', {}, { trips: listOf(trip) }),
    ]);
    expect(flagOf(all, 'approve_crew')).toBe('');
    const call = playerOf(all);
    const { id, add } = made(call);
    expect(call('approve_crew', { crew_id: id })).toBe('PRECONDITION_FAILED');
    add();
    expect(call('approve_crew', { crew_id: id })).not.toBe('PRECONDITION_FAILED');
  });
  test('a state of these rows counts', () => {
    const all = crews(' Crews with planned trips cannot be deleted.');
    const call = playerOf(all);
    const { id, add } = made(call);
    const { trip_id } = add();
    expect(call('delete_crew', { crew_id: id })).toBe('PRECONDITION_FAILED');
    call('end_trip', { trip_id });
    expect(call('delete_crew', { crew_id: id })).not.toBe('PRECONDITION_FAILED');
  });
  test('another deed, an unknown state and rows that refer to nothing flag the tool', () => {
    expect(flagOf(crews(' Crews with trips cannot be merged.'), 'delete_crew')).toContain('merged');
    expect(flagOf(crews(' Crews with overdue trips cannot be deleted.'), 'delete_crew')).toContain('overdue');
    expect(flagOf(crews(' Crews with boats cannot be deleted.'), 'delete_crew')).toContain('boats');
  });
});

describe('an adjective for the state before all others', () => {
  test('an open alarm is one that was not acknowledged', () => {
    const all = compile([
      tool('list_alarms', 'List alarms.'),
      tool('raise_alarm', 'Raises an alarm.', { title: 'string' }),
      tool('create_alarm', 'Creates an alarm.', { title: 'string' }),
      tool('acknowledge_alarm', 'Acknowledges an open alarm.', { alarm_id: 'string' }),
    ]);
    expect(flagOf(all, 'acknowledge_alarm')).toBe('');
    const call = playerOf(all);
    const made = call('create_alarm', { title: 'Smoke' }) as Record<string, string>;
    const alarm_id = made['alarm_id'] ?? made['id'] ?? '';
    expect(call('acknowledge_alarm', { alarm_id })).not.toBe('PRECONDITION_FAILED');
    expect(call('acknowledge_alarm', { alarm_id })).toBe('PRECONDITION_FAILED');
  });
  test('a pending offer was neither accepted nor declined', () => {
    const all = compile([
      tool('list_offers', 'List offers.'),
      tool('create_offer', 'Creates an offer.', { title: 'string' }),
      tool('approve_offer', 'Approves a pending offer.', { offer_id: 'string' }),
      tool('reject_offer', 'Rejects a pending offer.', { offer_id: 'string' }),
    ]);
    expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
    const call = playerOf(all);
    const made = call('create_offer', { title: 'Roof' }) as Record<string, string>;
    const offer_id = made['offer_id'] ?? made['id'] ?? '';
    expect(call('reject_offer', { offer_id })).not.toBe('PRECONDITION_FAILED');
    expect(call('approve_offer', { offer_id })).toBe('PRECONDITION_FAILED');
  });
  test('two adjectives tell no state', () => {
    const all = compile([
      tool('list_offers', 'List offers.'),
      tool('create_offer', 'Creates an offer.', { title: 'string' }),
      tool('approve_offer', 'Approves a pending offer.', { offer_id: 'string' }),
      tool('reject_offer', 'Rejects an open offer.', { offer_id: 'string' }),
    ]);
    expect(flagOf(all, 'approve_offer')).toContain('pending');
  });
});
