// Fills a database with an environment's tables, views and initial rows. Each connection begins with a copy of this
// database, which is called the template.
import type { Database as Db, Statement } from 'better-sqlite3';
import { badInput } from '../errors/gym-error.ts';
import { toSql, type SqlValue } from '../engine/sql-value.ts';
import { byteCodeOffence } from '../engine/query-plan.ts';
import { findTable, quoteName, type DatabaseSchema } from '../sql/database-schema.ts';
import { refusal } from '../sql/vet-statement.ts';
import type { SeedRow } from '../values/environment.ts';
import type { Json, JsonObject } from '../values/json.ts';

/** Creates the tables and inserts the rows. Throws if a row breaks a foreign key. */
export function fillTemplate(db: Db, schema: DatabaseSchema, ddl: readonly string[], seed: readonly SeedRow[]): void {
  db.pragma('foreign_keys = ON');
  for (const sql of ddl) {
    try {
      db.exec(sql);
    } catch (error) {
      throw refusal('schema.sql', `SQLite refuses it: ${(error as Error).message}`, undefined, sql);
    }
  }
  for (const view of schema.views) {
    const offence = byteCodeOffence(db, `SELECT * FROM ${quoteName(view.name)}`, 0);
    if (offence !== undefined) throw refusal('schema.sql', offence, undefined, view.sql);
  }
  db.exec('BEGIN');
  db.pragma('defer_foreign_keys = ON');
  const inserts = new Map<string, (row: JsonObject, line: number) => void>();
  seed.forEach(({ table, row }, index) => {
    let insert = inserts.get(table);
    if (insert === undefined) {
      insert = seedInsert(db, schema, table, index + 1);
      inserts.set(table, insert);
    }
    insert(row, index + 1);
  });
  const broken = db.pragma('foreign_key_check') as { table: string; rowid: number; parent: string }[];
  const first = broken[0];
  if (first !== undefined)
    throw badInput({
      file: 'seed.jsonl',
      what: `${broken.length} rows break a foreign key, the first in ${first.table} towards ${first.parent}`,
      facts: { table: first.table, parent: first.parent },
    });
  db.exec('COMMIT');
}

/** Returns a function that inserts rows into one table. Its errors name the line of the row in the seed file. */
function seedInsert(
  db: Db,
  schema: DatabaseSchema,
  name: string,
  line: number,
): (row: JsonObject, line: number) => void {
  const table = findTable(schema, name);
  if (table === undefined)
    throw badInput({
      file: `seed.jsonl:${line}`,
      what: `there is no table ${name}`,
      mend: `there are ${schema.tables.map((each) => each.name).join(', ')}`,
    });
  const columns = table.columns.filter((column) => !column.generated);
  const known = new Set(columns.map((column) => column.name));
  const statements = new Map<string, Statement<SqlValue[]>>();
  return (row, at) => {
    const names = Object.keys(row);
    const unknown = names.find((column) => !known.has(column));
    if (unknown !== undefined)
      throw badInput({ file: `seed.jsonl:${at}`, path: `/row/${unknown}`, what: `${name} has no column ${unknown}` });
    const spelled = names.join(',');
    let statement = statements.get(spelled);
    if (statement === undefined) {
      statement = db.prepare<SqlValue[]>(
        names.length === 0
          ? `INSERT INTO ${quoteName(name)} DEFAULT VALUES`
          : `INSERT INTO ${quoteName(name)} (${names.map(quoteName).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      );
      statements.set(spelled, statement);
    }
    const values = names.map((column) => {
      const value = row[column] as Json;
      if (typeof value === 'boolean' || (value !== null && typeof value === 'object' && !JSON.isRawJSON(value))) {
        throw badInput({
          file: `seed.jsonl:${at}`,
          path: `/row/${column}`,
          what: 'must be a number, a string or null',
          mend: 'write 1 and 0 for booleans, JSON as a string',
        });
      }
      return toSql(value);
    });
    try {
      statement.run(...values);
    } catch (error) {
      throw badInput({ file: `seed.jsonl:${at}`, what: `the row does not fit ${name}: ${(error as Error).message}` });
    }
  };
}
