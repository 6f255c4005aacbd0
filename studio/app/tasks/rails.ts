// Arranges the vertical lines in the drawing of a task's solution. Each source gets a line, and lines that overlap in
// height get different lanes.

export interface Feed {
  readonly source: string;
  readonly to: string;
  /** The y position of the value to which the line leads. */
  readonly y: number;
}

export interface Rail {
  readonly source: string;
  /** The lane's number, counted from the column of values outwards. */
  readonly lane: number;
  readonly start: number;
  readonly ends: readonly Omit<Feed, 'source'>[];
}

/**
 * Gives the line of each source a lane in which no other line overlaps it. `starts` holds the y position of each
 * source.
 */
export function railsOf(
  feeds: readonly Feed[],
  starts: ReadonlyMap<string, number>,
): { readonly rails: readonly Rail[]; readonly lanes: number } {
  const bySource = Map.groupBy(feeds, ({ source }) => source);
  const wanted = [...bySource]
    .map(([source, ends]) => ({ source, ends, start: starts.get(source) }))
    .filter((rail): rail is typeof rail & { start: number } => rail.start !== undefined)
    .map((rail) => ({ ...rail, last: Math.max(rail.start, ...rail.ends.map(({ y }) => y)) }))
    // short lines get the inner lanes, so that long lines do not cross their ends
    .sort((a, b) => a.last - a.start - (b.last - b.start) || a.start - b.start);
  const taken: { readonly from: number; readonly to: number }[][] = [];
  const rails = wanted.map(({ source, ends, start, last }): Rail => {
    const free = taken.findIndex((lane) => lane.every(({ from, to }) => last < from || start > to));
    const lane = free === -1 ? taken.length : free;
    (taken[lane] ??= []).push({ from: start, to: last });
    return { source, lane, start, ends: ends.map(({ to, y }) => ({ to, y })) };
  });
  return { rails, lanes: taken.length };
}
