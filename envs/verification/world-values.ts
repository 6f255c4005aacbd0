// What the rows and the tools of an environment know about values: the few values that a column or a parameter can
// have, and the rows in which two values stand together. All of it comes from the environment's own seed and schemas.
import { isJsonObject, type Json } from '../values/json.ts';
import { plainWords } from '../words/spoken.ts';
import { snakeOf } from '../words/split-words.ts';
import type { World } from '../world/world.ts';

export interface WorldValues {
  /** Returns, for each column or parameter of this name, the values that it can have, if they are few words. */
  choices(label: string): readonly (readonly string[])[];
  /** Tells whether some row has a word beside one of these values: "Rome" beside FCO. */
  isBeside(word: string, values: ReadonlySet<string>): boolean;
}

/** A text column with more different values than this is open. */
const MOST_CHOICES = 14;
/** Rows that a column needs, at least, to tell that its values are few. */
const LEAST_ROWS = 6;
const SHORT = 24;
/** Matches names of columns whose values tell how far a thing is, or speak no fact of it. */
const STATES = /(?:^|_)(?:status|state|phase|stage|currency|locale|language|email|phone)$/;
const WORDY = /^\p{L}[\p{L} _-]+$/u;

interface Index {
  readonly choices: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly rows: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
}

const known = new WeakMap<World, Index>();

export function worldValues(world: World): WorldValues {
  const index = (): Index => {
    const found = known.get(world) ?? indexOf(world);
    known.set(world, found);
    return found;
  };
  return {
    choices: (label) => index().choices.get(snakeOf(label)) ?? [],
    isBeside: (word, values) =>
      (index().rows.get(word.toLowerCase()) ?? []).some((row) => [...values].some((value) => row.has(value))),
  };
}

function indexOf({ environment }: World): Index {
  const columns = new Map<string, { rows: number; open: boolean; values: Set<string> }>();
  const rows = new Map<string, Set<string>[]>();
  for (const { table, row } of environment.seed) {
    const values = new Set<string>();
    for (const [name, value] of Object.entries(row)) {
      if (typeof value !== 'string') continue;
      values.add(value.toLowerCase());
      note(columns, `${table} ${snakeOf(name)}`, value);
    }
    for (const word of new Set([...values].flatMap((value) => plainWords(value).trim().split(' ')))) {
      const list = rows.get(word);
      if (list === undefined) rows.set(word, [values]);
      else list.push(values);
    }
  }
  const choices = new Map<string, (readonly string[])[]>();
  for (const [place, { rows: count, open, values }] of columns)
    if (!open && count >= LEAST_ROWS && values.size > 1)
      addTo(choices, place.slice(place.lastIndexOf(' ') + 1), [...values]);
  for (const { parameters } of environment.tools) addEnums(parameters as Json, choices);
  return { choices, rows };
}

function note(
  columns: Map<string, { rows: number; open: boolean; values: Set<string> }>,
  name: string,
  value: string,
): void {
  let column = columns.get(name);
  if (column === undefined) columns.set(name, (column = { rows: 0, open: false, values: new Set() }));
  column.rows += 1;
  if (column.open) return;
  column.values.add(value);
  column.open = column.values.size > MOST_CHOICES || value.length > SHORT || !WORDY.test(value);
}

function addTo(choices: Map<string, (readonly string[])[]>, name: string, values: readonly string[]): void {
  if (STATES.test(name)) return;
  const lists = choices.get(name);
  if (lists === undefined) choices.set(name, [values]);
  else lists.push(values);
}

/** Adds the values that the properties of a schema list. */
function addEnums(schema: Json, choices: Map<string, (readonly string[])[]>): void {
  if (Array.isArray(schema)) for (const each of schema as readonly Json[]) addEnums(each, choices);
  if (!isJsonObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && isJsonObject(value as Json))
      for (const [name, property] of Object.entries(value as Record<string, Json>)) {
        const listed = isJsonObject(property) && Array.isArray(property['enum']) ? (property['enum'] as Json[]) : [];
        const words = listed.filter((each): each is string => typeof each === 'string' && WORDY.test(each));
        if (words.length > 1) addTo(choices, snakeOf(name), words);
      }
    addEnums(value as Json, choices);
  }
}
