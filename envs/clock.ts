// Time as data: seconds since 1970 to text and back. Nothing here reads the wall clock.

/** YYYY-MM-DDTHH:MM:SSZ -> seconds since 1970. */
export function parseClock(text: string): number {
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) throw new RangeError(`${text} is no time`);
  return milliseconds / 1000;
}

/** Seconds since 1970 -> YYYY-MM-DDTHH:MM:SSZ. */
export function formatClock(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
