// Reads SQLite's query plan: the number of loops over rows, and whether the byte code uses only known tables and
// functions. This is the second check of a statement, on its compiled form; the first check reads the text.
import type { Database } from 'better-sqlite3';
import { HIDDEN, SQL_FUNCTIONS } from '../sql/functions.ts';

export interface PlanFacts {
  /** The number of loops that may visit more than one row. */
  readonly loops: number;
  /** An estimate of the rows that nested full scans visit: the product of their row counts, for the worst nesting. */
  readonly product: number;
  readonly scans: readonly string[];
}

interface PlanRow {
  readonly id: number;
  readonly parent: number;
  readonly detail: string;
}

/** A table counts as at least this many rows, because even an empty table may grow. */
const ASSUMED_ROWS = 1000;

export function explainPlan(
  db: Database,
  sql: string,
  params: number,
  uniqueIndexes: ReadonlyMap<string, number>,
  rowCount: (alias: string) => number,
): PlanFacts {
  const rows = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...nulls(params)) as PlanRow[];
  let loops = 0;
  const scans: string[] = [];
  const nested = new Map<number, number[]>();
  for (const row of rows) {
    const scan = /^SCAN (?!CONSTANT ROW)(\S+)/.exec(row.detail);
    const search = /^SEARCH (\S+) USING (.*)$/.exec(row.detail);
    if (scan !== null) {
      loops += 1;
      const name = scan[1] ?? '';
      if (!/VIRTUAL TABLE/.test(row.detail) && !name.startsWith('(')) {
        const count = rowCount(name);
        scans.push(name);
        if (count > 0) nested.set(row.parent, [...(nested.get(row.parent) ?? []), Math.max(count, ASSUMED_ROWS)]);
      }
    } else if (search !== null && !isUniqueSeek(search[2] ?? '', uniqueIndexes)) {
      loops += 1;
    }
  }
  const products = [...nested.values()]
    .filter((counts) => counts.length > 1)
    .map((counts) => counts.reduce((a, b) => a * b, 1));
  return { loops, scans, product: Math.max(0, ...products) };
}

function isUniqueSeek(how: string, uniqueIndexes: ReadonlyMap<string, number>): boolean {
  if (how.startsWith('INTEGER PRIMARY KEY (rowid=?)')) return true;
  const match = /^(?:COVERING )?INDEX (\S+) \((.*)\)$/.exec(how);
  if (match === null) return false;
  const width = uniqueIndexes.get(match[1] ?? '');
  return (
    width !== undefined &&
    (match[2] ?? '').split(' AND ').filter((term) => term.endsWith('=?') && !/[<>]=\?$/.test(term)).length === width
  );
}

/** The names that SQLite uses in byte code for its own operators and internal functions. */
const OPERATOR_FUNCTIONS = new Set(['->', '->>', 'like', 'glob', 'json_each', 'subtype']);
const HIDDEN_NAMES: ReadonlySet<string> = new Set(Object.values(HIDDEN));

/**
 * Describes the first forbidden operation, or unknown table or function, in the compiled statement. Returns undefined
 * if there is none.
 */
export function byteCodeOffence(db: Database, sql: string, params: number): string | undefined {
  const rows = db.prepare(`EXPLAIN ${sql}`).all(...nulls(params)) as {
    opcode: string;
    p2: number;
    p3: number;
    p4: string | null;
  }[];
  for (const row of rows) {
    if ((row.opcode === 'OpenRead' || row.opcode === 'OpenWrite' || row.opcode === 'ReopenIdx') && row.p2 === 1)
      return 'it opens the table of the schema itself';
    if (/^(Function|PureFunc|AggStep|AggFinal)/.test(row.opcode)) {
      const name = /^([^(]+)\(/.exec(row.p4 ?? '')?.[1]?.toLowerCase();
      if (
        name !== undefined &&
        !Object.hasOwn(SQL_FUNCTIONS, name) &&
        !HIDDEN_NAMES.has(name) &&
        !OPERATOR_FUNCTIONS.has(name)
      )
        return `it calls ${name}`;
    }
    if (
      /^(CreateBtree|Destroy|ParseSchema|DropTable|DropIndex|Vacuum|JournalMode|SetCookie|VCreate|VDestroy|LoadAnalysis|SqlExec)$/.test(
        row.opcode,
      )
    )
      return `it compiles to ${row.opcode}`;
  }
  return undefined;
}

function nulls(count: number): null[] {
  return Array.from({ length: count }, () => null);
}
