// Finds the order of rows in a description, such as "newest first" or "sorted by name".
import { wordsOf } from '../../fields/fields.ts';

export interface SaidOrder {
  /**
   * The words of the column that gives the order. `created` stands for the time when a row was made, `moment` for the
   * time of the event.
   */
  readonly by: readonly string[];
  readonly down: boolean;
  /**
   * The words between the superlative and "first": a column, as in "latest start date first", or the noun of the rows.
   */
  readonly of?: readonly string[];
}

const SUPERLATIVE = String.raw`most recent(?:ly (?:created|added|updated|changed|modified))?|most expensive|newest|latest|oldest|earliest|soonest|next|cheapest|(?:highest|lowest|best|largest|smallest|longest|shortest)`;
const FIRST = new RegExp(
  String.raw`[,;:(]?\s*\b(?:with )?(?:the )?(${SUPERLATIVE})(?: ([a-z]+(?:[ _][a-z]+)?))?? (?:(?:come|comes|are listed|appear) )?(?:first|at the top)\b\)?`,
  'i',
);
const TURN = String.raw`ascending|descending|asc|desc|(?:reverse )?(?:alphabetical|chronological)|reverse|[az](?: to |-| - |–)[az]|(?:newest|oldest|highest|lowest|latest|earliest|most recent|largest|smallest) first`;
const COLUMN = String.raw`[a-z]+(?:[ _](?!ascending|descending|asc\b|desc\b|in\b|from\b|reverse|alphabetical|z\b)[a-z]+){0,2}?`;
const SORTED = new RegExp(
  String.raw`[,;(]?\s*\b(?:(?:sorted|ordered|ranked|arranged|alphabetically)(?: alphabetically)? by|in (?:the |an? )?(?:(ascending|descending|reverse|alphabetical) )?order(?: of| by))(?: their| its| the)? (${COLUMN})(?:,? \(?(?:in |from )?(?:the )?(${TURN})(?: order)?\)?)?(?=[,.;)]|$)\)?`,
  'i',
);
const ALPHABETICAL =
  /[,;(]?\s*\b(?:(?:in )?(reverse )?alphabetical(?:ly)?(?: order)?|(?:from )?A(?: to |-| - |–)Z)\b\)?/i;
const CHRONOLOGICAL = /[,;(]?\s*\b(?:in )?(reverse )?chronological(?:ly)?(?: order)?\b\)?/i;
/** Matches an order with its column before the word, as in "in time order" or "in reverse date order". */
const NAMED_ORDER = new RegExp(
  String.raw`[,;(]?\s*\bin (?:the )?(reverse )?(?!reverse|alphabetical|chronological|ascending|descending|same|given|this|that|any|an?\b)([a-z]+(?:[ _][a-z]+)?) order\b\)?`,
  'i',
);
/** Matches "in the order in which they were added" and "in the order of their creation". */
const AS_MADE =
  /[,;(]?\s*\bin (?:the )?order (?:(?:in which )?(?:they|it) (?:were|was) (?:made|created|added|entered|posted|recorded|registered|written)|of (?:their |its )?(?:creation|entry))\b\)?/i;
/** Matches "from newest to oldest". */
const SPAN = new RegExp(
  String.raw`[,;(]?\s*\b(?:from )?(?:the )?(?:(${SUPERLATIVE}) to (?:the )?(?:${SUPERLATIVE}))(?: ([a-z]+))?\b\)?`,
  'i',
);
const FORMS = [AS_MADE, SORTED, SPAN, FIRST, NAMED_ORDER, ALPHABETICAL, CHRONOLOGICAL];

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

const AGE = /^(?:newest|latest|oldest|earliest|soonest|next|most recent)/;
const TIME =
  /^(?:date|time|day|year|month|moment|timestamp|at|on|start|end|due|deadline|age|departure|arrival|creation|\w+ed)$/;

/**
 * Returns true if a superlative after the column means a descending order, as in "sorted by rating, best first", else
 * false. Returns undefined where the superlative is about something else than the column.
 */
function turnOf(word: string, noun: readonly string[], by: readonly string[]): boolean | undefined {
  const isOther = noun.length > 0 && noun.every((each) => !by.includes(each));
  const isOdd = AGE.test(word)
    ? !TIME.test(by.at(-1) ?? '') || by.includes('age')
    : word.startsWith('best') && !/^(?:rating|score)$/.test(by.at(-1) ?? '');
  if (isOther || isOdd) return undefined;
  return /^(?:newest|latest|most|highest|best|largest|longest)/.test(word);
}

const withoutForm = (text: string, form: RegExp): string => text.replace(form, '');

export function saidOrder(description: string): SaidOrder | undefined {
  if (AS_MADE.test(description)) return { by: ['created'], down: false };
  const sorted = SORTED.exec(description);
  if (sorted !== null) {
    const words = wordsOf((sorted[2] ?? '').replaceAll(' ', '_'));
    const by = /^creation (?:date|time)$/.test(words.join(' ')) ? ['created'] : words;
    const turn = (sorted[1] ?? sorted[3] ?? '').toLowerCase();
    if (turn !== '' && !turn.endsWith(' first')) return { by, down: /^(?:desc|reverse|z)/.test(turn) };
    const first = FIRST.exec(turn === '' ? withoutForm(description, SORTED) : turn);
    const down = first === null ? false : turnOf((first[1] ?? '').toLowerCase(), wordsOf(first[2] ?? ''), by);
    return down === undefined ? undefined : { by, down };
  }
  const first = SPAN.exec(description) ?? FIRST.exec(description);
  if (first !== null) return superlative((first[1] ?? '').toLowerCase(), (first[2] ?? '').replaceAll(' ', '_'));
  const named = NAMED_ORDER.exec(description);
  if (named !== null) return { by: wordsOf((named[2] ?? '').replaceAll(' ', '_')), down: named[1] !== undefined };
  const chronological = CHRONOLOGICAL.exec(description);
  if (chronological !== null) return { by: ['created'], down: chronological[1] !== undefined };
  const alphabetical = ALPHABETICAL.exec(description);
  return alphabetical === null ? undefined : { by: ['name'], down: alphabetical[1] !== undefined };
}

export const withoutOrder = (description: string): string => FORMS.reduce(withoutForm, description);

const ORDERS =
  /\b(?:first|last)\b(?! (?:(?:and|or) (?:first|last) )?names?\b)(?: (?!and\b|or\b|to\b|by\b|come)([a-z]+))?|\b(?:earliest|soonest|cheapest|alphabetical|chronological|order of|ranked|in reverse|[az](?: to |-| - |–)[az]|(?:(?:small|larg|great|few|old|new|low|high|long|short)est|most|least)(?: [a-z]+)? to|in (?!order\b)(?:[a-z-]+ ){1,3}order|(?:grouped|arranged|listed) by)\b/i;

/** Returns the part of an order that a text leaves open, such as "which visit is the last", or undefined. */
export function untoldOrder(text: string): string | undefined {
  const found = ORDERS.exec(text);
  if (found === null) return undefined;
  return found[1] === undefined ? 'the order' : `which ${found[1]} is the ${found[0].split(' ')[0] ?? ''}`;
}
