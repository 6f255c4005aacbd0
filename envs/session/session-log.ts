// A place that keeps the sessions' logs. The store tells it each event before the event counts as done. When it cannot
// take an event, it throws, and the event has not happened.
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
