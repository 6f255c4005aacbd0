// A number as its shortest decimal text: integers plain, reals always with a point or an exponent.

export function numberText(value: bigint | number): string {
  if (typeof value === 'bigint') return value.toString();
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
