// The description of a tau2-bench domain for the import: the files of the domain's databases, and how their documents
// become rows. The domain's tools, schema and programs are data in fixtures/tau2.
import type { SeedRow } from '../../envs/values/environment.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';

/**
 * The files that together make the policy. If there are tags, the text of each file is put between the opening and
 * closing mark of its tag.
 */
export interface PolicyFiles {
  readonly files: readonly string[];
  readonly tags?: readonly string[];
}

export interface Tau2Domain {
  readonly name: string;
  /** The names of the database files without .json or .toml: the agent's file, and the user's file if there is one. */
  readonly databases: { readonly agent: string; readonly user?: string };
  /** Ways to find the policy. The first way whose files all exist is used. */
  readonly policies: readonly PolicyFiles[];
  rows(databases: { readonly agent: JsonObject; readonly user: JsonObject }): SeedRow[];
}

/**
 * Returns the value if it is an object. Throws otherwise, because the database is then from another version of tau2.
 */
export function objectAt(value: Json | undefined, path: string): JsonObject {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new MissingPart(path, 'an object');
  return value as JsonObject;
}

export function listAt(value: Json | undefined, path: string): readonly Json[] {
  if (!Array.isArray(value)) throw new MissingPart(path, 'a list');
  return value as readonly Json[];
}

/** Thrown for a database of a version of tau2-bench that the importer does not know. */
export class MissingPart extends Error {
  constructor(path: string, wanted: string) {
    super(`${path} is not ${wanted}`);
  }
}

export function jsonText(value: Json | undefined): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

export function flag(value: Json | undefined): Json {
  return value === undefined || value === null ? null : value === true ? 1 : 0;
}

/** Makes a list to which rows can be added. Undefined values become null. */
export function rowList(): {
  readonly rows: SeedRow[];
  put(table: string, row: Record<string, Json | undefined>): void;
} {
  const rows: SeedRow[] = [];
  return {
    rows,
    put: (table, row) => {
      rows.push({ table, row: Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value ?? null])) });
    },
  };
}

const ADDRESS = ['address1', 'address2', 'city', 'country', 'state', 'zip'] as const;

export function addressColumns(value: Json | undefined, path: string): Record<string, Json | undefined> {
  const address = objectAt(value, path);
  return Object.fromEntries(ADDRESS.map((key) => [key, address[key]]));
}
