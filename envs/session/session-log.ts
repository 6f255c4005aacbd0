// The interface for storing the logs of sessions, such as a journal file. The session store reports each event before
// it takes effect. If the event cannot be stored, the method throws, and the event does not happen.
import type { JsonObject } from '../values/json.ts';
import type { Entry, Session } from './session.ts';

export interface SessionLog {
  created(session: Session): void;
  called(session: Session, entry: Entry): void;
  rewound(session: Session, step: number): void;
  forked(origin: Session, step: number, fork: Session): void;
  described(id: string, about: JsonObject | undefined): void;
  closed(session: Session): void;
  /** Reports that a session ends because it was idle for too long. */
  expired(session: Session): void;
  /** Reports that a client gave up a session's name. No later session may have this name. */
  left(name: string): void;
}
