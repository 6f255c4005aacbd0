// Checks one SQL text of a program. The result contains the text with guards, its parameters in order, and whether it
// reads or writes. Only texts that passed this check may be prepared.
import { GymError } from '../errors/gym-error.ts';
import { analyzeBareExpression, analyzeChange, beginWalk } from './analyze-statements.ts';
import { SqlRefusal, type Catalog, type ParamUse } from './analysis-types.ts';
import { statementName } from './syntax.ts';
import { shorten } from './schema-names.ts';
import type { Walk } from './walk.ts';
import { ODD_CHARACTER, SqlSyntaxError, parseSql, type SqlNode } from './parse-sql.ts';

export interface VettedSql {
  readonly kind: 'query' | 'expression' | 'change';
  readonly text: string;
  /** The text with guards (checks around arguments) and with a placeholder for each parameter. */
  readonly sql: string;
  /** The same as `sql`, but every visited row is counted. */
  readonly countingSql: string;
  readonly params: readonly ParamUse[];
  /**
   * Optional filters of a query, such as (:a IS NULL OR column = :a). Such a filter applies only if its argument is
   * given.
   */
  readonly guards: readonly Guard[];
  readonly columns: readonly string[];
  /** True if the statement is inside an `each` step, where it runs several times. */
  readonly inLoop: boolean;
  /** The tables by their alias. The query plan names tables by alias. */
  readonly aliases: ReadonlyMap<string, string>;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** The kind of change. Undefined for a query. `assigned` lists the columns that an update sets. */
  readonly verb: 'insert' | 'update' | 'delete' | undefined;
  readonly assigned: readonly string[];
}

/**
 * An optional filter: the position of its parameter, and the statement to use if the argument is given. That statement
 * has the plain filter, so that it can use an index.
 */
export interface Guard {
  readonly at: number;
  readonly text: string;
}

export type SqlUse = 'first' | 'rows' | 'exists' | 'change' | 'expression' | 'condition';

/** Checks a statement. If it is refused, throws a GymError that names the place, the reason and the statement. */
export function vetStatement(text: string, use: SqlUse, catalog: Catalog, where: string, inLoop = false): VettedSql {
  try {
    return use === 'expression' || use === 'condition'
      ? vetExpression(text, use, catalog, inLoop)
      : vetSql(text, use, catalog, inLoop);
  } catch (error) {
    if (error instanceof SqlSyntaxError) throw refusal(where, error.message, undefined, text);
    if (error instanceof SqlRefusal) throw refusal(where, error.message, error.mend, text);
    if (error instanceof RangeError) throw refusal(where, 'the statement is nested too deeply', undefined, text);
    throw error;
  }
}

export function refusal(where: string, offence: string, mend: string | undefined, sql: string): GymError {
  return new GymError('REFUSED_SQL', {
    where,
    offence,
    mend: mend === undefined ? '' : `; ${mend}`,
    sql: shorten(sql),
  });
}

const MAX_LENGTH = 50_000;

function single(text: string): SqlNode {
  if (text.length > MAX_LENGTH) throw new SqlRefusal(`a statement of ${text.length} characters is too long`);
  const odd = ODD_CHARACTER.exec(text);
  if (odd !== null) {
    const code = (odd[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    throw new SqlRefusal(
      `the character U+${code} is not allowed: readers of SQL differ on it`,
      `write char(0x${code})`,
    );
  }
  const statements = parseSql(text);
  if (statements.length !== 1)
    throw new SqlRefusal(
      statements.length === 0 ? 'there is no statement' : `there are ${statements.length} statements in one text`,
      'one statement a text',
    );
  return statements[0] as SqlNode;
}

function vetSql(text: string, use: SqlUse, catalog: Catalog, inLoop: boolean): VettedSql {
  const node = single(text);
  const walk = beginWalk(text, catalog, 'program');
  let columns: readonly string[] = [];
  let verb: VettedSql['verb'];
  if (use === 'change') {
    analyzeChange(walk, node);
    verb = node.type === 'insert_stmt' ? 'insert' : node.type === 'update_stmt' ? 'update' : 'delete';
  } else {
    if (node.type !== 'select_stmt' && node.type !== 'compound_select_stmt') {
      throw new SqlRefusal(
        `${statementName(node)} is not allowed here`,
        'only SELECT is; INSERT, UPDATE and DELETE stand in run',
      );
    }
    const relation = walk.query(node, use === 'exists' ? 'set' : 'rows');
    columns = relation.columns.map((column) => column.name);
  }
  return finish(walk, text, use === 'change' ? 'change' : 'query', columns, inLoop, verb);
}

function vetExpression(text: string, use: SqlUse, catalog: Catalog, inLoop: boolean): VettedSql {
  const wrapped = `SELECT (${text}\n)`;
  const node = single(wrapped);
  const clauses = node.type === 'select_stmt' ? (node.clauses as SqlNode[]) : [];
  const columns = clauses[0]?.type === 'select_clause' ? ((clauses[0].columns?.items ?? []) as SqlNode[]) : [];
  const only = columns[0];
  if (clauses.length !== 1 || columns.length !== 1 || only?.type !== 'paren_expr')
    throw new SqlRefusal('this is not one expression');
  const walk = beginWalk(wrapped, catalog, 'program');
  analyzeBareExpression(walk, only);
  const vetted = finish(walk, wrapped, 'expression', ['value'], inLoop, undefined);
  const suffix = use === 'condition' ? ' IS TRUE' : '';
  return { ...vetted, text, sql: vetted.sql + suffix, countingSql: vetted.countingSql + suffix };
}

function finish(
  walk: Walk,
  text: string,
  kind: VettedSql['kind'],
  columns: readonly string[],
  inLoop: boolean,
  verb: VettedSql['verb'],
): VettedSql {
  // each use of a parameter gets an anonymous placeholder, in the order of the text, because the driver takes ?1 for a
  // name; the plus does not change the value, but without it SQLite would prepare the statement again for every value
  // (docs/decisions)
  const params = [...walk.params].sort((a, b) => a.range[0] - b.range[0]);
  for (const { range } of params) walk.edits.replace(range, '+?');
  return {
    kind,
    text,
    sql: walk.edits.apply(text, false),
    countingSql: walk.edits.apply(text, true),
    params: params.map(({ use }) => use),
    guards: kind === 'query' ? guardsOf(text, params) : [],
    columns,
    inLoop,
    aliases: walk.aliases,
    reads: [...walk.reads].sort(),
    writes: [...walk.writes].sort(),
    verb,
    assigned: [...walk.assigned],
  };
}

/**
 * Finds the optional filters of a text. The search begins at the parameters that the parser found, so that a filter
 * inside a string or comment does not count.
 */
function guardsOf(text: string, params: readonly { readonly range: readonly [number, number] }[]): Guard[] {
  return params.flatMap(({ range: [start, end] }, at) => {
    const next = params[at + 1]?.range;
    if (next === undefined || !text.slice(0, start).endsWith('(') || !text.startsWith(')', next[1])) return [];
    const filter = /^ IS NULL OR ((?:\w+\.)?\w+ = )$/.exec(text.slice(end, next[0]));
    if (filter === null || text.slice(start, end) !== text.slice(next[0], next[1])) return [];
    return [{ at, text: text.slice(0, start) + filter[1] + text.slice(next[0]) }];
  });
}
