// Tests that the name of a row is not understood as an action. An action beside the name, or in a value that is not a
// name, still counts.
import { describe, expect, test } from 'vitest';
import { consentFaults } from '../../envs/verification/claims.ts';
import { matchDeeds } from '../../envs/verification/deeds-beside-names.ts';
import { deedsIn } from '../../envs/words/deeds.ts';
import { entry } from '../support/log-entry.ts';

const LOG = [
  entry(
    0,
    'visit_list',
    'read',
    {},
    {
      entries: [
        { visit_id: 'VI-1', visitor: 'Heather Demirel' },
        { visit_id: 'VI-2', visitor_name: 'Renew Trading Company' },
      ],
    },
  ),
];

describe('a name', () => {
  test.each(['take out the visit of Renew Trading Company', 'take out the visit of Heather Demirel'])(
    'names no action: %s',
    (text) => {
      expect(matchDeeds(text, new Set(['cancel']), LOG)).toBe('unsaid');
    },
  );

  test('does not hide another action beside it', () => {
    expect(matchDeeds('renew the visit of Renew Trading Company', new Set(['cancel']), LOG)).toBe('other');
  });

  test('keeps a yes whole', () => {
    const change = entry(1, 'visit_cancel', 'write', { visit_id: 'VI-2' }, {});
    const ground = { log: LOG, told: '', order: 'month-first' as const };
    const faults = (text: string): string[] => consentFaults(text, change, ground).map(({ message }) => message);
    expect(faults('Shall I take out the visit of Renew Trading Company?')).toEqual([]);
    expect(faults('Shall I renew the visit of Renew Trading Company?')).toEqual([
      'visit_cancel is not what was proposed',
    ]);
  });

  test.each([
    ['actions', ['Cancel order']],
    ['label', 'Cancel order'],
    ['next_step', 'Please cancel this order'],
  ])('does not stand under %s: %j', (key, value) => {
    const log = [entry(0, 'order_get', 'read', { order_id: 'A1' }, { order_id: 'A1', [key]: value })];
    const change = entry(1, 'order_renew', 'write', { order_id: 'A1' }, {});
    const text = `Shall I do this for A1: ${String(value)}?`;
    expect(consentFaults(text, change, { log, told: '', order: 'month-first' }).map(({ message }) => message)).toEqual([
      'order_renew is not what was proposed',
    ]);
  });

  test('that only begins like a word about heat names no heating', () => {
    expect([...deedsIn('the visit of Heather at Warmington')]).toEqual([]);
    expect([...deedsIn('warm up the hall, the heating is off')]).toContain('heat');
  });
});

test('a place names no action, whatever word it begins with', () => {
  const log = [entry(0, 'trip_get', 'read', {}, { trip_id: 't_1', to_place: 'Exchange Tower' })];
  const move = entry(1, 'trip_move', 'write', { trip_id: 't_1', pickup_at: '2031-11-24T05:20:00Z' }, {});
  const faults = (text: string): unknown[] =>
    consentFaults(text, move, { log, told: 'Move my ride to 05:20.', order: 'day-first' });
  expect(faults('Would you like me to have the car to Exchange Tower come on 24 November at 05:20?')).toEqual([]);
  expect(faults('Would you like me to cancel the car to Exchange Tower?')).not.toEqual([]);
});
