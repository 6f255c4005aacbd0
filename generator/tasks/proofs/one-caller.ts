// The user is one person. The expected calls may act for another person only if the user named that person.
import { canonicalJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { leavesOf } from '../../../envs/values/places.ts';
import { isPerson } from '../words.ts';
import { plainWords, says } from '../../../envs/words/spoken.ts';
import { isWrite, type Proof, type ProofGround } from './proof.ts';

export const oneCaller: Proof = {
  name: 'one caller',
  holes(ground) {
    const people = peopleOf(ground);
    if (people.size < 2) return [];
    const { words } = ground.sayable;
    // the calls may act for a person whom the user names: by the key anywhere in the user's words, or by another value
    // of the person's row in the first message
    const opening = plainWords(ground.task.user.opening);
    const unnamed = [...people].filter(
      ([id, { key }]) => !says(words, key) && !ownValues(ground.world, id).some((value) => says(opening, value)),
    );
    return unnamed.length < 2
      ? []
      : [
          `it is about ${unnamed.length} people whom nothing tells apart: ${unnamed
            .map(([, { key, call }]) => `${String(key)} (${call})`)
            .join(', ')}`,
        ];
  },
};

/** Returns the texts in a person's row that no other row of the table has, such as an e-mail address. */
function ownValues(world: ProofGround['world'], id: string): Json[] {
  const [table = '', key = null] = JSON.parse(id) as [string, Json];
  const rows = indexOf(world).get(table) ?? new Map<Json, JsonObject>();
  const others = [...rows].filter(([other]) => other !== key);
  return Object.entries(rows.get(key) ?? {}).flatMap(([column, value]) =>
    typeof value === 'string' && value !== '' && !others.some(([, row]) => row[column] === value) ? [value] : [],
  );
}

interface Person {
  readonly key: Json;
  readonly call: string;
}

/**
 * Finds the persons to whom the expected calls refer, by their keys. In a write, the key of a row that belongs to a
 * person refers to this person too.
 */
function peopleOf({ world, task }: ProofGround): Map<string, Person> {
  const persons = world.schema.tables.filter(({ name, primaryKey }) => isPerson(name) && primaryKey.length === 1);
  // accounts that belong to customers are not counted as persons, although their table has the name of one
  const tables = persons.filter(
    ({ name, foreignKeys }) =>
      !foreignKeys.some(({ table }) => table !== name && persons.some((each) => each.name === table)),
  );
  const found = new Map<string, Person>();
  for (const { name, arguments: args, by, error } of task.gold.calls) {
    if (by !== 'agent' || error !== undefined) continue;
    for (const { value } of leavesOf(args as Json)) {
      if (typeof value !== 'string' && typeof value !== 'number') continue;
      for (const table of tables) {
        const key = ownerOf(world, table.name, table.primaryKey[0] ?? '', value);
        if (key !== undefined && (isWrite(world, name) || key === value))
          found.set(canonicalJson([table.name, key]), { key, call: name });
      }
    }
  }
  const byTable = new Map<string, number>();
  for (const id of found.keys()) {
    const [table = ''] = JSON.parse(id) as string[];
    byTable.set(table, (byTable.get(table) ?? 0) + 1);
  }
  // only two persons of one table are surely different; a customer and a user may be the same person
  return new Map([...found].filter(([id]) => (byTable.get((JSON.parse(id) as string[])[0] ?? '') ?? 0) > 1));
}

/** Returns the person who has this key, or who owns the row with this key, or undefined. */
function ownerOf(world: ProofGround['world'], people: string, column: string, value: Json): Json | undefined {
  const index = indexOf(world);
  if (index.get(people)?.has(value) === true) return value;
  for (const { name, primaryKey, foreignKeys } of world.schema.tables) {
    if (primaryKey.length !== 1 || name === people) continue;
    const row = index.get(name)?.get(value);
    const reference = foreignKeys.find((key) => key.table === people && key.references[0] === column);
    const owner = reference === undefined ? undefined : row?.[reference.columns[0] ?? ''];
    if (owner !== undefined && owner !== null) return owner as Json;
  }
  return undefined;
}

const indexes = new WeakMap<object, Map<string, Map<Json, JsonObject>>>();

/** Returns the rows of the start state by table and key. Tables without a key of exactly one column are left out. */
function indexOf(world: ProofGround['world']): Map<string, Map<Json, JsonObject>> {
  let known = indexes.get(world);
  if (known === undefined) {
    known = new Map();
    const keys = new Map(world.schema.tables.map(({ name, primaryKey }) => [name, primaryKey]));
    for (const { table, row } of world.environment.seed) {
      const [key, more] = keys.get(table) ?? [];
      if (key === undefined || more !== undefined) continue;
      const rows = known.get(table) ?? new Map<Json, JsonObject>();
      rows.set(row[key] as Json, row);
      known.set(table, rows);
    }
    indexes.set(world, known);
  }
  return known;
}
