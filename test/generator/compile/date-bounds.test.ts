// Tests the column that a bound of dates is about, and the rows at its edge.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const DATE: JsonObject = { type: 'string', format: 'date' };

describe('a value that ends in _at or _on', () => {
  const finds = (at: JsonObject, on: JsonObject = DATE) =>
    compile([
      tool('log_find', 'Log a find.', { title: 'string', found_at: at, found_on: on }),
      tool('get_find', 'Get a find.', { find_id: 'string' }),
      tool('list_finds', 'List finds.', { 'found_after?': DATE, 'found_before?': DATE }),
    ]);
  test.each(['Station or vehicle', 'Name of the station', 'The address of the place'])(
    'is no time if its description says "%s", and a bound is about the date beside it',
    (description) => {
      const compiled = finds({ type: 'string', description });
      expect(flagOf(compiled, 'list_finds')).toBe('');
      const call = playerOf(compiled);
      call('log_find', { title: 'Glove', found_at: 'Station', found_on: '2031-05-02' });
      const titles = (args: JsonObject) => JSON.stringify(call('list_finds', args)).match(/Glove/g);
      expect(titles({ found_after: '2031-12-31' })).toBe(null);
      expect(titles({ found_after: '2031-05-01', found_before: '2031-05-03' })).not.toBe(null);
      expect(JSON.stringify(call('list_finds', {}))).not.toMatch(/"found_at":"\d{4}-/);
    },
  );
  test('is a time if its description names one, or says no more than its name', () => {
    const text = (description: string) =>
      compile([
        tool('log_find', 'Log a find.', { title: 'string', found_at: { type: 'string', description } }),
        tool('get_find', 'Get a find.', { find_id: 'string' }),
        tool('list_finds', 'List finds.', { 'found_after?': DATE }),
      ]);
    for (const said of ['When it was found', 'Time of day and date at the station', 'Found at', ''])
      expect(JSON.stringify(playerOf(text(said))('list_finds', {}))).toMatch(/"found_at":"\d{4}-/);
    expect(playerOf(text('Station'))('list_finds', { found_after: '2031-05-01' })).toBe('UNAVAILABLE');
  });
  test('two times of which neither is declared as a date leave a bound without a meaning', () => {
    const call = playerOf(finds({ type: 'string' }, { type: 'string' }));
    expect(call('list_finds', { found_after: '2031-05-01' })).toBe('UNAVAILABLE');
  });
});
