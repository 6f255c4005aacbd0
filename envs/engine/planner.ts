// Decides for each statement whether it must count the rows that it visits. Also refuses a statement whose compiled
// form does more than callgym's own analysis of its text allows.
import type { Database } from 'better-sqlite3';
import { GymError } from '../errors/gym-error.ts';
import { quoteName, type DatabaseSchema } from '../sql/database-schema.ts';
import { refusal, type VettedSql } from '../sql/vet-statement.ts';
import type { StatementPlan } from './connection.ts';
import { byteCodeOffence, explainPlan } from './query-plan.ts';

export class Planner {
  private readonly db: Database;
  private readonly uniqueIndexes: Map<string, number> = new Map();
  private readonly counts: Map<string, number> = new Map();
  private readonly limit: number;
  private readonly known: Map<string, StatementPlan> = new Map();

  /** `like` is a planner for the same schema and rows. If it is given, its decisions are copied. */
  constructor(db: Database, schema: DatabaseSchema, limit: number, like?: Planner) {
    this.db = db;
    this.limit = limit;
    if (like !== undefined && like.limit === limit) {
      this.uniqueIndexes = like.uniqueIndexes;
      this.counts = like.counts;
      this.known = new Map(like.known);
      return;
    }
    for (const table of schema.tables) {
      for (const index of db.pragma(`index_list(${quoteName(table.name)})`) as {
        name: string;
        unique: number;
        partial: number;
      }[]) {
        if (index.unique === 1 && index.partial === 0)
          this.uniqueIndexes.set(index.name, (db.pragma(`index_info(${quoteName(index.name)})`) as unknown[]).length);
      }
      const single = table.keys.some((key) => key.length === 0);
      const count = db
        .prepare(`SELECT count(*) FROM ${quoteName(table.name)}`)
        .pluck()
        .get() as number;
      this.counts.set(table.name.toLowerCase(), single ? 0 : Math.max(count, 1));
    }
  }

  plan(where: string, vetted: VettedSql): StatementPlan {
    const spelled = `${vetted.inLoop} ${vetted.sql}`;
    const known = this.known.get(spelled);
    if (known !== undefined) return known;
    try {
      for (const sql of [vetted.sql, vetted.countingSql]) {
        const offence = byteCodeOffence(this.db, sql, vetted.params.length);
        if (offence !== undefined) throw refusal(where, offence, undefined, vetted.text);
      }
      this.compiles(where, vetted);
      const facts = explainPlan(this.db, vetted.sql, vetted.params.length, this.uniqueIndexes, (alias) =>
        this.rowsOf(alias, vetted.aliases),
      );
      if (facts.product > this.limit) {
        throw refusal(
          where,
          `it scans ${facts.scans.join(' times ')} in full, which may visit ${facts.product} rows`,
          'join on a key',
          vetted.text,
        );
      }
      const plan = { counting: facts.loops > 1 || (facts.loops > 0 && vetted.inLoop) };
      this.known.set(spelled, plan);
      return plan;
    } catch (error) {
      if (error instanceof GymError) throw error;
      throw refusal(where, `SQLite refuses it: ${(error as Error).message}`, undefined, vetted.text);
    }
  }

  /** Throws if SQLite and callgym's analysis disagree on whether the statement writes. */
  private compiles(where: string, vetted: VettedSql): void {
    for (const sql of [vetted.sql, vetted.countingSql]) {
      const { readonly, reader } = this.db.prepare(sql);
      const asVetted = vetted.kind === 'change' ? !readonly && !reader : readonly && reader;
      if (!asVetted) throw refusal(where, 'SQLite takes it for another kind of statement', undefined, vetted.text);
    }
  }

  /**
   * Returns the number of rows of the table behind an alias in a query plan. Returns 0 for an unknown table and for a
   * table that can hold only one row.
   */
  private rowsOf(alias: string, aliases: ReadonlyMap<string, string>): number {
    return this.counts.get((aliases.get(alias.toLowerCase()) ?? '').toLowerCase()) ?? 0;
  }
}
