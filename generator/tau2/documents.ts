// Reads an environment's documents in the form of the two databases of a recording. Names that begin with `user.`
// belong to the user's database. A name that ends in [] stands for a list, in the order of its keys; a name that ends
// in ! stands for a single document.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import { isJsonObject } from '../../envs/values/json.ts';
import { quoteName } from '../../envs/sql/database-schema.ts';
import type { Connection } from '../../envs/engine/connection.ts';
import type { World } from '../../envs/world/world.ts';

/** Every document as text, by name and key, in the order of the keys. */
export type DocumentTexts = ReadonlyMap<string, ReadonlyMap<string, string>>;
export type Database = 'agent' | 'user';

export function readDocuments(world: World, { db }: Connection): DocumentTexts {
  return new Map(
    Object.entries(world.environment.documents).map(([name, { view, key }]) => {
      const rows = db
        .prepare<[], [string | number, string]>(
          `SELECT ${quoteName(key)}, document FROM ${quoteName(view)} ORDER BY ${quoteName(key)}`,
        )
        .raw(true)
        .all();
      return [name, new Map(rows.map(([id, text]) => [String(id), text]))];
    }),
  );
}

interface Place {
  readonly database: Database;
  /** The name of that member of the database which holds the documents. */
  readonly member: string;
  readonly kind: 'map' | 'list' | 'one';
}

function placeOf(name: string): Place {
  const database = name.startsWith('user.') ? 'user' : 'agent';
  const bare = database === 'user' ? name.slice('user.'.length) : name;
  if (bare.endsWith('[]')) return { database, member: bare.slice(0, -2), kind: 'list' };
  if (bare.endsWith('!')) return { database, member: bare.slice(0, -1), kind: 'one' };
  return { database, member: bare, kind: 'map' };
}

/**
 * Builds one database as JSON. A document for which `wanted` is false stays JSON text, because text is enough to
 * compare it.
 */
export function buildDatabase(
  texts: DocumentTexts,
  database: Database,
  wanted: (name: string, key: string) => boolean,
): JsonObject {
  const built: Record<string, Json> = {};
  for (const [name, documents] of texts) {
    const place = placeOf(name);
    if (place.database !== database) continue;
    const entries = [...documents].map(([key, text]): [string, Json] => [
      key,
      wanted(name, key) ? (JSON.parse(text) as Json) : text,
    ]);
    const only = entries[0]?.[1] ?? null;
    built[place.member] =
      place.kind === 'one'
        ? only
        : place.kind === 'list'
          ? entries.map(([, value]) => value)
          : Object.fromEntries(entries);
  }
  return built;
}

export interface Operation {
  readonly op: string;
  readonly path: string;
  readonly value?: Json;
}

/** Changes a document by a recorded difference. Throws if the document lacks a place that the difference names. */
export function applyPatch(target: JsonObject, operations: readonly Operation[]): void {
  for (const { op, path, value } of operations) {
    const steps = path
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = steps.pop() ?? '';
    let holder: Json = target;
    for (const step of steps)
      holder = (Array.isArray(holder) ? holder[Number(step)] : (holder as JsonObject)?.[step]) as Json;
    if (Array.isArray(holder)) {
      const list = holder as Json[];
      if (op === 'remove') list.splice(Number(last), 1);
      else if (op === 'add') list.splice(last === '-' ? list.length : Number(last), 0, value ?? null);
      else list[Number(last)] = value ?? null;
    } else if (isJsonObject(holder)) {
      const object = holder as Record<string, Json>;
      if (op === 'remove') delete object[last];
      else object[last] = value ?? null;
    } else throw new Error(`there is nothing at ${path}`);
  }
}
