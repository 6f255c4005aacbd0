// The server's clock for idle times and measurements. No session ever sees this clock, and only envs/server may read
// it.

/** Returns the seconds since the process began. */
export function monotonicSeconds(): number {
  return performance.now() / 1000;
}
