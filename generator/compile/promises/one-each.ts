// Handles limits such as "One boat a day" or "At most one visit per day". The program refuses a second row with the
// same day, except where the earlier row is cancelled. A tool with any
// other limit is flagged, because no step can check the limit.
import { singular } from '../../../envs/words/split-words.ts';
import { timeForm } from '../../fields/time-form.ts';
import { among, literal, name, not, or, type Expr } from '../programs/sql.ts';
import { plainSentence } from '../read/plain-sentence.ts';
import { releaseOf } from '../readings/holding.ts';
import type { Domain } from '../readings/reading.ts';
import type { KnownColumn } from '../things/known-column.ts';
import { nounsOf } from '../things/nouns-of.ts';
import type { Thing } from '../things/thing.ts';

const NUMBER = String.raw`(?:one|two|three|four|five|six|\d+|single)`;
const WORDS = String.raw`(?:(?!to\b|of\b|in\b|for\b|from\b|on\b|with\b|at\b|into\b|or\b|as\b|and\b|is\b|by\b)[a-z]+ ){1,3}?`;
const EACH = String.raw`(?:an?|per|each|every|for (?:each|every))`;

/** Matches a number of rows for each of something, such as "two guests per room" or "one job at a time". */
const COUNTED = new RegExp(String.raw`\b${NUMBER} ${WORDS}(?:${EACH} [a-z]+|at (?:a|the same) time|at once)\b`, 'i');

/** Tells whether a text limits the number of rows that a write may make. */
export const saysCounted = (text: string): boolean => COUNTED.test(text);

export interface OneEach {
  readonly column: string;
  /** Conditions that the earlier row must meet to be in the way, besides the same value: it must not be cancelled. */
  readonly where: readonly Expr[];
}

/**
 * Returns what a sentence such as "One boat a day" limits: no two rows may have the same day, unless one of them is
 * cancelled.
 */
export function oneEach(sentence: string, thing: Thing, domain: Domain): OneEach | undefined {
  const limit = String.raw`(?:only |just |at most |no more than |not more than |a maximum of |maximum )?`;
  const form = new RegExp(String.raw`^${limit}(?:one|1|a single) ([a-z ]+?) ${EACH} ([a-z]+)$`, 'i');
  const [, counted = '', each = ''] = form.exec(plainSentence(sentence)) ?? [];
  const columns = [...(domain.known.get(thing.table)?.columns.values() ?? [])];
  const refers = columns.filter(({ references, given }) => references !== undefined && given);
  const isOwn = new RegExp(`^(?:${nounsOf(thing)})$`, 'i').test(counted);
  const column = /^(?:day|date)$/i.test(each) ? dayOf(columns) : refers.find((one) => refersTo(one, each, domain));
  // where visits refer to a doctor and to a patient, "one visit a day" could mean one for each doctor or one for each
  // patient
  const others = refers.filter((one) => one !== column && !refersTo(one, counted, domain));
  const isCounted = isOwn ? refers.every((one) => one === column) : others.length === 0 && refers.length > 0;
  if (column === undefined || !isCounted) return undefined;
  const isDay = column.references === undefined;
  const { state, released } = releaseOf(thing, isDay, domain);
  const open = state === undefined || released.length === 0 ? [] : [not(among(or(name(state), literal('')), released))];
  return { column: column.column, where: open };
}

const refersTo = ({ references }: KnownColumn, noun: string, { things }: Domain): boolean =>
  things.byTable.get(references ?? '')?.nouns.has(singular(noun.toLowerCase())) === true;

/** Returns the column that holds a day and that calls give, if there is exactly one. */
function dayOf(columns: readonly KnownColumn[]): KnownColumn | undefined {
  const days = columns.filter(
    ({ given, type, schema, description }) => given && type === 'text' && timeForm(schema, description) === 'day',
  );
  return days.length === 1 ? days[0] : undefined;
}
