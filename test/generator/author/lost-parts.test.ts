// Tests the lines that tell which parts of a record are missing in a rebuilt environment.
import { expect, test } from 'vitest';
import { lostParts } from '../../../bench/lost-parts.ts';

const none = { flags: [], dropped: [], unused: [] };

test('a whole record lost nothing', () => {
  expect(lostParts({ format: 1, author: none })).toEqual([]);
});

test('flagged tools, dropped scenarios and malformed parts have a line each', () => {
  const author = {
    flags: [{ tool: 'amend', gate: 'missing', reason: 'it has no program yet' }],
    dropped: [
      { what: 'scenario loan', reason: 'it calls a flagged tool' },
      { what: 'invariant names differ', reason: 'nothing breaks it' },
    ],
    unused: [{ stage: 'parts', about: 'library', reason: 'your reply, scenario 2: lacks "covers"' }],
  };
  expect(lostParts({ format: 1, author })).toEqual([
    'flagged: amend: missing: it has no program yet',
    'dropped: scenario loan: it calls a flagged tool',
    'malformed (parts): your reply, scenario 2: lacks "covers"',
  ]);
});
