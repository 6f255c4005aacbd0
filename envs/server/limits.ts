// The limits of one server. /metrics shows each limit. A request over a limit gets an error with a stable code.
export interface Limits {
  /** The most bytes of a request body. */
  readonly body: number;
  /** The deepest nesting of a request body. */
  readonly depth: number;
  /** The most calls in one session's log. */
  readonly calls: number;
  /** The most calls in one batch. */
  readonly batch: number;
  readonly sessions: number;
  /** The limit on the sessions that one POST /sessions may make. */
  readonly count: number;
  /** The most requests under way. */
  readonly inFlight: number;
  /** Seconds after which an idle session is closed. */
  readonly idle: number;
  /** The longest idle time that a session may ask for, in seconds. */
  readonly idleMost: number;
  /** The most opened environments that are kept without a session. */
  readonly openEnvironments: number;
}

export const DEFAULT_LIMITS: Limits = {
  body: 1_048_576,
  depth: 64,
  calls: 1_000,
  batch: 256,
  sessions: 100_000,
  count: 1_024,
  inFlight: 8_192,
  idle: 1_800,
  idleMost: 86_400,
  openEnvironments: 128,
};
