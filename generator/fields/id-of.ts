// Finds the noun of the row that an argument identifies. board_id, boardId, idBoard and board_number identify a board.
// `id` or `number` without a noun identifies a row of the tool's own noun.
import { SHORT_FORMS } from '../lexicon/nouns.ts';

export interface Naming {
  /** The noun of the row. The list is empty if the name has no noun, as in `id`. */
  readonly noun: readonly string[];
  /** The noun, with a word before it that distinguishes two rows, such as `source card`. */
  readonly called: readonly string[];
  /** The word for the key, such as `id`, `number` or `name`. */
  readonly by: string;
  /**
   * True for an id, which is unique by itself. False for a number or a name, which may be unique only within a parent.
   */
  readonly global: boolean;
}

const GLOBAL = new Set(['id', 'uuid', 'guid', 'gid', 'key', 'ids']);
const LOCAL = new Set(['number', 'iid', 'index', 'ts', 'slug', 'sha', 'code', 'no', 'num', 'sku', 'isbn']);
/** Words before a noun that distinguish two rows of one table. */
const ROLES = new Set([
  'source',
  'target',
  'from',
  'to',
  'new',
  'old',
  'destination',
  'origin',
  'parent',
  'current',
  'this',
  'given',
  'specific',
  'other',
  'first',
  'second',
]);

export function spelled(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => (SHORT_FORMS[word] ?? word).split('_'));
}

/** Reads the words of an argument's name. Returns undefined if they identify no row. */
export function idOf(words: readonly string[]): Naming | undefined {
  const last = words.at(-1) ?? '';
  const [first = ''] = words;
  if (GLOBAL.has(last) || LOCAL.has(last)) {
    // an API key and a phone number do not identify a row
    const noun = spelled(words.slice(0, -1));
    if (!GLOBAL.has(last) || last === 'key') if (noun.length > 0 && NOT_NAMED.has(noun.at(-1) ?? '')) return undefined;
    if (noun.length === 0 && last === 'key') return { noun: [], called: [], by: 'key', global: false };
    return { noun: withoutRole(noun), called: noun, by: last === 'ids' ? 'id' : last, global: GLOBAL.has(last) };
  }
  if (
    first === 'id' &&
    words.length > 1 &&
    !/^(?:property|field|column|type|attribute|format|number|name)$/.test(last)
  ) {
    const noun = spelled(words.slice(1));
    return { noun: withoutRole(noun), called: noun, by: 'id', global: true };
  }
  return undefined;
}

function withoutRole(noun: readonly string[]): readonly string[] {
  return noun.length > 1 && ROLES.has(noun[0] ?? '')
    ? noun.slice(1)
    : noun.length === 1 && ROLES.has(noun[0] ?? '')
      ? []
      : noun;
}

const NOT_NAMED = new Set(
  `phone api access secret public private zip postal country language currency card fax house street
  page row line version port area postcode mobile telephone max min total api_key promo discount coupon status error time
  registration vat tax routing swift bic security cvv serial confirmation tracking flight gate seat room floor`.split(
    /\s+/,
  ),
);

const PRINTED =
  /(?:^| )(?:barcode|isbn|sku|ean|upc|vin|imei|iban|(?:license|licence|number) plate|(?:card|serial|tracking|policy|membership|badge|passport|voucher|booking|confirmation|flight|case|account|member|patient) (?:number|code|reference))$/;

/**
 * Tells whether the words name a code that is printed on an object, such as a barcode. Such a code identifies one row
 * in any tool.
 */
export const isPrinted = (words: readonly string[]): boolean => PRINTED.test(words.join(' '));

/**
 * Tells whether the words name a code that only one kind of row has, such as `call sign`. An e-mail address or a file
 * name may belong to rows of many kinds.
 */
export const isOwnCode = (words: readonly string[]): boolean =>
  isPrinted(words) || (words.length > 1 && !NATURAL.includes(words.join(' ')));

/** Names of values that identify a row without an id. */
export const NATURAL = [
  'name',
  'slug',
  'path',
  'username',
  'user name',
  'email',
  'email address',
  'title',
  'code',
  'symbol',
  'handle',
  'number',
  'sku',
  'isbn',
  'url',
  'key',
  'login',
  'ticker',
  'phone',
  'phone number',
  'tag',
  'filename',
  'file name',
  'hostname',
];
