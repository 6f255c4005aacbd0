// Proves that the task's expected calls need each fact that the user knows. First the fact gets another value, and the
// calls that take the value are made again: the result must differ. Then the fact is taken away: no other source may
// give the values that the calls take.
import { SessionStore } from '../../envs/session/session-store.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { Task } from '../../envs/values/task.ts';
import { otherRows, propertyOf } from '../../envs/verification/other-values.ts';
import { beginTask, goldScript, isCall, play } from '../../envs/verification/script.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import type { World } from '../../envs/world/world.ts';
import { storyMinds } from './stories/rerun-story.ts';
import { originsOf, shownBy, type Origin } from './origins.ts';
import { leavesOf, valueAt, withValueAt, type Place } from '../../envs/values/places.ts';

export interface Ablation {
  /** The number of facts that the expected calls use, either as an argument or to choose a row. */
  readonly facts: number;
  /** The facts that can change or disappear without any effect on the expected calls. Each is written as a sentence. */
  readonly idle: readonly string[];
}

type Fact = Task['user']['facts'][number];

/** One way in which the expected calls use a fact: as an argument, or to choose one item of a result among several. */
interface Use {
  readonly call: number;
  readonly argument: Place;
  /** The changes to the expected calls that another value of the fact would bring. */
  readonly instead: readonly (Change | Redirect)[];
  /** True if the argument is the fact itself, false if the fact only selects an item of a result. */
  readonly literal: boolean;
}

const TRIED = 3;

export function ablate(world: World, task: Task, log: readonly LogEntry[]): Ablation {
  const origins = originsOf(world, task, log);
  const results = task.gold.calls.map((_call, at) => shownBy(log[at + 1]));
  const gold = remade(world, task, origins, undefined);
  const idle: string[] = [];
  let facts = 0;
  for (const fact of task.user.facts) {
    const minds = storyMinds(world, task, fact.value as Json, othersOf(world, {}, fact.value as Json));
    if (minds !== undefined) {
      facts += 1;
      if (!minds) idle.push(`${fact.key} ${JSON.stringify(fact.value)} could be another, and gold would be the same`);
      continue;
    }
    const uses = [...literalUses(world, task, origins, fact), ...choosingUses(task, origins, results, fact)].filter(
      ({ call, argument }) => {
        const gold = task.gold.calls[call];
        const tool = world.tools.get(gold?.name ?? '')?.tool;
        // skip a call that should be refused: one argument causes the refusal, and the others have no effect
        return gold?.error === undefined && tool !== undefined && isRead(tool, String(argument[0]));
      },
    );
    if (uses.length === 0) continue;
    facts += 1;
    const name = `${fact.key} ${JSON.stringify(fact.value)}`;
    const changes = uses.some((use) =>
      use.instead.slice(0, TRIED).some((change) => {
        const other = remade(world, task, origins, change);
        return other === undefined || other.consequences !== gold?.consequences || !passes(world, task, other.calls);
      }),
    );
    if (!changes) idle.push(`${name} could be another, and gold would be the same`);
    else if (uses.every((use) => use.literal && isShown(world, task, results, use)))
      idle.push(`${name} need not be told`);
  }
  return { facts, idle };
}

/** Tells whether a tool's program uses an argument. Some real APIs ask for arguments that have no effect. */
function isRead(tool: Tool, argument: string): boolean {
  const program = JSON.stringify(tool.program);
  return program.includes(':args') || [`:${argument}`, `{${argument}`].some((name) => program.includes(name));
}

/**
 * Tells whether earlier results show this value, and no other, under the argument's name. An agent then finds the value
 * without the user. The result is always false for a read.
 */
function isShown(world: World, task: Task, results: readonly Json[], { call, argument }: Use): boolean {
  const gold = task.gold.calls[call];
  if (gold === undefined || world.tools.get(gold.name)?.tool.effect !== 'write') return false;
  const label = nameOf(argument);
  const shown = results
    .slice(0, call)
    .flatMap((result) => leavesOf(result).filter(({ place }) => nameOf(place) === label));
  const value = canonicalJson(valueAt(gold.arguments as Json, argument) ?? null);
  return shown.length > 0 && shown.every((leaf) => canonicalJson(leaf.value) === value);
}

const nameOf = (place: Place): string => String(place.findLast((step) => typeof step === 'string') ?? '');

/** Finds the arguments of the expected calls that are equal to the fact. */
function literalUses(world: World, task: Task, origins: readonly Origin[][], fact: Fact): Use[] {
  const text = canonicalJson(fact.value as Json);
  return task.gold.calls.flatMap(({ name, arguments: args }, call) => {
    const tool = world.tools.get(name)?.tool;
    const use = (argument: Place, others: readonly Json[]): Use => ({
      call,
      argument,
      instead: others.map((value) => ({ call, argument, value })),
      literal: true,
    });
    const whole = Object.entries(args as JsonObject).flatMap(([argument, value]) =>
      typeof value === 'object' && canonicalJson(value as Json) === text
        ? [use([argument], othersOf(world, {}, value as Json))]
        : [],
    );
    const parts = (origins[call] ?? []).flatMap(({ argument, from }) => {
      const value = valueAt(args as Json, argument);
      if (value === undefined || canonicalJson(value) !== text || from === 'result') return [];
      const property = tool === undefined || argument.length > 1 ? {} : propertyOf(tool, String(argument[0]));
      return [use(argument, othersOf(world, property, value))];
    });
    return [...whole, ...parts];
  });
}

/**
 * Finds arguments that the expected calls take from a result with several items, where the fact tells which item is
 * meant.
 */
function choosingUses(task: Task, origins: readonly Origin[][], results: readonly Json[], fact: Fact): Use[] {
  return task.gold.calls.flatMap((_call, call) =>
    (origins[call] ?? []).flatMap(({ argument, call: from, at }): Use[] => {
      if (from === undefined || at === undefined) return [];
      const instead: Redirect[] = [];
      for (const [depth, step] of at.entries()) {
        const items = typeof step === 'number' ? valueAt(results[from], at.slice(0, depth)) : undefined;
        if (!Array.isArray(items) || typeof step !== 'number') continue;
        const told = leavesOf((items as readonly Json[])[step] ?? null).find(({ value }) => means(fact.value, value));
        if (told === undefined) continue;
        for (const [index, item] of (items as readonly Json[]).entries())
          if (!means(fact.value, valueAt(item, told.place) ?? null) && valueAt(item, at.slice(depth + 1)) !== undefined)
            instead.push({ from, item: at.slice(0, depth + 1), to: [...at.slice(0, depth), index] });
      }
      return instead.length === 0 ? [] : [{ call, argument, instead, literal: false }];
    }),
  );
}

/**
 * Tells whether the user's value means a stored value. They are equal, or the user names the day of a stored date and
 * time.
 */
function means(said: Json, value: Json): boolean {
  if (canonicalJson(said) === canonicalJson(value)) return true;
  return typeof said === 'string' && DAY.test(said) && String(value).startsWith(`${said}T`);
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns other values of the same type that could stand in the place of a value. */
function othersOf(world: World, property: JsonObject, value: Json): Json[] {
  const choices = property['enum'];
  if (Array.isArray(choices)) return (choices as Json[]).filter((each) => each !== value);
  if (Array.isArray(value)) return value.length > 1 ? [value.slice(1)] : [[...value, ...value] as Json];
  if (isJsonObject(value))
    return leavesOf(value).flatMap(({ place, value: leaf }) =>
      othersOf(world, {}, leaf)
        .slice(0, 1)
        .map((other) => withValueAt(value, place, other)),
    );
  if (typeof value === 'boolean') return [!value];
  const rows = otherRows(world, value).slice(0, 2);
  if (typeof value === 'number') return [...rows, value + 1, Math.max(value - 1, 0)];
  if (typeof value !== 'string') return [...rows];
  const date = /^\d{4}-\d\d-\d\d/.test(value)
    ? [value.replace(/-(\d\d)(?=$|T)/, (_all, day: string) => `-${day === '15' ? '16' : '15'}`)]
    : [];
  // SQL compares "89.90 too" as the number 89.90, so a text that is a number gets another number
  const figure = /^-?\d+(?:\.\d+)?$/.test(value)
    ? [(Number(value) + 1).toFixed(value.split('.')[1]?.length ?? 0)]
    : [`${value} too`];
  return [...rows, ...date, ...figure];
}

/** One argument of one call, with another value. */
interface Change {
  readonly call: number;
  readonly argument: Place;
  readonly value: Json;
}

/**
 * Replaces one item of a result by another: every argument that came from the item at `item` now comes from the item at
 * `to`.
 */
export interface Redirect {
  readonly from: number;
  readonly item: Place;
  readonly to: Place;
}

export interface Remade {
  readonly calls: readonly JsonObject[];
  readonly diff: Task['gold']['diff'];
  /** The result of each call. */
  readonly shown: readonly Json[];
  /** Whether a call was refused although the same call succeeds in the expected solution. */
  readonly refused: boolean;
  /** The changed rows, the answers and the errors. They form one text, so that two plays can be compared. */
  readonly consequences: string;
}

/**
 * Finds the item of a result from which the expected calls take a value, and the item that holds the other value under
 * the same name.
 */
export function redirectOf(
  origins: readonly Origin[][],
  results: readonly Json[],
  task: Task,
  value: Json,
  other: Json,
): Redirect | undefined {
  for (const [at, call] of task.gold.calls.entries())
    for (const { argument, call: from, at: place } of origins[at] ?? []) {
      if (from === undefined || place === undefined || valueAt(call.arguments as Json, argument) !== value) continue;
      const depth = place.findLastIndex((step) => typeof step === 'number');
      const items = valueAt(results[from], place.slice(0, depth));
      if (depth === -1 || !Array.isArray(items)) continue;
      const index = (items as readonly Json[]).findIndex((item) => valueAt(item, place.slice(depth + 1)) === other);
      if (index !== -1) return { from, item: place.slice(0, depth + 1), to: [...place.slice(0, depth), index] };
    }
  return undefined;
}

/**
 * Plays the expected calls again with one change, and passes new results on to later calls. Returns undefined if a
 * later call takes a value that no longer exists.
 */
export function remade(
  world: World,
  task: Task,
  origins: readonly (readonly Origin[])[],
  change: Change | Redirect | undefined,
): Remade | undefined {
  const store = new SessionStore();
  const session = beginTask(store, world, task);
  const shown: Json[] = [];
  const told: Json[] = [];
  const calls: JsonObject[] = [];
  let refused = false;
  try {
    for (const [at, { by, name, arguments: gold, error }] of task.gold.calls.entries()) {
      let args = gold as Json;
      for (const { argument, call, at: place } of origins[at] ?? []) {
        if (call === undefined || place === undefined) continue;
        const value = valueAt(shown[call], redirected(call, place, change));
        if (value === undefined) return undefined;
        args = withValueAt(args, argument, value);
      }
      if (change !== undefined && 'value' in change && change.call === at)
        args = withValueAt(args, change.argument, change.value);
      calls.push(args as JsonObject);
      const answer = store.call(session, { by, name, arguments: args as JsonObject });
      refused ||= !answer.ok && error === undefined;
      shown.push((answer.ok ? answer.result : answer.error) as Json);
      told.push(answer.ok ? (task.gold.outputs.length > 0 ? answer.result : true) : answer.error.code);
    }
    const diff = store.diff(session);
    return { calls, diff, shown, refused, consequences: canonicalJson([diff, told]) };
  } finally {
    store.close(session);
  }
}

function redirected(call: number, place: Place, change: Change | Redirect | undefined): Place {
  if (change === undefined || !('item' in change) || change.from !== call) return place;
  const { item, to } = change;
  return item.every((step, at) => place[at] === step) ? [...to, ...place.slice(item.length)] : place;
}

/** Tells whether the expected calls with these arguments solve the task. */
function passes(world: World, task: Task, calls: readonly JsonObject[]): boolean {
  const script = goldScript(world, task);
  let at = 0;
  const events = script.events.map((event) => (isCall(event) ? { ...event, arguments: calls[at++] ?? {} } : event));
  return play(world, task, { ...script, events }, { brief: true }).verdict.reward === 1;
}
