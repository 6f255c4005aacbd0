// Writes a number as its shortest decimal text. A real always has a point or an exponent, so that it differs from an
// integer.

export function numberText(value: bigint | number): string {
  if (typeof value === 'bigint') return value.toString();
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
