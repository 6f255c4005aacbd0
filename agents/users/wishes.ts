// What a user came for, from the control side: the changes that gold makes, each with what it is about and what it could be
// mistaken for, and whether anything of the kind has been done.
import type { Diff } from '../../envs/values/diff.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { thingsOfWorld } from '../../envs/verification/things-of-world.ts';
import { slotsOf, type Slot, type Thing } from '../../envs/words/things.ts';
import { splitName } from '../../envs/words/split-words.ts';
import { deedsIn } from '../../envs/words/deeds.ts';
import type { World } from '../../envs/world/world.ts';

export interface Wish {
  readonly tool: string;
  /** The tool's name as words. */
  readonly words: readonly string[];
  readonly deeds: ReadonlySet<string>;
  readonly slots: readonly Slot[];
}

export interface Call {
  readonly name: string;
  readonly arguments: JsonObject;
}

export function wishesOf(task: Task, world: World): Wish[] {
  const calls = changesOf(task, world);
  if (calls.length === 0) return [];
  const things = thingsOfWorld(world, task, calls);
  return calls.map((call) => wishOf(call, things, (name) => choicesOf(world, call.name, name)));
}

export function wishOf(call: Call, things: readonly Thing[], choices: (name: string) => readonly Json[]): Wish {
  const words = splitName(call.name.split('.').at(-1) ?? call.name);
  return {
    tool: call.name,
    words,
    deeds: deedsIn(words.join(' ')),
    slots: slotsOf(call.arguments, things, choices),
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
 * Whether something of the kind of every wish has happened: as many rows as gold changes, of the same tables in the same
 * way. Right or wrong is the verdict's business; a user who says more would tell the agent what only gold knows.
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
