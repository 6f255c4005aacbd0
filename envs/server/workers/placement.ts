// Chooses the worker for new sessions. Sessions that begin in the same way go to the same worker, because they can
// share answers. If that worker has many more sessions than the emptiest one, and for all other sessions, the emptiest
// worker is chosen.

/**
 * The worker that has sessions with the same beginning is chosen again, unless it has this many more sessions than the
 * emptiest worker.
 */
const AHEAD = 64;
/** The largest number of beginnings for which a worker is remembered. The oldest is forgotten first. */
const STARTS = 10_000;

export class Placement {
  /** The number of sessions of each worker. Undefined for a worker that is not running. */
  private readonly loads: (number | undefined)[];
  private readonly starts = new Map<string, number>();

  constructor(workers: number) {
    this.loads = Array.from({ length: workers });
  }

  loaded(worker: number, sessions: number): void {
    this.loads[worker] = sessions;
  }

  away(worker: number): void {
    this.loads[worker] = undefined;
  }

  /**
   * Chooses the worker for new sessions, and adds them to its number of sessions. Returns undefined if no worker is
   * running.
   */
  place(start: string, count: number): number | undefined {
    let least: number | undefined;
    for (const [worker, load] of this.loads.entries())
      if (load !== undefined && (least === undefined || load < (this.loads[least] ?? 0))) least = worker;
    if (least === undefined) return undefined;
    const known = this.starts.get(start);
    const load = known === undefined ? undefined : this.loads[known];
    const chosen = known !== undefined && load !== undefined && load < (this.loads[least] ?? 0) + AHEAD ? known : least;
    this.loads[chosen] = (this.loads[chosen] ?? 0) + count;
    this.starts.delete(start);
    this.starts.set(start, chosen);
    if (this.starts.size > STARTS) for (const oldest of this.starts.keys()) return this.forget(oldest, chosen);
    return chosen;
  }

  private forget(start: string, chosen: number): number {
    this.starts.delete(start);
    return chosen;
  }
}
