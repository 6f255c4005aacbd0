// Counts how often the oracle (an agent that knows the solution) has asked for each wish that the user tells only
// later. It asks once for each wish, and once more if the user answered by reading out a screen of their own device.
export class Waits {
  private readonly times = new Map<string, number>();
  /** True if the user has just used their own device and told what the screen shows. */
  hasReadOut = false;

  mayWait(wish: string): boolean {
    const times = this.times.get(wish) ?? 0;
    return times === 0 || (times === 1 && this.hasReadOut);
  }

  add(wish: string): void {
    this.times.set(wish, (this.times.get(wish) ?? 0) + 1);
  }

  get asked(): number {
    return [...this.times.values()].reduce((sum, times) => sum + times, 0);
  }
}
