// read: tools of the pool -> facts, as they stand there. Nothing is decided here that another tool could change, but for
// the words that all names of a list begin with.
import type { JsonObject } from '../../../envs/values/json.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { DETERMINERS, EACH, NOUNS_TOO, PREPOSITIONS, TAILS } from '../../lexicon/nouns.ts';
import { READING, sensesOf, withPhrases, type Sense } from '../../lexicon/verbs.ts';
import { originalName, type PoolTool } from '../../pool/pool-tool.ts';
import { readNode, type FieldNode } from '../fields.ts';
import { opensWith } from './opening-verb.ts';
import { rawWords } from './raw-words.ts';
import { pathOf, type PathPart } from './read-path.ts';

/** by status, of a board: what stands behind a preposition of a name. */
export interface Qualifier {
  readonly preposition: string;
  readonly noun: readonly string[];
}

export interface ToolFacts {
  readonly pool: PoolTool;
  /** What it is called in the environment. */
  readonly name: string;
  readonly description: string;
  /** read or write, as the source itself says (a hint, a method of HTTP). */
  readonly told: 'read' | 'write' | undefined;
  readonly verb: string;
  readonly senses: ReadonlySet<Sense>;
  /** The noun, singular; empty where the name has none. */
  readonly noun: readonly string[];
  readonly plural: boolean;
  /** many, batch, bulk: each of a list. */
  readonly each: boolean;
  readonly qualifiers: readonly Qualifier[];
  /** Words of the name before the noun that restrict it: available, recent, my. */
  readonly restricting: readonly string[];
  readonly arguments: readonly FieldNode[];
  /** Undefined where nothing is said of the result. */
  readonly result: FieldNode | undefined;
  readonly path: readonly PathPart[];
}

export function readTools(pool: readonly PoolTool[]): ToolFacts[] {
  const counts = new Map<string, number>();
  for (const tool of pool) counts.set(shortName(tool), (counts.get(shortName(tool)) ?? 0) + 1);
  const namespace = namespaceOf(pool);
  return pool
    .map((tool) => factsOf(tool, counts.get(shortName(tool)) === 1 ? shortName(tool) : tool.name, namespace))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Short names come back where they are unique in the domain. */
function shortName(tool: PoolTool): string {
  const original = originalName(tool);
  return /^[A-Za-z0-9_.-]{1,64}$/.test(original) ? original : tool.name;
}

const MOST_OF = 0.6;

/** A word that most names begin with and that does not say what is done: git_, kubectl_, crm-. */
function namespaceOf(pool: readonly PoolTool[]): string {
  const counts = new Map<string, number>();
  for (const tool of pool) {
    const [first = '', second] = rawWords(originalName(tool));
    if (second !== undefined && sensesOf(first).size === 0) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  for (const [word, count] of counts) if (count >= 3 && count >= pool.length * MOST_OF) return word;
  return '';
}

function factsOf(pool: PoolTool, name: string, namespace: string): ToolFacts {
  const path = pathOf(pool);
  const parsed = readName(wordsOfName(originalName(pool), namespace), pool.description);
  const parameters = readNode(pool.parameters as JsonObject);
  const result = pool.returns === undefined ? undefined : readNode(pool.returns);
  const told = toldEffect(pool);
  const tail = path.at(-1);
  const tailVerb =
    tail !== undefined && tail.argument === undefined && path.length > 1 && told !== 'read'
      ? (tail.words[0] ?? '')
      : '';
  // POST /orders/{id}/cancel: the end of the path says what is done
  const byPath = sensesOf(tailVerb).has('state') && tail?.words.length === 1 ? tailVerb : '';
  const verb = byPath === '' ? parsed.verb : byPath;
  const possible = byPath !== '' ? sensesOf(byPath) : parsed.senses.size > 0 ? parsed.senses : byMethod(pool, path);
  const senses = [...possible].filter((sense) =>
    told === undefined ? true : told === 'read' ? READING.has(sense) : !READING.has(sense),
  );
  return {
    pool,
    name,
    description: pool.description,
    told,
    ...parsed,
    verb,
    senses: new Set(senses),
    arguments: parameters.kind === 'object' ? parameters.members : [],
    result: result === undefined || isOpen(result) ? undefined : result,
    path,
  };
}

/** An object of which nothing is said is as good as no schema. */
function isOpen(node: FieldNode): boolean {
  return (node.kind === 'scalar' && node.field.type === 'json') || isTextEnvelope(node);
}

/** {content: text}: how a protocol wraps a text of which nothing is said. */
function isTextEnvelope(node: FieldNode): boolean {
  if (node.kind !== 'object' || node.members.length !== 1) return false;
  const [only] = node.members;
  return only?.kind === 'scalar' && only.field.name === 'content' && only.field.type === 'text';
}

/** Where the name says nothing, the method does: GET shows, POST to a collection makes. */
function byMethod(pool: PoolTool, path: readonly PathPart[]): ReadonlySet<Sense> {
  const method = pool.http?.method ?? '';
  const last = path.at(-1);
  if (last === undefined) return new Set();
  if (method === 'GET') return new Set<Sense>(['show']);
  if (method === 'DELETE' && last.argument !== undefined) return new Set<Sense>(['delete']);
  if ((method === 'PUT' || method === 'PATCH') && last.argument !== undefined) return new Set<Sense>(['update']);
  return method === 'POST' && last.plural && last.argument === undefined ? new Set<Sense>(['create']) : new Set();
}

function toldEffect(pool: PoolTool): ToolFacts['told'] {
  const readOnly = pool.hints?.read_only;
  if (readOnly !== undefined) return readOnly ? 'read' : 'write';
  const method = pool.http?.method ?? pool.hints?.method;
  if (method === 'GET' || method === 'HEAD') return 'read';
  return method === 'PUT' || method === 'PATCH' || method === 'DELETE' ? 'write' : undefined;
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/** The words of a name, raw; of a dotted one those behind the last dot that say something, then those before. */
function wordsOfName(name: string, namespace: string): readonly string[] {
  const parts = name.split(/[.:/]|__/).filter((part) => part !== '');
  const last = rawWords(parts.at(-1) ?? '');
  const words =
    parts.length > 1 && sensesOf(last[0] ?? '').size > 0 && last.length === 1
      ? [...last, ...rawWords(parts.at(-2) ?? '')]
      : rawWords(parts.length > 1 && last.length > 1 ? (parts.at(-1) ?? '') : name);
  // GET_DeleteStream: the method stands before the verb
  const [method = '', next = ''] = words;
  if (METHODS.has(method) && /^[A-Z]+_/.test(name) && words.length > 1 && sensesOf(next).size > 0)
    return withPhrases(words.slice(1));
  return withPhrases(words[0] === namespace && words.length > 1 ? words.slice(1) : words);
}

type Parsed = Pick<ToolFacts, 'verb' | 'senses' | 'noun' | 'plural' | 'each' | 'qualifiers' | 'restricting'>;

/** get_open_orders_by_city -> get, order (plural, open), by city. */
export function readName(words: readonly string[], description: string): Parsed {
  const cut = words.findIndex((word, at) => at > 0 && PREPOSITIONS.has(word));
  const head = [...(cut === -1 ? words : words.slice(0, cut))];
  const each: string[] = [];
  while (head.length > 1 && EACH.has(head[0] ?? '')) each.push(head.shift() ?? '');
  const [first = ''] = head;
  const last = head.at(-1) ?? '';
  // an unknown verb is a verb when the description opens with it: then the last word is a noun
  const isOpening = opensWith(description, first);
  // get or create, create or update: two tools in one
  const isEither = head.some((word, at) => word === 'or' && at > 0 && sensesOf(head[at - 1] ?? '').size > 0);
  const [verb, rest] =
    sensesOf(first).size > 0 || (isOpening && head.length > 1)
      ? [first, head.slice(1)]
      : head.length > 1 && sensesOf(last).size > 0 && !NOUNS_TOO.has(last)
        ? [last, head.slice(0, -1)]
        : ['', head];
  const restricting: string[] = [];
  let noun = [...rest];
  while (noun.length > 1 && (DETERMINERS.has(noun[0] ?? '') || /^\d+$/.test(noun[0] ?? '')))
    restricting.push(noun.shift() ?? '');
  while (noun.length > 1 && TAILS.has(singular(noun.at(-1) ?? ''))) noun = noun.slice(0, -1);
  const final = noun.at(-1) ?? '';
  return {
    verb,
    senses: isEither ? new Set<Sense>() : sensesOf(verb),
    noun: noun.map(singular),
    plural: final !== '' && singular(final) !== final,
    each: [...each, ...restricting].some((word) => EACH.has(word)),
    qualifiers: qualifiersOf(cut === -1 ? [] : words.slice(cut)),
    restricting,
  };
}

function qualifiersOf(words: readonly string[]): Qualifier[] {
  const found: { preposition: string; noun: string[] }[] = [];
  for (const word of words)
    if (PREPOSITIONS.has(word)) found.push({ preposition: word, noun: [] });
    else found.at(-1)?.noun.push(singular(word));
  return found.map(({ preposition, noun }) => ({
    preposition,
    noun: noun.filter((word, at) => !(at === 0 && noun.length > 1 && DETERMINERS.has(word))),
  }));
}
