// Draws the arguments of a call at random: keys and values of rows that belong together, listed choices, and values
// that the user makes up.
import type { Random } from '../../envs/random.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import type { Atlas, Leaf, Row } from './atlas.ts';
import { freeValue } from './free-values.ts';
import type { Goal } from './plan.ts';
import { guards } from './proofs/sight-of-rule.ts';
import { phraseOf, thing } from './words.ts';

/** Draws the arguments of a tool. Arguments are taken from the rows in `focus` where possible. */
export function drawGoal(atlas: Atlas, tool: Tool, random: Random, focus: readonly Row[] = []): Goal | undefined {
  const leaves = atlas.leaves(tool).filter((leaf) => leaf.required || !leaf.plumbing);
  const rows: Row[] = [...focus];
  const chosen: { leaf: Leaf; value: Json; row?: Row }[] = [];
  const donors = new Map<string, Row>();
  const payload = leaves.filter((leaf) => !leaf.required && leaf.meaning.kind !== 'key');
  // an update needs at least one new value besides its keys
  const isUpdate =
    tool.effect === 'write' && leaves.filter((leaf) => leaf.required).every((leaf) => leaf.meaning.kind === 'key');
  const extra = new Set(random.shuffled(payload).slice(0, isUpdate ? random.int(1, 2) : random.real() < 0.3 ? 1 : 0));
  for (const leaf of leaves) {
    if (!leaf.required && !extra.has(leaf)) continue;
    const drawn = drawLeaf(atlas, tool, leaf, rows, donors, random);
    if (drawn === undefined) {
      if (leaf.required) return undefined;
      continue;
    }
    chosen.push({ leaf, ...drawn });
    if (drawn.row !== undefined && !rows.includes(drawn.row)) rows.push(drawn.row);
  }
  const args: Record<string, Json> = {};
  for (const { leaf, value } of chosen) put(args, leaf.path, value);
  return { tool, arguments: args, rows, leaves: chosen };
}

function drawLeaf(
  atlas: Atlas,
  tool: Tool,
  leaf: Leaf,
  rows: readonly Row[],
  donors: Map<string, Row>,
  random: Random,
): { value: Json; row?: Row } | undefined {
  const { meaning } = leaf;
  if (meaning.kind === 'key') {
    const near = rowNear(atlas, meaning.table, rows, random);
    const row = near !== undefined && tool.effect === 'write' ? (another(atlas, near, rows, random) ?? near) : near;
    return row === undefined ? undefined : { value: row.values[meaning.column] as Json, row };
  }
  if (meaning.kind === 'choice') return { value: random.pick(meaning.values) };
  const place = meaning.kind === 'fact' ? meaning : meaning.kind === 'free' ? meaning.like : undefined;
  if (place !== undefined && (tool.effect === 'read' || rows.some((row) => isPartOf(atlas, row, place.table)))) {
    // a read takes a value of the row itself; so does a numeric part of a key, such as the line number in an order
    const row = rowNear(atlas, place.table, rows, random);
    const value = row?.values[place.column];
    if (row !== undefined && value !== undefined && value !== null && tool.effect === 'read') return { value, row };
    const isKeyPart = atlas.table(place.table)?.primaryKey.includes(place.column) === true;
    if (row !== undefined && isKeyPart && typeof value === 'number') return { value, row };
  }
  if (place !== undefined && !isNameOfOther(tool, leaf, place.table)) {
    // new values for columns of one table all come from one other row of this table, so that they fit together
    const donor = donors.get(place.table) ?? pickOther(atlas, place.table, rows, random);
    if (donor !== undefined) {
      donors.set(place.table, donor);
      const value = plainPart(donor.values[place.column]);
      if (value !== undefined && !(tool.effect === 'write' && isComing(leaf, value))) return { value };
    }
  }
  const value =
    causeFor(atlas, tool, leaf, rows) ??
    freeValue(leaf, tool.name.toLowerCase(), atlas.world.environment.clock, random);
  return value === undefined ? undefined : { value };
}

/** Tells whether a new row would get the name of a row of another kind, such as a driver the name of a race. */
function isNameOfOther(tool: Tool, { path, meaning }: Leaf, table: string): boolean {
  const { noun } = phraseOf(tool);
  const isName = /^(name|title|label)$/i.test(path.findLast((part) => part !== '[]') ?? '');
  if (tool.effect !== 'write' || meaning.kind !== 'free' || !isName || noun === '') return false;
  return noun.split(' ').at(-1) !== thing(table).split(' ').at(-1);
}

/**
 * Finds a reason for the call in a text of a row. Returns undefined unless the argument asks for a reason and a rule
 * about the tool reads the table of this row.
 */
function causeFor(atlas: Atlas, tool: Tool, { path }: Leaf, rows: readonly Row[]): Json | undefined {
  if (tool.effect !== 'write' || !/reason|cause|why/i.test(path.findLast((part) => part !== '[]') ?? ''))
    return undefined;
  const { world } = atlas;
  const tables = guards(world)
    .filter(({ tools }) => tools.has(tool.name))
    .flatMap(({ check }) => check.vetted.reads);
  for (const table of new Set(tables))
    for (const column of atlas.table(table)?.columns ?? []) {
      if (world.roles.get(`${table}.${column.name}`.toLowerCase()) !== 'prose') continue;
      const [told] = rows.flatMap((row) => causesNear(atlas, row, table)).map(({ values }) => values[column.name]);
      if (typeof told === 'string') return told;
    }
  return undefined;
}

/**
 * Finds the rows of a table that belong to a given row. If there are none, finds those that belong to rows which refer
 * to the given row.
 */
function causesNear(atlas: Atlas, row: Row, table: string): readonly Row[] {
  const near = atlas.related(row, table);
  if (near.length > 0) return near;
  return atlas.world.schema.tables.flatMap(({ name, foreignKeys }) =>
    foreignKeys.some((key) => key.table === row.table)
      ? atlas
          .related(row, name)
          .flatMap((child) => atlas.related(child, table).filter((each) => isChild(atlas, each, child)))
      : [],
  );
}

function isChild(atlas: Atlas, row: Row, of: Row): boolean {
  const key = atlas.keyOf(of.table);
  return (
    key !== undefined &&
    (atlas.table(row.table)?.foreignKeys ?? []).some(
      ({ table, columns }) => table === of.table && row.values[columns[0] ?? ''] === of.values[key],
    )
  );
}

/** Tells whether a value is a date that should be in the future. Users name future days, except for birthdays. */
function isComing({ path }: Leaf, value: Json): boolean {
  const name = path.findLast((part) => part !== '[]') ?? '';
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !/birth|born|dob/i.test(name);
}

/**
 * Turns a value of a row into a plain argument. A stored list gives its first item; a stored object gives undefined.
 */
function plainPart(value: Json | undefined): Json | undefined {
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  if (typeof value !== 'string' || !/^[[{].*[\]}]$/.test(value)) return value;
  try {
    const stored: unknown = JSON.parse(value);
    const [first] = Array.isArray(stored) ? (stored as Json[]) : [];
    return typeof first === 'object' || first === undefined ? undefined : first;
  } catch {
    return value;
  }
}

function isPartOf(atlas: Atlas, row: Row, table: string): boolean {
  return row.table === table || (atlas.table(table)?.foreignKeys.some((key) => key.table === row.table) ?? false);
}

function pickOther(atlas: Atlas, table: string, rows: readonly Row[], random: Random): Row | undefined {
  const others = atlas.rows(table).filter((row) => !rows.includes(row));
  return others.length === 0 ? undefined : random.pick(others);
}

/**
 * Picks a row of a table: usually a given row of this table, or else a row that belongs to a given row, or any row of
 * the table.
 */
function rowNear(atlas: Atlas, table: string, rows: readonly Row[], random: Random): Row | undefined {
  const same = rows.find((row) => row.table === table);
  if (same !== undefined && random.real() < 0.85) return same;
  for (const row of rows) {
    const near = atlas.related(row, table).filter((each) => !rows.includes(each));
    if (near.length > 0) return random.pick(near);
  }
  const all = atlas.rows(table);
  return all.length === 0 ? undefined : random.pick(all);
}

const OTHERWISE = 0.5;

/**
 * With the chance OTHERWISE, picks a row other than the one to which a given row refers, such as another variant of the
 * same product.
 */
function another(atlas: Atlas, row: Row, rows: readonly Row[], random: Random): Row | undefined {
  const key = atlas.keyOf(row.table);
  if (key === undefined || rows.includes(row)) return undefined;
  const isReferred = rows.some((each) =>
    atlas
      .table(each.table)
      ?.foreignKeys.some(
        ({ table, columns }) => table === row.table && each.values[columns[0] ?? ''] === row.values[key],
      ),
  );
  if (!isReferred || random.real() >= OTHERWISE) return undefined;
  const owners = (atlas.table(row.table)?.foreignKeys ?? []).flatMap(({ columns }) => columns);
  const kin = atlas
    .rows(row.table)
    .filter((each) => each !== row && owners.every((column) => each.values[column] === row.values[column]));
  return kin.length === 0 ? undefined : random.pick(kin);
}

function put(into: Record<string, Json>, path: readonly string[], value: Json): void {
  const [head = '', next, ...rest] = path;
  if (next === undefined) {
    into[head] = value;
    return;
  }
  if (next === '[]') {
    const list = (into[head] as Json[] | undefined) ?? [];
    into[head] = list;
    if (rest.length === 0) {
      list.push(value);
      return;
    }
    const item = (list[0] as Record<string, Json> | undefined) ?? {};
    list[0] = item;
    put(item, rest, value);
    return;
  }
  const inner = (into[head] as Record<string, Json> | undefined) ?? {};
  into[head] = inner;
  put(inner, [next, ...rest], value);
}
