// Chooses the worker of new sessions: the one with the fewest, except that sessions of one start stay together, because
// they share answers. A start that would load its worker too much goes on elsewhere.

/** The number of sessions by which a worker may be ahead of the least loaded one and still get more of a start. */
const AHEAD = 64;
/** The most starts whose worker is remembered; the oldest is forgotten first. */
const STARTS = 10_000;

export class Placement {
  /** The number of sessions of each worker; undefined while it is away. */
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

  /** The worker for new sessions, which count as its own from now on; undefined when all are away. */
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
