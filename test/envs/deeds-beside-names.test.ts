// Tests that names of rows name no action.
import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import { consentFaults } from '../../envs/verification/claims.ts';
import { matchDeeds } from '../../envs/verification/deeds-beside-names.ts';
import { deedsIn } from '../../envs/words/deeds.ts';

const LOG = [
  {
    ok: true,
    name: 'visit_list',
    arguments: {},
    effect: 'read',
    result: {
      entries: [
        { visit_id: 'VI-1', visitor: 'Heather Demirel' },
        { visit_id: 'VI-2', visitor: 'Renew Trading Company' },
      ],
    },
  },
] as unknown as LogEntry[];

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
    const change = {
      ok: true,
      name: 'visit_cancel',
      arguments: { visit_id: 'VI-2' },
      effect: 'write',
      committed: true,
      by: 'agent',
      result: {},
    } as unknown as LogEntry;
    const ground = { log: LOG, told: '', order: 'month-first' as const };
    const faults = (text: string): string[] => consentFaults(text, change, ground).map(({ message }) => message);
    expect(faults('Shall I take out the visit of Renew Trading Company?')).toEqual([]);
    expect(faults('Shall I renew the visit of Renew Trading Company?')).toEqual([
      'visit_cancel is not what was proposed',
    ]);
  });

  test('that only begins like a word about heat names no heating', () => {
    expect([...deedsIn('the visit of Heather at Warmington')]).toEqual([]);
    expect([...deedsIn('warm up the hall, the heating is off')]).toContain('heat');
  });
});
