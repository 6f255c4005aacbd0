// Tests bounds that only the description of an argument states: the program checks those of numbers; any other bound
// flags the tool.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const jobs = (pages: JsonObject, title = '', isOptional = false) =>
  compile([
    tool('create_job', 'Create a job.', {
      title: { type: 'string', description: title },
      [isOptional ? 'pages?' : 'pages']: pages,
    }),
    tool('get_job', 'Get a job.', { job_id: 'string' }),
  ]);

describe('a number with bounds in prose', () => {
  test.each([
    ['Pages, at least 10', 9, 10],
    ['Number of pages (10-90)', 91, 90],
    ['Between 10 and 90 pages', 9, 90],
    ['10 to 90', 91, 10],
    ['Pages, must be greater than 10.', 10, 11],
    ['Pages (max 90)', 91, 90],
    ['Must be positive.', 0, 1],
    ['Pages; may not be negative', -1, 0],
  ])('"%s" refuses %d and takes %d', (description, wrong, good) => {
    const all = jobs({ type: 'integer', description });
    expect(flagOf(all, 'create_job')).toBe('');
    const call = playerOf(all);
    expect(call('create_job', { title: 'Atlas', pages: wrong })).toBe('INVALID_ARGUMENT');
    expect(call('create_job', { title: 'Atlas', pages: good })).toMatchObject({ pages: good });
  });
  test.each(['Pages of the 2 volumes', 'Pages', 'Pages in steps of 10', 'About 2000 pages'])(
    'never: "%s"',
    (description) => {
      const all = jobs({ type: 'integer', description });
      expect(flagOf(all, 'create_job')).toBe('');
      expect(playerOf(all)('create_job', { title: 'Atlas', pages: 1 })).toMatchObject({ pages: 1 });
    },
  );
});

test('a bound that nothing can keep flags the tool, or is refused where the argument may be left out', () => {
  expect(flagOf(jobs({ type: 'integer', description: 'Pages, a multiple of 4' }), 'create_job')).toContain(
    'multiple of 4',
  );
  expect(flagOf(jobs({ type: 'integer' }, 'Must rhyme with the title before.'), 'create_job')).toContain('rhyme');
  const call = playerOf(jobs({ type: 'integer', description: 'Must fit the paper.' }, '', true));
  expect(call('create_job', { title: 'Atlas' })).toMatchObject({ title: 'Atlas' });
  expect(call('create_job', { title: 'Atlas', pages: 4 })).toBe('UNAVAILABLE');
});
