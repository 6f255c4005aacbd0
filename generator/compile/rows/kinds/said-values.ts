// Finds the values that a description lists, as in: one of "a", "b"; (red/green); options: a, b or c.
const LISTED =
  /(?:options|one of|either|values|can be|must be)(?: are| is)?:? ?\(?((?:[A-Za-z_-]+, )+(?:or |and )?[A-Za-z_-]+)/i;

export function saidValues(description: string): readonly string[] | undefined {
  const quoted = [...description.matchAll(/['"`]([A-Za-z][\w -]{0,24})['"`]/g)].map(([, word = '']) => word);
  if (quoted.length >= 2) return [...new Set(quoted)];
  const slashed = /\(([A-Za-z]+(?:\s?\/\s?[A-Za-z]+)+)\)/.exec(description)?.[1];
  if (slashed !== undefined) return slashed.split('/').map((word) => word.trim());
  const listed = LISTED.exec(description)?.[1];
  return listed
    ?.split(/, (?:or |and )?/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
