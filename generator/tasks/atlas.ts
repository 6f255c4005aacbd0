// Learns the meaning of each tool argument and the links between rows. It uses only rows and the tools' successful
// examples, because it must work for environments of any author.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import type { Table } from '../../envs/sql/database-schema.ts';
import type { World } from '../../envs/world/world.ts';
import { generalRole } from './argument-roles.ts';
import { ownWords, splitName } from '../../envs/words/split-words.ts';

export type Meaning =
  | { readonly kind: 'key'; readonly table: string; readonly column: string }
  /** A value of a row that is not a key, such as an e-mail address or a city. */
  | { readonly kind: 'fact'; readonly table: string; readonly column: string }
  | { readonly kind: 'choice'; readonly values: readonly Json[] }
  /** Words to search for. */
  | { readonly kind: 'search' }
  /** A value that the user makes up. `like` is a column with the argument's name; its values serve as examples. */
  | { readonly kind: 'free'; readonly like?: { readonly table: string; readonly column: string } };

export interface Leaf {
  /** The names from the arguments object down to this value, with [] for the items of a list. */
  readonly path: readonly string[];
  readonly schema: JsonObject;
  readonly required: boolean;
  readonly meaning: Meaning;
  /** The values of this argument in the examples that succeed. */
  readonly seen: readonly Json[];
  /** Whether a person would never mention the argument, because it is a page, a header, a credential or a constant. */
  readonly plumbing: boolean;
}

export interface Row {
  readonly table: string;
  readonly values: JsonObject;
}

const MOST_ROWS = 4000;
const SEARCH = /^(query|q|search|search term|search text|keyword|keywords|text|term)$/;

export class Atlas {
  readonly world: World;
  private readonly rowsOf = new Map<string, Row[]>();
  private readonly byKey = new Map<string, ReadonlyMap<Json, Row>>();
  private readonly places = new Map<Json, Set<string>>();
  private readonly leavesOf = new Map<string, readonly Leaf[]>();

  constructor(world: World) {
    this.world = world;
    for (const { table, row } of world.environment.seed) {
      const rows = this.rowsOf.get(table) ?? [];
      if (rows.length >= MOST_ROWS) continue;
      rows.push({ table, values: row });
      this.rowsOf.set(table, rows);
      for (const [column, value] of Object.entries(row)) {
        if (value === null || typeof value === 'object') continue;
        const known = this.places.get(value) ?? new Set<string>();
        known.add(`${table}.${column}`);
        this.places.set(value, known);
      }
    }
  }

  tools(test: (tool: Tool) => boolean): Tool[] {
    return this.world.environment.tools.filter((tool) => tool.audience !== 'control' && test(tool));
  }

  rows(table: string): readonly Row[] {
    return this.rowsOf.get(table) ?? [];
  }

  table(name: string): Table | undefined {
    return this.world.schema.tables.find((table) => table.name === name);
  }

  /** Returns the key column of a table, or undefined if the key has several columns. */
  keyOf(name: string): string | undefined {
    const key = this.table(name)?.primaryKey ?? [];
    return key.length === 1 ? key[0] : undefined;
  }

  rowByKey(table: string, value: Json): Row | undefined {
    let rows = this.byKey.get(table);
    if (rows === undefined) {
      const key = this.keyOf(table);
      rows = new Map(key === undefined ? [] : this.rows(table).map((row) => [row.values[key] ?? null, row]));
      this.byKey.set(table, rows);
    }
    return rows.get(value);
  }

  isKnown(value: Json): boolean {
    return this.places.has(value);
  }

  /**
   * Finds the rows of a table that belong to a row: one of the two refers to the other, or both refer to a third row.
   */
  related(row: Row, table: string): readonly Row[] {
    if (row.table === table) return [row];
    const own = this.table(row.table);
    const other = this.table(table);
    if (own === undefined || other === undefined) return [];
    for (const key of own.foreignKeys)
      if (key.table === table) return this.rows(table).filter((each) => joins(row, key.columns, each, key.references));
    for (const key of other.foreignKeys)
      if (key.table === row.table)
        return this.rows(table).filter((each) => joins(each, key.columns, row, key.references));
    for (const mine of own.foreignKeys)
      for (const theirs of other.foreignKeys)
        if (mine.table === theirs.table)
          return this.rows(table).filter((each) =>
            mine.columns.every((column, at) => {
              const value = row.values[column] ?? null;
              return value !== null && value === each.values[theirs.columns[at] ?? ''];
            }),
          );
    // otherwise take the rows that belong to a row to which this row refers
    for (const mine of own.foreignKeys) {
      const parent = this.rows(mine.table).find((each) => joins(row, mine.columns, each, mine.references));
      if (parent === undefined || mine.table === row.table) continue;
      const found = this.directly(parent, table);
      if (found.length > 0) return found;
    }
    return [];
  }

  private directly(row: Row, table: string): readonly Row[] {
    const own = this.table(row.table);
    const other = this.table(table);
    for (const key of own?.foreignKeys ?? [])
      if (key.table === table) return this.rows(table).filter((each) => joins(row, key.columns, each, key.references));
    for (const key of other?.foreignKeys ?? [])
      if (key.table === row.table)
        return this.rows(table).filter((each) => joins(each, key.columns, row, key.references));
    return [];
  }

  /** Lists the single values among a tool's arguments, each with its meaning. */
  leaves(tool: Tool): readonly Leaf[] {
    const known = this.leavesOf.get(tool.name);
    if (known !== undefined) return known;
    const found: Leaf[] = [];
    const examples = (tool.examples ?? [])
      .filter((each) => each.expect === 'ok')
      .map(({ arguments: args }) => args as JsonObject);
    const walk = (schema: JsonObject, path: readonly string[], required: boolean, depth: number): void => {
      const properties = schema['properties'];
      if (isJsonObject(properties) && depth < 4) {
        const needed = new Set((schema['required'] ?? []) as readonly string[]);
        for (const [name, each] of Object.entries(properties))
          if (isJsonObject(each)) walk(each, [...path, name], required && needed.has(name), depth + 1);
        return;
      }
      if (isJsonObject(schema['items']) && depth < 4) {
        walk(schema['items'], [...path, '[]'], required, depth + 1);
        return;
      }
      const seen = examples.flatMap((args) => valuesAt(args, path));
      const plumbing = path.length === 1 && isPlumbing(tool, path[0] ?? '', schema, required);
      found.push({ path, schema, required, seen, plumbing, meaning: this.meaningOf(path, schema, seen) });
    };
    walk(tool.parameters as JsonObject, [], true, 0);
    this.leavesOf.set(tool.name, found);
    return found;
  }

  /** Finds the column with the argument's name, which holds texts and is not part of a key. */
  private namesake(words: readonly string[]): Place | undefined {
    if (words.includes('description')) return undefined;
    for (const table of this.world.schema.tables)
      for (const column of table.columns) {
        if (splitName(column.name).join(' ') !== words.join(' ') || table.primaryKey.includes(column.name)) continue;
        if (this.rows(table.name).some(({ values }) => typeof values[column.name] === 'string'))
          return { table: table.name, column: column.name };
      }
    return undefined;
  }

  private meaningOf(path: readonly string[], schema: JsonObject, seen: readonly Json[]): Meaning {
    if (Array.isArray(schema['enum'])) return { kind: 'choice', values: schema['enum'] as readonly Json[] };
    if ([schema['type']].flat().includes('boolean')) return { kind: 'choice', values: [true, false] };
    const name = path.findLast((part) => part !== '[]') ?? '';
    const words = splitName(name);
    if (SEARCH.test(words.join(' '))) return { kind: 'search' };
    const known = seen.filter((value) => this.places.has(value));
    const candidates = [...new Set(known.flatMap((value) => [...(this.places.get(value) ?? [])]))];
    let best: { place: string; score: number } | undefined;
    for (const place of candidates) {
      const [table = '', column = ''] = place.split('.');
      const isKey = this.keyOf(table) === column;
      const columnWords = splitName(column);
      const same = columnWords.join(' ') === words.join(' ');
      const near =
        same ||
        words.join(' ').endsWith(columnWords.join(' ')) ||
        columnWords.join(' ').endsWith(words.join(' ')) ||
        `${ownWords(table).join(' ')} ${columnWords.join(' ')}`.endsWith(words.join(' '));
      const share =
        known.filter((value) => this.places.get(value)?.has(place) === true).length / Math.max(seen.length, 1);
      const isText = known.some((value) => typeof value === 'string');
      // a column may hold the same number by chance, so numbers score less than texts
      const score = (same ? 3 : near ? 2 : 0) + (isKey ? 2.5 : 0) + (isText ? 0 : -1.5) + share;
      if (score >= 2.5 && (best === undefined || score > best.score || (score === best.score && place < best.place)))
        best = { place, score };
    }
    if (best === undefined) {
      const like = this.namesake(words);
      return like === undefined ? { kind: 'free' } : { kind: 'free', like };
    }
    const [table = '', column = ''] = best.place.split('.');
    if (this.keyOf(table) === column) return { kind: 'key', table, column };
    const reference = this.table(table)?.foreignKeys.find(
      (key) => key.columns.length === 1 && key.columns[0] === column,
    );
    const target = reference === undefined ? undefined : this.keyOf(reference.table);
    if (reference !== undefined && target !== undefined && reference.references[0] === target)
      return { kind: 'key', table: reference.table, column: target };
    return { kind: 'fact', table, column };
  }
}

function isPlumbing(tool: Tool, name: string, schema: JsonObject, required: boolean): boolean {
  if (Array.isArray(schema['enum']) && schema['enum'].length === 1) return true;
  if (required) return false;
  if (tool.http?.in?.[name] === 'header') return true;
  const type = String([schema['type']].flat()[0] ?? 'string');
  const role = generalRole(
    {
      name,
      path: [name],
      words: splitName(name),
      type: type === 'integer' ? 'integer' : type === 'number' ? 'real' : type === 'boolean' ? 'boolean' : 'text',
      schema,
      description: String(schema['description'] ?? ''),
      required,
      nullable: false,
      choices: [],
    },
    tool.effect === 'read',
  );
  return role !== undefined;
}

export interface Place {
  readonly table: string;
  readonly column: string;
}

function joins(child: Row, columns: readonly string[], parent: Row, references: readonly string[]): boolean {
  return columns.every((column, at) => {
    const value = child.values[column] ?? null;
    return value !== null && value === parent.values[references[at] ?? ''];
  });
}

export function valuesAt(value: Json | undefined, path: readonly string[]): Json[] {
  if (value === undefined) return [];
  const [head, ...rest] = path;
  if (head === undefined) return value !== null && typeof value === 'object' ? [] : [value];
  if (head === '[]')
    return Array.isArray(value) ? (value as readonly Json[]).flatMap((each) => valuesAt(each, rest)) : [];
  return isJsonObject(value) && Object.hasOwn(value, head) ? valuesAt(value[head] as Json, rest) : [];
}
