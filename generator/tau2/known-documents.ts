// The documents of sessions at their steps. Many recorded lines share a state, and each call begins where the last ended.
import type { SessionStore } from '../../envs/session/session-store.ts';
import type { Session } from '../../envs/session/session.ts';
import type { World } from '../../envs/world/world.ts';
import { readDocuments, type DocumentTexts } from './documents.ts';

/** So many states are kept. */
const MOST = 8;

export class KnownDocuments {
  private readonly world: World;
  private readonly store: SessionStore;
  private readonly known = new Map<string, DocumentTexts>();

  constructor(world: World, store: SessionStore) {
    this.world = world;
    this.store = store;
  }

  /** The documents after so many entries of a session: they follow from its seed, its set-up and its committed calls. */
  at(session: Session, step: number): DocumentTexts {
    const committed = session.entries
      .slice(0, step)
      .filter((entry) => entry.committed)
      .map(({ by, name, args }) => [by, name, args]);
    const key = JSON.stringify([session.seed, session.setup, committed]);
    const documents = this.known.get(key) ?? this.read(session, step);
    // the one asked for last stands last, and the first is forgotten
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
