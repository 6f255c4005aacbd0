// The limits of one server. A request over a limit gets an error with a stable code. The route /metrics shows the
// limits.
export interface Limits {
  /** The largest size of a request body, in bytes. */
  readonly body: number;
  /** The deepest nesting of JSON in a request body. */
  readonly depth: number;
  /** The largest number of calls in the log of one session. */
  readonly calls: number;
  /** The largest number of calls in one request that makes several calls. */
  readonly batch: number;
  readonly sessions: number;
  /** The largest number of sessions that one POST /sessions may make. */
  readonly count: number;
  /** The largest number of requests that the server handles at the same time. */
  readonly inFlight: number;
  /** Seconds after which an idle session is closed. */
  readonly idle: number;
  /** The longest idle time that a client may ask for, in seconds. */
  readonly idleMost: number;
  /** The largest number of open environments that are kept although no session uses them. */
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
