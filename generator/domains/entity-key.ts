// What a name identifies: the words of an argument or of a result -> the entity and the kind of its key.
import { NOUN_VERBS, VERBS } from '../words/vocabulary.ts';
import type { Leaf } from './graph-tool.ts';

/** What an identifier identifies: {entity: order, kind: id} of order_id, of orders[].id, of {id} in /orders/{id}. */
export interface Key {
  readonly entity: string;
  readonly kind: string;
  /** The entity was told by what stands around, not by the name itself. */
  readonly byPlace: boolean;
  /** from, to, source, … stood before it. */
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
/** Kinds that identify without saying what: they need an entity that is told. */
const NEEDS_ENTITY = new Set(['id', 'key', 'code', 'number', 'slug', 'ref', 'handle', 'arn']);
/** Kinds of which a bare one is enough where the place tells the entity. */
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
/** creator_request_id, x_correlation_id: they name a call. */
const NO_THING = new Set(['request', 'correlation', 'trace', 'idempotency', 'assigned']);
/** Ids of a call, of a client or of a secret. */
const NO_IDS = new Set(
  words(
    'request client correlation trace api access secret idempotency consumer error status response page next previous auth verification x',
  ),
);
/** Codes, numbers and keys that are values, not identifiers of things. */
const NO_CODES = new Set([
  ...NO_IDS,
  ...words(
    `session app application serial phone zip postal country currency language lang locale build line row version total max min
    mobile fax house sort public private reason invite promo discount coupon qr http return exit primary partition foreign
    natural object item resource entity record self type category name event random search filter unique global color area
    dial pin security vat tax encryption license state region`,
  ),
]);
/** An id that says no more than that it is one: what stands around tells of what. */
const BARE_IDS = new Set(
  words('web unique object internal external resource entity self global record numeric system'),
);

function words(text: string): string[] {
  return text.split(/\s+/);
}

/** What a name identifies; undefined where it identifies nothing that other tools could give. */
export function keyOf(leaf: Leaf, around: readonly string[]): Key | undefined {
  if (leaf.type === 'boolean' || leaf.type === 'object' || leaf.format === 'date' || leaf.format === 'date-time')
    return undefined;
  const last = leaf.words.at(-1);
  const kind = last === undefined ? undefined : KINDS.get(last);
  if (kind === undefined) return undefined;
  const stated = leaf.words.slice(0, -1);
  const role = stated.length > 1 && ROLES.has(stated[0] ?? '');
  // a new key is thought up
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
  // a bare code, number or key is too little, an id is enough
  const place = around.join(' ');
  return BARE.has(kind) && place !== '' && !NO_IDS.has(place)
    ? { entity: place, kind, byPlace: true, role }
    : undefined;
}

/** How surely one is the other. */
export function keyStrength(from: Key, to: Key): number {
  if (from.kind !== to.kind) return 0;
  const role = from.role || to.role ? ROLE : 1;
  if (from.entity === to.entity) return SAME * (from.byPlace && to.byPlace ? 0.9 : 1) * role;
  // matching_tweets[].id is the id of a tweet; account_user_id may be that of a user, but who knows
  if (from.entity.endsWith(` ${to.entity}`)) return (from.byPlace ? ADORNED : MAYBE) * role;
  return to.entity.endsWith(` ${from.entity}`) ? MAYBE * role : 0;
}

const SAME = 0.95;
const ADORNED = 0.8;
const MAYBE = 0.55;
const ROLE = 0.8;

/** The head of an entity: note of delivery note. */
export function lastWord(entity: string): string {
  return entity.slice(entity.lastIndexOf(' ') + 1);
}
