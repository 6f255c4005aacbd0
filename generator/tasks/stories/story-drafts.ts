// Makes a draft of a task from an occasion of a story. If a small change of the start state leads the story into
// another branch, also makes the draft of a twin: nearly the same task, but with another right outcome and other words
// of the user.
import type { World } from '../../../envs/world/world.ts';
import type { Diff } from '../../../envs/values/diff.ts';
import { canonicalJson, checkedAs, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { leavesOf } from '../../../envs/values/places.ts';
import type { Family, TaskStory } from '../../../envs/values/story.ts';
import type { Task } from '../../../envs/values/task.ts';
import { plainWords, says } from '../../../envs/words/spoken.ts';
import type { Draft } from '../draft-task.ts';
import type { Answer } from '../placed-answers.ts';
import type { Fact, PlannedCall, SaidWish } from '../plan.ts';
import type { Ground } from '../plan-goals.ts';
import { patchesFor, rowsNamed } from '../proofs/patches.ts';
import { persona } from '../words.ts';
import { personaOf } from './manners.ts';
import { retold, type Occasion } from './occasion.ts';
import { ranOn } from './ran-on.ts';
import { choosesIn, toolsIn } from './story-tools.ts';
import type { Declined, StoryCall, StoryRun } from './run-story.ts';
import { factKey, startsOf, toldLater, type KeptCall } from './told-later.ts';

const MOST_PATCHES = 30;
const PER_TABLE = 5;
const PER_COLUMN = 3;

/**
 * Makes the draft of an occasion, and the draft of its twin if there is one. Returns undefined if the story cannot be
 * played or makes a task of an unwanted kind.
 */
export function draftsOf(
  ground: Ground,
  occasion: Occasion,
  wanted: (kind: Task['kind']) => boolean = () => true,
): readonly Draft[] | undefined {
  const run = ranOn(ground, occasion, undefined);
  if (run === undefined) return undefined;
  const first = draftOf(ground, occasion, run, undefined);
  if (first === undefined || !wanted(first.kind)) return undefined;
  const other = isDecided(run) ? twinOf(ground, occasion, run) : undefined;
  const twin =
    other === undefined ? undefined : draftOf(ground, inOtherWords(occasion, first.opening), other.run, other.patch);
  return twin === undefined ? [first] : [first, twin];
}

/** The number of times that other words are drawn for a twin. */
const REWORDED = 6;

/**
 * Returns the occasion with another first message that says the same values, or the same occasion if no such message is
 * drawn.
 */
function inOtherWords(occasion: Occasion, said: string): Occasion {
  const left = ({ opening, story: { knows } }: Occasion): string =>
    Object.keys(knows)
      .filter((key) => isKeptBack({ opening }, key, knows[key] as Json))
      .join();
  for (let times = 0; times < REWORDED; times++) {
    const other = retold(occasion);
    if (other.opening !== said && left(other) === left(occasion)) return other;
  }
  return occasion;
}

const isDecided = ({ decisions }: StoryRun): boolean => decisions.length > 0;

/**
 * Finds a patch, that is, a change of one row, with which the story decides differently and can still be played. A read
 * must show the changed row.
 */
function twinOf(ground: Ground, occasion: Occasion, run: StoryRun): { run: StoryRun; patch: Diff } | undefined {
  const { atlas, random } = ground;
  const { world } = atlas;
  const looks = run.calls.filter(({ name }) => world.tools.get(name)?.tool.effect === 'read');
  const programs = [...new Set(looks.map(({ name }) => name))].flatMap((name) => world.tools.get(name)?.program ?? []);
  const statements = programs.flatMap((program) => program.statements);
  const reads = [...new Set(statements.flatMap(({ vetted }) => vetted.reads))];
  const patches = patchesFor(world, {
    reads,
    text: statements.map(({ vetted }) => vetted.text).join('\n'),
    from: run.calls.flatMap(({ arguments: args }) => leavesOf(args as Json).map(({ value }) => value)),
    perTable: PER_TABLE,
    perColumn: PER_COLUMN,
  });
  const shape = shapeOf(run);
  let second: { run: StoryRun; patch: Diff } | undefined;
  const drawn = random.shuffled(patches).slice(0, MOST_PATCHES);
  // try usual values first: an amount that no other row has, such as one cent more, would look made up
  for (const { diff, column } of [
    ...drawn.filter(({ isUsual }) => isUsual === true),
    ...drawn.filter(({ isUsual }) => isUsual !== true),
  ]) {
    // skip patches that add or remove a row, because they would look made up
    if (column === undefined || touches(world, diff, occasion.story)) continue;
    const other = ranOn(ground, occasion, diff);
    if (other === undefined || canonicalJson(other.decisions as Json) === canonicalJson(run.decisions as Json))
      continue;
    if (!differs(other, run)) continue;
    if (shapeOf(other) !== shape) return { run: other, patch: diff };
    second ??= { run: other, patch: diff };
  }
  return second;
}

/**
 * Tells whether a patch changes a value that the user knows, or makes a known row refer to another row. The user would
 * then say something false.
 */
function touches(world: World, diff: Diff, { knows }: TaskStory): boolean {
  const known = new Set(Object.values(knows).map((value) => canonicalJson(value)));
  const isKnown = (value: unknown): boolean => known.has(canonicalJson(value as Json));
  return Object.entries(diff).some(([table, { updated }]) =>
    updated.some(({ before }) =>
      Object.entries(before).some(
        ([column, value]) =>
          isKnown(value) ||
          rowsNamed(world, table, column, value as Json).some((row) =>
            Object.values(row).some((each) => typeof each === 'string' && isKnown(each)),
          ),
      ),
    ),
  );
}

const shapeOf = ({ calls }: StoryRun): string => calls.map(({ name }) => name).join(' ');

function differs(a: StoryRun, b: StoryRun): boolean {
  const text = ({ calls, answers }: StoryRun): string =>
    canonicalJson([calls.map(({ name, arguments: args }) => [name, args]), answers.map(({ value }) => value)] as Json);
  return text(a) !== text(b);
}

function draftOf(ground: Ground, occasion: Occasion, run: StoryRun, patch: Diff | undefined): Draft | undefined {
  const { atlas, random } = ground;
  const { world } = atlas;
  const { story, opening, wants, who, setup, rows, later = [] } = occasion;
  const effect = ({ name }: PlannedCall): string | undefined => world.tools.get(name)?.tool.effect;
  const calls = withoutRepeats(run.calls, (call) => effect(call) === 'read');
  const planned = calls.map(({ planned: call }) => call);
  const changes = calls.some(({ call }) => effect(call) === 'write' && !call.refused);
  const outputs = run.answers.map(({ expression: _expression, ...answer }): Answer => ({
    ...answer,
    origin: { call: calls.length - 1, at: '', how: 'computed' },
  }));
  // if two answers were equal, the verifier could not tell which of them an agent gave
  if (new Set(outputs.map(({ type, value }) => canonicalJson([type, value]))).size < outputs.length) return undefined;
  const { declined } = run;
  // a task has one end, so a story that changes or answers something cannot also decline
  if (declined !== undefined && (changes || outputs.length > 0)) return undefined;
  const facts = factsOf(story, who);
  const hidden = facts.filter(({ key, value }) => isKeptBack(occasion, key, value)).map(({ key }) => key);
  const kind = kindOf(run, {
    changes,
    answers: outputs.length > 0,
    byUser: calls.some(({ call }) => call.by === 'user'),
    writes: calls.filter(({ call }) => effect(call) === 'write').length,
    asksWhich: hidden.some((key) => !who.includes(key) && !later.some(({ keys }) => keys.map(factKey).includes(key))),
  });
  const starts = startsOf(ground, occasion, patch);
  const late = toldLater(occasion, calls, starts);
  if (late === undefined) return undefined;
  return {
    kind,
    calls: planned,
    facts,
    rows,
    opening,
    wants,
    persona: occasion.manner === undefined ? persona(random) : personaOf(occasion.manner),
    ...(occasion.manner === undefined ? {} : { how: occasion.manner.how }),
    wishes: occasion.wishes ?? [wishOf(occasion)],
    outputs,
    remarks: run.remarks.map(({ after, ...remark }, index) => {
      const kept = calls.filter(({ at }) => at < after).length;
      // a remark before the first call of a later wish belongs to this wish too
      const wish = starts.findLastIndex((start) => index >= start.remarks);
      return { ...remark, calls: planned.slice(0, kept), ...(wish === -1 ? {} : { late: wish }) };
    }),
    asked: new Set(hidden),
    tags: tagsOf(story.family, run, later.length > 0),
    ...(declined === undefined ? {} : declining(declined, facts)),
    ...late,
    changes,
    mayFail: calls.some(({ call }) => call.refused),
    keep: planned.filter((call) => effect(call) === 'read'),
    computed: calls.flatMap(({ call, map }) =>
      call.computed.map(({ argument, expression, uses }) => ({
        call: plain(call),
        argument,
        expression,
        uses: uses.flatMap((use) => planned[map.get(use) ?? -1] ?? []),
      })),
    ),
    story,
    ...(occasion.seed === undefined ? {} : { seed: occasion.seed }),
    ...(setup === undefined && patch === undefined
      ? {}
      : { setup: { calls: setup?.calls ?? [], ...(patch === undefined ? {} : { patch }) } }),
  };
}

/** Returns the wish of an occasion that has only one. */
const wishOf = ({ opening, story: { knows, steps } }: Occasion): SaidWish => ({
  said: opening,
  means: new Set(Object.values(knows)),
  tools: toolsIn(steps),
  chooses: choosesIn(steps),
});

const plain = ({ by, name, arguments: args }: StoryCall): PlannedCall => ({ by, name, arguments: args as JsonObject });

/**
 * Leaves out a read that repeats an earlier read, unless a write came between the two. `map` gives the new index of
 * each call by its old index.
 */
function withoutRepeats(
  calls: readonly StoryCall[],
  isRead: (call: PlannedCall) => boolean,
): (KeptCall & { map: ReadonlyMap<number, number> })[] {
  const seen = new Map<string, number>();
  const map = new Map<number, number>();
  const kept: KeptCall[] = [];
  for (const [at, call] of calls.entries()) {
    const text = canonicalJson(plain(call));
    const known = isRead(call) ? seen.get(text) : undefined;
    if (known !== undefined) {
      map.set(at, known);
      continue;
    }
    if (isRead(call)) seen.set(text, kept.length);
    else seen.clear();
    map.set(at, kept.length);
    kept.push({ call, planned: plain(call), at });
  }
  return kept.map((each) => ({ ...each, map }));
}

function factsOf({ knows }: TaskStory, who: readonly string[]): Fact[] {
  return Object.entries(knows).flatMap(([key, value]) =>
    value === null
      ? []
      : [{ key: factKey(key), value, role: who.includes(key) ? ('who' as const) : ('what' as const) }],
  );
}

interface Seen {
  readonly changes: boolean;
  readonly answers: boolean;
  readonly byUser: boolean;
  readonly asksWhich: boolean;
  readonly writes: number;
}

function kindOf({ declined }: StoryRun, { changes, answers, byUser, asksWhich, writes }: Seen): Task['kind'] {
  if (declined !== undefined) return 'abstain';
  if (byUser) return 'dual';
  if (!changes) return 'read';
  if (answers) return 'mixed';
  return asksWhich ? 'clarify' : writes > 1 ? 'multi' : 'write';
}

/** Tells whether the first message leaves a value out. The user then says the value later, or when the agent asks. */
function isKeptBack({ opening }: Pick<Occasion, 'opening'>, key: string, value: Json): boolean {
  return !says(plainWords(opening), value, key);
}

/** Returns the parts of a draft in which the agent declines. */
function declining({ reason, call, because, rule }: Declined, facts: readonly Fact[]): Partial<Draft> {
  const from = because === undefined || because === null ? [] : [because];
  const output = checkedAs<Answer>({
    key: 'reason',
    type: 'reason',
    value: reason,
    ...(from.length > 0 ? { from } : {}),
  });
  return {
    outputs: [output],
    end: 'refused',
    ...(call === undefined ? {} : { declines: [call] }),
    ...(rule === undefined ? {} : { rules: [rule] }),
    // the user insists on one fact only
    insisted: new Set(
      facts
        .filter(({ role }) => role === 'what')
        .slice(0, 1)
        .map(({ key }) => key),
    ),
  };
}

function tagsOf(family: Family, { decisions, declined }: StoryRun, isLate: boolean): string[] {
  const tags = new Set<string>(['story', family]);
  if (isLate) tags.add('late wish');
  for (const each of declined === undefined ? [] : ['decline', declined.reason]) tags.add(each);
  if (declined?.rule !== undefined) tags.add('policy');
  if (decisions.some((each) => /^(?:if|try)/.test(each))) tags.add('condition');
  if (decisions.some((each) => each.startsWith('choose'))) tags.add('choice');
  if (decisions.some((each) => each.startsWith('each'))) tags.add('each');
  if (decisions.some((each) => each.startsWith('total'))) tags.add('total');
  return [...tags].sort();
}
