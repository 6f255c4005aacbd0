// Calls `look` with a session as it was after a step: with a copy (fork), which is closed afterwards, or with the
// session itself if no step or its last step is given.
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
