// Chooses the worker for new sessions. Sessions that begin alike go to one worker, because they share answers, unless
// that worker has many more sessions than the emptiest. All other sessions go to the emptiest worker.

/** Up to this many sessions more than the emptiest worker, a worker still gets sessions of a start that it knows. */
const AHEAD = 64;
/** The most starts whose worker is remembered. The oldest start is forgotten first. */
const STARTS = 10_000;

export class Placement {
  /** The number of sessions of each worker; undefined while the worker is not running. */
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

  /** Returns the worker for new sessions and adds them to its load; undefined when no worker runs. */
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
