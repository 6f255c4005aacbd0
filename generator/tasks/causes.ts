// Lets a user say why they ask. A cause in speech.json is a SELECT over the rows at the start of the task, with
// sentences that are true if the SELECT returns a row. A cause adds words to the user's first message and changes
// nothing else.
import type { Random } from '../../envs/random.ts';
import type { Json } from '../../envs/values/json.ts';
import { leavesOf } from '../../envs/values/places.ts';
import type { Cause } from '../../envs/values/speech.ts';
import { isHandOver } from '../../envs/verification/script.ts';
import { plainWords, says, spoken } from '../../envs/words/spoken.ts';
import type { World } from '../../envs/world/world.ts';
import { GymError } from '../../envs/errors/gym-error.ts';
import type { Session } from '../../envs/session/session.ts';
import { valuesAt, type Atlas } from './atlas.ts';
import type { Draft } from './draft-task.ts';
import type { PlannedCall, SaidWish } from './plan.ts';
import type { Ground } from './plan-goals.ts';
import { queriesOf } from './stories/evaluate.ts';
import { drawn, filled, isFilled, withSentence } from './stories/tell-story.ts';
import { userOf, type Known } from './who-asks.ts';
import { WordBag } from './word-bag.ts';

/** The chance that a user says why, if a cause holds. Users who always gave reasons would talk too much. */
const SAID = 0.5;
/** The largest number of causes in one first message. */
const MOST = 1;
/**
 * A cause names no day that lies more than this many days before the conversation, because users do not recall older
 * days.
 */
const MOST_DAYS = 200;

/** Returns the first row of a cause's SELECT, by column. Returns undefined if the cause does not hold. */
export function rowOfCause(
  { stage }: Pick<Ground, 'stage'>,
  session: Session,
  { when }: Pick<Cause, 'when'>,
  args: Readonly<Record<string, Json>>,
  user: Known,
): Readonly<Record<string, Json>> | undefined {
  const { world } = stage;
  const { params } = queriesOf(world).vet(when, 'a cause');
  const names = new Map(params.map(({ name }) => [name, name === 'user' ? (user as Json) : (args[name] ?? null)]));
  const { columns, rows } = stage.look(session, (connection) =>
    queriesOf(world).run(connection, when, names, world.clockStart, 'a cause'),
  );
  const [first] = rows;
  return first === undefined ? undefined : Object.fromEntries(columns.map((column, at) => [column, first[at] ?? null]));
}

/**
 * Adds a reason to the user's first message, if a cause holds at the start of every draft. The drafts share this
 * message: they are one task, or two tasks with the same words of which each wants another outcome.
 */
export function withCauses(ground: Ground, drafts: readonly Draft[], random: Random): readonly Draft[] {
  const [first] = drafts;
  if (first === undefined || ground.atlas.world.environment.speech === undefined) return drafts;
  const { bag = new WordBag() } = ground;
  let { opening } = first;
  const because: string[] = [];
  for (const wish of first.wishes ?? []) {
    if (because.length === MOST || wish.hasCause === true) continue;
    const calls = asked(ground.atlas, first).filter(({ name }) => wish.tools.has(name));
    const fitting = calls.flatMap((call) => holding(ground, drafts, call, wish));
    if (fitting.length === 0 || random.real() > SAID) continue;
    const { cause, row } = random.pick(fitting);
    const sentence = filled(drawn(cause.says, bag, random), asSaid(row, ground.stage.world));
    const lone = first.wishes?.length === 1;
    const said = opening.includes(wish.said) && wish.said !== '' ? wish.said : lone ? opening : undefined;
    if (said === undefined || !isFilled(sentence) || drafts.some((draft) => betrays(draft, sentence))) continue;
    const isLast = opening.endsWith(said);
    const whole = withSentence(said, sentence);
    // a text without capital letters ends without a full stop, unless more words follow
    opening = opening.replace(said, () => (isLast || /[.?!]"?$/.test(whole) ? whole : `${whole}.`));
    because.push(sentence);
  }
  return because.length === 0 ? drafts : drafts.map((draft) => ({ ...draft, opening, because }));
}

/** Lists the changes that the user asks the agent to make, including those that the agent should decline. */
function asked({ world }: Atlas, { calls, declines = [] }: Draft): PlannedCall[] {
  return [...calls, ...declines].filter(
    ({ by, name, arguments: given }) =>
      by === 'agent' && world.tools.get(name)?.tool.effect === 'write' && !isHandOver(name, Object.keys(given)),
  );
}

interface Holding {
  readonly cause: Cause;
  readonly row: Readonly<Record<string, Json>>;
}

/** Finds the causes of a call that hold at the start of every draft and speak only of rows that the user means. */
function holding(ground: Ground, drafts: readonly Draft[], call: PlannedCall, wish: SaidWish): Holding[] {
  const { world } = ground.atlas;
  const { causes = [] } = world.environment.speech?.tools[call.name] ?? {};
  return causes.flatMap((cause): Holding[] => {
    if (drafts.some((draft) => !isMeant(ground.atlas, draft, call, cause, wish))) return [];
    const rows = drafts.map((draft) => rowAtStart(ground, draft, cause, call));
    const [row] = rows;
    if (row !== undefined && isLongAgo(row, world)) return [];
    // the sentence must be true in every draft, so the row must be the same in all of them
    return row === undefined || rows.some((each) => JSON.stringify(each) !== JSON.stringify(row))
      ? []
      : [{ cause, row }];
  });
}

/**
 * Tells whether the user means each row that a cause looks up by its key. The row may also be one that the agent has to
 * choose, or the call may belong to another wish with the same tool; in these cases the user may not name it.
 */
function isMeant(atlas: Atlas, draft: Draft, call: PlannedCall, { when }: Cause, wish: SaidWish): boolean {
  const { wishes = [] } = draft;
  const isOnly =
    wishes.every((other) => other === wish || !other.tools.has(call.name)) &&
    asked(atlas, draft).filter(({ name }) => name === call.name).length === 1;
  if (isOnly && !wish.chooses) return true;
  const tool = atlas.world.tools.get(call.name)?.tool;
  const leaves = (tool === undefined ? [] : atlas.leaves(tool)).filter(({ meaning }) => KEYS.has(meaning.kind));
  const read = queriesOf(atlas.world).vet(when, 'a cause').params;
  return leaves
    .filter(({ path }) => read.some(({ name }) => name === path[0]))
    .every(({ path }) => valuesAt(call.arguments as Json, path).every((value) => wish.means.has(value)));
}

/** The meanings of arguments that tell which row is meant. */
const KEYS: ReadonlySet<string> = new Set(['key', 'fact']);

function rowAtStart(ground: Ground, draft: Draft, cause: Cause, call: PlannedCall): Holding['row'] | undefined {
  const { stage, atlas } = ground;
  let session;
  try {
    session = stage.begin(draft.seed ?? 1, draft.setup);
    return rowOfCause(ground, session, cause, call.arguments, userOf(atlas.world, draft));
  } catch (error) {
    // if the rows do not allow this start, no task is made from it
    if (error instanceof GymError) return undefined;
    throw error;
  } finally {
    if (session !== undefined) stage.end(session);
  }
}

function isLongAgo(row: Holding['row'], { clockStart }: World): boolean {
  return Object.values(row).some((value) => {
    const day = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value.slice(0, DAY)) : NaN;
    return clockStart - day / MS > MOST_DAYS * DAY_SECONDS;
  });
}

const DAY = 'YYYY-MM-DD'.length;
const DAY_SECONDS = 86_400;
const MS = 1000;

/** Returns the values as a user says them. For example, a day of the present year is said without the year. */
function asSaid(row: Holding['row'], { clockStart }: World): Holding['row'] {
  const year = new Date(clockStart * 1000).getUTCFullYear();
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const isNear = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && value.startsWith(`${year}-`);
      return [name, isNear ? spoken(value).replace(` ${year}`, '') : value];
    }),
  );
}

/** Tells whether a sentence names a value of the solution that the first message does not name. */
function betrays({ opening, calls, outputs }: Draft, sentence: string): boolean {
  const [before, now] = [plainWords(opening), plainWords(sentence)];
  const values = [
    ...calls.flatMap(({ arguments: args }) => leavesOf(args as Json).map(({ value }) => value)),
    ...outputs.flatMap(({ type, value }) =>
      type === 'reason' ? [] : leavesOf(value as Json).map((leaf) => leaf.value),
    ),
  ];
  return values.some((value) => value !== null && says(now, value) && !says(before, value));
}
