// Tests calls that select rows without an argument: by a default, or by a state in the description ("Open leaks of a
// district").
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const STATE = { type: 'string', enum: ['open', 'mended', 'dropped'] } as const;

const leaks = (about: string, args: Parameters<typeof tool>[2] = {}) =>
  compile([
    tool('report_leak', 'Reports a leak. It starts as open.', { street: 'string', district: 'string' }),
    tool('mend_leak', 'Sets the state of a leak to mended.', { leak_id: 'integer' }),
    tool('get_leak', 'Get a leak.', { leak_id: 'integer' }),
    tool('set_leak_state', 'Set the state of a leak.', { leak_id: 'integer', state: STATE }),
    tool('list_leaks', about, { district: 'string', ...args }),
  ]);

describe('an argument that is not simulated', () => {
  test.each([
    ['large_only?', { type: 'boolean', default: true }],
    ['smell?', { type: 'string', enum: ['none', 'strong'], default: 'strong' }],
  ] as const)('%s with a default that selects rows flags the tool', (name, schema) => {
    expect(flagOf(leaks('Leaks of a district.', { [name]: schema }), 'list_leaks')).toContain('where it is not given');
  });
  test.each([
    ['large_only?', { type: 'boolean', default: false }],
    ['large_only?', { type: 'boolean' }],
    ['smell?', { type: 'string', enum: ['all', 'strong'], default: 'all' }],
    ['maximum_number_of_results?', { type: 'integer', default: 50 }],
  ] as const)('%s with a default that asks for nothing leaves it as it is', (name, schema) => {
    expect(flagOf(leaks('Leaks of a district.', { 'state?': STATE, [name]: schema }), 'list_leaks')).toBe('');
  });
});

test('a filter that lists its values is a column, where people know rows by such an attribute', () => {
  const all = leaks('Leaks of a district.', { 'severity?': { type: 'string', enum: ['low', 'high'] } });
  expect(flagOf(all, 'list_leaks')).toBe('');
  const call = playerOf(all);
  const shown = all.environment.seed
    .filter(({ table }) => table === 'leaks')
    .flatMap(({ row }) => call('list_leaks', { district: String(row['district']), severity: 'high' }) as JsonObject[]);
  expect(shown.length).toBeGreaterThan(0);
  expect(new Set(shown.map((row) => row['severity']))).toEqual(new Set(['high']));
});

describe('a state before the rows', () => {
  test.each(['Open leaks of a district, newest first.', 'List the open leaks of a district.', 'Lists mended leaks.'])(
    '"%s" selects them',
    (about) => {
      const all = leaks(about);
      expect(flagOf(all, 'list_leaks')).toBe('');
      const call = playerOf(all);
      const { id: one } = call('report_leak', { street: 'Low Road', district: 'East' }) as { id: number };
      const { id: other } = call('report_leak', { street: 'High Road', district: 'East' }) as { id: number };
      call('mend_leak', { leak_id: other });
      const shown = (call('list_leaks', { district: 'East' }) as { id: number }[]).map(({ id }) => id);
      const wanted = about.includes('mended') ? other : one;
      expect(shown).toContain(wanted);
      expect(shown).not.toContain(wanted === one ? other : one);
    },
  );
  test('a state that no column holds flags the tool', () => {
    expect(flagOf(leaks('Hidden leaks of a district.'), 'list_leaks')).toContain('hidden');
  });
  test('beside an argument for the state, nothing tells which it is', () => {
    expect(flagOf(leaks('Open leaks of a district.', { 'state?': STATE }), 'list_leaks')).toContain('open');
    const usual = { 'state?': { ...STATE, default: 'open' } };
    expect(flagOf(leaks('Open leaks of a district.', usual), 'list_leaks')).toBe('');
  });
});
