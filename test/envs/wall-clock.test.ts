import { expect, test } from 'vitest';
import { play } from '../support/play.ts';
import { SHOP, tool } from '../support/shop.ts';

const game = play({
  ...SHOP,
  tools: [
    tool('dates', { value: { type: 'string' }, modifier: { type: 'string' } }, 'read', [
      {
        return:
          "SELECT date(:value) AS a, datetime(:value, :modifier) AS b, unixepoch(:value) AS c, julianday(:value) AS d, strftime('%Y', :value) AS e, time(:value) AS f, timediff(:value, now()) AS g, date('2031-01-31', :modifier) AS h",
        shape: 'row',
      },
    ]),
  ],
});

test.each(['now', 'NOW', ' now', 'now\0', 'subsec', 'SubSecond', 'now\0abc'])('a bound %j is no date', (value) => {
  const answer = game.call('dates', { value, modifier: '+1 day' });
  expect(answer).toMatchObject({
    ok: true,
    result: { a: null, b: null, c: null, d: null, e: null, f: null, g: null, h: '2031-02-01' },
  });
});

test.each(['localtime', 'utc', 'LOCALTIME', 'utc\0'])('a bound modifier %j gives NULL', (modifier) => {
  expect(game.call('dates', { value: '2031-01-01', modifier })).toMatchObject({
    ok: true,
    result: { a: '2031-01-01', b: null, h: null },
  });
});

test('dates of the session work', () => {
  const answer = game.call('dates', { value: '2031-01-31', modifier: '+1 month' });
  expect(answer).toMatchObject({ ok: true, result: { a: '2031-01-31', b: '2031-03-03 00:00:00', e: '2031' } });
});
