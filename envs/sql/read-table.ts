// Reads CREATE TABLE … STRICT: columns, keys and references. Expressions may depend on their row only. Limits the
// length of every stored text.
import type { Node as CstNode } from 'sql-parser-cst';
import { analyzeSchemaExpression, beginWalk } from './analyze-statements.ts';
import { SqlRefusal, type Declared } from './analysis-types.ts';
import { quoteName, type Column, type ColumnType, type ForeignKey, type Table } from './database-schema.ts';
import { MAX_STORED_BYTES, SIZE_CONSTRAINT } from './functions.ts';
import { partsOf, keywordText, rangeOf, type SqlNode } from './parse-sql.ts';
import type { Relation } from './relation.ts';
import type { Walk } from './walk.ts';
import { guarded, newName, plainNames } from './schema-names.ts';

type CreateTable = Extract<CstNode, { type: 'create_table_stmt' }>;
type Flags = { notNull: boolean; generated: boolean; hasDefault: boolean; loose: boolean };

const TYPES = new Set(['INTEGER', 'INT', 'REAL', 'TEXT', 'ANY']);
const DEFERRED = 'a deferred foreign key is not allowed: inside a session it would never be checked';

/** Returns the table and its CREATE statement with guards, and adds the table to the catalogue. */
export function readTable(
  node: CreateTable,
  text: string,
  catalog: Map<string, Declared>,
): { table: Table; sql: string } {
  const name = newName(node.name as SqlNode, catalog);
  const items = columnItems(node, name);
  const parts = new TableParts(name, text);
  for (const item of items) parts.read(item);
  const { table, declared } = parts.finish(text.slice(...rangeOf(node)).trim());
  const walk = beginWalk(text, new Map(), 'schema');
  for (const { node: expr, what } of parts.expressions) {
    try {
      analyzeSchemaExpression(walk, expr, declared);
    } catch (error) {
      if (error instanceof SqlRefusal) throw new SqlRefusal(`${what}: ${error.message}`, error.mend);
      throw error;
    }
  }
  boundTexts(table, walk, rangeOf(partsOf<SqlNode>(node.columns))[1] - 1);
  catalog.set(name.toLowerCase(), declared);
  return { table, sql: guarded(walk, text, node) };
}

function columnItems(node: CreateTable, name: string): readonly SqlNode[] {
  const loose = partsOf<{
    temporaryKw?: unknown;
    kind?: unknown;
    clauses?: unknown[];
  }>(node);
  if (loose.temporaryKw !== undefined || loose.kind !== undefined)
    throw new SqlRefusal('a temporary or virtual table is not allowed');
  if ((loose.clauses ?? []).length > 0) throw new SqlRefusal('CREATE TABLE … AS is not allowed', 'name the columns');
  if (node.columns === undefined) throw new SqlRefusal(`${name} has no columns`);
  const options = partsOf<{ name: unknown }[]>(node.options?.items ?? []).map((option) => keywordText(option.name));
  if (!options.includes('STRICT')) throw new SqlRefusal(`${name} is not STRICT`, 'end the statement with ) STRICT');
  return node.columns.expr.items as SqlNode[];
}

/** Adds a constraint to the table: no text may have more than MAX_STORED_BYTES bytes. */
function boundTexts({ columns }: Table, walk: Walk, end: number): void {
  const texts = columns.filter((column) => column.type === 'TEXT' || column.type === 'ANY');
  if (texts.length === 0) return;
  const bounds = texts.map((column) => `octet_length(${quoteName(column.name)}) <= ${MAX_STORED_BYTES}`);
  walk.edits.insert(end, `, CONSTRAINT ${SIZE_CONSTRAINT} CHECK (${bounds.join(' AND ')})`);
}

class TableParts {
  readonly expressions: { readonly node: SqlNode; readonly what: string }[] = [];
  private readonly name: string;
  private readonly text: string;
  private readonly columns: Column[] = [];
  private readonly unique: string[][] = [];
  private readonly foreignKeys: ForeignKey[] = [];
  /** The columns, in lower case, that may have only one value because of a CHECK. */
  private readonly constants = new Set<string>();
  private primaryKey: string[] | undefined;

  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
  }

  read(item: SqlNode): void {
    if (item.type === 'column_definition') {
      this.readColumn(item);
      return;
    }
    const written = this.slice(item);
    if (/foreign\s+key/i.test(written) && /\)\s*(not\s+)?deferr/i.test(written)) throw new SqlRefusal(DEFERRED);
    this.readConstraint(item.type === 'constraint' ? (item.constraint as SqlNode) : item, undefined, undefined);
  }

  private readColumn(item: Extract<CstNode, { type: 'column_definition' }>): void {
    const column = item.name.name;
    if (this.column(column) !== undefined) throw new SqlRefusal(`${this.name}.${column} is declared twice`);
    const typeNode = partsOf<{ name?: unknown; type?: string } | undefined>(item.dataType);
    const type = keywordText(typeNode?.name).split(' ')[0] ?? '';
    if (!TYPES.has(type)) {
      throw new SqlRefusal(
        `${this.name}.${column} has the type ${type === '' ? '(none)' : type}`,
        type === 'BLOB' ? 'values are JSON: use TEXT' : 'INTEGER, REAL, TEXT or ANY',
      );
    }
    const flags: Flags = { notNull: false, generated: false, hasDefault: false, loose: false };
    for (const constraint of item.constraints as SqlNode[]) {
      const bare = constraint.type === 'constraint' ? (constraint.constraint as SqlNode) : constraint;
      if (!/^constraint_(check|default|generated)/.test(bare.type) && /\bdeferr/i.test(this.slice(constraint)))
        throw new SqlRefusal(DEFERRED);
      this.readConstraint(bare, column, flags);
    }
    this.columns.push({ name: column, type: (type === 'INT' ? 'INTEGER' : type) as ColumnType, ...flags });
  }

  /** Reads a constraint. `column` and `flags` are undefined if the constraint belongs to the whole table. */
  private readConstraint(item: SqlNode, column: string | undefined, flags: Flags | undefined): void {
    const { clauses = [] } = partsOf<{ clauses?: SqlNode[] }>(item);
    if (clauses.some((clause) => clause.type.includes('conflict')))
      throw new SqlRefusal('ON CONFLICT in a table is not allowed: it would delete rows or end the session unseen');
    const own = (columns: unknown): string[] => (column === undefined ? plainNames(columns as SqlNode) : [column]);
    switch (item.type) {
      case 'constraint_primary_key':
        this.readPrimaryKey(item, own(item.columns));
        break;
      case 'constraint_unique':
        this.unique.push(own(item.columns));
        break;
      case 'constraint_not_null':
        if (flags !== undefined) flags.notNull = true;
        break;
      case 'constraint_null':
        break;
      case 'constraint_default':
        if (flags !== undefined) flags.hasDefault = true;
        this.expressions.push({ node: item.expr as SqlNode, what: 'DEFAULT' });
        break;
      case 'constraint_check':
        this.readCheck(item.expr as SqlNode);
        break;
      case 'constraint_collate':
        this.readCollation(partsOf<{ collation: SqlNode }>(item).collation, flags);
        break;
      case 'constraint_generated':
        if (flags !== undefined) flags.generated = true;
        this.expressions.push({ node: partsOf<SqlNode>(item.expr), what: 'a generated column' });
        break;
      case 'references_specification':
        if (column !== undefined) this.foreignKeys.push(referenceOf(item, [column]));
        break;
      case 'constraint_foreign_key':
        this.foreignKeys.push(
          referenceOf(partsOf<SqlNode>(item.references), plainNames(partsOf<SqlNode>(item.columns))),
        );
        break;
      default:
        throw new SqlRefusal(
          `${this.slice(item)} is not allowed in a table`,
          item.type.includes('deferr') ? 'foreign keys are immediate' : undefined,
        );
    }
  }

  private readPrimaryKey(item: SqlNode, columns: string[]): void {
    const { autoincrementKw } = partsOf<{ autoincrementKw?: unknown }>(item);
    if (autoincrementKw !== undefined || /autoincrement/i.test(this.slice(item)))
      throw new SqlRefusal('AUTOINCREMENT is not allowed: ids would depend on the order of calls', 'use new_id()');
    if (this.primaryKey !== undefined) throw new SqlRefusal(`${this.name} has two primary keys`);
    this.primaryKey = columns;
  }

  private readCheck(expr: SqlNode): void {
    this.expressions.push({ node: expr, what: 'CHECK' });
    const inner = expr.type === 'paren_expr' ? (expr.expr as SqlNode) : expr;
    if (
      inner.type === 'binary_expr' &&
      (inner.operator === '=' || inner.operator === '==') &&
      (inner.left as SqlNode).type === 'identifier' &&
      (inner.right as SqlNode).type.endsWith('_literal')
    )
      this.constants.add((inner.left as { name: string }).name.toLowerCase());
  }

  private readCollation(node: SqlNode, flags: Flags | undefined): void {
    const collation = this.slice(node);
    if (!/^(nocase|binary|rtrim)$/i.test(collation)) throw new SqlRefusal('this collation is not allowed');
    if (flags !== undefined) flags.loose = !/^binary$/i.test(collation);
  }

  /** Returns the table in two forms: as a part of the schema, and for the analysis of statements. */
  finish(sql: string): { table: Table; declared: Declared } {
    const { name, primaryKey, constants } = this;
    if (primaryKey === undefined)
      throw new SqlRefusal(`${name} has no PRIMARY KEY`, 'give every table a key: diffs and sessions name rows by it');
    for (const column of [primaryKey, ...this.unique].flat())
      if (this.column(column) === undefined) throw new SqlRefusal(`${name} has no column ${column}`);
    // SQLite allows several rows with NULL in a unique set of columns, so the set is a key only if none can be NULL
    const solid = this.unique.filter((key) => key.every((column) => this.column(column)?.notNull === true));
    const inKey = new Set(primaryKey.map((column) => column.toLowerCase()));
    const columns = this.columns.map((column) =>
      inKey.has(column.name.toLowerCase()) ? { ...column, notNull: true } : column,
    );
    const table: Table = {
      name,
      columns,
      primaryKey,
      keys: [primaryKey, ...solid].map((key) => key.filter((column) => !constants.has(column.toLowerCase()))),
      foreignKeys: this.foreignKeys,
      checks: this.expressions.filter((each) => each.what === 'CHECK').map((each) => this.slice(each.node)),
      sql,
    };
    const declared: Declared = {
      kind: 'table',
      name,
      relation: relationOf(table),
      probe: primaryKey[0] as string,
      generated: columns.filter((column) => column.generated).map((column) => column.name),
      primaryKey: primaryKey.filter(
        (column) => !columns.find((each) => each.name === column)?.hasDefault || !constants.has(column.toLowerCase()),
      ),
    };
    return { table, declared };
  }

  private column(name: string): Column | undefined {
    return this.columns.find((each) => each.name.toLowerCase() === name.toLowerCase());
  }

  private slice(item: SqlNode): string {
    return this.text.slice(...rangeOf(item));
  }
}

function referenceOf(item: SqlNode, from: string[]): ForeignKey {
  const reference = partsOf<{ table: SqlNode; columns?: SqlNode; options?: SqlNode[] }>(item);
  if (reference.table.type !== 'identifier') throw new SqlRefusal('this reference is not understood');
  return {
    columns: from,
    table: reference.table.name,
    references: reference.columns === undefined ? [] : plainNames(reference.columns),
  };
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
