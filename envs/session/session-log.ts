// A place that keeps the sessions' logs: each event is told to it before the store counts it as done. A place that
// cannot take an event throws, and the event has not happened.
import type { JsonObject } from '../values/json.ts';
import type { Entry, Session } from './session.ts';

export interface SessionLog {
  created(session: Session): void;
  called(session: Session, entry: Entry): void;
  rewound(session: Session, step: number): void;
  forked(origin: Session, step: number, fork: Session): void;
  described(id: string, about: JsonObject | undefined): void;
  closed(session: Session): void;
  /** The session was idle for too long. */
  expired(session: Session): void;
  /** A name by which sessions are found was given up: no session has it again. */
  left(name: string): void;
}
