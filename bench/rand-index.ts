// Computes how well two groupings of the same items agree: 1 for equal groupings, 0 for agreement by chance.

export function adjustedRandIndex(a: readonly string[], b: readonly string[]): number {
  const count = (labels: readonly string[]): number => {
    const sizes = new Map<string, number>();
    for (const label of labels) sizes.set(label, (sizes.get(label) ?? 0) + 1);
    return [...sizes.values()].reduce((sum, size) => sum + pairs(size), 0);
  };
  const both = count(a.map((label, at) => `${label}\n${b[at] ?? ''}`));
  const [left, right] = [count(a), count(b)];
  const expected = (left * right) / pairs(a.length);
  return (both - expected) / ((left + right) / 2 - expected);
}

function pairs(size: number): number {
  return (size * (size - 1)) / 2;
}
