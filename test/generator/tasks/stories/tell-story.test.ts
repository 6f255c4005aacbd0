// Tests the words of stories: alternatives, styles of users, the preference for wordings that were used least, and
// stories whose steps are written out in full.
import { describe, expect, test } from 'vitest';
import { readStories } from '../../../../envs/folder/read-stories.ts';
import { makeRandom } from '../../../../envs/random.ts';
import {
  beginsSmall,
  expanded,
  filled,
  inManner,
  lowered,
  raised,
} from '../../../../generator/tasks/stories/tell-story.ts';
import { WordBag } from '../../../../generator/tasks/word-bag.ts';

describe('a text', () => {
  test('takes one of its alternatives, also of those within another', () => {
    const last = (options: readonly string[]): string => options.at(-1) ?? '';
    expect(expanded('I [want|would [like|love]] it[, please|].', last)).toBe('I would love it.');
  });

  test('keeps the letters of values in small letters', () => {
    const lower = { who: 'You type.', how: '', style: 'lower' as const };
    const text = inManner("I've moved. Send it to {street}, I said.", lower, makeRandom(1, 'x'));
    expect(filled(text, { street: '7 Mill Lane' })).toBe("i've moved. send it to 7 Mill Lane, i said");
  });

  test('says one unit as one, and leaves verbs alone', () => {
    const text = 'a pack of {size} gigabytes, {days} days, it {size} comes';
    expect(filled(text, { size: 1, days: 2 })).toBe('a pack of 1 gigabyte, 2 days, it 1 comes');
  });

  test('says an before a value that begins with a vowel', () => {
    const text = 'Is there a {title} or a {other}?';
    expect(filled(text, { title: 'Icon set', other: 'Banner' })).toBe('Is there an Icon set or a Banner?');
  });

  test('in small letters comes without greeting and thanks; thanks stand after a full stop', () => {
    const warm = { who: 'You chat.', how: '', style: 'warm' as const };
    const hurried = '"{title}" is next, is it free';
    expect(inManner(hurried, warm, makeRandom(1, 'x'))).toBe(hurried);
    expect(inManner('Tell me how many', warm, makeRandom(1, 'x'))).toMatch(/how many\. (?:Thank|Many thanks|Cheers)/i);
  });

  test('of a draft that fell counts a quarter, so that it comes again soon', () => {
    const bag = new WordBag();
    const random = makeRandom(3, 'bag');
    bag.begin();
    const first = bag.pick(['a', 'b'], random);
    bag.fell();
    const told = Array.from({ length: 3 }, () => bag.pick(['a', 'b'], random));
    expect(told.filter((each) => each === first).length).toBe(1);
    expect(told[0]).not.toBe(first);
    expect(told[1]).toBe(first);
  });

  test('does not come again before the others have', () => {
    const bag = new WordBag();
    const random = makeRandom(3, 'bag');
    const drawn = Array.from({ length: 6 }, () => bag.pick(['a', 'b', 'c'], random));
    expect(new Set(drawn.slice(0, 3)).size).toBe(3);
    expect(new Set(drawn.slice(3)).size).toBe(3);
  });
});

describe('a book of stories', () => {
  const story = {
    name: 'back',
    family: 'each',
    rows: 'SELECT s.customer_id FROM sold AS s ORDER BY s.customer_id',
    says: ['Take it back.'],
    wants: 'return it',
    steps: [{ use: 'whole' }, { if: ':order.paid', do: [{ use: 'look' }] }],
  };
  const book = {
    people: { key: 'customer_id', rows: 'SELECT 1 AS customer_id', ways: [{ who: ['email'], steps: [] }] },
    views: { sold: 'SELECT o.customer_id FROM orders AS o', other: 'SELECT 1 AS one' },
    series: { look: [{ call: 'get_order' }], whole: [{ use: 'look' }, { call: 'get_product' }] },
    stories: [story],
  };

  test('spells out its steps, names the views that are used, and lends its people', () => {
    const [read] = readStories(book, 'stories.json');
    expect(read?.steps).toEqual([
      { call: 'get_order' },
      { call: 'get_product' },
      { if: ':order.paid', do: [{ call: 'get_order' }] },
    ]);
    expect(read?.rows).toBe(`WITH sold AS (${book.views.sold}) ${story.rows}`);
    expect(read?.people?.key).toBe('customer_id');
  });

  test('a view may have a column or an alias of its own name', () => {
    const sold = 'SELECT sold.customer_id, sold.order_id AS sold FROM orders AS sold';
    const [read] = readStories({ ...book, views: { ...book.views, sold } }, 'stories.json');
    expect(read?.rows).toBe(`WITH sold AS (${sold}) ${story.rows}`);
  });

  test('says which series there are where one is missing', () => {
    const steps = [{ use: 'nothing' }];
    expect(() => readStories({ ...book, stories: [{ ...story, steps }] }, 'stories.json')).toThrow(
      /there are no steps called nothing.*look, whole/,
    );
  });
});

describe('letters and greetings', () => {
  test('a text without capitals gets them where its user writes them, but ids keep theirs', () => {
    expect(raised('i got it wrong. dsp_9 is it. can i go')).toBe('I got it wrong. dsp_9 is it. Can I go?');
    expect(beginsSmall('2 times {dish}, please. I have a voucher')).toBe(false);
    expect(beginsSmall('2 times {dish}, please. it is late')).toBe(true);
  });

  test('a sentence after quoted words begins as its user writes', () => {
    expect(lowered('Write "All done." If it is there, I wait.')).toBe('write "All done." if it is there, i wait');
    expect(raised('write "All done." if it is there, i wait')).toBe('Write "All done." If it is there, I wait.');
  });

  test('a greeting fits the hour', () => {
    const warm = { who: 'You chat.', how: '', style: 'warm' as const };
    const at = (hour: number): string =>
      Array.from({ length: 60 }, (_each, seed) => inManner('Where is it?', warm, makeRandom(seed, 'x'), hour)).join();
    expect(at(8)).toMatch(/morning/i);
    expect(at(15)).not.toMatch(/morning|evening/i);
    expect(at(20)).toMatch(/evening/);
  });
});
