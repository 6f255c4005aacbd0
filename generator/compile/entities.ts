// Entity resolution over all tools of a domain: what the rows are about. Evidence comes from keys in arguments and
// results, from nouns, from lists of objects and from paths; nothing is decided inside one tool. The order of tools does
// not matter.
import { plural, singular } from '../../envs/words/split-words.ts';
import { isVerb } from '../words/deeds.ts';
import { columnName, wordsOf, type Field, type FieldNode, leavesOf } from './fields.ts';
import type { DomainTool } from './read-tool.ts';

export interface Entity {
  /** credit card */
  readonly words: readonly string[];
  /** credit_cards */
  readonly table: string;
  readonly key: EntityKey;
  /** Other names that mean it, each as text. */
  readonly names: readonly string[];
  readonly evidence: readonly string[];
  readonly score: number;
}

export interface EntityKey {
  readonly column: string;
  readonly type: 'text' | 'integer';
  /** Given by people (a symbol, a user name), not minted. */
  readonly natural: boolean;
}

/** What a field identifies. */
export interface KeyName {
  readonly entity: readonly string[];
  readonly kind: string;
  /** from_account_id: the from. */
  readonly role: readonly string[];
  readonly strong: boolean;
}

const STRONG = new Set(['id', 'uuid', 'guid', 'identifier', 'uid', 'sid']);
const WEAK = new Set([
  'number', 'code', 'key', 'slug', 'symbol', 'ticker', 'sku', 'isbn', 'vin', 'arn', 'iban', 'handle', 'ref', 'reference', 'no',
]); // prettier-ignore
/** Keys that say themselves what they are keys of. */
const SPEAKING: Readonly<Record<string, readonly string[]>> = {
  isbn: ['book'],
  vin: ['vehicle'],
  sku: ['product'],
  ticker: ['stock'],
};
const ROLE_WORDS = new Set([
  'from', 'to', 'source', 'target', 'src', 'dst', 'dest', 'destination', 'origin', 'parent', 'child', 'old', 'new', 'current',
  'existing', 'related', 'linked', 'original', 'primary', 'secondary', 'first', 'second', 'sender', 'receiver', 'recipient',
  'other', 'selected', 'preferred', 'default', 'replacement', 'base', 'main',
]); // prettier-ignore
/** People by what they do: an author is a user. */
export const PERSONS = new Set([
  'user', 'sender', 'receiver', 'recipient', 'author', 'owner', 'creator', 'assignee', 'assigner', 'follower', 'reporter', 'requester',
  'member', 'participant', 'actor', 'approver', 'reviewer', 'invitee', 'poster', 'commenter', 'uploader', 'account',
]); // prettier-ignore
const NOT_ENTITIES = new Set([
  'request', 'correlation', 'trace', 'idempotency', 'client', 'api', 'access', 'token', 'page', 'session', 'app', 'application',
  'zip', 'postal', 'post', 'phone', 'country', 'currency', 'language', 'error', 'status', 'response', 'verification', 'otp', 'area',
  'locale', 'confirmation', 'tracking', 'security', 'serial', 'promo', 'coupon', 'discount', 'house', 'fax', 'mobile', 'tax', 'vat',
  'external', 'internal', 'unique', 'object', 'resource', 'item number', 'row', 'line', 'public', 'private', 'passport', 'license', 'cursor',
  'registration', 'version', 'sort', 'iata', 'icao', 'iso', 'state', 'region', 'province', 'color', 'pin', 'model', 'next', 'previous',
  'contact', 'routing', 'cvv', 'social security', 'id', 'identification', 'hs', 'http', 'exit', 'return', 'reason', 'zone', 'time zone',
]); // prettier-ignore
/** Names of lists that say nothing of what is in them. */
export const GENERIC_LISTS = new Set([
  'result', 'data', 'item', 'list', 'value', 'record', 'entry', 'row', 'content', 'response', 'object', 'element', 'output', 'hit',
  'match', 'payload', 'body', 'collection', 'resource', 'node', 'edge', 'info', 'information', 'detail', 'history', 'suggestion', '',
]); // prettier-ignore
/** Nouns that are values of something, not things. */
const VALUES = new Set([
  'status', 'state', 'balance', 'price', 'cost', 'total', 'count', 'stat', 'statistic', 'time', 'date', 'name', 'limit', 'setting',
  'location', 'temperature', 'speed', 'level', 'mode', 'weather', 'rate', 'distance', 'value', 'number', 'amount', 'size', 'version',
  'availability', 'summary', 'configuration', 'config', 'preference', 'score', 'percentage', 'length', 'area', 'volume', 'age',
  'password', 'email', 'description', 'title', 'result', 'fee', 'metric', 'usage', 'capacity', 'health', 'info', 'detail',
  'recommendation', 'direction', 'forecast', 'prediction', 'duration', 'height', 'width', 'weight',
]); // prettier-ignore

export function keyName(field: Pick<Field, 'words' | 'type' | 'name'>): KeyName | undefined {
  if (field.type !== 'text' && field.type !== 'integer' && field.type !== 'json' && field.type !== 'real')
    return undefined;
  const kind = field.words.at(-1) ?? '';
  const strong = STRONG.has(kind);
  if (!strong && !WEAK.has(kind)) return undefined;
  let stated = field.words.slice(0, -1);
  if (kind === 'id' && stated.at(-1) === 'unique') stated = stated.slice(0, -1);
  const role: string[] = [];
  while (stated.length > 1 && ROLE_WORDS.has(stated[0] ?? '')) role.push(...stated.splice(0, 1));
  const entity = stated.length === 0 && kind in SPEAKING ? (SPEAKING[kind] ?? []) : stated;
  // a leave request is a thing, the request of a client is not
  const isRequest = entity.length > 1 && entity.at(-1) === 'request' && !NOT_ENTITIES.has(entity[0] ?? '');
  if (entity.length > 0 && !isRequest && (NOT_ENTITIES.has(entity.join(' ')) || NOT_ENTITIES.has(entity.at(-1) ?? '')))
    return undefined;
  if (entity.length > 0 && entity.every((word) => ROLE_WORDS.has(word) && !PERSONS.has(word)))
    return strong ? { entity: [], kind, role: entity, strong } : undefined;
  return { entity, kind, role, strong };
}

interface Candidate {
  readonly words: readonly string[];
  readonly keyArguments: Set<string>;
  readonly keyLeaves: Set<string>;
  readonly paths: Set<string>;
  readonly made: Set<string>;
  readonly read: Set<string>;
  readonly nouns: Set<string>;
  readonly lists: Set<string>;
  readonly bareIds: Set<string>;
  /** Names and types of the fields that seem to be its key. */
  readonly keys: Map<string, { type: 'text' | 'integer'; count: number; natural: boolean }>;
  readonly aliases: Set<string>;
}

export function findEntities(tools: readonly DomainTool[]): Entity[] {
  const found = new Candidates();
  for (const tool of tools) gather(tool, found);
  found.dropAliases(tools);
  found.mergeRunTogether(tools);
  found.mergePathNames();
  found.mergeSuffixes();
  found.mergePersons();
  const entities = [...found.all.values()].flatMap((candidate) => accept(candidate, tools) ?? []);
  return oneForEachKey(entities).sort((a, b) => (a.table < b.table ? -1 : 1));
}

/** get_stock(sku) and add_item(sku, ...): what has one key is one thing. */
function oneForEachKey(entities: readonly Entity[]): Entity[] {
  const found: Entity[] = [];
  // a watchlist of symbols is no stock
  const isHolder = ({ words, key }: Entity): boolean =>
    HOLDS.test(words.at(-1) ?? '') &&
    entities.some(
      (other) => other.key.natural && other.key.column === key.column && !HOLDS.test(other.words.at(-1) ?? ''),
    );
  const things = entities.filter(
    (entity) => !(entity.key.natural && UNIQUE.test(entity.key.column) && isHolder(entity)),
  );
  for (const entity of [...things].sort((a, b) => b.score - a.score || (a.table < b.table ? -1 : 1))) {
    const at =
      entity.key.natural && UNIQUE.test(entity.key.column)
        ? found.findIndex(({ key }) => key.natural && key.column === entity.key.column)
        : -1;
    const same = found[at];
    if (same === undefined) found.push(entity);
    else
      found[at] = {
        ...same,
        names: [...new Set([...same.names, ...entity.names])].sort(),
        evidence: [...same.evidence, ...entity.evidence],
      };
  }
  return found;
}

/** What holds other things. */
const HOLDS = /^(watchlist|wishlist|favorite|favourite|bookmark|cart|basket|queue|collection|list|portfolio|library)$/;

/** Names that are no names of anything else. */
const UNIQUE = /^(sku|isbn|vin|upc|ean|asin|iban|imei|ticker|symbol|license_plate)$/;

class Candidates {
  readonly all = new Map<string, Candidate>();
  /** What the keys in the path say that a collection holds: taxes/{taxRateUuid}. */
  readonly keyed = new Map<string, Set<string>>();

  at(words: readonly string[]): Candidate {
    const text = words.join(' ');
    let known = this.all.get(text);
    if (known === undefined) {
      known = {
        words,
        keyArguments: new Set(),
        keyLeaves: new Set(),
        paths: new Set(),
        made: new Set(),
        read: new Set(),
        nouns: new Set(),
        lists: new Set(),
        bareIds: new Set(),
        keys: new Map(),
        aliases: new Set([text]),
      };
      this.all.set(text, known);
    }
    return known;
  }

  /** /resourcesets and resourceSetName speak of the same. */
  mergeRunTogether(tools: readonly DomainTool[]): void {
    // as the names of tools spell it: /pagesets of CreatePageSet
    const spelling = new Map(tools.filter(({ noun }) => noun.length > 1).map(({ noun }) => [noun.join(''), noun]));
    for (const [text, candidate] of Array.from(this.all)) {
      const noun = text.includes(' ') ? undefined : spelling.get(text);
      if (noun !== undefined) this.merge(this.at(noun), candidate);
    }
    const texts = [...this.all.keys()].sort((a, b) => b.split(' ').length - a.split(' ').length || (a < b ? -1 : 1));
    const bySound = new Map<string, Candidate>();
    for (const text of texts) {
      const candidate = this.all.get(text) as Candidate;
      const sound = text.replaceAll(' ', '');
      const spelled = bySound.get(sound);
      if (spelled === undefined) bySound.set(sound, candidate);
      else this.merge(spelled, candidate);
    }
  }

  /** taxes/{taxRateUuid}: the taxes are tax rates, where no key speaks of taxes. */
  mergePathNames(): void {
    for (const [text, said] of this.keyed) {
      const [only = ''] = said;
      const [candidate, meant] = [this.all.get(text), this.all.get(only)];
      if (said.size !== 1 || candidate === undefined || meant === undefined || candidate === meant) continue;
      if (only.startsWith(`${text} `) && candidate.keyArguments.size + candidate.keyLeaves.size === 0)
        this.merge(meant, candidate);
      // signing-baskets/{basketId}: no other baskets are known
      const isAlone =
        meant.paths.size + meant.nouns.size + meant.lists.size === 0 &&
        [...this.keyed].every(([other, each]) => other === text || !each.has(only));
      if (text.endsWith(` ${only}`) && isAlone) this.merge(candidate, meant);
    }
  }

  /** card and credit card are one unless each has a key of its own. */
  mergeSuffixes(): void {
    const texts = [...this.all.keys()].sort((a, b) => b.split(' ').length - a.split(' ').length || (a < b ? -1 : 1));
    for (const long of texts) {
      const candidate = this.all.get(long);
      if (candidate === undefined) continue;
      for (let from = 1; from < candidate.words.length; from++) {
        const short = this.all.get(candidate.words.slice(from).join(' '));
        if (short === undefined) continue;
        if (hasOwnKey(candidate) && hasOwnKey(short)) continue;
        const rivals = [...this.all.values()].filter(
          (each) =>
            each !== candidate &&
            each !== short &&
            each.words.length > short.words.length &&
            endsWith(each.words, short.words) &&
            hasOwnKey(each),
        );
        // delivery note and note: with rivals around, the short one stays by itself
        if (hasOwnKey(candidate) && rivals.length > 0) continue;
        const named = hasKey(short) && short.nouns.size === 0 && short.lists.size === 0 && candidate.nouns.size > 0;
        const [into, gone] =
          named || (hasOwnKey(candidate) && !hasOwnKey(short)) ? [candidate, short] : [short, candidate];
        if (hasKey(into) || hasKey(gone) || (into.nouns.size > 0 && gone.lists.size > 0)) this.merge(into, gone);
        break;
      }
    }
  }

  /** remove_note(entry_id) where notes have an id and nobody else speaks of entries: the id is the note's. */
  dropAliases(tools: readonly DomainTool[]): void {
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    for (const candidate of Array.from(this.all.values())) {
      const { keyArguments, keyLeaves, nouns, lists, bareIds, paths } = candidate;
      if (keyArguments.size === 0 || keyLeaves.size + nouns.size + lists.size + bareIds.size + paths.size > 0) continue;
      const isAlias = [...keyArguments].every((name) => {
        const tool = byName.get(name);
        const subject = tool === undefined ? undefined : this.all.get(tool.noun.join(' '));
        const keys =
          tool?.arguments.filter((node) => node.kind === 'scalar' && keyName(node.field) !== undefined) ?? [];
        return subject !== undefined && subject !== candidate && subject.bareIds.size > 0 && keys.length === 1;
      });
      if (isAlias) this.all.delete(candidate.words.join(' '));
    }
  }

  mergePersons(): void {
    const people = [...this.all.values()].filter((each) => PERSONS.has(each.words.join(' ')) && hasKey(each));
    const user =
      people.find((each) => each.words.join(' ') === 'user') ??
      people.find((each) => each.words.join(' ') === 'account' && each.nouns.size === 0);
    for (const each of people)
      if (
        user !== undefined &&
        each !== user &&
        each.made.size === 0 &&
        each.read.size === 0 &&
        each.words.join(' ') !== 'account'
      )
        this.merge(user, each);
  }

  private merge(into: Candidate, gone: Candidate): void {
    for (const key of [
      'keyArguments',
      'keyLeaves',
      'paths',
      'made',
      'read',
      'nouns',
      'lists',
      'bareIds',
      'aliases',
    ] as const)
      for (const value of gone[key]) into[key].add(value);
    for (const [name, { type, count, natural }] of gone.keys) {
      const known = into.keys.get(name);
      into.keys.set(name, { type, count: count + (known?.count ?? 0), natural });
    }
    this.all.delete(gone.words.join(' '));
  }
}

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  return words.length >= end.length && end.every((word, at) => words[words.length - end.length + at] === word);
}

function hasKey(candidate: Candidate): boolean {
  return hasOwnKey(candidate) || candidate.bareIds.size > 0;
}

/** A key that says what it is the key of. */
function hasOwnKey(candidate: Candidate): boolean {
  return candidate.keyArguments.size + candidate.keyLeaves.size + candidate.paths.size > 0;
}

function gather(tool: DomainTool, found: Candidates): void {
  const deeds = tool.deeds.length > 0 ? tool.deeds : tool.saidDeeds;
  const noun = pathNoun(tool) ?? tool.noun;
  if (noun.length > 0 && noun.length <= 4) {
    const candidate = found.at(noun);
    candidate.nouns.add(tool.name);
    if (
      deeds.includes('create') ||
      deeds.includes('delete') ||
      tool.method === 'DELETE' ||
      (tool.method === 'POST' && deeds.length === 0)
    )
      candidate.made.add(tool.name);
    if (deeds[0] === 'read') candidate.read.add(tool.name);
  } else if (noun.length === 0 && tool.verb !== '' && deeds.includes('create') && tool.words.length === 1) {
    // comment(post_id, text): the verb is the thing
    const candidate = found.at([tool.verb]);
    candidate.nouns.add(tool.name);
    candidate.made.add(tool.name);
  }
  tool.path.forEach((part, at) => {
    if (part.argument === undefined || part.words.length === 0) return;
    const candidate = found.at(part.words);
    candidate.paths.add(tool.name);
    const node = tool.arguments.find((each) => each.field.name === part.argument);
    if (node !== undefined) addKey(candidate, node.field, at === tool.path.length - 1 ? 2 : 1);
    const said = node === undefined ? [] : (keyName(node.field)?.entity ?? []);
    const text = part.words.join(' ');
    found.keyed.set(text, (found.keyed.get(text) ?? new Set()).add(said.length === 0 ? text : said.join(' ')));
  });
  // deploy_service(...) -> deployment_id
  if (tool.result !== undefined)
    for (const leaf of leavesOf(tool.result)) {
      const made = leaf.kind === 'scalar' && deeds[0] !== 'read' ? keyName(leaf.field) : undefined;
      if (made?.strong === true && isEventOf(tool.verb, made.entity)) found.at(made.entity).made.add(tool.name);
    }
  for (const node of tool.arguments) keysIn(node, tool, found, false, 0);
  if (tool.result !== undefined) resultKeys(tool.result, tool, found, noun);
}

/** What a verb makes a record of. */
export const EVENTS: Readonly<Record<string, readonly string[]>> = {
  borrow: ['loan', 'borrowing', 'checkout'], lend: ['loan'], checkout: ['loan', 'order', 'checkout'], rent: ['rental', 'lease'], hire: ['rental', 'hire'], lease: ['lease', 'rental'],
  book: ['booking', 'reservation', 'appointment'], reserve: ['reservation', 'booking'], schedule: ['appointment', 'meeting', 'booking', 'visit'], order: ['order'],
  buy: ['purchase', 'order'], purchase: ['purchase', 'order'], enroll: ['enrollment'], register: ['registration'], subscribe: ['subscription'], pay: ['payment'],
  ship: ['shipment'], refund: ['refund'], review: ['review'], rate: ['rating', 'review'], assign: ['assignment'], invite: ['invitation', 'invite'], donate: ['donation'],
  bid: ['bid'], vote: ['vote'], apply: ['application'], prescribe: ['prescription'], admit: ['admission'], deploy: ['deployment', 'release'], withdraw: ['withdrawal'],
}; // prettier-ignore

/** Verbs that are called as what they make. */
const SELF = new Set(
  'comment review report vote bid order reply message note request offer transfer refund payment'.split(' '),
);

/** Whether a thing is what a verb makes: the deployment of deploy, the loan of borrow. */
export function isEventOf(verb: string, words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  if ((EVENTS[verb] ?? []).includes(last) || (verb === last && SELF.has(verb))) return true;
  return (
    verb.length >= 4 && last !== verb && last.startsWith(verb.replace(/e$/, '')) && /(ment|ion|al|ing)$/.test(last)
  );
}

/** The last collection of the path, if the path has any: a trailing deed (cancel) is none. */
export function pathNoun(tool: DomainTool): readonly string[] | undefined {
  if (!tool.path.some((part) => part.words.length > 0)) return undefined;
  const parts = tool.path.filter((part) => part.words.length > 0);
  const last = parts.at(-1);
  if (last === undefined) return undefined;
  if (isDeedPart(tool)) return parts.at(-2)?.words ?? undefined;
  return last.words;
}

/** /orders/{id}/cancel: what is posted to is a deed. */
export function isDeedPart(tool: DomainTool): boolean {
  const parts = tool.path.filter((part) => part.words.length > 0);
  const last = parts.at(-1);
  return (
    last !== undefined &&
    parts.length > 1 &&
    last.argument === undefined &&
    tool.method !== undefined &&
    tool.method !== 'GET' &&
    tool.method !== 'DELETE' &&
    last.words.length <= 2 &&
    isVerb(last.words[0] ?? '') &&
    parts.at(-2)?.argument !== undefined &&
    !(tool.pool.http?.path ?? '').replace(/\/$/, '').endsWith('s')
  );
}

/** POST /apis/{api}/versions?apiVersionId=: the id that the new row shall have. */
export function chosenKey(tool: DomainTool, nodes: readonly FieldNode[]): FieldNode | undefined {
  const end = tool.path.at(-1);
  if (tool.method !== 'POST' || end === undefined || end.argument !== undefined || end.words.length === 0)
    return undefined;
  const around = new Set(tool.path.flatMap((part) => part.words.map(singular)));
  const noun = end.words.map(singular).join(' ');
  return nodes.find((node) => {
    if (node.kind !== 'scalar' || node.field.inPath === true || node.field.path.length !== 1) return false;
    const { words } = node.field;
    if (!STRONG.has(words.at(-1) ?? '') || words.length < end.words.length + 2) return false;
    const before = words.slice(0, -1 - end.words.length);
    return words.slice(-1 - end.words.length, -1).join(' ') === noun && before.every((word) => around.has(word));
  });
}

function keysIn(node: FieldNode, tool: DomainTool, found: Candidates, isResult: boolean, depth: number): void {
  if (node.kind === 'object') {
    if (depth < 2) for (const member of node.members) keysIn(member, tool, found, isResult, depth + 1);
    return;
  }
  if (node.kind === 'list') {
    keysIn(node.item, tool, found, isResult, depth + 1);
    return;
  }
  const key = keyName(node.field);
  if (key === undefined) return;
  const noun = tool.path.length > 0 ? [] : tool.noun;
  if (!isResult && depth === 0 && chosenKey(tool, [node]) !== undefined) return;
  if (key.entity.length === 0) {
    // get_product(id), get_stock(symbol), memory_add(key)
    if (isResult || depth > 0 || !node.field.required || noun.length === 0 || noun.length > 3 || key.role.length > 0)
      return;
    if (key.kind === 'number' || key.kind === 'no' || VALUES.has(noun.at(-1) ?? '')) return;
    const candidate = found.at(noun);
    candidate.keyArguments.add(tool.name);
    addKey(candidate, node.field, 1);
    return;
  }
  if (!key.strong && !(isResult ? false : node.field.required)) return;
  const candidate = found.at(key.entity);
  (isResult ? candidate.keyLeaves : candidate.keyArguments).add(tool.name);
  addKey(candidate, node.field, 1);
}

function addKey(candidate: Candidate, field: Field, count: number): void {
  // digits fit a text too, letters fit no number
  const type = field.type === 'integer' || field.type === 'real' ? 'integer' : 'text';
  const known = candidate.keys.get(field.name);
  candidate.keys.set(field.name, {
    type: known?.type === 'integer' ? 'integer' : type,
    count: count + (known?.count ?? 0),
    natural: !STRONG.has(field.words.at(-1) ?? ''),
  });
}

function resultKeys(node: FieldNode, tool: DomainTool, found: Candidates, around: readonly string[]): void {
  switch (node.kind) {
    case 'scalar':
      return;
    case 'list': {
      const own = node.field.words.filter((word) => word !== 'list');
      const inner = own.length === 0 || GENERIC_LISTS.has(own.join(' ')) ? around : own;
      // what an answer complains of is no thing
      if (/^(warning|error)$/.test(own.at(-1) ?? '')) return;
      if (node.item.kind === 'object') {
        if (inner.length > 0 && inner.length <= 3) {
          const candidate = found.at(inner);
          candidate.lists.add(tool.name);
        }
        resultKeys(node.item, tool, found, inner);
      } else keysIn(node.item, tool, found, true, 1);
      return;
    }
    case 'object': {
      const own = node.field.words;
      const inner = own.length === 0 || GENERIC_LISTS.has(own.join(' ')) ? around : own;
      for (const member of node.members) {
        if (member.kind === 'scalar') {
          const key = keyName(member.field);
          if (key === undefined) continue;
          if (key.entity.length > 0 && key.strong) {
            const candidate = found.at(key.entity);
            candidate.keyLeaves.add(tool.name);
            addKey(candidate, member.field, 1);
          } else if (
            key.entity.length === 0 &&
            key.strong &&
            key.role.length === 0 &&
            inner.length > 0 &&
            inner.length <= 3
          ) {
            const candidate = found.at(inner);
            candidate.bareIds.add(tool.name);
            addKey(candidate, member.field, 1);
          }
        } else resultKeys(member, tool, found, inner);
      }
    }
  }
}

function accept(candidate: Candidate, tools: readonly DomainTool[]): Entity | undefined {
  const { keyArguments, keyLeaves, paths, made, read, lists, bareIds, nouns } = candidate;
  const last = candidate.words.at(-1) ?? '';
  const evidence: string[] = [];
  let score = 0;
  const add = (set: ReadonlySet<string>, each: number, most: number, what: string): void => {
    if (set.size === 0) return;
    score += Math.min(set.size * each, most);
    evidence.push(`${what} of ${[...set].sort().slice(0, 3).join(', ')}`);
  };
  add(paths, 2, 4, 'key in the path');
  const natural = [...candidate.keys.values()].every((key) => key.natural);
  add(keyArguments, natural && nouns.size === 0 ? 0.8 : 1.5, 4, 'key in arguments');
  add(bareIds, 1.5, 3, 'id in the result');
  add(keyLeaves, 0.6, 2, 'key in the result');
  add(made, 1, 2, 'made or removed by');
  add(lists, 1, 2, 'list');
  add(read, 0.3, 0.9, 'read by');
  if (VALUES.has(last)) score -= hasKey(candidate) ? 0.5 : 3;
  if (isVerb(last) && nouns.size === 0 && !hasKey(candidate)) score -= 2;
  if (candidate.words.length > 3) score -= 1;
  // log_workout and get_workout_history, of which nobody says what they return
  const isKept = [made, read].every((set) =>
    tools.some(
      (tool) => set.has(tool.name) && tool.result === undefined && /^(create|send|read)$/.test(tool.deeds[0] ?? ''),
    ),
  );
  if (isKept && made.size > 0) {
    score += 0.4;
    evidence.push('kept and shown again');
  }
  const isThing =
    hasKey(candidate) || lists.size > 0 || isKept || (made.size > 0 && naturalKey(candidate, tools) !== undefined);
  // one that no tool is asked for by key, lists or makes is the only one there is
  const isOnlyOne = keyArguments.size === 0 && paths.size === 0 && lists.size === 0 && made.size === 0;
  if (!isThing || isOnlyOne || score < 1.4) return undefined;
  const key = keyOfEntity(candidate, tools);
  return {
    words: candidate.words,
    table: columnName([...candidate.words.slice(0, -1), plural(last)]),
    key,
    names: [...candidate.aliases].sort(),
    evidence,
    score: Math.round(score * 10) / 10,
  };
}

function keyOfEntity(candidate: Candidate, tools: readonly DomainTool[]): EntityKey {
  const strong = [...candidate.keys].filter(([, key]) => !key.natural);
  if (strong.length > 0) {
    const integers = strong.filter(([, key]) => key.type === 'integer').reduce((sum, [, key]) => sum + key.count, 0);
    return {
      column: columnName([...candidate.words, 'id']),
      type: integers > 0 ? 'integer' : 'text',
      natural: false,
    };
  }
  const natural = naturalKey(candidate, tools);
  if (natural !== undefined) return natural;
  return { column: columnName([...candidate.words, 'id']), type: 'text', natural: false };
}

/** Numbers by which people know a thing. */
const HANDLE = /(^|_)(no|number|code|reference|ref|pnr|isbn|vin|sku|barcode|serial|handle|slug|ticker|plate)$/;

/** user_name, symbol, name: what tools take to say which one. */
function naturalKey(candidate: Candidate, tools: readonly DomainTool[]): EntityKey | undefined {
  const weak = [...candidate.keys]
    .filter(([, key]) => key.natural)
    .sort(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))[0];
  if (weak !== undefined) {
    const [name, key] = weak;
    return { column: columnName(wordsOf(name)), type: key.type, natural: true };
  }
  const names = new Map<string, number>();
  const text = candidate.words.join(' ');
  for (const tool of tools)
    for (const node of tool.arguments) {
      if (node.kind !== 'scalar' || node.field.type !== 'text' || !node.field.required) continue;
      const words = node.field.words.join(' ');
      const isName =
        words === `${text} name` ||
        words === text ||
        (words === 'name' && candidate.nouns.has(tool.name) && candidate.made.has(tool.name));
      if (isName)
        names.set(
          columnName(words === text ? [...candidate.words, 'name'] : node.field.words),
          (names.get(columnName(node.field.words)) ?? 0) + 1,
        );
    }
  // get_shipment(tracking_no), cancel_shipment(tracking_no): the only thing that is asked for
  if (names.size === 0)
    for (const tool of tools) {
      if (!candidate.nouns.has(tool.name)) continue;
      const asked = tool.arguments.filter((node) => node.field.required && node.kind === 'scalar');
      const node = asked.find(({ field }) => HANDLE.test(columnName(field.words)));
      if (node === undefined || node.field.type === 'real' || node.field.type === 'boolean') continue;
      const name = columnName(node.field.words);
      names.set(name, (names.get(name) ?? 0) + 1);
    }
  const best = [...names].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0];
  return best === undefined || best[1] < 2 ? undefined : { column: best[0], type: 'text', natural: true };
}
