// The user's wishes: the changes that the agent makes in the stored solution, each with its values and with other
// values that could be confused with them. Also tells whether such changes have been made.
import { firstPerson } from '../../envs/server/opening.ts';
import type { Diff } from '../../envs/values/diff.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { tokensSaid } from '../../envs/verification/answers.ts';
import { thingsOfWorld } from '../../envs/verification/things-of-world.ts';
import { slotsOf, type Slot, type Thing } from '../../envs/words/things.ts';
import { ownWords } from '../../envs/words/split-words.ts';
import { isUnspoken } from '../../envs/words/unspoken.ts';
import { deedsIn } from '../../envs/words/deeds.ts';
import type { World } from '../../envs/world/world.ts';
import type { Seat } from '../episodes/players.ts';
import { serviceOf, type Service } from './service.ts';

export interface Wish {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The words of the tool's name. */
  readonly words: readonly string[];
  /** The phrases with which the environment's agent proposes this call. */
  readonly frames: readonly string[];
  readonly deeds: ReadonlySet<string>;
  readonly slots: readonly Slot[];
  /**
   * If the user wants the same change for several rows: the keys of all other rows in these tables, which must not be
   * changed.
   */
  readonly outside?: ReadonlySet<string>;
  /** The words of the service that offers the tool. */
  readonly service?: Service;
}

export interface Call {
  readonly name: string;
  readonly arguments: JsonObject;
}

export function wishesOf(task: Task, world: World): Wish[] {
  const calls = changesOf(task, world);
  if (calls.length === 0) return [];
  const things = thingsOfWorld(world, task, calls);
  const service = serviceOf(world);
  return asSets(
    calls.map((call) => ({
      ...(service && { service }),
      ...wishOf(call, things, (name) => choicesOf(world, call.name, name)),
      frames: world.environment.speech?.tools[call.name]?.proposes ?? [],
    })),
    world,
  );
}

/**
 * Lets wishes for the same change to several rows know of each other: a proposal that names the row of one is not a
 * mix-up for the others, and `outside` gets the rows that none of them means. Wishes that differ in more than the row
 * stay apart, because a value for one row must not be accepted for another.
 */
function asSets(wishes: readonly Wish[], world: World): Wish[] {
  return wishes.map((wish) => {
    const others = wishes.filter((each) => each !== wish && isSameDeed(each, wish));
    if (others.length === 0) return wish;
    const rows = others.flatMap(({ slots }) => slots.filter(({ isRow }) => isRow).flatMap(({ own }) => own));
    const names = new Set(rows.map(({ value }) => value));
    const slots = wish.slots.map((slot) =>
      slot.isRow ? { ...slot, others: slot.others.filter(({ value }) => !names.has(value)) } : slot,
    );
    return { ...wish, slots, outside: keysBeside(world, [wish, ...others]) };
  });
}

/**
 * Returns the keys of the rows that the wishes do not name. Only tables with at least two wished rows are considered.
 */
function keysBeside(world: World, wishes: readonly Wish[]): Set<string> {
  const own = new Set(wishes.flatMap(({ slots }) => slots.map(({ value }) => value)));
  const keys = new Map<string, string[]>();
  const single = new Map(world.schema.tables.map(({ name, primaryKey }) => [name.toLowerCase(), primaryKey]));
  for (const { table, row } of world.environment.seed) {
    const [column = '', ...more] = single.get(table.toLowerCase()) ?? [];
    const key = row[column];
    if (more.length === 0 && typeof key === 'string') pushTo(keys, table, key);
  }
  const meant = [...keys.values()].filter((each) => each.filter((key) => own.has(key)).length > 1);
  return new Set(meant.flat().filter((key) => !own.has(key)));
}

function pushTo(lists: Map<string, string[]>, name: string, value: string): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
}

/** Tells whether two wishes use the same tool and differ only in one argument, which is the key of a row. */
function isSameDeed(one: Wish, other: Wish): boolean {
  if (one.tool !== other.tool || one.slots.length !== other.slots.length) return false;
  const differ = one.slots.filter((slot, at) => slot.value !== other.slots[at]?.value);
  return differ.length === 1 && differ[0]?.isRow === true;
}

export function wishOf(call: Call, things: readonly Thing[], choices: (name: string) => readonly Json[]): Wish {
  const words = ownWords(call.name);
  return {
    tool: call.name,
    arguments: call.arguments,
    words,
    frames: [],
    deeds: deedsIn(words.join(' ')),
    slots: slotsOf(call.arguments, things, choices).filter(({ name }) => !isUnspoken(name, call.name)),
  };
}

function changesOf(task: Task, world: World): Call[] {
  return task.gold.calls.flatMap(({ by, name, arguments: args }) =>
    by === 'agent' && world.tools?.get(name)?.tool.effect === 'write' ? [{ name, arguments: args as JsonObject }] : [],
  );
}

function choicesOf(world: World, tool: string, name: string): readonly Json[] {
  const properties = world.tools.get(tool)?.tool.parameters['properties'];
  const property = isJsonObject(properties) ? properties[name] : undefined;
  return isJsonObject(property) && Array.isArray(property['enum']) ? (property['enum'] as readonly Json[]) : [];
}

/**
 * Tells whether the session has at least the changes of the solution, or of another accepted result: in the same
 * tables, of the same kind and, for updates, in a column of the solution. The values are not compared, because a user
 * that compared them would reveal values of the solution.
 */
export function isServed(task: Task, found: Diff): boolean {
  return [task.gold.diff, ...(task.accept ?? [])].some((wanted) => covers(found, wanted));
}

function covers(found: Diff, wanted: Diff): boolean {
  return Object.entries(wanted).every(([table, { inserted, updated, deleted }]) => {
    const own = found[table];
    const count = (rows: readonly unknown[] | undefined, least: readonly unknown[]): boolean =>
      (rows?.length ?? 0) >= least.length;
    return (
      count(own?.inserted, inserted) &&
      count(own?.deleted, deleted) &&
      updated.every(({ after }) =>
        (own?.updated ?? []).some((each) => Object.keys(after).some((column) => Object.hasOwn(each.after, column))),
      )
    );
  });
}

/**
 * Tells whether a wish is still neither done nor answered, as far as the user can see. `said` is the text of all
 * messages of the agent.
 */
export async function isOpen({ task, changes }: Seat, said: string): Promise<boolean> {
  if (task.gold.end === 'refused') return true;
  const unanswered = task.gold.outputs.some(
    (output) => output.type !== 'contains' && output.type !== 'reason' && tokensSaid(output, said).length === 0,
  );
  if (unanswered) return true;
  if (changes === undefined || Object.keys(task.gold.diff).length === 0) return false;
  return !isServed(task, await changes());
}

/**
 * Tells whether the user can see that every wish is done or answered. False if the task has neither answers nor visible
 * changes.
 */
export async function isFulfilled(seat: Seat, said: string): Promise<boolean> {
  const { outputs, diff } = seat.task.gold;
  const isSeen = outputs.length > 0 || (seat.changes !== undefined && Object.keys(diff).length > 0);
  return isSeen && !(await isOpen(seat, said));
}

/**
 * Returns the first sentence of the goal in the user's own voice: "You want to move a booking." becomes "I want to move
 * a booking." Returns `opening` if that sentence is empty or has more than 600 characters.
 */
export function spokenWish(goal: string, opening: string): string {
  const [wish = ''] = goal.split(/(?<=[.!?]) (?=You(?:r| know| do not) )|\n/);
  const own = firstPerson(wish.trim());
  return own === '' || own.length > 600 ? opening : own;
}
