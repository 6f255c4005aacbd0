// The server's own time, for idleness and for measuring. It never reaches a session, and only envs/server may read it.

/** Seconds since the process began. */
export function monotonicSeconds(): number {
  return performance.now() / 1000;
}
