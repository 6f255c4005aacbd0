// Writes reads as steps of a story. An argument of a read is a fact of the user, or a value that an earlier read shows.
// If the earlier read shows a list, the user's facts choose the item.
import { isJsonObject, type Json, type JsonObject } from '../../../../envs/values/json.ts';
import { leavesOf } from '../../../../envs/values/places.ts';
import type { StoryStep } from '../../../../envs/values/story.ts';
import { splitName } from '../../../../envs/words/split-words.ts';
import type { Fact, PlannedCall } from '../../plan.ts';
import { listWith } from '../list-shown.ts';

const NAME = /^[A-Za-z_]\w*$/;

/** Tells whether the expressions of a story can contain this name. */
export const isPlainName = (name: string | number): boolean => NAME.test(String(name));

/** A read that was made, and its result. */
export interface Made {
  readonly call: PlannedCall;
  readonly result: Json;
}

export interface LookSteps {
  /** The facts of the user that the steps use. */
  readonly facts: readonly Fact[];
  steps(names: (key: string) => string): readonly StoryStep[];
}

/** A step that is not complete: a function that makes it when the names of the facts are known. */
type Part = (names: (key: string) => string) => StoryStep;

/**
 * Writes the reads as steps. The result of the last read is named `last`. Returns undefined if an argument of a read is
 * neither a fact nor a value that an earlier read shows.
 */
export function lookSteps(looks: readonly Made[], facts: readonly Fact[], last: string): LookSteps | undefined {
  const used = new Set<Fact>();
  const chosen = new Map<number, Part>();
  const calls: Part[] = [];
  const nameOf = (at: number): string => (at === looks.length - 1 ? last : `${last}_${at + 1}`);
  for (const { call } of looks) {
    const given: (readonly [string, (names: (key: string) => string) => string])[] = [];
    for (const [name, value] of Object.entries(call.arguments)) {
      const fact = facts.find((each) => each.value === value);
      if (fact !== undefined) {
        used.add(fact);
        given.push([name, (names) => `:${names(fact.key)}`]);
        continue;
      }
      const shown = shownBefore(looks.slice(0, calls.length), value as Json, facts, nameOf);
      if (shown === undefined) return undefined;
      for (const each of shown.facts) used.add(each);
      if (shown.choose !== undefined) chosen.set(shown.at, shown.choose);
      given.push([name, () => shown.expression]);
    }
    const at = calls.length;
    calls.push((names) => ({
      call: call.name,
      with: Object.fromEntries(given.map(([name, write]) => [name, write(names)])),
      as: nameOf(at),
    }));
  }
  return {
    facts: [...used],
    steps: (names) =>
      calls.flatMap((write, at) => [write(names), ...(chosen.has(at) ? [(chosen.get(at) as Part)(names)] : [])]),
  };
}

interface ShownValue {
  readonly at: number;
  readonly expression: string;
  readonly facts: readonly Fact[];
  readonly choose?: Part;
}

/** Finds the value in the result of an earlier read, and the step that chooses the item with the value. */
function shownBefore(
  looks: readonly Made[],
  value: Json,
  facts: readonly Fact[],
  nameOf: (at: number) => string,
): ShownValue | undefined {
  for (const [at, { result }] of looks.entries()) {
    const name = nameOf(at);
    const place = leavesOf(result).find((leaf) => leaf.value === value)?.place;
    if (place !== undefined && place.length > 0 && place.every(isPlainName))
      return { at, expression: [`:${name}`, ...place].join('.'), facts: [] };
    const found = listWith(result, value, []);
    const item = found?.items.find((each) => Object.values(each).includes(value));
    const key = Object.keys(item ?? {}).find((each) => item?.[each] === value) ?? '';
    if (found === undefined || item === undefined || ![...found.path, key].every(isPlainName)) continue;
    const told = facts.flatMap((fact) => tellingOf(item, fact));
    const fits = (each: JsonObject): boolean =>
      told.every(({ member, fact }) => isSaid(each[member] as Json, fact.value));
    if (found.items.filter(fits).length !== 1) continue;
    const it = `${name}_it`;
    return {
      at,
      expression: `:${it}.${key}`,
      facts: told.map(({ fact }) => fact),
      choose: (names) => ({
        choose: [`:${name}`, ...found.path].join('.'),
        as: it,
        ...(told.length === 0 ? {} : { where: told.map((each) => sameAs(it, item, each, names)).join(' AND ') }),
      }),
    };
  }
  return undefined;
}

interface Telling {
  readonly member: string;
  readonly fact: Fact;
}

/** Returns the field of an item that a fact of the user names, as a list of one entry or none. */
function tellingOf(item: JsonObject, fact: Fact): Telling[] {
  if (fact.role !== 'which' || !isJsonObject(item)) return [];
  const member = Object.keys(item).find(
    (name) => fact.key.endsWith(splitName(name).join(' ')) && isSaid(item[name] as Json, fact.value),
  );
  return member === undefined || !isPlainName(member) ? [] : [{ member, fact }];
}

/**
 * Tells whether the user's value means the stored value. They are equal, or the user names the day of a stored time.
 */
function isSaid(value: Json, said: Json): boolean {
  return value === said || (isDayAlone(said) && String(value).startsWith(`${String(said)}T`));
}

const isDayAlone = (value: Json): boolean => /^\d{4}-\d\d-\d\d$/.test(String(value));

function sameAs(it: string, item: JsonObject, { member, fact }: Telling, names: (key: string) => string): string {
  const own = `:${it}.${member}`;
  return `${item[member] === fact.value ? own : `substr(${own}, 1, 10)`} = :${names(fact.key)}`;
}
