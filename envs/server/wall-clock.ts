// The server's clock for idle times and measurements. It never affects a session, and only envs/server may read it.

/** Returns the seconds since the process began. */
export function monotonicSeconds(): number {
  return performance.now() / 1000;
}
