// Shows a session as it was after a step. It uses a copy (fork) of the session and closes the copy afterwards.
import { lastStep, type Session } from '../../envs/session/session.ts';
import type { SessionStore } from '../../envs/session/session-store.ts';

export function atStep<T>(
  store: SessionStore,
  session: Session,
  step: number | undefined,
  look: (session: Session) => T,
): T {
  if (step === undefined || step === lastStep(session)) return look(session);
  const fork = store.fork(session, step, `${session.id} as of ${step}`);
  try {
    return look(fork);
  } finally {
    store.close(fork);
  }
}
