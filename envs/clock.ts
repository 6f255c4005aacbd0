// Converts between seconds since 1970 and the text of a time. No function here reads the machine's clock.

export function parseClock(text: string): number {
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) throw new RangeError(`${text} is no time`);
  return milliseconds / 1000;
}

export function formatClock(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
