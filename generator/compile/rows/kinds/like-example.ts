// Makes texts in the form of an example from a description: "such as 2026-fall" gives other years and seasons, "such as
// M8-40" gives other digits.
const SEASONS = ['spring', 'summer', 'fall', 'winter'];
const YEARS = ['2030', '2031'];
const MOST = 12;

/** Returns texts of the example's form. Years, seasons and digits differ; all other letters stay. */
export function likeExample(shown: string): string[] {
  const parts = shown.match(/[0-9]+|[A-Za-z]+|[^0-9A-Za-z]+/g) ?? [];
  const made = Array.from({ length: MOST }, (_none, at) => parts.map((part, place) => vary(part, at, place)).join(''));
  return [...new Set(made)];
}

function vary(part: string, at: number, place: number): string {
  const season = SEASONS.indexOf(part.toLowerCase());
  if (season !== -1) {
    const other = SEASONS[at % SEASONS.length] ?? part;
    return /^[A-Z]/.test(part) ? `${other.charAt(0).toUpperCase()}${other.slice(1)}` : other;
  }
  if (/^20\d\d$/.test(part)) return YEARS[Math.floor(at / SEASONS.length) % YEARS.length] ?? part;
  if (!/^\d+$/.test(part)) return part;
  // all steps are odd, so that the digits of two texts rarely agree
  return [...part].map((digit, index) => String(digitOf(Number(digit), at, place + index, index))).join('');
}

/**
 * Returns another digit, or the same digit for the first text (`at` is 0). The first digit of a number is never 0
 * unless the example begins with 0.
 */
function digitOf(digit: number, at: number, place: number, index: number): number {
  if (at === 0) return digit;
  return index === 0
    ? digit === 0
      ? 0
      : 1 + ((digit - 1 + at * (3 + 2 * place)) % 9)
    : (digit + at * (7 + 2 * place)) % 10;
}
