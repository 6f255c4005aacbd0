// Measures time and computes medians. Apart from the command line, no other file reads the clock.

export function microseconds(work: () => void): number {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1000;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length);
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

export interface BenchResult {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly floor: number | null;
  readonly ratio: number | null;
  /** The name of the tool, if the figure is about a single tool. */
  readonly tool?: string;
}

export function result(name: string, value: number, unit: string, floor: number | null = null): BenchResult {
  return {
    name,
    value: round(value),
    unit,
    floor: floor === null ? null : round(floor),
    ratio: floor === null ? null : round(value / floor),
  };
}

function round(value: number): number {
  return Number(value.toPrecision(4));
}
