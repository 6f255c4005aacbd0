// Tests how an item of a list is chosen by words: the facts and words of a user leave exactly those items that fit
// them.
import { describe, expect, test as plain } from 'vitest';
import type { Json } from '../../envs/values/json.ts';
import { holds } from '../../envs/verification/masked-diff.ts';
import { agreeing, means } from '../../envs/verification/choice.ts';
import { plainWords } from '../../envs/words/spoken.ts';
import { draws } from '../support/draws.ts';
import { fc, test } from '../support/laws.ts';

const items = fc.uniqueArray(
  fc.record({
    item_id: fc.integer({ min: 1000, max: 9999 }).map((number) => `it-${number}`),
    colour: fc.constantFrom('green', 'black', 'white'),
    price: fc.integer({ min: 1, max: 40 }),
    sold_at: fc.constantFrom('2031-05-01T10:00:00Z', '2031-05-02T10:00:00Z'),
  }),
  { selector: ({ item_id: id }) => id, minLength: 2, maxLength: 8 },
);
const chosenOf = fc.tuple(items, fc.nat()).map(([list, at]) => ({ list, at: at % list.length }));
const said = (key: string, value: Json): { facts: { key: string; value: Json }[]; words: string } => ({
  facts: [{ key, value }],
  words: '',
});

describe('a choice', () => {
  test.prop([chosenOf], { numRuns: draws(100) })('without words leaves every other item', ({ list, at }) => {
    expect(agreeing(list, at, { facts: [], words: '' })).toEqual(
      list.map((_each, place) => place).filter((each) => each !== at),
    );
  });

  test.prop([chosenOf, fc.constantFrom('colour', 'item colour', 'new colour', 'colour 2')], { numRuns: draws(100) })(
    'by a fact leaves the items with the same value',
    ({ list, at }, key) => {
      const { colour = '' } = list[at] ?? {};
      const same = list.flatMap((each, place) => (place !== at && each.colour === colour ? [place] : []));
      expect(agreeing(list, at, said(key, colour))).toEqual(same);
    },
  );

  test.prop([chosenOf, fc.constantFrom('colours of it', 'col', 'shade', '')], { numRuns: draws(50) })(
    'is not narrowed by a fact about something else',
    ({ list, at }, key) => {
      expect(agreeing(list, at, said(key, list[at]?.colour ?? ''))).toHaveLength(list.length - 1);
    },
  );

  test.prop([chosenOf], { numRuns: draws(100) })('by a day leaves the items of that day', ({ list, at }) => {
    const day = list[at]?.sold_at.slice(0, 10) ?? '';
    const same = list.flatMap((each, place) => (place !== at && each.sold_at.startsWith(day) ? [place] : []));
    expect(agreeing(list, at, said('sold_at', day))).toEqual(same);
  });

  test.prop([chosenOf, fc.constantFrom('cheapest', 'most expensive')], { numRuns: draws(200) })(
    'by a superlative leaves the items of the same price, if it is true of the chosen one',
    ({ list, at }, word) => {
      const prices = list.map(({ price }) => price);
      const own = prices[at] ?? 0;
      const isTrue = own === (word === 'cheapest' ? Math.min(...prices) : Math.max(...prices));
      const rest = agreeing(list, at, { facts: [], words: plainWords(`the ${word} one`) });
      const same = prices.flatMap((price, place) => (place !== at && price === own ? [place] : []));
      expect(rest).toEqual(isTrue ? same : prices.map((_each, place) => place).filter((each) => each !== at));
    },
  );

  test.prop([chosenOf, fc.constantFrom('earliest', 'latest')], { numRuns: draws(100) })(
    'by a superlative of time leaves the items of the same time, if it is true of the chosen one',
    ({ list, at }, word) => {
      const times = list.map((each) => each.sold_at).sort();
      const own = list[at]?.sold_at ?? '';
      const isTrue = own === (word === 'earliest' ? times[0] : times.at(-1));
      const rest = agreeing(list, at, { facts: [], words: plainWords(`the ${word} one`) });
      expect(rest).toEqual(
        list.flatMap((each, place) => (place !== at && (!isTrue || each.sold_at === own) ? [place] : [])),
      );
    },
  );

  plain('by a name in the words leaves the items that have it', () => {
    const list = ['green lamp', 'black lamp', 'green lamp', 7, null];
    expect(agreeing(list, 0, { facts: [], words: plainWords('I mean the green lamp.') })).toEqual([2]);
    expect(agreeing(list, 3, { facts: [], words: plainWords('I mean number 7.') })).toEqual([0, 1, 2, 4]);
  });

  plain('a day stands for a time of that day, and nothing else does', () => {
    expect(means('2031-05-01', '2031-05-01T10:00:00Z')).toBe(true);
    expect(means('2031-05-01', '2031-05-01')).toBe(true);
    expect(means('2031-05', '2031-05T')).toBe(false);
    expect(means('2031-05-01', '2031-05-011')).toBe(false);
    expect(means(7, 7.5)).toBe(false);
  });
});

describe('a text', () => {
  const word = fc.stringMatching(/^[A-Za-zé]{1,8}$/);
  const value = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

  test.prop([value, word, word, fc.constantFrom(' ', ', ', '"', '(', '-')], { numRuns: draws(200) })(
    'holds a value that stands between other words, in any case',
    (wanted, before, after, mark) => {
      const text = `${before}${mark}${wanted.toUpperCase()}${mark}${after}`;
      expect(holds(text, wanted)).toBe(true);
      expect(holds(wanted, wanted)).toBe(true);
    },
  );

  test.prop([word, word], { numRuns: draws(200) })('does not hold a part of a word', (one, other) => {
    fc.pre(!one.toLowerCase().includes(other.toLowerCase()) && !other.toLowerCase().includes(one.toLowerCase()));
    expect(holds(`9${one}${other}_`, one)).toBe(false);
    expect(holds(`9${one}${other}_`, other)).toBe(false);
    expect(holds(`${one}${other} ${other}`, other)).toBe(true);
  });

  plain('holds no empty value', () => {
    expect(holds('any text', '')).toBe(false);
    expect(holds('', '')).toBe(false);
  });
});
