// The limits of one server. Each is on by default and shown in /metrics; a request over a limit gets a stable code.
export interface Limits {
  /** Bytes of a request body. */
  readonly body: number;
  /** Nesting of a request body. */
  readonly depth: number;
  /** Calls in one session's log. */
  readonly calls: number;
  /** Calls in one batch. */
  readonly batch: number;
  readonly sessions: number;
  /** Sessions that one POST /sessions may make. */
  readonly count: number;
  /** Requests in flight. */
  readonly inFlight: number;
  /** Seconds after which an idle session is swept. */
  readonly idle: number;
  /** The longest idle time that a session may ask for, in seconds. */
  readonly idleMost: number;
  /** Opened environments that are kept without a session. */
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
