// schema.sql -> DatabaseSchema, the catalogue that statements are vetted against, and the guarded DDL that makes the
// database. Vetted like programs: CREATE TABLE … STRICT, CREATE INDEX and CREATE VIEW, only pure expressions.
import type { Node as CstNode } from 'sql-parser-cst';
import { GymError } from '../errors/gym-error.ts';
import { Analysis } from './analyze-statements.ts';
import { SqlRefusal, countingView, type Catalog, type Declared } from './analysis-types.ts';
import { statementName } from './syntax.ts';
import {
  quoteName,
  type Column,
  type ColumnType,
  type DatabaseSchema,
  type ForeignKey,
  type Index,
  type Table,
  type View,
} from './database-schema.ts';
import { MAX_STORED_BYTES, SIZE_CONSTRAINT } from './functions.ts';
import { ODD_CHARACTER, SqlSyntaxError, keywordText, parseSql, rangeOf, type SqlNode } from './parse-sql.ts';
import type { Relation } from './relation.ts';

export interface ParsedSchema {
  readonly schema: DatabaseSchema;
  readonly catalog: Catalog;
  /** Statements to execute, in order. */
  readonly ddl: readonly string[];
}

/** A declared document: the key column of its view counts as unique (`check` proves it). */
export type ViewKeys = Readonly<Record<string, readonly string[]>>;

const TYPES = new Set(['INTEGER', 'INT', 'REAL', 'TEXT', 'ANY']);
const RESERVED = /^(trace_|sqlite_|callgym_)/i;

export function parseSchema(text: string, viewKeys: ViewKeys = {}, file = 'schema.sql'): ParsedSchema {
  const tables: Table[] = [];
  const indexes: Index[] = [];
  const views: View[] = [];
  const catalog = new Map<string, Declared>();
  const ddl: string[] = [];
  let statements: readonly SqlNode[];
  try {
    if (ODD_CHARACTER.test(text)) throw new SqlSyntaxError('holds a control character or a space beyond ASCII');
    statements = parseSql(text);
  } catch (error) {
    if (error instanceof SqlSyntaxError)
      throw new GymError('REFUSED_SQL', { where: file, offence: error.message, mend: '', sql: shorten(text) });
    throw error;
  }
  for (const node of statements) {
    const [start, end] = rangeOf(node);
    const sql = text.slice(start, end).trim();
    try {
      if (node.type === 'create_table_stmt') {
        const { table, sql: guardedSql } = readTable(node, text, catalog);
        tables.push(table);
        ddl.push(guardedSql);
      } else if (node.type === 'create_index_stmt') {
        indexes.push(readIndex(node, text, catalog, sql));
        ddl.push(sql);
      } else if (node.type === 'create_view_stmt') {
        const view = readView(node, text, catalog, viewKeys);
        views.push({ name: view.name, columns: view.columns, reads: view.reads, sql });
        ddl.push(...view.ddl);
      } else {
        throw new SqlRefusal(
          `${statementName(node)} is not allowed`,
          'CREATE TABLE … STRICT, CREATE INDEX and CREATE VIEW are',
        );
      }
    } catch (error) {
      if (!(error instanceof SqlRefusal)) throw error;
      throw new GymError('REFUSED_SQL', {
        where: file,
        offence: error.message,
        mend: error.mend === undefined ? '' : `; ${error.mend}`,
        sql: shorten(sql),
      });
    }
  }
  checkForeignKeys(tables, file);
  return { schema: { tables, indexes, views }, catalog, ddl };
}

export function shorten(sql: string, limit = 160): string {
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 1)}…`;
}

function newName(node: SqlNode, catalog: ReadonlyMap<string, unknown>): string {
  if (node.type !== 'identifier') throw new SqlRefusal('a schema name is not allowed', 'write the bare name');
  if (RESERVED.test(node.name)) throw new SqlRefusal(`the name ${node.name} is reserved`);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(node.name))
    throw new SqlRefusal(`the name ${node.name} is not plain`, 'letters, digits and underscores');
  if (catalog.has(node.name.toLowerCase())) throw new SqlRefusal(`${node.name} is declared twice`);
  return node.name;
}

// ---- tables -------------------------------------------------------------------------------------------------------

type CreateTable = Extract<CstNode, { type: 'create_table_stmt' }>;

function readTable(node: CreateTable, text: string, catalog: Map<string, Declared>): { table: Table; sql: string } {
  const name = newName(node.name as SqlNode, catalog);
  const loose = node as unknown as {
    temporaryKw?: unknown;
    kind?: unknown;
    ifNotExistsKw?: unknown;
    clauses?: unknown[];
  };
  if (loose.temporaryKw !== undefined || loose.kind !== undefined)
    throw new SqlRefusal('a temporary or virtual table is not allowed');
  if ((loose.clauses ?? []).length > 0) throw new SqlRefusal('CREATE TABLE … AS is not allowed', 'name the columns');
  if (node.columns === undefined) throw new SqlRefusal(`${name} has no columns`);
  const options = ((node.options?.items ?? []) as unknown as { name: unknown }[]).map((option) =>
    keywordText(option.name),
  );
  if (!options.includes('STRICT')) throw new SqlRefusal(`${name} is not STRICT`, 'end the statement with ) STRICT');

  const columns: Column[] = [];
  const keys: string[][] = [];
  let primaryKey: string[] | undefined;
  const foreignKeys: ForeignKey[] = [];
  const expressions: { node: SqlNode; what: string }[] = [];
  const constants: { column: string; expr: SqlNode }[] = [];

  for (const item of node.columns.expr.items as SqlNode[]) {
    if (item.type === 'column_definition') {
      readColumn(item);
    } else {
      if (/foreign\s+key/i.test(sliceOf(item)) && /\)\s*(not\s+)?deferr/i.test(sliceOf(item)))
        throw new SqlRefusal('a deferred foreign key is not allowed: inside a session it would never be checked');
      readConstraint(item.type === 'constraint' ? (item.constraint as SqlNode) : item, undefined);
    }
  }

  function readColumn(item: Extract<CstNode, { type: 'column_definition' }>): void {
    const column = item.name.name;
    if (columns.some((each) => each.name.toLowerCase() === column.toLowerCase()))
      throw new SqlRefusal(`${name}.${column} is declared twice`);
    const typeNode = item.dataType as unknown as { name?: unknown; type?: string } | undefined;
    const type = keywordText(typeNode?.name).split(' ')[0] ?? '';
    if (!TYPES.has(type)) {
      throw new SqlRefusal(
        `${name}.${column} has the type ${type === '' ? '(none)' : type}`,
        type === 'BLOB' ? 'values are JSON: use TEXT' : 'INTEGER, REAL, TEXT or ANY',
      );
    }
    const state = { notNull: false, generated: false, hasDefault: false, loose: false };
    for (const constraint of item.constraints as SqlNode[]) {
      const bare = constraint.type === 'constraint' ? (constraint.constraint as SqlNode) : constraint;
      if (!/^constraint_(check|default|generated)/.test(bare.type) && /\bdeferr/i.test(sliceOf(constraint)))
        throw new SqlRefusal('a deferred foreign key is not allowed: inside a session it would never be checked');
      readConstraint(bare, column, state);
    }
    columns.push({ name: column, type: (type === 'INT' ? 'INTEGER' : type) as ColumnType, ...state });
  }

  function readConstraint(
    item: SqlNode,
    column: string | undefined,
    state?: { notNull: boolean; generated: boolean; hasDefault: boolean; loose: boolean },
  ): void {
    const loose = item as unknown as { clauses?: SqlNode[]; columns?: SqlNode };
    for (const clause of loose.clauses ?? []) {
      if (clause.type.includes('conflict'))
        throw new SqlRefusal('ON CONFLICT in a table is not allowed: it would delete rows or end the session unseen');
    }
    switch (item.type) {
      case 'constraint_primary_key': {
        if (
          (item as unknown as { autoincrementKw?: unknown }).autoincrementKw !== undefined ||
          /autoincrement/i.test(sliceOf(item))
        )
          throw new SqlRefusal('AUTOINCREMENT is not allowed: ids would depend on the order of calls', 'use new_id()');
        if (primaryKey !== undefined) throw new SqlRefusal(`${name} has two primary keys`);
        primaryKey = column === undefined ? plainNames(item.columns as unknown as SqlNode) : [column];
        break;
      }
      case 'constraint_unique':
        keys.push(column === undefined ? plainNames(item.columns as unknown as SqlNode) : [column]);
        break;
      case 'constraint_not_null':
        if (state !== undefined) state.notNull = true;
        break;
      case 'constraint_null':
        break;
      case 'constraint_default':
        if (state !== undefined) state.hasDefault = true;
        expressions.push({ node: item.expr as SqlNode, what: 'DEFAULT' });
        break;
      case 'constraint_check': {
        const expr = item.expr as SqlNode;
        expressions.push({ node: expr, what: 'CHECK' });
        const inner = expr.type === 'paren_expr' ? (expr.expr as SqlNode) : expr;
        if (
          inner.type === 'binary_expr' &&
          (inner.operator === '=' || inner.operator === '==') &&
          (inner.left as SqlNode).type === 'identifier' &&
          (inner.right as SqlNode).type.endsWith('_literal')
        ) {
          constants.push({ column: (inner.left as { name: string }).name.toLowerCase(), expr: inner });
        }
        break;
      }
      case 'constraint_collate':
        if (!/^(nocase|binary|rtrim)$/i.test(sliceOf((item as unknown as { collation: SqlNode }).collation)))
          throw new SqlRefusal('this collation is not allowed');
        if (state !== undefined)
          state.loose = !/^binary$/i.test(sliceOf((item as unknown as { collation: SqlNode }).collation));
        break;
      case 'constraint_generated':
        if (state !== undefined) state.generated = true;
        expressions.push({ node: item.expr as unknown as SqlNode, what: 'a generated column' });
        break;
      case 'references_specification':
        if (column !== undefined) foreignKeys.push(readReference(item, [column]));
        break;
      case 'constraint_foreign_key':
        foreignKeys.push(
          readReference(item.references as unknown as SqlNode, plainNames(item.columns as unknown as SqlNode)),
        );
        break;
      default:
        throw new SqlRefusal(
          `${sliceOf(item)} is not allowed in a table`,
          item.type.includes('deferr') ? 'foreign keys are immediate' : undefined,
        );
    }
  }

  function sliceOf(item: SqlNode): string {
    const [start, end] = rangeOf(item);
    return text.slice(start, end);
  }

  function readReference(item: SqlNode, from: string[]): ForeignKey {
    const reference = item as unknown as { table: SqlNode; columns?: SqlNode; options?: SqlNode[] };
    if (reference.table.type !== 'identifier') throw new SqlRefusal('this reference is not understood');
    return {
      columns: from,
      table: reference.table.name,
      references: reference.columns === undefined ? [] : plainNames(reference.columns),
    };
  }

  if (primaryKey === undefined)
    throw new SqlRefusal(`${name} has no PRIMARY KEY`, 'give every table a key: diffs and sessions name rows by it');
  for (const key of [primaryKey, ...keys]) {
    for (const column of key)
      if (!columns.some((each) => each.name.toLowerCase() === column.toLowerCase()))
        throw new SqlRefusal(`${name} has no column ${column}`);
  }
  const constant = new Set(constants.map((each) => each.column));
  const solid = keys.filter((key) =>
    key.every((column) => columns.find((each) => each.name.toLowerCase() === column.toLowerCase())?.notNull === true),
  );
  const allKeys = [primaryKey, ...solid].map((key) => key.filter((column) => !constant.has(column.toLowerCase())));
  const pk = new Set(primaryKey.map((column) => column.toLowerCase()));
  const settled = columns.map((column) => (pk.has(column.name.toLowerCase()) ? { ...column, notNull: true } : column));
  const table: Table = {
    name,
    columns: settled,
    primaryKey,
    keys: allKeys,
    foreignKeys,
    checks: expressions.filter((each) => each.what === 'CHECK').map((each) => sliceOf(each.node)),
    sql: text.slice(...rangeOf(node)).trim(),
  };
  const declared: Declared = {
    kind: 'table',
    name,
    relation: relationOf(table),
    probe: primaryKey[0] as string,
    generated: settled.filter((column) => column.generated).map((column) => column.name),
    primaryKey: primaryKey.filter(
      (column) => !settled.find((each) => each.name === column)?.hasDefault || !constant.has(column.toLowerCase()),
    ),
  };
  const analysis = new Analysis(text, new Map(), 'schema');
  for (const { node: expr, what } of expressions) {
    try {
      analysis.schemaExpression(expr, declared);
    } catch (error) {
      if (error instanceof SqlRefusal) throw new SqlRefusal(`${what}: ${error.message}`, error.mend);
      throw error;
    }
  }
  const texts = settled.filter((column) => column.type === 'TEXT' || column.type === 'ANY');
  if (texts.length > 0) {
    const bounds = texts.map((column) => `octet_length(${quoteName(column.name)}) <= ${MAX_STORED_BYTES}`);
    analysis.edits.insert(
      rangeOf(node.columns)[1] - 1,
      `, CONSTRAINT ${SIZE_CONSTRAINT} CHECK (${bounds.join(' AND ')})`,
    );
  }
  catalog.set(name.toLowerCase(), declared);
  return { table, sql: guarded(analysis, text, node) };
}

/** One statement of a text with its edits applied. */
function guarded(analysis: Analysis, text: string, node: SqlNode, counting = false): string {
  const [start, end] = rangeOf(node);
  const edited = analysis.edits.apply(text, counting);
  return edited.slice(start, edited.length - (text.length - end));
}

function relationOf(table: Table): Relation {
  return {
    columns: table.columns.map((column) => ({
      name: column.name,
      integer: column.type === 'INTEGER',
      ...(column.loose ? { loose: true as const } : {}),
    })),
    keys: table.keys.map((key) => key.map((column) => column.toLowerCase())),
    ordered: false,
  };
}

function plainNames(node: SqlNode): string[] {
  if (node.type === 'paren_expr') return plainNames(node.expr as SqlNode);
  if (node.type === 'list_expr') return (node.items as SqlNode[]).flatMap(plainNames);
  if (node.type === 'index_specification') return plainNames(node.expr as SqlNode);
  if (node.type === 'identifier') return [node.name];
  throw new SqlRefusal('a list of column names is expected');
}

function checkForeignKeys(tables: readonly Table[], file: string): void {
  for (const table of tables) {
    for (const key of table.foreignKeys) {
      const target = tables.find((each) => each.name.toLowerCase() === key.table.toLowerCase());
      const wanted = (key.references.length === 0 ? target?.primaryKey : key.references)
        ?.map((column) => column.toLowerCase())
        .sort();
      const unique =
        target !== undefined &&
        [target.primaryKey, ...target.keys].some((each) =>
          same(each.map((column) => column.toLowerCase()).sort(), wanted ?? []),
        );
      if (!unique) {
        throw new GymError('REFUSED_SQL', {
          where: file,
          offence: `${table.name} (${key.columns.join(', ')}) references ${key.table} (${key.references.join(', ')}), which is no key of a declared table`,
          mend: '',
          sql: shorten(table.sql),
        });
      }
    }
  }
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

// ---- indexes and views --------------------------------------------------------------------------------------------

function readIndex(
  node: Extract<CstNode, { type: 'create_index_stmt' }>,
  text: string,
  catalog: Map<string, Declared>,
  sql: string,
): Index {
  const loose = node as unknown as {
    indexTypeKw?: unknown;
    name?: SqlNode;
    table: SqlNode;
    columns: SqlNode;
    clauses: SqlNode[];
  };
  if (loose.name?.type !== 'identifier') throw new SqlRefusal('the index has no plain name');
  if (RESERVED.test(loose.name.name)) throw new SqlRefusal(`the name ${loose.name.name} is reserved`);
  const table = loose.table.type === 'identifier' ? catalog.get(loose.table.name.toLowerCase()) : undefined;
  if (table?.kind !== 'table') throw new SqlRefusal('the index is on no declared table');
  const unique = /^\s*create\s+unique\b/i.test(sql);
  const analysis = new Analysis(text, new Map(), 'schema');
  const items = ((loose.columns as { expr?: { items: SqlNode[] } }).expr?.items ?? []) as SqlNode[];
  for (const item of items)
    analysis.schemaExpression(item.type === 'index_specification' ? (item.expr as SqlNode) : item, table);
  for (const clause of loose.clauses) {
    if (clause.type !== 'where_clause') throw new SqlRefusal('this index clause is not allowed');
    analysis.schemaExpression(clause.expr as SqlNode, table);
  }
  if (unique && loose.clauses.length === 0) {
    const columns = items.map((item) => (item.type === 'index_specification' ? (item.expr as SqlNode) : item));
    if (columns.every((column) => column.type === 'identifier')) {
      const key = columns.map((column) => (column as { name: string }).name.toLowerCase());
      catalog.set(table.name.toLowerCase(), {
        ...table,
        relation: { ...table.relation, keys: [...table.relation.keys, key] },
      });
    }
  }
  return { name: loose.name.name, table: table.name, unique, sql };
}

function readView(
  node: Extract<CstNode, { type: 'create_view_stmt' }>,
  text: string,
  catalog: Map<string, Declared>,
  viewKeys: ViewKeys,
): { name: string; columns: string[]; reads: string[]; ddl: string[] } {
  const name = newName(node.name as SqlNode, catalog);
  const loose = node as unknown as { kinds: unknown[]; columns?: SqlNode; clauses: SqlNode[] };
  if (loose.kinds.length > 0) throw new SqlRefusal('a temporary view is not allowed');
  const body = loose.clauses.find((clause) => clause.type === 'as_clause') as { expr: SqlNode } | undefined;
  if (body === undefined) throw new SqlRefusal('this view is not understood');
  const analysis = new Analysis(text, catalog, 'view');
  const relation = analysis.query(body.expr, 'set');
  const names =
    loose.columns === undefined ? relation.columns.map((column) => column.name) : plainNamesOfColumns(loose.columns);
  if (names.length !== relation.columns.length)
    throw new SqlRefusal(`the view ${name} names ${names.length} of ${relation.columns.length} columns`);
  const lower = names.map((each) => each.toLowerCase());
  if (new Set(lower).size !== lower.length) throw new SqlRefusal(`the view ${name} has two columns of one name`);
  const from = new Map(relation.columns.map((column, index) => [column.name.toLowerCase(), lower[index] as string]));
  const keys = relation.keys.map((key) => key.map((column) => from.get(column) ?? column));
  const declaredKey = Object.entries(viewKeys).find(([view]) => view.toLowerCase() === name.toLowerCase())?.[1];
  if (declaredKey !== undefined) {
    for (const column of declaredKey)
      if (!lower.includes(column.toLowerCase()))
        throw new SqlRefusal(`the document's key ${column} is no column of ${name}`);
    keys.push(declaredKey.map((column) => column.toLowerCase()));
  }
  catalog.set(name.toLowerCase(), {
    kind: 'view',
    name,
    relation: {
      columns: names.map((each, index) => ({
        name: each,
        integer: relation.columns[index]?.integer === true,
        ...(relation.columns[index]?.loose === true ? { loose: true as const } : {}),
      })),
      keys,
      ordered: false,
    },
    probe: '',
  });
  const list = `(${names.map(quoteName).join(', ')})`;
  const ddl = [false, true].map((counting) => {
    const view = quoteName(counting ? countingView(name) : name);
    return `CREATE VIEW ${view} ${list} AS ${guarded(analysis, text, body.expr, counting)}`;
  });
  return { name, columns: names, reads: [...analysis.reads], ddl };
}

function plainNamesOfColumns(node: SqlNode): string[] {
  if (node.type === 'paren_expr') return plainNamesOfColumns(node.expr as SqlNode);
  if (node.type === 'list_expr') return (node.items as SqlNode[]).flatMap(plainNamesOfColumns);
  if (node.type === 'column_definition') return [node.name.name];
  return plainNames(node);
}
