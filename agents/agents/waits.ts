// The later wishes for whose words the oracle has waited. It waits once for each, and once more where the user read out a
// screen of its own device instead of saying the wish.
export class Waits {
  private readonly times = new Map<string, number>();
  /** Whether the user has just used its own device and said what it shows. */
  hasReadOut = false;

  mayWait(wish: string): boolean {
    const times = this.times.get(wish) ?? 0;
    return times === 0 || (times === 1 && this.hasReadOut);
  }

  add(wish: string): void {
    this.times.set(wish, (this.times.get(wish) ?? 0) + 1);
  }

  /** The number of questions for a further wish so far. */
  get asked(): number {
    return [...this.times.values()].reduce((sum, times) => sum + times, 0);
  }
}
