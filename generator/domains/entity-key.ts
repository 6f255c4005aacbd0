// Finds the entity and the kind of a key, such as "order" and "id", from the words of an argument or a result field.
import { NOUN_VERBS, VERBS } from '../words/vocabulary.ts';
import type { Leaf } from './graph-tool.ts';

/**
 * The entity that an identifier stands for, and the kind of the identifier. For example, order_id, orders[].id and the
 * {id} in /orders/{id} have the entity "order" and the kind "id".
 */
export interface Key {
  readonly entity: string;
  readonly kind: string;
  /** Whether the entity comes from the surrounding object or path, and not from the name of the field. */
  readonly byPlace: boolean;
  /** Whether a word such as from, to or source stands before the entity. */
  readonly role: boolean;
}

const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    id: 'id',
    identifier: 'id',
    uuid: 'id',
    guid: 'id',
    oid: 'id',
    pk: 'id',
    key: 'key',
    code: 'code',
    number: 'number',
    no: 'number',
    num: 'number',
    slug: 'slug',
    arn: 'arn',
    sku: 'sku',
    symbol: 'symbol',
    ticker: 'symbol',
    handle: 'handle',
    ref: 'ref',
    reference: 'ref',
    isbn: 'isbn',
    iban: 'iban',
    vin: 'vin',
    imei: 'imei',
  }),
);
/** Kinds that form a key only together with an entity, because the word alone does not name one. */
const NEEDS_ENTITY = new Set(['id', 'key', 'code', 'number', 'slug', 'ref', 'handle', 'arn']);
/** Kinds that form a key even as a single word, if the surrounding object or path names the entity. */
const BARE = new Set(['id', 'slug', 'arn']);
const ROLES = new Set([
  'from',
  'to',
  'source',
  'target',
  'src',
  'dst',
  'dest',
  'destination',
  'origin',
  'parent',
  'child',
  'old',
  'current',
  'existing',
  'related',
  'linked',
  'original',
  'selected',
  'primary',
  'first',
  'second',
]);
/** Words of ids that identify a call, such as creator_request_id or x_correlation_id, and not a row. */
const NO_THING = new Set(['request', 'correlation', 'trace', 'idempotency', 'assigned']);
/** Words before "id" that belong to a call, a client or a secret, so that the id identifies no entity. */
const NO_IDS = new Set(
  words(
    'request client correlation trace api access secret idempotency consumer error status response page next previous auth verification x',
  ),
);
/** Words before "code", "number" or "key" with which the value identifies nothing, such as "phone number". */
const NO_CODES = new Set([
  ...NO_IDS,
  ...words(
    `session app application serial phone zip postal country currency language lang locale build line row version total max min
    mobile fax house sort public private reason invite promo discount coupon qr http return exit primary partition foreign
    natural object item resource entity record self type category name event random search filter unique global color area
    dial pin security vat tax encryption license state region`,
  ),
]);
/** Words before "id" that are not an entity. The surrounding object or path then names the entity. */
const BARE_IDS = new Set(
  words('web unique object internal external resource entity self global record numeric system'),
);

function words(text: string): string[] {
  return text.split(/\s+/);
}

/**
 * Finds the key that a name stands for. Returns undefined if the name stands for no key, or for one that the caller
 * invents.
 */
export function keyOf(leaf: Leaf, around: readonly string[]): Key | undefined {
  if (leaf.type === 'boolean' || leaf.type === 'object' || leaf.format === 'date' || leaf.format === 'date-time')
    return undefined;
  const last = leaf.words.at(-1);
  const kind = last === undefined ? undefined : KINDS.get(last);
  if (kind === undefined) return undefined;
  const stated = leaf.words.slice(0, -1);
  const role = stated.length > 1 && ROLES.has(stated[0] ?? '');
  // "new" means that the caller invents the key
  if (stated[0] === 'new') return undefined;
  const entity = (role ? stated.slice(1) : stated).join(' ');
  if (entity !== '' && !(kind === 'id' && BARE_IDS.has(entity))) {
    const isNone =
      ROLES.has(entity) ||
      (kind === 'id' ? NO_IDS : NO_CODES).has(entity) ||
      NO_THING.has(lastWord(entity)) ||
      (VERBS.has(entity) && !NOUN_VERBS.has(entity));
    return isNone ? undefined : { entity, kind, byPlace: false, role };
  }
  if (!NEEDS_ENTITY.has(kind)) return { entity: kind, kind, byPlace: false, role };
  // a plain "id" is a key if the surrounding object or path names the entity; a plain code, number or key is not
  const place = around.join(' ');
  return BARE.has(kind) && place !== '' && !NO_IDS.has(place)
    ? { entity: place, kind, byPlace: true, role }
    : undefined;
}

/** Returns how likely it is that two keys identify the same thing, from 0 to 1. */
export function keyStrength(from: Key, to: Key): number {
  if (from.kind !== to.kind) return 0;
  const role = from.role || to.role ? ROLE : 1;
  if (from.entity === to.entity) return SAME * (from.byPlace && to.byPlace ? 0.9 : 1) * role;
  // matching_tweets[].id is the id of a tweet, and account_user_id may be the id of a user
  if (from.entity.endsWith(` ${to.entity}`)) return (from.byPlace ? ADORNED : MAYBE) * role;
  return to.entity.endsWith(` ${from.entity}`) ? MAYBE * role : 0;
}

const SAME = 0.95;
const ADORNED = 0.8;
const MAYBE = 0.55;
const ROLE = 0.8;

/** Returns the last word of an entity, which is its most general name, such as "note" of "delivery note". */
export function lastWord(entity: string): string {
  return entity.slice(entity.lastIndexOf(' ') + 1);
}
