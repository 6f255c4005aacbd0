// Finds words that no customer would say: column names, lists as in a form ("with X as the Y and with Z as the W"),
// letters of another script, and ids of rows. A draft with one of the first three is dropped. Ids are only counted,
// because in some worlds rows have no other names.
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';

export type Oddity = 'column name' | 'form' | 'foreign letters' | 'id';

const COLUMN = /\b[a-z]+_[a-z_]+\b/g;
const FORM = /\bwith [^,.;]+ as the [^,.;]+ and with [^,.;]+ as the\b/;
const FOREIGN = /[^\P{L}\p{Script=Latin}]/u;
/** Matches texts that look like ids, such as "A20001", "PM2061" or "app_1012". */
const ID = /\b(?=[\w-]*\d{3})(?=[\w-]*[A-Za-z])[A-Za-z]{1,5}[_-]?[\w-]*\d[\w-]*\b/g;

/** Lists the kinds of odd words in a user's text. */
export function oddities(text: string, world: World): Oddity[] {
  const found: Oddity[] = [];
  const plain = text.replaceAll(/"[^"]*"/g, '""').replaceAll(/\S+@\S+/g, '');
  if ([...plain.matchAll(COLUMN)].some(([word]) => !keysOf(world).has(word))) found.push('column name');
  if (FORM.test(plain)) found.push('form');
  if (FOREIGN.test(plain)) found.push('foreign letters');
  if ([...plain.matchAll(ID)].some(([id]) => keysOf(world).has(id))) found.push('id');
  return found;
}

/** Returns the words that the user says without being asked. */
export function saidIn({ user }: Task): string {
  return [user.opening, ...(user.later ?? []).map(({ text }) => text)].join(' ');
}

const keys = new WeakMap<World, ReadonlySet<string>>();

function keysOf(world: World): ReadonlySet<string> {
  let known = keys.get(world);
  if (known === undefined) {
    const columns = new Map(world.schema.tables.map(({ name, primaryKey }) => [name, primaryKey]));
    known = new Set(
      world.environment.seed.flatMap(({ table, row }) =>
        (columns.get(table) ?? []).map((column) => String(row[column])),
      ),
    );
    keys.set(world, known);
  }
  return known;
}
