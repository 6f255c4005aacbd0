import { SessionStore } from '../../envs/session/session-store.ts';
import type { Connection } from '../../envs/engine/connection.ts';
import type { Session, Setup } from '../../envs/session/session.ts';
import { plainJson, type Json } from '../../envs/values/json.ts';
import type { PlannedFault } from '../../envs/values/fault.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { World } from '../../envs/world/world.ts';
import type { PlannedCall } from './plan.ts';

export interface Outcome {
  readonly ok: boolean;
  readonly result: Json;
  readonly error?: { readonly code: string; readonly message: string };
  readonly committed: boolean;
}

/** Opens sessions on which plans are tried. The caller closes each session. Sessions do not affect one another. */
export class Stage {
  readonly world: World;
  private readonly store = new SessionStore();
  private count = 0;

  constructor(world: World) {
    this.world = world;
  }

  begin(seed = 1, setup?: Setup, faults: readonly PlannedFault[] = []): Session {
    return this.store.create({
      id: `stage ${++this.count}`,
      world: this.world,
      seed,
      ...(setup === undefined ? {} : { setup }),
      ...(faults.length === 0 ? {} : { faults: { trialSeed: 0, planned: faults } }),
    });
  }

  call(session: Session, call: PlannedCall): Outcome {
    const answer = this.store.call(session, call);
    return answer.ok
      ? { ok: true, result: plainJson(answer.result) as Json, committed: session.entries.at(-1)?.committed === true }
      : {
          ok: false,
          result: null,
          error: { code: answer.error.code, message: answer.error.message },
          committed: session.entries.at(-1)?.committed === true,
        };
  }

  log(session: Session): LogEntry[] {
    return this.store.log(session);
  }

  diff(session: Session): ReturnType<SessionStore['diff']> {
    return this.store.diff(session);
  }

  /** Runs work that reads the present rows of a session. */
  look<T>(session: Session, work: (connection: Connection) => T): T {
    return this.store.look(session, work);
  }

  hash(session: Session): string {
    return this.store.fullHash(session);
  }

  fork(session: Session): Session {
    return this.store.fork(session, session.entries.length, `stage ${++this.count}`);
  }

  end(session: Session): void {
    this.store.close(session);
  }
}
