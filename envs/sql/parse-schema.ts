// Parses schema.sql. The result is a DatabaseSchema, the tables and views for the analysis of statements, and the
// statements that create the database. Allowed are CREATE TABLE … STRICT, CREATE INDEX and CREATE VIEW, with
// expressions that depend on their row only.
import { GymError } from '../errors/gym-error.ts';
import { SqlRefusal, type Catalog, type Declared } from './analysis-types.ts';
import type { DatabaseSchema, Index, Table, View } from './database-schema.ts';
import { ODD_CHARACTER, SqlSyntaxError, parseSql, rangeOf, type SqlNode } from './parse-sql.ts';
import { readIndex } from './read-index.ts';
import { readTable } from './read-table.ts';
import { readView, type ViewKeys } from './read-view.ts';
import { shorten } from './schema-names.ts';
import { statementName } from './syntax.ts';

export interface ParsedSchema {
  readonly schema: DatabaseSchema;
  readonly catalog: Catalog;
  readonly ddl: readonly string[];
}

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
        indexes.push(readIndex(node, text, catalog, sql, tables));
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
  const whole = tables.map((table) => withReferences(table, tables));
  checkForeignKeys(whole, file);
  return { schema: { tables: whole, indexes, views }, catalog, ddl };
}

/** If a foreign key names no columns of the other table, adds the primary key of that table. */
function withReferences(table: Table, tables: readonly Table[]): Table {
  const foreignKeys = table.foreignKeys.map((key) => {
    const target = tables.find((each) => each.name.toLowerCase() === key.table.toLowerCase());
    return key.references.length > 0 ? key : { ...key, references: target?.primaryKey ?? [] };
  });
  return { ...table, foreignKeys };
}

function checkForeignKeys(tables: readonly Table[], file: string): void {
  for (const table of tables) {
    for (const key of table.foreignKeys) {
      const target = tables.find((each) => each.name.toLowerCase() === key.table.toLowerCase());
      const wanted = key.references.map((column) => column.toLowerCase()).sort();
      const unique =
        target !== undefined &&
        [target.primaryKey, ...target.keys].some((each) =>
          same(each.map((column) => column.toLowerCase()).sort(), wanted),
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
