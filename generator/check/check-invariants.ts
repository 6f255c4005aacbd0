// Checks invariants and promises. An invariant is a SELECT that must return no row, at the start and after every
// committed call. A promise is a SELECT that must return at least a given number of rows at the start.
import { GymError } from '../../envs/errors/gym-error.ts';
import { clockAt, type Session } from '../../envs/session/session.ts';
import type { SessionStore } from '../../envs/session/session-store.ts';
import type { Invariant } from '../../envs/values/environment.ts';
import type { Json } from '../../envs/values/json.ts';
import type { Connection } from '../../envs/engine/connection.ts';
import type { World } from '../../envs/world/world.ts';
import type { Report } from './check-report.ts';
import { BoundQueries } from '../queries/bound-query.ts';
import { told } from './scenarios/match-expected.ts';

const NO_NAMES: ReadonlyMap<string, Json> = new Map();

export class Invariants {
  private readonly world: World;
  private readonly report: Report;
  private readonly queries: BoundQueries;
  /** The invariants whose SQL is accepted and that hold at the start. */
  private readonly sound: readonly Invariant[];
  private readonly broken = new Set<string>();

  constructor(world: World, report: Report) {
    this.world = world;
    this.report = report;
    this.queries = new BoundQueries(world);
    this.sound = (world.environment.invariants ?? []).filter((invariant) => this.holdsAtFirst(invariant));
    this.promises();
  }

  private holdsAtFirst(invariant: Invariant): boolean {
    const place = `invariant ${invariant.name}`;
    try {
      const found = this.world.withConnection((connection) => this.found(invariant, connection, this.world.clockStart));
      return this.report.expect(
        found === undefined,
        place,
        'invariant',
        () => `the first rows break it: ${found ?? ''}`,
      );
    } catch (error) {
      if (!(error instanceof GymError)) throw error;
      return this.report.expect(false, place, 'invariant', error.message);
    }
  }

  private found(invariant: Invariant, connection: Connection, now: number): string | undefined {
    const [row] = this.queries.run(connection, invariant.sql, NO_NAMES, now, `invariant ${invariant.name}`).rows;
    return row === undefined ? undefined : told(row as Json);
  }

  private promises(): void {
    for (const [index, { sql, at_least: least, says }] of (this.world.environment.promises ?? []).entries()) {
      const place = `promise ${index + 1}`;
      try {
        const { rows } = this.world.withConnection((connection) =>
          this.queries.run(connection, sql, NO_NAMES, this.world.clockStart, place),
        );
        this.report.expect(
          rows.length >= least,
          place,
          'promise',
          () => `${says ?? sql}: ${rows.length} rows, at least ${least} were promised`,
        );
      } catch (error) {
        if (!(error instanceof GymError)) throw error;
        this.report.expect(false, place, 'promise', error.message);
      }
    }
  }

  /** Checks the invariants after a committed call. A tool that breaks an invariant is reported once. */
  after(store: SessionStore, session: Session): void {
    const last = session.entries.at(-1);
    if (last?.committed !== true || this.sound.length === 0) return;
    store.look(session, (connection) => {
      for (const invariant of this.sound) {
        const known = `${last.name} ${invariant.name}`;
        if (this.broken.has(known)) continue;
        const found = this.found(invariant, connection, clockAt(session, session.entries.length));
        const says = invariant.says === '' ? invariant.name : invariant.says;
        const held = this.report.expect(
          found === undefined,
          last.name,
          'invariant',
          () => `after ${last.args.slice(0, 200)}: ${says}: ${found ?? ''}`,
        );
        if (!held) this.broken.add(known);
      }
    });
  }
}
