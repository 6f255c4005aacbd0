// Reads the order of rows from a description, such as "newest first" or "sorted by name".
import { wordsOf } from '../../fields/fields.ts';

export interface SaidOrder {
  /**
   * The words of the column that gives the order. `created` stands for the time when a row was made, `moment` for the
   * time of the event.
   */
  readonly by: readonly string[];
  readonly down: boolean;
  /** The words between the superlative and `first`: a column, as in "latest start date first", or the noun of the rows. */
  readonly of?: readonly string[];
}

const SUPERLATIVE = String.raw`most recent(?:ly (?:created|added|updated|changed|modified))?|most expensive|newest|latest|oldest|earliest|soonest|next|cheapest|(?:highest|lowest|best|largest|smallest|longest|shortest)`;
const FIRST = new RegExp(
  String.raw`[,;:(]?\s*\b(?:with )?(?:the )?(${SUPERLATIVE})(?: ([a-z]+(?:[ _][a-z]+)?))?? (?:(?:come|comes|are listed|appear) )?(?:first|at the top)\b\)?`,
  'i',
);
const SORTED =
  /[,;(]?\s*\b(?:sorted|ordered|in (?:the )?order)(?: of| by)(?: their| its| the)? ([a-z]+(?:[ _](?!ascending|descending|asc\b|desc\b|in\b)[a-z]+){0,2}?)(?:,? \(?(?:in )?(?:the )?(ascending|descending|asc|desc|newest first|oldest first|highest first|lowest first|latest first|earliest first|most recent first|largest first|smallest first)(?: order)?\)?)?(?=[,.;)]|$)\)?/i;
const ALPHABETICAL = /[,;(]?\s*\b(?:in )?alphabetical(?:ly)?(?: order)?\b\)?/i;
const CHRONOLOGICAL = /[,;(]?\s*\b(?:in )?(reverse )?chronological(?:ly)?(?: order)?\b\)?/i;
const FORMS = [SORTED, FIRST, ALPHABETICAL, CHRONOLOGICAL];

/** Returns the column and the direction that a superlative such as `cheapest` implies. */
function superlative(word: string, noun: string): SaidOrder {
  if (/^most recently (?:updated|changed|modified)/.test(word)) return { by: ['updated'], down: true };
  const of = noun === '' ? {} : { of: wordsOf(noun) };
  if (/^(?:newest|latest|most recent)/.test(word)) return { by: ['created'], down: true, ...of };
  if (word === 'oldest') return { by: ['created'], down: false, ...of };
  if (/^(?:earliest|soonest|next)$/.test(word))
    return noun === 'due' ? { by: ['due'], down: false } : { by: ['moment'], down: false, ...of };
  if (word === 'cheapest' || word === 'most expensive') return { by: ['price'], down: word !== 'cheapest' };
  const by = noun === 'rated' || noun === '' ? 'rating' : noun;
  return { by: wordsOf(by), down: /^(?:highest|best|largest|longest)$/.test(word) };
}

export function saidOrder(description: string): SaidOrder | undefined {
  const sorted = SORTED.exec(description);
  if (sorted !== null) {
    const by = wordsOf((sorted[1] ?? '').replaceAll(' ', '_'));
    return {
      by: by.join(' ') === 'creation date' || by.join(' ') === 'creation time' ? ['created'] : by,
      down: /^(?:desc|newest|highest|latest|most recent|largest)/i.test(sorted[2] ?? ''),
    };
  }
  const first = FIRST.exec(description);
  if (first !== null) return superlative((first[1] ?? '').toLowerCase(), (first[2] ?? '').replaceAll(' ', '_'));
  const chronological = CHRONOLOGICAL.exec(description);
  if (chronological !== null) return { by: ['created'], down: chronological[1] !== undefined };
  return ALPHABETICAL.test(description) ? { by: ['name'], down: false } : undefined;
}

/** Returns the description without the words that state the order. */
export const withoutOrder = (description: string): string =>
  FORMS.reduce((text, form) => text.replace(form, ''), description);

const ORDERS =
  /\b(?:first|last)\b(?! (?:(?:and|or) (?:first|last) )?names?\b)(?: (?!and\b|or\b|to\b|by\b|come)([a-z]+))?|\b(?:earliest|soonest|cheapest|alphabetical|chronological|order of|ranked)\b/i;

/** Returns what a text leaves open where it speaks of an order, or of a first or last row: "which visit is the last". */
export function untoldOrder(text: string): string | undefined {
  const found = ORDERS.exec(text);
  if (found === null) return undefined;
  return found[1] === undefined ? 'the order' : `which ${found[1]} is the ${found[0].split(' ')[0] ?? ''}`;
}
