// Keeps the documents of recent states of sessions. This saves time, because many recorded calls begin at the same
// state, and each call begins where the call before it ended.
import type { SessionStore } from '../../envs/session/session-store.ts';
import type { Session } from '../../envs/session/session.ts';
import type { World } from '../../envs/world/world.ts';
import { readDocuments, type DocumentTexts } from './documents.ts';

/** The number of states that are kept. */
const MOST = 8;

export class KnownDocuments {
  private readonly world: World;
  private readonly store: SessionStore;
  private readonly known = new Map<string, DocumentTexts>();

  constructor(world: World, store: SessionStore) {
    this.world = world;
    this.store = store;
  }

  /**
   * Returns the documents after the first `step` entries of a session. They depend only on the session's seed, its
   * set-up and its committed calls.
   */
  at(session: Session, step: number): DocumentTexts {
    const committed = session.entries
      .slice(0, step)
      .filter((entry) => entry.committed)
      .map(({ by, name, args }) => [by, name, args]);
    const key = JSON.stringify([session.seed, session.setup, committed]);
    const documents = this.known.get(key) ?? this.read(session, step);
    // the entry used now moves to the end; the first entry was unused for longest and is dropped
    this.known.delete(key);
    this.known.set(key, documents);
    const [oldest] = this.known.keys();
    if (oldest !== undefined && this.known.size > MOST) this.known.delete(oldest);
    return documents;
  }

  private read(session: Session, step: number): DocumentTexts {
    if (step === session.entries.length)
      return this.store.look(session, (connection) => readDocuments(this.world, connection));
    const fork = this.store.fork(session, step, `${session.id} at ${step}`);
    try {
      return this.store.look(fork, (connection) => readDocuments(this.world, connection));
    } finally {
      this.store.close(fork);
    }
  }
}
