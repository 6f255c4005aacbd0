// The server's clock for idle times and measurements. Sessions have a simulated clock and never see this one. Only
// envs/server may read it.

/** Returns the seconds since the process began. */
export function monotonicSeconds(): number {
  return performance.now() / 1000;
}
