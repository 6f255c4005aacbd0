// The order of rows that prose states: "newest first", "sorted by name", "in alphabetical order".
export interface SaidOrder {
  /** The words of the column; created for the moment at which a row was made. */
  readonly by: readonly string[];
  readonly down: boolean;
}

const FIRST =
  /[,;(]?\s*\b(?:with )?(?:the )?(newest|latest|most recent(?:ly (?:created|added))?|oldest)(?: \w+)? (?:first|at the top)\b\)?/i;
const SORTED =
  /[,;(]?\s*\b(?:sorted|ordered|in order)(?: of| by)(?: their| its| the)? ([a-z]+(?:[ _][a-z]+)?)(?:,? (?:in )?(ascending|descending|asc|desc|newest first|oldest first|highest first|lowest first|latest first)(?: order)?)?(?=[,.;)]|$)\)?/i;
const ALPHABETICAL = /[,;(]?\s*\b(?:in )?alphabetical(?:ly)?(?: order)?\b\)?/i;
const CHRONOLOGICAL = /[,;(]?\s*\b(?:in )?(reverse )?chronological(?:ly)?(?: order)?\b\)?/i;
const FORMS = [SORTED, FIRST, ALPHABETICAL, CHRONOLOGICAL];

export function saidOrder(description: string): SaidOrder | undefined {
  const sorted = SORTED.exec(description);
  if (sorted !== null) {
    const by = (sorted[1] ?? '').toLowerCase().split(/[ _]/);
    return {
      by: by.join(' ') === 'creation date' || by.join(' ') === 'creation time' ? ['created'] : by,
      down: /^(?:desc|newest|highest|latest)/i.test(sorted[2] ?? ''),
    };
  }
  const first = FIRST.exec(description);
  if (first !== null) return { by: ['created'], down: !/oldest/i.test(first[1] ?? '') };
  const chronological = CHRONOLOGICAL.exec(description);
  if (chronological !== null) return { by: ['created'], down: chronological[1] !== undefined };
  return ALPHABETICAL.test(description) ? { by: ['name'], down: false } : undefined;
}

/** The description without the words that state the order. */
export const withoutOrder = (description: string): string =>
  FORMS.reduce((text, form) => text.replace(form, ''), description);
