// Decides which sessions hold a connection, and keeps the changed rows of sessions that had to give theirs up. An
// environment has few connections but any number of sessions. If none is free, the session that was called longest ago
// gives its connection up.
import type { Connection } from '../engine/connection.ts';
import type { World } from '../world/world.ts';
import { overlaySize, readOverlay } from './overlay.ts';
import { recommit, replay } from './replay.ts';
import { lastStep, type Session } from './session.ts';

/** From this number of committed calls on, saving the changed rows is worth its cost. */
const CHECKPOINT_AFTER = 12;
/** About this many rows can be written in the time in which one write call runs again. */
const ROWS_PER_WRITE = 4;
/** The largest number of rows in all saved changes together. The oldest saved changes are dropped first. */
const CHECKPOINT_ROWS = 400_000;

export class BoundSessions {
  /** By environment, the sessions that hold a connection. The one that was called longest ago comes first. */
  private readonly bound = new Map<World, Set<Session>>();
  /** The number of rows that are saved for each session. The oldest entry comes first. */
  private readonly checkpoints = new Map<Session, number>();
  private checkpointRows = 0;

  /**
   * Returns the session's connection after bringing it to the session's last step. A session without a connection gets
   * one; if none is free, the session that was called longest ago gives its connection up.
   */
  bind(session: Session): Connection {
    const { world } = session;
    let bound = this.bound.get(world);
    if (bound === undefined) {
      bound = new Set();
      this.bound.set(world, bound);
    }
    if (session.connection !== undefined) {
      if (bound.size > 1) {
        bound.delete(session);
        bound.add(session);
      }
      this.catchUp(session, session.connection);
      return session.connection;
    }
    if (bound.size >= world.poolSize) {
      const [oldest] = bound;
      if (oldest !== undefined) this.unbind(oldest);
    }
    const connection = world.acquire();
    try {
      replay(session, connection, lastStep(session));
    } catch (error) {
      world.release(connection);
      throw error;
    }
    session.connection = connection;
    session.seen = lastStep(session);
    bound.add(session);
    return connection;
  }

  /**
   * Runs those committed calls whose answers came from memory, so that the connection reaches the session's last step.
   */
  private catchUp(session: Session, connection: Connection): void {
    const last = lastStep(session);
    if (session.seen === last) return;
    try {
      recommit(session, connection, session.seen, last);
    } catch (error) {
      this.discard(session);
      throw error;
    }
    session.seen = last;
  }

  /**
   * Takes the connection from the session; its log stays. The changed rows are saved if running the calls again would
   * take longer.
   */
  unbind(session: Session): void {
    if (session.connection === undefined) return;
    this.saveCheckpoint(session, session.connection);
    this.letGo(session);
  }

  /** Takes the connection from the session without saving the changed rows. */
  letGo(session: Session): void {
    const { connection, world } = session;
    if (connection === undefined) return;
    session.connection = undefined;
    this.bound.get(world)?.delete(session);
    world.release(connection);
  }

  /** Closes the connection of a session because it can no longer be used. */
  discard(session: Session): void {
    session.connection?.close();
    session.connection = undefined;
    this.bound.get(session.world)?.delete(session);
  }

  private saveCheckpoint(session: Session, connection: Connection): void {
    const from = session.checkpoint?.step ?? 0;
    const { seen } = session;
    let writes = 0;
    for (let at = from; at < seen; at++) if (session.entries[at]?.committed === true) writes += 1;
    if (writes < CHECKPOINT_AFTER || !connection.db.inTransaction) return;
    const overlay = readOverlay(session.world, connection);
    const rows = overlaySize(overlay);
    if (rows > writes * ROWS_PER_WRITE && session.checkpoint === undefined) return;
    this.forgetCheckpoint(session);
    session.checkpoint = { step: seen, overlay };
    this.checkpoints.set(session, rows);
    this.checkpointRows += rows;
    for (const [oldest] of this.checkpoints) {
      if (this.checkpointRows <= CHECKPOINT_ROWS) break;
      this.forgetCheckpoint(oldest);
    }
  }

  forgetCheckpoint(session: Session): void {
    this.checkpointRows -= this.checkpoints.get(session) ?? 0;
    this.checkpoints.delete(session);
    session.checkpoint = undefined;
  }
}
