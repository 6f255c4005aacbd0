// Writes a number as its shortest decimal text. A real number always gets a point or an exponent (2.0), so that it
// differs from an integer (2).

export function numberText(value: bigint | number): string {
  if (typeof value === 'bigint') return value.toString();
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
