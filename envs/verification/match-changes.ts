// Compares the expected changes with the found ones. New ids differ from episode to episode, so each expected new id is
// paired with a found one so that all rows and references agree. Changes without a partner are the differences.
import { canonicalJson, type Json } from '../values/json.ts';
import { closeReals, type Cell, type Change } from './masked-diff.ts';

export interface Difference {
  /** state: an expected change is missing or wrong. collateral: another row or column was changed. */
  readonly part: 'state' | 'collateral';
  readonly expected: Json;
  readonly found: Json;
  readonly message: string;
}

type Id = string | number;
/** Maps each expected new id to the found new id that takes its place. */
export type Naming = ReadonlyMap<Id, Id>;

const MAX_STATES = 20_000;

/** Returns the differences. If there are none, `naming` maps each expected new id to its found new id. */
export function matchChanges(
  expected: readonly Change[],
  found: readonly Change[],
): { differences: Difference[]; naming: Naming } {
  const search = new Search(expected, found);
  const naming = search.run();
  if (naming !== undefined) return { differences: [], naming };
  return { differences: explain(expected, found, search.best), naming: search.best };
}

/** Tells for each expected change whether it was found. `exact` tells whether there were no further changes. */
export function heldChanges(
  expected: readonly Change[],
  found: readonly Change[],
): { readonly held: readonly boolean[]; readonly exact: boolean; readonly naming: Naming } {
  const search = new Search(expected, found);
  const naming = search.run();
  if (naming !== undefined) return { held: expected.map(() => true), exact: true, naming };
  const { paired, forward } = pair(expected, found, search.best);
  const stands = new Set(
    paired.filter(([change, other]) => namesNewRows(change, other, forward)).map(([change]) => change),
  );
  return { held: expected.map((change) => stands.has(change)), exact: false, naming: forward };
}

/** Pairs rows one by one, and takes pairs back if a row finds no partner. Rows with few partners come first. */
class Search {
  best: Map<Id, Id> = new Map();
  private bestCount = -1;
  private states = 0;
  private readonly partner = new Map<number, number>();
  private readonly expected: readonly Change[];
  private readonly found: readonly Change[];
  private readonly candidates: readonly (readonly number[])[];
  private readonly order: readonly number[];

  constructor(expected: readonly Change[], found: readonly Change[]) {
    this.expected = expected;
    this.found = found;
    const colors = refine(expected, found);
    this.candidates = expected.map((change, at) =>
      found.flatMap((other, index) =>
        colors.expected[at] === colors.found[index] && compatible(change, other) ? [index] : [],
      ),
    );
    this.order = expected
      .map((_, at) => at)
      .sort((a, b) => (this.candidates[a]?.length ?? 0) - (this.candidates[b]?.length ?? 0) || a - b);
  }

  run(): Map<Id, Id> | undefined {
    const forward = new Map<Id, Id>();
    const complete = this.step(0, new Set(), forward, new Map());
    return complete && this.expected.length === this.found.length ? forward : undefined;
  }

  private step(depth: number, used: Set<number>, forward: Map<Id, Id>, backward: Map<Id, Id>): boolean {
    if (depth > this.bestCount) {
      this.bestCount = depth;
      this.best = new Map(forward);
    }
    if (depth === this.order.length) return this.proseAgrees(forward);
    if (++this.states > MAX_STATES) return false;
    const at = this.order[depth] as number;
    for (const index of this.candidates[at] ?? []) {
      if (used.has(index)) continue;
      const bound = unify(this.expected[at] as Change, this.found[index] as Change, forward, backward);
      if (bound === undefined) continue;
      used.add(index);
      this.partner.set(at, index);
      if (this.step(depth + 1, used, forward, backward)) return true;
      used.delete(index);
      for (const [a, b] of bound) {
        forward.delete(a);
        backward.delete(b);
      }
    }
    return false;
  }

  /** Tells whether each found free text contains the new ids that the expected text contains. */
  private proseAgrees(naming: Naming): boolean {
    return this.expected.every((change, at) => {
      const other = this.found[this.partner.get(at) ?? -1];
      return Object.entries(change.cells).every(([column, cell]) => {
        const found = other?.cells[column];
        if (cell.kind !== 'prose' || found?.kind !== 'prose') return true;
        return cell.ids.every((id) => found.ids.includes(String(naming.get(id) ?? naming.get(Number(id)) ?? '')));
      });
    });
  }
}

/** Adds pairs of new ids so that two rows agree. Returns the added pairs, or undefined if the rows cannot agree. */
function unify(a: Change, b: Change, forward: Map<Id, Id>, backward: Map<Id, Id>): [Id, Id][] | undefined {
  const bound: [Id, Id][] = [];
  const pair = (x: Id, y: Id): boolean => {
    const known = forward.get(x);
    if (known !== undefined || backward.has(y)) return known === y && backward.get(y) === x;
    forward.set(x, y);
    backward.set(y, x);
    bound.push([x, y]);
    return true;
  };
  for (const [column, cell] of Object.entries(a.cells)) {
    const other = b.cells[column];
    let agrees = other !== undefined;
    if (cell.kind === 'minted') agrees = other?.kind === 'minted' && pair(cell.id, other.id);
    if (!agrees) {
      for (const [x, y] of bound) {
        forward.delete(x);
        backward.delete(y);
      }
      return undefined;
    }
  }
  return bound;
}

/** Tells whether two changes could be the same if new ids are ignored. */
function compatible(a: Change, b: Change): boolean {
  if (a.kind !== b.kind || a.table !== b.table) return false;
  if (a.kind !== 'inserted' && canonicalJson(a.key) !== canonicalJson(b.key)) return false;
  const columns = Object.keys(a.cells);
  return (
    columns.length === Object.keys(b.cells).length &&
    columns.every((column) => agree(a.cells[column] as Cell, b.cells[column]))
  );
}

function agree(a: Cell, b: Cell | undefined): boolean {
  if (b === undefined) return false;
  if (a.kind === 'real')
    return (
      (b.kind === 'real' && closeReals(a.value, b.value)) ||
      (b.kind === 'exact' && typeof b.value === 'number' && closeReals(a.value, b.value))
    );
  if (b.kind === 'real') return a.kind === 'exact' && typeof a.value === 'number' && closeReals(a.value, b.value);
  if (a.kind !== b.kind) return false;
  if (a.kind === 'exact' && b.kind === 'exact') return canonicalJson(a.value) === canonicalJson(b.value);
  if (a.kind === 'set' && b.kind === 'set') return a.set === b.set;
  if (a.kind === 'prose' && b.kind === 'prose')
    return a.set === b.set && a.values.every((value) => b.values.includes(value)) && a.ids.length <= b.ids.length;
  return true;
}

/**
 * Computes a hash (called colour) for each row, from its content and the rows that share new ids with it. Equal rows of
 * both sides get equal hashes.
 */
function refine(expected: readonly Change[], found: readonly Change[]): { expected: string[]; found: string[] } {
  const sides = [expected, found].map((changes) => ({ changes, names: new Map<Id, string>(), rows: [] as string[] }));
  for (let round = 0; round < 6; round++) {
    for (const side of sides) {
      side.rows = side.changes.map((change) => colour(change, side.names));
      const seen = new Map<Id, string[]>();
      side.changes.forEach((change, at) => {
        for (const [column, cell] of Object.entries(change.cells)) {
          if (cell.kind !== 'minted') continue;
          const list = seen.get(cell.id) ?? [];
          list.push(`${column}:${side.rows[at]}`);
          seen.set(cell.id, list);
        }
      });
      for (const [id, list] of seen) side.names.set(id, shortHash(list.sort().join('|')));
    }
  }
  return { expected: sides[0]?.rows ?? [], found: sides[1]?.rows ?? [] };
}

function colour(change: Change, names: ReadonlyMap<Id, string>): string {
  const key = change.kind === 'inserted' ? '' : canonicalJson(change.key);
  const cells = Object.keys(change.cells)
    .sort()
    .map((column) => {
      const cell = change.cells[column] as Cell;
      if (cell.kind === 'minted') return `${column}=@${names.get(cell.id) ?? ''}`;
      if (cell.kind === 'exact' && typeof cell.value !== 'number') return `${column}=${canonicalJson(cell.value)}`;
      // the value is not hashed here, because `agree` allows small differences of numbers, and compares free text by
      // the values in it
      return column;
    });
  return shortHash(`${change.kind} ${change.table} ${key} ${cells.join(' ')}`);
}

function shortHash(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9dc5811c;
  for (let at = 0; at < text.length; at++) {
    a = Math.imul(a ^ text.charCodeAt(at), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(at), 0x85ebca6b);
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}

// ---- explaining the differences -------------------------------------------------------------------------------------

interface Paired {
  readonly missing: Change[];
  readonly paired: (readonly [Change, Change])[];
  readonly left: Set<Change>;
  readonly forward: Map<Id, Id>;
}

/** Pairs rows one after the other and takes no pair back. The rows that are left over explain the differences. */
function pair(expected: readonly Change[], found: readonly Change[], naming: Naming): Paired {
  const left = new Set(found);
  const missing: Change[] = [];
  const paired: [Change, Change][] = [];
  const forward = new Map(naming);
  const backward = new Map([...naming].map(([a, b]) => [b, a]));
  for (const change of expected) {
    const partner = [...left].find(
      (other) => compatible(change, other) && unify(change, other, forward, backward) !== undefined,
    );
    if (partner === undefined) missing.push(change);
    else {
      left.delete(partner);
      paired.push([change, partner]);
    }
  }
  return { missing, paired, left, forward };
}

function namesNewRows(change: Change, other: Change, forward: Naming): boolean {
  return Object.entries(change.cells).every(([column, cell]) => {
    const found = other.cells[column];
    if (cell.kind !== 'prose' || found?.kind !== 'prose') return true;
    return cell.ids.every((id) => found.ids.includes(String(forward.get(id) ?? '')));
  });
}

function explain(expected: readonly Change[], found: readonly Change[], naming: Naming): Difference[] {
  const differences: Difference[] = [];
  const { missing, paired, left, forward } = pair(expected, found, naming);
  for (const [change, other] of paired) {
    for (const [column, cell] of Object.entries(change.cells)) {
      const found = other.cells[column];
      if (cell.kind !== 'prose' || found?.kind !== 'prose') continue;
      if (!cell.ids.every((id) => found.ids.includes(String(forward.get(id) ?? '')))) {
        differences.push({
          part: 'state',
          expected: cell.text,
          found: found.text,
          message: `${column} of ${describe(change)} does not name the right new row`,
        });
      }
    }
  }
  for (const change of missing) {
    const near = [...left]
      .filter(
        (other) =>
          other.kind === change.kind &&
          other.table === change.table &&
          (change.kind === 'inserted' || canonicalJson(change.key) === canonicalJson(other.key)),
      )
      .sort((a, b) => distance(change, a) - distance(change, b))[0];
    if (near === undefined) {
      differences.push({ part: 'state', expected: change.row, found: null, message: `${describe(change)} is missing` });
      continue;
    }
    left.delete(near);
    const wrong = Object.keys(change.cells).filter(
      (column) => !agree(change.cells[column] as Cell, near.cells[column]),
    );
    const extra = Object.keys(near.cells).filter((column) => !(column in change.cells));
    if (wrong.length > 0 || extra.length === 0) {
      const columns = wrong.length > 0 ? wrong : referring(change);
      differences.push({
        part: 'state',
        expected: pick(change.row, columns),
        found: pick(near.row, columns),
        message:
          wrong.length > 0
            ? `${describe(change)} has another ${columns.join(', ')}`
            : `${describe(change)} refers to another new row by ${columns.join(', ')}`,
      });
    }
    if (extra.length > 0)
      differences.push({
        part: 'collateral',
        expected: null,
        found: pick(near.row, extra),
        message: `${describe(near)} also changed ${extra.join(', ')}`,
      });
  }
  for (const change of left)
    differences.push({
      part: 'collateral',
      expected: null,
      found: change.row,
      message: `${describe(change)} was not asked for`,
    });
  if (differences.length === 0)
    differences.push({
      part: 'state',
      expected: null,
      found: null,
      message: 'the new rows refer to one another in another way',
    });
  return differences;
}

function distance(a: Change, b: Change): number {
  return Object.keys(a.cells).filter((column) => !agree(a.cells[column] as Cell, b.cells[column])).length;
}

function referring(change: Change): string[] {
  const minted = Object.keys(change.cells).filter(
    (column) => change.cells[column]?.kind === 'minted' || change.cells[column]?.kind === 'prose',
  );
  return minted.length > 0 ? minted : Object.keys(change.cells);
}

function pick(row: Readonly<Record<string, Json>>, columns: readonly string[]): Json {
  return Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
}

function describe(change: Change): string {
  const key = Object.values(change.key)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' ');
  const verb = { inserted: 'a new row', updated: 'the change', deleted: 'the removal' }[change.kind];
  return change.kind === 'inserted' ? `${verb} in ${change.table}` : `${verb} of ${change.table} ${key}`;
}
