// Tests which column a bound of dates limits, and whether rows exactly at the bound are included.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, listOf, playerOf, tool } from '../../support/tools.ts';

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

describe('the edge of a bound', () => {
  const MOMENT: JsonObject = { type: 'string', format: 'date-time' };
  const shown = (on: JsonObject, bound: JsonObject, name: string, value: string, stored: string) => {
    const compiled = compile([
      tool('log_find', 'Log a find.', { title: 'string', found_on: on }),
      tool('get_find', 'Get a find.', { find_id: 'string' }),
      tool('list_finds', 'List finds.', { [`${name}?`]: bound }),
    ]);
    const call = playerOf(compiled);
    expect(call('log_find', { title: 'Glove', found_on: stored })).toMatchObject({ title: 'Glove' });
    const answer = call('list_finds', { [name]: value });
    return typeof answer === 'string' ? answer : JSON.stringify(answer).includes('Glove');
  };
  test.each([
    ['found_from', 'First day (inclusive)', true],
    ['found_from', 'First day, exclusive', false],
    ['found_from', 'First day (non-inclusive)', false],
    ['found_after', 'On or after this day', true],
    ['found_after', 'After this day', false],
    ['found_before', 'Up to and including this day', true],
    ['found_before', '', false],
    ['found_to', 'Last day (this day is exclusive)', false],
    ['found_to', 'Last day, exclusive of holidays', true],
    ['found_to', 'First day inclusive, last day exclusive', 'UNAVAILABLE'],
  ] as const)('%s, "%s"', (name, description, expected) => {
    expect(shown(DATE, { ...DATE, description }, name, '2031-05-02', '2031-05-02')).toBe(expected);
    expect(shown(MOMENT, { ...DATE, description }, name, '2031-05-02', '2031-05-02T09:00:00Z')).toBe(expected);
  });
  test('bounds a number too', () => {
    const compiled = compile([
      tool('create_job', 'Create a job.', { title: 'string', pages: 'integer' }),
      tool('get_job', 'Get a job.', { job_id: 'string' }),
      tool('list_jobs', 'List jobs.', { 'max_pages?': { type: 'integer', description: 'Most pages (exclusive)' } }),
    ]);
    const call = playerOf(compiled);
    call('create_job', { title: 'Glove', pages: 7 });
    expect(JSON.stringify(call('list_jobs', { max_pages: 7 }))).not.toContain('Glove');
    expect(JSON.stringify(call('list_jobs', { max_pages: 8 }))).toContain('Glove');
  });
  test('compares moments of other zones, and a day with the moments of that day', () => {
    const text: JsonObject = { type: 'string', description: 'A date' };
    expect(shown(MOMENT, MOMENT, 'found_from', '2031-05-02T10:30:00+02:00', '2031-05-02T09:00:00Z')).toBe(true);
    expect(shown(MOMENT, MOMENT, 'found_to', '2031-05-02T10:30:00+02:00', '2031-05-02T09:00:00Z')).toBe(false);
    expect(shown(MOMENT, text, 'found_to', '2031-05-02', '2031-05-02T09:00:00Z')).toBe(true);
    expect(shown(DATE, text, 'found_from', '2031-05-02T00:00:00Z', '2031-05-02')).toBe(true);
    expect(shown(DATE, MOMENT, 'found_from', '2031-05-02T00:00:00Z', '2031-05-02')).toBe('UNAVAILABLE');
  });
  test('refuses a text of another form than its example', () => {
    const moment = { type: 'string', description: 'Date (exclusive). Example=2031-05-02T12:35:00Z' };
    expect(shown(MOMENT, moment, 'found_to', '2031-05-02T09:00:00Z', '2031-05-02T09:00:00Z')).toBe(false);
    expect(shown(MOMENT, moment, 'found_to', '2031-05-03', '2031-05-02T09:00:00Z')).toBe(true);
    expect(shown(MOMENT, moment, 'found_to', 'soon', '2031-05-02T09:00:00Z')).toBe('INVALID_ARGUMENT');
    const loose = { type: 'string', description: 'Date such as 2031-05-02 or "yesterday"' };
    expect(shown(MOMENT, loose, 'found_to', 'yesterday', '2031-05-02T09:00:00Z')).not.toBe('INVALID_ARGUMENT');
  });
  test('rows have the form of the example', () => {
    const made = { type: 'string', examples: ['2025-10-15T13:50:59.913Z'] };
    const compiled = compile([
      tool('get_find', 'Get a find.', { find_id: 'string' }, { find_id: 'string', created_date: made }),
      tool('list_finds', 'List finds.', {}, { finds: listOf({ find_id: 'string', created_date: made }) }),
    ]);
    expect(JSON.stringify(playerOf(compiled)('list_finds', {}))).toMatch(/"created_date":"\d{4}-\d\d-\d\dT/);
  });
});
