// Compares the rows at the end of two plays, but ignores values that every call makes anew: timestamps and new ids.
// Each table must have the same number of inserted, changed and deleted rows.
import { canonicalJson, checkedAs, parseJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Diff } from '../../envs/values/diff.ts';
import type { World } from '../../envs/world/world.ts';

/** Compares two net differences, each given as canonical JSON. */
export function sameButForStamps(world: World, one: string, other: string): boolean {
  return one === other || withoutStamps(world, one) === withoutStamps(world, other);
}

function withoutStamps({ roles }: World, text: string): string {
  const masked = Object.entries(checkedAs<Diff>(parseJson(text))).map(([table, { inserted, updated, deleted }]) => {
    const bare = (row: JsonObject): JsonObject =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          value !== null && ANEW.has(roles.get(`${table}.${column}`.toLowerCase()) ?? '') ? '' : value,
        ]),
      );
    const sorted = (rows: readonly Json[]): string[] => rows.map((row) => canonicalJson(row)).sort();
    const changes = updated.map(({ key, before, after }) => ({
      key: bare(key as JsonObject),
      before: bare(before as JsonObject),
      after: bare(after as JsonObject),
    }));
    return [
      table,
      sorted(inserted.map((row) => bare(row as JsonObject))),
      sorted(changes),
      sorted(deleted.map((row) => bare(row as JsonObject))),
    ];
  });
  return canonicalJson(masked as Json);
}

const ANEW: ReadonlySet<string> = new Set(['minted', 'timestamp']);
