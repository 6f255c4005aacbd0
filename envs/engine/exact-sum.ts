// Sums that do not depend on the order of their terms. Integers are added exactly. Reals are kept as several partial
// sums without overlapping digits (Shewchuk's method), and these are rounded once at the end.

export class ExactSum {
  private integers = 0n;
  private partials: number[] = [];
  private special = 0;
  private real = false;
  count = 0;

  add(value: bigint | number): void {
    this.count += 1;
    if (typeof value === 'bigint') {
      this.integers += value;
      return;
    }
    this.real = true;
    if (!Number.isFinite(value)) {
      this.special += value;
      return;
    }
    this.addReal(value);
  }

  private addReal(value: number): void {
    let x = value;
    const kept: number[] = [];
    for (let y of this.partials) {
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
      const high = x + y;
      const low = y - (high - x);
      if (low !== 0) kept.push(low);
      x = high;
    }
    kept.push(x);
    this.partials = kept;
  }

  /** The sum as an integer, or undefined if one of the terms was a real. */
  get integer(): bigint | undefined {
    return this.real ? undefined : this.integers;
  }

  get value(): number {
    if (this.special !== 0 || Number.isNaN(this.special)) return this.special;
    const rest = new ExactSum();
    rest.partials = [...this.partials];
    // an integer beyond 2^53 does not fit exactly into one real, so its two halves are added
    const high = (this.integers >> 32n) << 32n;
    rest.addReal(Number(high));
    rest.addReal(Number(this.integers - high));
    return roundPartials(rest.partials);
  }
}

/** Returns the correctly rounded sum of partial sums. They have no overlapping digits, and the smallest comes first. */
function roundPartials(partials: readonly number[]): number {
  let at = partials.length - 1;
  let high = partials[at] ?? 0;
  let low = 0;
  while (at > 0) {
    const x = high;
    const y = partials[--at] as number;
    high = x + y;
    low = y - (high - x);
    if (low !== 0) break;
  }
  const next = partials[at - 1];
  if (at > 0 && next !== undefined && ((low < 0 && next < 0) || (low > 0 && next > 0))) {
    const doubled = low * 2;
    const moved = high + doubled;
    if (doubled === moved - high) high = moved;
  }
  return high;
}
