// Describes the row that is first or last by a column, as in "the cheapest order". Such a column holds dates, or
// numbers for whose least and greatest there are words, such as prices.
import { splitName } from '../../envs/words/split-words.ts';

/** The column by which a row is first or last. */
export interface Winner {
  readonly column: string;
  readonly isFirst: boolean;
}

type Ends = readonly [first: string, last: string];

const FIGURES: readonly (readonly [RegExp, Ends])[] = [
  [/^(price|cost|fee|fare)$/, ['cheapest', 'most expensive']],
  [/(^| )(price|cost|fee|fare|total|amount)$/, ['lowest', 'highest']],
  [/(^| )(size|weight|length|distance|duration|capacity|age)$/, ['smallest', 'largest']],
  [/(^| )(rating|score|points|star)$/, ['lowest', 'highest']],
];
const DATES = /(^| )(date|at|on|time|day|created|updated|start|departure|due)$/;

/** Matches participles in column names, such as "placed", "last updated" or "sent". */
const PAST = /(^| )(\w{2,}ed|sent|paid|sold|bought|made|held|begun|built|found|lent|left|given|taken|born)$/;

/**
 * Turns a column name into words before a date: "placed at" becomes "placed on", and "due date" becomes "due on".
 * Returns undefined for a name without a participle, such as "start date".
 */
export function doneOn(name: string): string | undefined {
  const words = labelled(name);
  const done = words.replace(/^date /, '').replace(/ ?(at|on|date|time|day|timestamp)$/, '');
  if (done === '') return 'of';
  if (/^(create|creation)$/.test(done)) return 'created on';
  return PAST.test(done) || done === 'due' ? `${done} on` : undefined;
}

/** Tells whether people order rows by this column. `isDate` is true if the column holds dates. */
export function ordersBy(column: string, isDate: boolean): boolean {
  const words = labelled(column);
  return isDate ? DATES.test(words) : FIGURES.some(([pattern]) => pattern.test(words));
}

/**
 * Adds words for the rank to a noun: "line of order A1 with the lowest price" for the noun "line" and the `of` " of
 * order A1".
 */
export function winnerPhrase({ column, isFirst }: Winner, noun: string, of = '', many = false): string {
  const words = labelled(column);
  const at = isFirst ? 0 : 1;
  const figure = FIGURES.find(([pattern]) => pattern.test(words));
  if (figure !== undefined && !DATES.test(words)) {
    const end = figure[1][at];
    return /cheap|expensive/.test(end) ? `${end} ${noun}${of}` : `${noun}${of} with the ${end} ${words}`;
  }
  const end = isFirst ? 'first' : 'last';
  const done = words.replace(/^date /, '').replace(/ (at|on|date|time|day)$/, '');
  if (done === 'due') return `${noun}${of} that ${many ? 'are' : 'is'} due ${end}`;
  if (PAST.test(done)) return `${noun}${of} that ${many ? 'were' : 'was'} ${done} ${end}`;
  if (/^(?:(?:starts?|begins?|scheduled)(?: at| on| date| time)?|date|at|on|time|day)$/.test(words))
    return `${isFirst ? 'earliest' : 'latest'} ${noun}${of}`;
  return `${noun}${of} with the ${isFirst ? 'earliest' : 'latest'} ${dateName(column)}`;
}

/** Names the value by which the row is first or last, such as "latest due date" or "lowest price". */
export function winningValue({ column, isFirst }: Winner): string {
  const words = labelled(column);
  const figure = DATES.test(words) ? undefined : FIGURES.find(([pattern]) => pattern.test(words));
  if (figure === undefined) return `${isFirst ? 'earliest' : 'latest'} ${dateName(column)}`;
  const end = figure[1][isFirst ? 0 : 1];
  return `${/cheap|expensive/.test(end) ? (isFirst ? 'lowest' : 'highest') : end} ${words}`;
}

/** Returns the words with which people ask for a date, such as "creation date" for "created at". */
export function dateName(name: string): string {
  const words = labelled(name);
  if (/^(date )?created( at| on| date| time)?$/.test(words)) return 'creation date';
  if (/^(date |last )?(updated|modified|update)( at| on| date| time)?$/.test(words)) return 'date of the last change';
  if (/^(born|birth day|birthday|dob)( at| on)?$/.test(words)) return 'date of birth';
  const deed = /^(?:date )?(\w+)(?: at| on| date| time)?$/.exec(words)?.[1] ?? '';
  if (Object.hasOwn(NAMED, deed)) return `${NAMED[deed] ?? deed} date`;
  return words
    .replace(/^date (\w+ed)$/, '$1 date')
    .replace(/^(.*\w) (?:at|on)$/, '$1 date')
    .replace(/^(due|start|end)$/, '$1 date');
}

const NAMED: Readonly<Record<string, string>> = {
  shipped: 'shipping',
  delivered: 'delivery',
  placed: 'order',
  cancelled: 'cancellation',
  published: 'publication',
  paid: 'payment',
  registered: 'registration',
  booked: 'booking',
  expired: 'expiry',
  expires: 'expiry',
  expire: 'expiry',
  started: 'start',
  ended: 'end',
  returned: 'return',
  issued: 'issue',
};

function labelled(name: string): string {
  return splitName(name).join(' ');
}
