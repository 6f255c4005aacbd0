// Tests conditions that a description states in other words than "Only drafts can be deleted": contractions, relative
// clauses, values of an enumeration in their own spelling.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const STATES = ['Planned', 'Sailing', 'InHarbour', 'Scrapped'];

/** Tools about voyages, of which one cancels, one departs and one lists all. */
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
