// Tests how several wishes of one person become one task: which wishes the first message holds, which never occur
// together, and how the later ones are told.
import { afterAll, describe, expect, test } from 'vitest';
import { openEnvironment } from '../../../../envs/folder/environment-folder.ts';
import { makeRandom } from '../../../../envs/random.ts';
import { Atlas } from '../../../../generator/tasks/atlas.ts';
import { laterOf } from '../../../../generator/tasks/later-values.ts';
import type { PlannedCall } from '../../../../generator/tasks/plan.ts';
import type { Ground } from '../../../../generator/tasks/plan-goals.ts';
import { Stage } from '../../../../generator/tasks/stage.ts';
import { joinedOccasion } from '../../../../generator/tasks/stories/joined-occasion.ts';
import { occasionOf, type Occasion } from '../../../../generator/tasks/stories/occasion.ts';
import { ofOnePerson } from '../../../../generator/tasks/stories/one-person.ts';
import { belongTogether, contradict, reachOf, type Reach } from '../../../../generator/tasks/stories/reach.ts';
import { draftsOf } from '../../../../generator/tasks/stories/story-drafts.ts';
import { longList } from '../../../../generator/tasks/stories/together.ts';
import { WordBag } from '../../../../generator/tasks/word-bag.ts';

const shop = openEnvironment('fixtures/environments/order-desk');
const { stories = [], clock: CLOCK } = shop.environment;
const known = { atlas: new Atlas(shop), stage: new Stage(shop) };
afterAll(() => shop.close());

const groundOf = (seed: number): Ground => ({
  ...known,
  random: makeRandom(seed, 'joined wishes'),
  bag: new WordBag(),
  forbids: () => false,
});

/** Draws an occasion of a story of the shop, that is, the story with the values of one row. */
function drawn(name: string, seed = 1): Occasion {
  const story = stories.find((each) => each.name === name);
  const occasion = story === undefined ? undefined : occasionOf(groundOf(seed), story);
  if (occasion === undefined) throw new Error(`no occasion of ${name}`);
  return occasion;
}

const reach = (parts: Partial<Record<'rows' | 'ended' | 'deeds' | 'changes', readonly string[]>>): Reach => ({
  rows: new Set(parts.rows),
  ended: new Set(parts.ended),
  deeds: new Set(parts.deeds),
  changes: new Set(parts.changes),
  part: '',
});

const LISTS = Array.from({ length: 12 }, (_each, seed) => longList(groundOf(seed), stories)).flatMap(
  (each) => each ?? [],
);

test('words of wishes that were tried and not chosen are still unused', () => {
  const bag = new WordBag();
  const chosen = ofOnePerson({ ...groundOf(3), bag }, stories, 5);
  expect(chosen.length).toBeGreaterThan(1);
  // of two wordings that are unused alike, either is picked with some of the seeds
  const isUnused = (text: string): boolean =>
    Array.from({ length: 24 }, (_each, seed) => seed).some((seed) => {
      const restore = bag.save();
      const picked = bag.pick([text, 'words that are never used'], makeRandom(seed, 'unused words'));
      restore();
      return picked === text;
    });
  const used = stories.flatMap(({ name, says }) => says.filter((text) => !isUnused(text)).map(() => name));
  expect(used.sort()).toEqual(chosen.map(({ story: { name } }) => name).sort());
});

describe('the reach of a wish', () => {
  test('holds the row that it is about, and says that a cancelled order ends', () => {
    const occasion = drawn('stop it if it can still be stopped');
    const order = `orders ${String(occasion.story.knows['order_id'])}`;
    const own = reachOf(groundOf(1), occasion);
    expect([...(own?.rows ?? [])]).toContain(order);
    expect([...(own?.changes ?? [])]).toContain('cancel_order');
    const ending = Array.from({ length: 20 }, (_each, seed) =>
      reachOf(groundOf(1), drawn('clear out what is not packed', seed)),
    );
    expect(ending.some((each) => [...(each?.ended ?? [])].some((row) => row.startsWith('orders ')))).toBe(true);
  });

  test('lets no wish about a row stand beside a wish that ends the row', () => {
    const paying = reach({ rows: ['permits P1', 'fees F1'] });
    const withdrawing = reach({ rows: ['permits P1'], ended: ['permits P1'] });
    expect(contradict(paying, withdrawing)).toBe(true);
    expect(contradict(withdrawing, paying)).toBe(true);
    expect(contradict(reach({ deeds: ['book P1'] }), reach({ deeds: ['book P1'] }))).toBe(true);
    expect(contradict(paying, reach({ rows: ['permits P2'], ended: ['permits P2'] }))).toBe(false);
  });

  test('shows which wishes belong together: one thing, one kind of change, or two questions', () => {
    const moving = reach({ rows: ['orders A1'], changes: ['move'] });
    expect(belongTogether(moving, reach({ rows: ['orders A1'], changes: ['pay'] }))).toBe(true);
    expect(belongTogether(moving, reach({ rows: ['orders A2'], changes: ['move'] }))).toBe(true);
    expect(belongTogether(reach({ rows: ['orders A1'] }), reach({ rows: ['orders A2'] }))).toBe(true);
    expect(belongTogether(moving, reach({ rows: ['orders A2'], changes: ['pay'] }))).toBe(false);
  });
});

describe('a long list', () => {
  test('tells at most three wishes at once, and each other wish in a message of its own', () => {
    expect(LISTS.length).toBeGreaterThan(5);
    for (const { wishes = [], wants, later = [] } of LISTS) {
      expect(wishes.length).toBeLessThanOrEqual(3);
      expect(wishes.length + later.length).toBe(wants.split('; then you want to ').length);
    }
  });

  test('holds no wish that leaves a value open', () => {
    for (const { wants } of LISTS) expect(wants).not.toMatch(/with the refund to the payment method of the order$/);
  });

  test('waits with each later wish for its first call', () => {
    const drafts = LISTS.flatMap((each) => draftsOf(groundOf(1), each)?.[0] ?? []);
    expect(drafts.length).toBeGreaterThan(3);
    for (const draft of drafts) {
      const { later = [] } = laterOf(draft, CLOCK);
      const at = later.map(({ call }) => call);
      expect(at).toEqual([...new Set(at)].sort((a, b) => a - b));
      expect(at[0] ?? 1).toBeGreaterThan(0);
    }
  });
});

test('the words of a later wish begin with a capital after a sentence, and have those of its user', () => {
  const plain = { who: 'You write.', how: '', style: 'plain' as const };
  const small = { ...plain, style: 'lower' as const };
  const wish = drawn('what the insurance wants to know');
  const told = Array.from({ length: 40 }, (_each, seed) => {
    const first = { ...wish, opening: 'Hello, where is it?', manner: plain };
    const next = { ...wish, opening: 'We had a leak. How much was it?', more: 'We had a leak. How much was it?' };
    return joinedOccasion(groundOf(seed), [first, next], 1).later?.[0]?.text ?? '';
  });
  for (const text of told) expect(text).toMatch(/[.!?] We had a leak|[,:\w] we had a leak/);
  const next = { ...wish, opening: 'we had a leak. how much was it', more: 'we had a leak. how much was it' };
  const typed = joinedOccasion(groundOf(1), [{ ...next, manner: small }, next], 1).later?.[0]?.text ?? '';
  expect(typed).not.toMatch(/[A-Z]/);
  const grown = joinedOccasion(groundOf(1), [{ ...next, opening: 'Where is it?', manner: plain }, next], 1).later?.[0]
    ?.text;
  expect(grown).toMatch(/[Ww]e had a leak\. How much was it/);
});

test('a later wish has no greeting, and begins with a capital after a sentence', () => {
  const wish = drawn('what the insurance wants to know');
  const next = {
    ...wish,
    opening: 'hello, need a table for Pia. late is fine',
    more: 'hello, need a table for Pia. late is fine',
  };
  const first = { ...wish, opening: 'Where is it?', manner: { who: '', how: '', style: 'plain' as const } };
  for (let seed = 0; seed < 20; seed++) {
    const text = joinedOccasion(groundOf(seed), [first, next], 1).later?.[0]?.text ?? '';
    expect(text).not.toMatch(/hello/i);
    expect(text).toMatch(/[.!?] Need a table for Pia|[,:\w] need a table for Pia/);
  }
});

test('a task whose later wish has a new value is none that waits for an open value', () => {
  const [one, two] = [drawn('clear out what is not packed', 3), drawn('moved house')];
  const draft = draftsOf(groundOf(1), joinedOccasion(groundOf(1), [one, two], 1))?.[0];
  expect(['multi', 'mixed']).toContain(draft?.kind);
});

test('a message before a repeated look stays before the look that it asks for', () => {
  const call = (name: string): PlannedCall => ({ by: 'agent', name, arguments: {} });
  const third = call('list');
  const calls = [call('list'), call('change'), third, call('list')];
  const later = [{ kind: 'also' as const, call: third, text: 'Also this.' }];
  expect(laterOf({ later, calls }, CLOCK).later?.map((each) => each.call)).toEqual([2]);
});
