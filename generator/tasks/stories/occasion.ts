// Draws an occasion of a story at random: one row of the story's query. If the story is about people, it also takes the
// row's person and a way to identify this person. The occasion holds the user's words, the values that the user knows,
// and the steps.
import type { Setup } from '../../../envs/session/session.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import type { People, Story, StoryStep, TaskStory } from '../../../envs/values/story.ts';
import type { Row } from '../atlas.ts';
import type { SaidWish } from '../plan.ts';
import { personsOf, type Ground } from '../plan-goals.ts';
import { WordBag } from '../word-bag.ts';
import { evaluate, isTrue, occasions } from './evaluate.ts';
import { drawManner, type Manner } from './manners.ts';
import { choosesIn, toolsIn, typed } from './story-tools.ts';
import { drawn, filled, inManner, isFilled } from './tell-story.ts';

/**
 * A story with the values of one row of its query: the user's words and facts, and the rows of the world that they are
 * about.
 */
export interface Occasion {
  readonly story: TaskStory;
  readonly opening: string;
  /** The words about this story if the user has already told another story. Without them, `opening` is used. */
  readonly more?: string;
  readonly wants: string;
  readonly who: readonly string[];
  readonly manner?: Manner;
  /** The parts of the first message, one for each wish. */
  readonly wishes?: readonly SaidWish[];
  /** `person` is the person's key in this part of a composed world. `identity` is the same in all parts. */
  readonly person?: Json;
  readonly identity?: string;
  /** Values that the story finds out and that other stories may take. */
  readonly gives?: Story['gives'];
  /** A value that an earlier story finds out. Without this link, the user would have to know the value. */
  readonly link?: { readonly name: string; readonly giver: Occasion; readonly be: string };
  /** The number of steps at the beginning that identify the user. */
  readonly identifying?: number;
  /**
   * The session's seed, which decides the ids that calls create. The draft keeps this seed, because later steps may use
   * such an id.
   */
  readonly seed?: number;
  readonly setup?: Setup;
  readonly rows: readonly Row[];
  /** The wishes that the user tells later, in this order. */
  readonly later?: readonly ToldLater[];
  /** Makes the same occasion in other words. */
  readonly again?: () => Occasion;
}

/** A wish that the user tells when all earlier wishes are fulfilled. */
export interface ToldLater {
  readonly text: string;
  /** The story of the earlier wishes. */
  readonly before: TaskStory;
  /** The names of the values that only this wish needs. */
  readonly keys: readonly string[];
}

/** Returns the occasion in other words, or the occasion itself if it has no others. */
export function retold(occasion: Occasion): Occasion {
  const now = occasion.again?.();
  if (now === undefined) return occasion;
  const { opening, more = opening, wishes = [], later = [] } = now;
  return { ...occasion, opening, more, wishes, ...(later.length === 0 ? {} : { later }) };
}

/** The largest number of rows that are tried to find one with the wanted person and value. */
const MOST_ROWS = 400;
/** The number of rows among which the one whose person has the fewest tasks so far is taken. */
const FRESH = 24;
const MOST_SEED = 1_000_000;

type Values = Readonly<Record<string, Json>>;

const occasionsOf = new WeakMap<Story, Values[]>();
const peopleOf = new WeakMap<People, Map<Json, Values>>();

export interface Wanted {
  /** The person for whom several stories are told together. */
  readonly identity?: string;
  /** The key of the person in the story's part of the world. It is absent if no person is chosen yet. */
  readonly person?: Json;
  /** The columns by which the user is already identified. */
  readonly who?: readonly string[];
  readonly manner?: Manner;
  /** A value that an earlier story finds out, and the words with which the user refers to it. */
  readonly taking?: { readonly take: Take; readonly value: Json; readonly called: string };
}

type Take = NonNullable<Story['takes']>[number];

/** The name under which the bag counts the tasks of a person. */
export function personName(identity: string | undefined): string | undefined {
  return identity === undefined ? undefined : `person ${identity}`;
}

/** Draws an occasion of a story at random. Returns undefined if no row fits. */
export function occasionOf(ground: Ground, story: Story, wanted: Wanted = {}): Occasion | undefined {
  const { random, bag = new WordBag() } = ground;
  const rows = rowsOf(ground, story);
  if (rows.length === 0) return undefined;
  const drawnRows = random.shuffled(rows).slice(0, wanted.identity === undefined ? MOST_ROWS : rows.length);
  const anybody = wanted.identity === undefined && wanted.person === undefined;
  const first = drawnRows.slice(0, anybody ? FRESH : 0);
  const own = [
    ...bag.rarestFirst(first, (each) => personName(identityOf(ground, story, each))),
    ...drawnRows.slice(first.length),
  ].find((each) => {
    const isSame =
      wanted.person === undefined || story.people === undefined || each[story.people.key] === wanted.person;
    const { taking } = wanted;
    if (taking !== undefined && taking.take.free !== true && each[taking.take.name] !== taking.value) return false;
    return isSame && (wanted.identity === undefined || identityOf(ground, story, each) === wanted.identity);
  });
  if (own === undefined) return undefined;
  const person = personIn(ground, story, own, wanted);
  if (person === undefined) return undefined;
  const values = { ...person.values, ...own };
  const who = [...(story.who ?? []), ...person.who];
  const known = [...who, ...(story.knows ?? [])].filter((name) => name !== wanted.taking?.take.name);
  const knows = Object.fromEntries(known.map((name) => [name, values[name] ?? null]));
  const manner = wanted.manner ?? drawManner(random);
  const { says, wants: wish, values: spoken } = wordsOf(story, values, wanted.taking);
  const wants = filled(wish, spoken);
  const setup = setupOf(ground, story, values);
  const identity = identityOf(ground, story, own);
  const curt: Manner = { ...manner, style: manner.style === 'lower' ? 'lower' : 'curt' };
  const wished: Omit<SaidWish, 'said'> = {
    means: new Set(Object.values(values)),
    tools: toolsIn(story.steps),
    chooses: choosesIn(story.steps),
    ...(story.causes === false || wanted.taking !== undefined ? { hasCause: true } : {}),
  };
  const inWords = (): Pick<Occasion, 'opening' | 'more' | 'wishes'> => {
    const plain = drawn(says, bag, random);
    const opening = filled(inManner(plain, manner, random, hourOf(ground)), spoken);
    return { opening, more: filled(inManner(plain, curt, random), spoken), wishes: [{ ...wished, said: opening }] };
  };
  const told: Occasion = {
    story: { name: story.name, family: story.family, knows, steps: [...person.steps, ...story.steps] },
    ...inWords(),
    wants,
    who,
    manner,
    ...(story.people === undefined ? {} : { person: own[story.people.key] ?? null }),
    ...(identity === undefined ? {} : { identity }),
    ...(story.gives === undefined ? {} : { gives: story.gives }),
    identifying: person.steps.length,
    seed: random.int(1, MOST_SEED),
    ...(setup === undefined ? {} : { setup }),
    rows: rowsNamed(ground, values),
    again: () => ({ ...told, ...inWords() }),
  };
  return isFilled(told.opening) && isFilled(wants) ? told : undefined;
}

const hourOf = ({ atlas: { world } }: Ground): number => new Date(world.clockStart * 1000).getUTCHours();

/**
 * Returns the words of a story. A value that comes from an earlier story is not named; the user says words such as
 * "that order" for it.
 */
function wordsOf(
  { says, wants, knows = [] }: Story,
  values: Values,
  taking: Wanted['taking'],
): { says: readonly string[]; wants: string; values: Values } {
  if (taking === undefined) return { says, wants, values };
  const others = Object.fromEntries(knows.map((name) => [name, values[name] ?? null]));
  return {
    says: taking.take.says,
    wants: taking.take.wants,
    values: { ...values, ...others, [taking.take.name]: null, it: taking.called },
  };
}

const EMAIL = /^e_?mail/i;

function rowsOf({ atlas: { world } }: Ground, story: Story): readonly Values[] {
  let rows = occasionsOf.get(story);
  if (rows === undefined) {
    rows = occasions(world, story.rows, `story ${story.name}`);
    occasionsOf.set(story, rows);
  }
  return rows;
}

/** Returns the rows of the world whose keys are among the values. */
const rowsNamed = ({ atlas }: Ground, values: Values): Row[] =>
  Object.values(values).flatMap((value) =>
    atlas.world.schema.tables.flatMap(({ name }) => atlas.rowByKey(name, value) ?? []),
  );

/** Returns the identities of the people who can tell a story. */
export function tellersOf(ground: Ground, story: Story): ReadonlySet<string> {
  return new Set(rowsOf(ground, story).flatMap((values) => identityOf(ground, story, values) ?? []));
}

/** Returns the e-mail address of an occasion's person, or the person's key if people have no address. */
function identityOf(ground: Ground, story: Story, values: Values): string | undefined {
  if (!identities.has(values)) identities.set(values, identityIn(ground, story, values));
  return identities.get(values);
}

const identities = new WeakMap<Values, string | undefined>();

function identityIn(ground: Ground, { people }: Story, values: Values): string | undefined {
  const { atlas } = ground;
  const key = people === undefined ? undefined : values[people.key];
  const rows = rowsNamed(ground, key === undefined ? values : { key });
  // the key may identify a phone line or an account, which belongs to a person with an address
  const persons = [...(key === undefined ? [] : rows), ...personsOf(atlas, rows)];
  for (const { values: row } of persons) {
    const email = Object.entries(row).find(([name, value]) => EMAIL.test(name) && typeof value === 'string');
    if (email !== undefined) return String(email[1]).toLowerCase();
  }
  return key === undefined ? undefined : `${people?.key ?? ''} ${String(key)}`;
}

/**
 * Returns an occasion's person, and one way in which the agent can identify the person. Returns undefined if there is
 * no such way.
 */
function personIn(
  { atlas, random }: Ground,
  { people }: Story,
  own: Values,
  wanted: Wanted,
): { values: Values; who: readonly string[]; steps: readonly StoryStep[] } | undefined {
  // if the story's query returns no key of a person, the text of the story says who the user is
  if (people === undefined || !(people.key in own)) return { values: {}, who: [], steps: [] };
  let known = peopleOf.get(people);
  if (known === undefined) {
    const rows = occasions(atlas.world, people.rows, 'the people of the stories');
    known = new Map(rows.map((row) => [row[people.key] ?? null, row]));
    peopleOf.set(people, known);
  }
  const values = known.get(own[people.key] ?? null);
  if (values === undefined) return undefined;
  const open = people.ways.filter(
    ({ when, who }) =>
      (when === undefined || isTrue(values[when] ?? null)) &&
      (wanted.who === undefined || who.join() === wanted.who.join()),
  );
  const way = open.length === 0 ? undefined : random.pick(open);
  return way === undefined ? undefined : { values, who: way.who, steps: way.steps };
}

function setupOf({ atlas: { world } }: Ground, story: Story, values: Values): Setup | undefined {
  if (story.setup === undefined) return undefined;
  const bound = new Map(Object.entries(values));
  return {
    calls: story.setup.map(({ name, with: given }) => {
      const args = Object.entries(given).map(([key, each]) => [key, evaluate(world, String(each), bound)]);
      const tool = world.tools.get(name)?.tool;
      const plainArgs = Object.fromEntries(args) as JsonObject;
      return { by: 'control' as const, name, arguments: tool === undefined ? plainArgs : typed(tool, plainArgs) };
    }),
  };
}
