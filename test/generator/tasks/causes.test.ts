// Tests the users of tasks: which reasons they give, which role they have, and that neither changes the solution.
import { afterAll, describe, expect } from 'vitest';
import { galleryFolders } from '../../../cli/gallery.ts';
import { loadEnvironment, openEnvironment } from '../../../envs/folder/environment-folder.ts';
import { makeRandom } from '../../../envs/random.ts';
import type { Environment } from '../../../envs/values/environment.ts';
import type { Json } from '../../../envs/values/json.ts';
import type { Cause, Role } from '../../../envs/values/speech.ts';
import { World } from '../../../envs/world/world.ts';
import { Atlas } from '../../../generator/tasks/atlas.ts';
import { withCauses } from '../../../generator/tasks/causes.ts';
import type { Draft } from '../../../generator/tasks/draft-task.ts';
import { writeWith } from '../../../generator/tasks/kinds.ts';
import type { Ground } from '../../../generator/tasks/plan-goals.ts';
import { Stage } from '../../../generator/tasks/stage.ts';
import { occasionOf } from '../../../generator/tasks/stories/occasion.ts';
import { draftsOf } from '../../../generator/tasks/stories/story-drafts.ts';
import { manyWishes } from '../../../generator/tasks/stories/together.ts';
import { rolesFor, userOf } from '../../../generator/tasks/who-asks.ts';
import { withUsers } from '../../../generator/tasks/with-users.ts';
import { WordBag } from '../../../generator/tasks/word-bag.ts';
import { draws } from '../../support/draws.ts';
import { drawnFromGallery } from '../../support/gallery.ts';
import { fc, test } from '../../support/laws.ts';

const FIXTURES = ['order-desk', 'carrier-care'].map(
  (name) => new URL(`../../../fixtures/environments/${name}`, import.meta.url).pathname,
);
const worlds = [...FIXTURES, ...drawnFromGallery(3).map(([, dir]) => dir)].map((dir) => openEnvironment(dir));
const [shop] = worlds as [World, ...World[]];
const stages = new Map(worlds.map((world) => [world, { atlas: new Atlas(world), stage: new Stage(world) }]));

afterAll(() => {
  for (const world of worlds) world.close();
});

/** Returns the objects from which drafts of a world are made. `seed` decides all random choices. */
function groundOf(world: World, seed: number): Ground {
  const known = stages.get(world) ?? { atlas: new Atlas(world), stage: new Stage(world) };
  return { ...known, random: makeRandom(seed, 'causes'), bag: new WordBag(), forbids: () => false };
}

/** Draws the drafts of a story, or of several stories of one person. */
function drawnDrafts(world: World, seed: number, { joined = false } = {}): readonly Draft[] {
  const ground = groundOf(world, seed);
  const { stories = [] } = world.environment;
  const occasion = joined ? manyWishes(ground, stories) : occasionOf(ground, ground.random.pick(stories));
  return occasion === undefined ? [] : (draftsOf(ground, occasion) ?? []);
}

const peopled = (world: World, seed: number, drafts: readonly Draft[]): readonly Draft[] =>
  withUsers((random) => ({ ...groundOf(world, seed), random }), seed, drafts);

/** Returns the shop with other reasons or roles. */
function shopWith(changes: {
  readonly causes?: Readonly<Record<string, readonly Cause[]>>;
  readonly roles?: Readonly<Record<string, Role>>;
  readonly asked_by?: Readonly<Record<string, readonly string[]>>;
}): World {
  const { causes = {}, roles, asked_by = {} } = changes;
  const names = new Set([...Object.keys(causes), ...Object.keys(asked_by)]);
  const tools = Object.fromEntries(
    [...names].map((name) => [
      name,
      {
        ...(causes[name] === undefined ? {} : { causes: causes[name] }),
        ...(asked_by[name] === undefined ? {} : { asked_by: asked_by[name] }),
      },
    ]),
  );
  return new World({
    ...shop.environment,
    speech: { tools, ...(roles === undefined ? {} : { roles }) } as NonNullable<Environment['speech']>,
  });
}

const cancelling = (world: World): Draft => {
  const story = world.environment.stories?.find(({ name }) => name === 'stop it if it can still be stopped');
  for (let seed = 0; ; seed++) {
    const ground = groundOf(world, seed);
    const occasion = story === undefined ? undefined : occasionOf(ground, story);
    const [draft] = (occasion === undefined ? undefined : draftsOf(ground, occasion)) ?? [];
    if (draft?.changes === true) return draft;
  }
};

const openings = (world: World, draft: Draft, tries = 20): Set<string> =>
  new Set(
    Array.from({ length: tries }, (_each, seed) =>
      withCauses(groundOf(world, seed), [draft], makeRandom(seed, 'user'))
        .map(({ opening }) => opening)
        .join(),
    ),
  );

test('every bundled environment says who asks and why', () => {
  for (const dir of galleryFolders().values()) {
    const { tools, roles } = loadEnvironment(dir).speech ?? { tools: {} };
    expect(Object.keys(roles ?? {}).length, dir).toBeGreaterThan(0);
    expect(Object.values(tools).flatMap(({ causes = [] }) => causes).length, dir).toBeGreaterThan(1);
  }
});

describe('a law of drawn stories', () => {
  test.prop([fc.constantFrom(...worlds), fc.integer({ min: 1, max: 100_000 }), fc.boolean()], { numRuns: draws(100) })(
    'users change words only, and the words of the wishes stay',
    (world, seed, joined) => {
      const plain = drawnDrafts(world, seed, { joined });
      const told = peopled(world, seed, plain);
      expect(told.length).toBe(plain.length);
      for (const [at, draft] of told.entries()) {
        const { opening, persona: _persona, because = [], ...rest } = draft;
        const { opening: before, persona: _before, ...same } = plain[at] as Draft;
        expect(rest).toEqual(same);
        expect(draft.persona).not.toBe('');
        const left = because.reduce((text, sentence) => {
          const small = sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
          const found = [sentence, sentence.replace(/\.$/, ''), small.replaceAll(/\bI\b/g, 'i')].find((form) =>
            text.toLowerCase().includes(form.toLowerCase()),
          );
          expect(found, `${sentence} in ${text}`).toBeDefined();
          return text.replace(new RegExp((found ?? '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`), 'i'), '');
        }, opening);
        const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
        expect(letters(left)).toBe(letters(before));
      }
    },
  );

  test.prop([fc.constantFrom(...worlds), fc.integer({ min: 1, max: 100_000 })], { numRuns: draws(50) })(
    'the same seed gives the same user',
    (world, seed) => {
      expect(peopled(world, seed, drawnDrafts(world, seed))).toEqual(peopled(world, seed, drawnDrafts(world, seed)));
    },
  );
});

describe('a cause', () => {
  const late = "SELECT s.promised_on AS day FROM shipments AS s WHERE s.order_id = :order_id AND s.status = 'delayed'";

  test('is told where its SELECT returns a row, and never elsewhere', () => {
    const known = `SELECT o.status AS status FROM orders AS o WHERE o.order_id = :order_id AND o.status = 'pending'`;
    const gone = known.replace("'pending'", "'cancelled'");
    const world = shopWith({
      causes: {
        cancel_order: [
          { when: known, says: ['It is {status}.'] },
          { when: gone, says: ['It was gone.'] },
        ],
      },
    });
    const draft = cancelling(world);
    const said = [...openings(world, draft)];
    expect(said.some((text) => /it is pending/i.test(text))).toBe(true);
    expect(said.some((text) => /gone/i.test(text))).toBe(false);
    // some drafts keep their first message, because not every user gives a reason
    expect(said).toContain(draft.opening);
    world.close();
  });

  test('has to be true of the start of a twin too', () => {
    const when = "SELECT 1 FROM orders AS o WHERE o.order_id = :order_id AND o.status = 'pending'";
    const world = shopWith({ causes: { cancel_order: [{ when, says: ['Nobody has packed it.'] }] } });
    const draft = cancelling(world);
    const order = draft.facts.find(({ key }) => key === 'order_id')?.value as Json;
    const row = world.environment.seed.find((each) => each.table === 'orders' && each.row['order_id'] === order)?.row;
    const patch = {
      orders: {
        inserted: [],
        deleted: [],
        updated: [{ key: { order_id: order }, before: { status: 'pending' }, after: { status: 'packed' } }],
      },
    };
    expect(row?.['status']).toBe('pending');
    const twin = { ...draft, setup: { calls: [], patch } } as Draft;
    const told = Array.from({ length: 20 }, (_each, seed) =>
      withCauses(groundOf(world, seed), [draft, twin], makeRandom(seed, 'user')),
    );
    expect(told.flat().every(({ because }) => because === undefined)).toBe(true);
    expect(openings(world, draft).size).toBeGreaterThan(1);
    world.close();
  });

  test('that names a value of the solution which the user does not say is not told', () => {
    const when = 'SELECT o.order_id AS number, :reason AS why FROM orders AS o WHERE o.order_id = :order_id';
    const world = shopWith({ causes: { cancel_order: [{ when, says: ['So it is: {why}.'], always: 'a test' }] } });
    const draft = cancelling(world);
    const bare = {
      ...draft,
      opening: 'Stop that order.',
      wishes: draft.wishes?.map((wish) => ({ ...wish, said: '' })),
    };
    expect(openings(world, bare as Draft)).toEqual(new Set(['Stop that order.']));
    world.close();
  });

  test('keeps the full stop where more words follow', () => {
    const world = shopWith({
      causes: { cancel_order: [{ when: 'SELECT 1 AS one', says: ['I was late.'], always: 'a test' }] },
    });
    const draft = cancelling(world);
    const said = 'stop the order, please.';
    const two = {
      ...draft,
      opening: `${said} also, how much is it`,
      wishes: draft.wishes?.map((wish) => ({ ...wish, said })),
    };
    expect(openings(world, two as Draft)).toContain(`${said} i was late. also, how much is it`);
    world.close();
  });

  test('names no day of years ago', () => {
    const dayed = (day: string): Cause => ({
      when: `SELECT '${day}' AS day`,
      says: ['It was {day}.'],
      always: 'a test',
    });
    const world = shopWith({ causes: { cancel_order: [dayed('2021-03-04')] } });
    expect(openings(world, cancelling(world)).size).toBe(1);
    world.close();
    const near = shopWith({ causes: { cancel_order: [dayed('2031-05-01')] } });
    expect([...openings(near, cancelling(near))].some((text) => /1 May/.test(text))).toBe(true);
    near.close();
  });

  test('is not told about a row that the agent chooses, or where the story tells its own', () => {
    const always = { when: 'SELECT 1 AS one', says: ['Because I say so.'], always: 'a test' };
    const byRow = { when: 'SELECT 1 FROM orders AS o WHERE o.order_id = :order_id', says: ['That one.'] };
    const world = shopWith({ causes: { cancel_order: [always], issue_goodwill: [{ ...byRow, always: 'a test' }] } });
    const draft = cancelling(world);
    expect(openings(world, draft).size).toBeGreaterThan(1);
    const own = { ...draft, wishes: draft.wishes?.map((wish) => ({ ...wish, hasCause: true as const })) };
    expect(openings(world, own as Draft)).toEqual(new Set([draft.opening]));
    const each = world.environment.stories?.find(({ name }) => name === 'the most goodwill for the late ones');
    const ground = groundOf(world, 1);
    const occasion = each === undefined ? undefined : occasionOf(ground, each);
    const [chosen] = (occasion === undefined ? undefined : draftsOf(ground, occasion)) ?? [];
    expect(chosen?.calls.some(({ name }) => name === 'issue_goodwill')).toBe(true);
    expect(openings(world, chosen as Draft)).toEqual(new Set([chosen?.opening]));
    world.close();
  });

  test('goes with a drawn goal as well', () => {
    const world = shopWith({
      causes: { issue_goodwill: [{ when: late, says: ['You said {day}.'] }] },
    });
    const tool = world.tools.get('issue_goodwill')?.tool;
    const drafts = Array.from({ length: 60 }, (_each, seed) =>
      tool === undefined ? [] : (writeWith(groundOf(world, seed), tool) ?? []),
    ).flat();
    const delayed = new Set(
      world.environment.seed.flatMap(({ table, row }) =>
        table === 'shipments' && row['status'] === 'delayed' ? [row['order_id']] : [],
      ),
    );
    const told = drafts.map((draft) => ({
      isLate: delayed.has(draft.calls.at(-1)?.arguments['order_id'] as string),
      says: [...openings(world, draft, 6)].some((text) => /You said \d+ \w+\./i.test(text)),
    }));
    expect(told.filter(({ says }) => says).length).toBeGreaterThan(0);
    expect(told.filter(({ isLate, says }) => says && !isLate)).toEqual([]);
    world.close();
  });
});

describe('a role', () => {
  const gold = "SELECT c.customer_id FROM customers AS c WHERE c.tier = 'gold'";
  const roles = {
    regular: { people: gold, is: [{ says: ['You come often.'] }] },
    customer: {
      is: [
        { says: ['You buy things.'] },
        {
          when: "SELECT 1 FROM customers AS c WHERE c.email = :user.email AND c.tier = 'silver'",
          says: ['You are silver.'],
        },
      ],
    },
  };

  test('is that of the people whom it names, and else the one without people', () => {
    const world = shopWith({ roles });
    const tiers = new Map(
      world.environment.seed.flatMap(({ table, row }) =>
        table === 'customers' ? [[row['email'], row['tier']] as const] : [],
      ),
    );
    const seen = new Set<string>();
    for (let seed = 1; seed < 60; seed++) {
      const story = world.environment.stories?.find(({ name }) => name === 'a word for the driver');
      const occasion = story === undefined ? undefined : occasionOf(groundOf(world, seed), story);
      const [draft] = (occasion === undefined ? undefined : draftsOf(groundOf(world, seed), occasion)) ?? [];
      const email = draft?.story?.knows['email'];
      if (draft === undefined || typeof email !== 'string') continue;
      const tier = tiers.get(email);
      expect(rolesFor(world, userOf(world, draft), draft)).toEqual([tier === 'gold' ? 'regular' : 'customer']);
      const [{ persona } = draft] = peopled(world, seed, [draft]);
      expect(persona.startsWith('You come often.')).toBe(tier === 'gold');
      expect(persona.includes('You are silver.')).toBe(tier === 'silver');
      seen.add(tier as string);
    }
    expect([...seen].sort()).toEqual(['gold', 'silver', 'standard']);
    world.close();
  });

  test('is one of those that may ask for the calls', () => {
    const both = { friend: { people: gold, is: [{ says: ['You are a friend.'] }] }, ...roles };
    const world = shopWith({ roles: both, asked_by: { cancel_order: ['friend'] } });
    const draft = cancelling(world);
    const row = world.environment.seed.find(({ table, row: each }) => table === 'customers' && each['tier'] === 'gold');
    const user = { customer_id: row?.row['customer_id'] as Json };
    expect(rolesFor(world, user, draft)).toEqual(['friend']);
    expect(rolesFor(world, user, { ...draft, calls: [] })).toEqual(['friend', 'regular']);
    world.close();
  });
});
