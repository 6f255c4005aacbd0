// Fills phrases with placeholders (frames) with the values of a call, of its result and of rows that earlier results
// have shown. A frame is skipped if one of its values is missing. Returns undefined if no frame can be filled.
import type { Random } from '../../envs/random.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { amountSaid, isMoney, spoken } from '../../envs/words/spoken.ts';
import { firstRow, rowOf } from './row-name.ts';
import { article, worded } from './value-words.ts';

export interface Told {
  /** The format of amounts of money, such as "{value} euros". Undefined means dollars. */
  readonly money?: string | undefined;
  readonly arguments: JsonObject;
  readonly result?: Json;
  /** The results of all calls so far. */
  readonly shown: readonly Json[];
}

export function framed(frames: readonly string[] | undefined, told: Told, random: Random): string | undefined {
  const ordered = { ...told, shown: nearestLast(told) };
  const shuffled = random
    .shuffled(frames ?? [])
    .map((frame) => ({ frame, lists: unnamedLists(frame, told.arguments), keys: bareKeys(frame, told.arguments) }));
  for (const { frame } of shuffled.sort((one, other) => one.lists - other.lists || one.keys - other.keys)) {
    const text = filled(frame, ordered);
    if (text !== undefined) return text;
  }
  return undefined;
}

/**
 * Counts the rows that a phrase names only by their keys: {order_id} without {order_id.title}. The phrase with the
 * fewest such rows is used, because people do not know keys.
 */
function bareKeys(frame: string, args: JsonObject): number {
  const paths = [...frame.matchAll(/\{([\w.]+)\}/g)].map(([, path = '']) => path);
  return paths.filter((path) => {
    const value = valueAt(path.split('.'), args);
    const isKey = typeof value === 'string' && /^\S*\d\S*$/.test(value) && !/^\d{4}-\d\d/.test(value);
    return isKey && !paths.some((each) => each.startsWith(`${path}.`));
  }).length;
}

/**
 * Counts the lists of a call that a phrase does not name. For example, "add {add.0.name}" does not name the list
 * `remove`.
 */
function unnamedLists(frame: string, args: JsonObject): number {
  return Object.entries(args).filter(
    ([name, value]) => Array.isArray(value) && value.length > 0 && !new RegExp(String.raw`\{${name}[.}]`).test(frame),
  ).length;
}

function valueAt([step, ...rest]: readonly string[], value: Json | undefined): Json | undefined {
  if (step === undefined) return value;
  if (Array.isArray(value)) return valueAt(rest, (value as readonly Json[])[Number(step)]);
  return isJsonObject(value) ? valueAt(rest, value[step] as Json | undefined) : undefined;
}

/** Tells whether a phrase names only some items of a list. Such a phrase would say less than the call does. */
function leavesOut(frame: string, args: JsonObject): boolean {
  return Object.entries(args).some(([name, list]) => {
    if (!Array.isArray(list) || !frame.includes(`{${name}.0`)) return false;
    return (list as readonly Json[]).some((_item, at) => !frame.includes(`{${name}.${at}`));
  });
}

/** Tells whether one of the phrases gives exactly this text for another call. */
export function saysAlso(text: string, frames: readonly string[], told: Told): boolean {
  const ordered = { ...told, shown: nearestLast(told) };
  return frames.some((frame) => filled(frame, ordered) === text);
}

/**
 * Fills one phrase, or returns undefined if a value is missing. Adapts an article to the value: "a {type} ticket"
 * becomes "an account ticket".
 */
function filled(frame: string, told: Told): string | undefined {
  let isWhole = !leavesOut(frame, told.arguments);
  const text = frame.replaceAll(/(\b[Aa] )?\{([\w.]+)\}/g, (_all, before: string | undefined, path: string) => {
    const found = valueOf(path.split('.'), told);
    if (found === undefined || found.value === null || typeof found.value === 'object') isWhole = false;
    const value = found === undefined ? '' : said(found.value, found.name, told.money);
    return before === undefined ? value : `${before[0]}${article(value) === 'an' ? 'n' : ''} ${value}`;
  });
  return isWhole ? text : undefined;
}

/**
 * Sorts the results so that those with the most texts of the call's arguments come last, because the search begins at
 * the end. The search then finds a line of the call's own order before a line of another order.
 */
function nearestLast({ arguments: args, shown }: Told): readonly Json[] {
  const ids = Object.values(args).filter((value) => typeof value === 'string');
  const score = (json: Json): number => {
    const text = JSON.stringify(json);
    return ids.filter((id) => text.includes(JSON.stringify(id))).length;
  };
  return shown
    .map((json) => ({ json, near: score(json) }))
    .sort((a, b) => a.near - b.near)
    .map(({ json }) => json);
}

function valueOf(
  [first = '', ...rest]: readonly string[],
  { arguments: args, result, shown }: Told,
): Found | undefined {
  return first === 'result' ? inside(result, rest, '', shown) : inside(args[first], rest, first, shown);
}

interface Found {
  readonly value: Json;
  readonly name: string;
}

/**
 * Follows a path through the value. If the path goes on behind an id, follows it in a shown row that has this id. The
 * ids of a list `ids` are looked up under the singular name `id`, because rows use that name.
 */
function inside(
  value: Json | undefined,
  path: readonly string[],
  name: string,
  shown: readonly Json[],
): Found | undefined {
  const [next, ...rest] = path;
  if (value === undefined) return undefined;
  if (next === undefined) return { value, name };
  if (Array.isArray(value))
    return inside((value as readonly Json[])[Number(next)], rest, name.replace(/s$/, ''), shown);
  if (isJsonObject(value)) return inside(value[next] as Json | undefined, rest, next, shown);
  // the names "id" and "uid" are tried too, because a row may call its own key so
  const names = typeof value === 'string' && /\d/.test(value) ? [...namesOf(name), 'id', 'uid'] : namesOf(name);
  for (const find of typeof value === 'string' && /\d/.test(value)
    ? [ownRow, rowWith, rowAround]
    : [rowWith, rowAround])
    for (const called of names)
      for (const each of shown.toReversed()) {
        const row = find(each, called, value, next);
        if (row !== undefined) return inside(row, path, called, shown);
      }
  // if the field names differ, the row is looked up by its key: `owner_id` of a channel may be `member_id` of the
  // member
  const row = rowOf(value, shown);
  return row?.[next] === undefined ? undefined : inside(row[next] as Json, rest, next, shown);
}

/**
 * Returns the names that rows may use for an argument's value: for newConnectionId also ConnectionId in small letters
 * (connectionId).
 */
function namesOf(name: string): string[] {
  const short = name.includes('_')
    ? name.slice(name.indexOf('_') + 1)
    : name.replace(/^[a-z]+(?=[A-Z])/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  return short === name || !/[_A-Z]/.test(short) ? [name] : [name, ...namesOf(short)];
}

/**
 * Finds the row that begins with this value, because a row's first field is usually its own key. If several rows begin
 * with the value, it is a reference to another row, and the function returns undefined.
 */
function ownRow(json: Json, _name: string, value: Json, wanted: string): JsonObject | undefined {
  const isOwn = (row: JsonObject): boolean => Object.values(row)[0] === value && row[wanted] !== undefined;
  const found = firstRow(json, isOwn);
  return firstRow(json, (row) => row !== found && isOwn(row)) === undefined ? found : undefined;
}

function rowWith(json: Json, name: string, value: Json, wanted: string): JsonObject | undefined {
  return firstRow(json, (row) => row[name] === value && row[wanted] !== undefined);
}

/**
 * Finds the innermost object that has the wanted member and contains, at any depth, a member of this name with this
 * value.
 */
function rowAround(json: Json, name: string, value: Json, wanted: string): JsonObject | undefined {
  if (json === null || typeof json !== 'object') return undefined;
  const inner = Object.values(json).map((each) => each as Json);
  for (const each of inner) {
    const found = rowAround(each, name, value, wanted);
    if (found !== undefined) return found;
  }
  const isAround = isJsonObject(json) && json[wanted] !== undefined && inner.some((each) => holds(each, name, value));
  return isAround ? json : undefined;
}

function holds(json: Json, name: string, value: Json): boolean {
  if (Array.isArray(json)) return (json as readonly Json[]).some((each) => holds(each, name, value));
  return (
    isJsonObject(json) && (json[name] === value || Object.values(json).some((each) => holds(each as Json, name, value)))
  );
}

/**
 * Matches the names of fields whose texts are said unchanged, such as ids and names. In other texts, such as
 * repaired_privately, underscores become spaces.
 */
const NAMES =
  /(?:^|_|[a-z](?=[A-Z]))(?:id|name|user|login|handle|slug|key|code|tag|label|channel|file|path|column|field)s?$/i;

/** Matches the end of the name of an amount in cents, such as amount_c and fareCents. */
const CENTS = /(?:_c|_cents|Cents)$/;

export function said(value: Json, name: string, money?: string): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number' && isMoney(name)) return amountSaid(value, money);
  if (typeof value === 'number' && CENTS.test(name) && isMoney(name.replace(CENTS, '')))
    return amountSaid(value / 100, money);
  const month = typeof value === 'string' ? /^\d{4}-(\d\d)$/.exec(value)?.[1] : undefined;
  if (month !== undefined) return spoken(`2000-${month}-01`).split(' ')[1] ?? month;
  return spoken(typeof value === 'string' && !NAMES.test(name) ? worded(value) : value, name);
}
