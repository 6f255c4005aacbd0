// Reads the tools of a pool as facts about each tool by itself. No fact depends on another tool, except for the words
// with which all names of a list begin and the ids that tools share.
import { isJsonObject, type JsonObject } from '../../../envs/values/json.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { DETERMINERS, EACH, NOUNS_TOO, PREPOSITIONS, TAILS, VIEWS } from '../../lexicon/nouns.ts';
import { READING, sensesOf, withPhrases, type Sense } from '../../lexicon/verbs.ts';
import { originalName, type PoolTool } from '../../pool/pool-tool.ts';
import { readNode, wordsOf, type FieldNode } from '../../fields/fields.ts';
import { idOf } from '../../fields/id-of.ts';
import { opensWith } from './opening-verb.ts';
import { rawWords } from './raw-words.ts';
import { pathOf, type PathPart } from './read-path.ts';

/** The words behind a preposition of a name: by status, of a board. */
export interface Qualifier {
  readonly preposition: string;
  readonly noun: readonly string[];
}

export interface ToolFacts {
  readonly pool: PoolTool;
  /** The tool's name in the environment. */
  readonly name: string;
  readonly description: string;
  /** read or write, as the source itself states it (a hint, a method of HTTP). */
  readonly told: 'read' | 'write' | undefined;
  readonly verb: string;
  readonly senses: ReadonlySet<Sense>;
  /** The noun in the singular; empty where the name has none. */
  readonly noun: readonly string[];
  readonly plural: boolean;
  /** The tool acts on each of a list: many, batch, bulk. */
  readonly each: boolean;
  readonly qualifiers: readonly Qualifier[];
  /** Words of the name before the noun that restrict it: available, recent, my. */
  readonly restricting: readonly string[];
  readonly arguments: readonly FieldNode[];
  /** Undefined where the source says nothing about the result. */
  readonly result: FieldNode | undefined;
  readonly path: readonly PathPart[];
}

export function readTools(pool: readonly PoolTool[]): ToolFacts[] {
  const counts = new Map<string, number>();
  for (const tool of pool) counts.set(shortName(tool), (counts.get(shortName(tool)) ?? 0) + 1);
  const namespace = namespaceOf(pool);
  const style: NameStyle = { namespace, things: dottedThings(pool), verbLast: isVerbLast(pool, namespace) };
  const facts = pool.map((tool) =>
    factsOf(tool, counts.get(shortName(tool)) === 1 ? shortName(tool) : tool.name, style),
  );
  return withForeignIds(withSharedIds(facts)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** An argument that one tool describes as a customer id is a customer id in every tool that does not describe it. */
function withSharedIds(tools: readonly ToolFacts[]): ToolFacts[] {
  const said = new Map<string, readonly string[]>();
  for (const { arguments: nodes } of tools)
    for (const { kind, field } of nodes)
      if (kind === 'scalar' && field.words.at(-1) === 'id' && !/id$/i.test(field.name))
        said.set(field.name, field.words);
  if (said.size === 0) return [...tools];
  return tools.map((tool) => ({
    ...tool,
    arguments: tool.arguments.map((node): FieldNode => {
      const words = node.field.description === '' ? said.get(node.field.name) : undefined;
      return words === undefined || node.kind !== 'scalar' || node.field.type !== 'text'
        ? node
        : { ...node, field: { ...node.field, words } };
    }),
  }));
}

const ID_OF =
  /^(?:the |an? |unique )*([a-z]+(?: [a-z]+)?) (?:id|identifier|uuid)\b|\b(?:id|identifier|uuid) of (?:the |an? )?([a-z]+(?: [a-z]+)?)/i;

/** An argument id that is described as the id of another noun of the list: "Task id" in remove_label. */
function withForeignIds(tools: readonly ToolFacts[]): ToolFacts[] {
  const nouns = new Set(tools.map(({ noun }) => noun.join(' ')));
  return tools.map((tool) => ({
    ...tool,
    arguments: tool.arguments.map((node): FieldNode => {
      if (node.kind !== 'scalar' || node.field.words.join(' ') !== 'id') return node;
      const found = ID_OF.exec(node.field.description);
      const said = (found?.[1] ?? found?.[2] ?? '').toLowerCase().split(' ').map(singular);
      const other = [said, said.slice(0, 1), said.slice(-1)].find((each) => nouns.has(each.join(' ')));
      if (other === undefined || other.some((word) => tool.noun.includes(word))) return node;
      return { ...node, field: { ...node.field, words: [...other, 'id'] } };
    }),
  }));
}

/** The tool's original name, where it is a valid name; it is used where it is unique in the domain. */
function shortName(tool: PoolTool): string {
  const original = originalName(tool);
  return /^[A-Za-z0-9_.-]{1,64}$/.test(original) ? original : tool.name;
}

const MOST_OF = 0.6;

/** How all names of a list are built. */
interface NameStyle {
  readonly namespace: string;
  /** Words before a dot that name a thing: campaigns.update_settings. */
  readonly things: ReadonlySet<string>;
  /** ticket_create, comment_list: of two words that may be verbs, the last one is the verb. */
  readonly verbLast: boolean;
}

function dottedThings(pool: readonly PoolTool[]): ReadonlySet<string> {
  const before = pool.map((tool) =>
    rawWords(originalName(tool).split(/[.:/]|__/)[0] ?? '')
      .map(singular)
      .join(' '),
  );
  return new Set(before.filter((noun) => isKeyed(noun, pool)));
}

/** Whether most names of a list end in their verb. */
function isVerbLast(pool: readonly PoolTool[], namespace: string): boolean {
  let [first, last] = [0, 0];
  for (const tool of pool) {
    const words = wordsOfName(originalName(tool), namespace);
    if (words.length < 2) continue;
    const [begins, ends] = [sensesOf(words[0] ?? '').size > 0, sensesOf(words.at(-1) ?? '').size > 0];
    if (ends && !begins) last += 1;
    else if (begins && !ends) first += 1;
  }
  return last > first;
}

/** A word that most names begin with and that is no verb: git_, kubectl_, crm-. */
function namespaceOf(pool: readonly PoolTool[]): string {
  const counts = new Map<string, number>();
  for (const tool of pool) {
    const [first = '', second] = rawWords(originalName(tool));
    if (second !== undefined && sensesOf(first).size === 0) counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  for (const [word, count] of counts)
    if (count >= 3 && count >= pool.length * MOST_OF && !isKeyed(word, pool)) return word;
  return '';
}

/** Whether an argument names a thing by this word: then ticket_create makes a ticket. */
function isKeyed(word: string, pool: readonly PoolTool[]): boolean {
  return pool.some((tool) =>
    Object.keys(isJsonObject(tool.parameters['properties']) ? tool.parameters['properties'] : {}).some(
      (name) => idOf(wordsOf(name))?.noun.join(' ') === word,
    ),
  );
}

function factsOf(pool: PoolTool, name: string, { namespace, verbLast, things }: NameStyle): ToolFacts {
  const path = pathOf(pool);
  const words = wordsOfName(originalName(pool), namespace, things);
  const ordered = verbLast ? verbFirst(words) : words;
  const isNounFirst = ordered !== words || DOTTED.test(originalName(pool));
  const parsed = readName(ordered, pool.description, pool.returns !== undefined);
  const parameters = readNode(pool.parameters as JsonObject);
  const result = pool.returns === undefined ? undefined : readNode(pool.returns);
  const told = toldEffect(pool);
  const tail = path.at(-1);
  const tailVerb =
    tail !== undefined && tail.argument === undefined && path.length > 1 && told !== 'read'
      ? (tail.words[0] ?? '')
      : '';
  // POST /orders/{id}/cancel: the end of the path is the verb
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
    // a noun that stands before its verbs is called the same in all of them: tickets.get, ticket_list
    plural: isNounFirst ? /^(?:list|search|browse|query)$/.test(verb) : parsed.plural,
    verb,
    senses: new Set(senses),
    arguments: parameters.kind === 'object' ? parameters.members : [],
    result: result === undefined || isOpen(result) ? undefined : result,
    path,
  };
}

/** campaigns.get: the verb alone behind the noun. */
const DOTTED = /^[A-Za-z][\w-]*(?:[.:/]|__)[a-z]+$/;

/** ticket create -> create ticket; ticket set status -> set ticket status. */
function verbFirst(words: readonly string[]): readonly string[] {
  const at = words.findLastIndex((word, index) => index > 0 && sensesOf(word).size > 0);
  return at < 1 ? words : [words[at] ?? '', ...words.slice(0, at), ...words.slice(at + 1)];
}

/** An object that the schema does not describe counts as no schema. */
function isOpen(node: FieldNode): boolean {
  return (
    (node.kind === 'scalar' && node.field.type === 'json') ||
    isTextEnvelope(node) ||
    (node.kind === 'object' && node.members.length === 1 && node.members.every(isUntold))
  );
}

/** {result: …} without a schema of its own, which servers declare where a function returns anything. */
function isUntold(node: FieldNode): boolean {
  return (
    /^(?:result|output|response|data)$/.test(node.field.name) &&
    node.kind === 'scalar' &&
    /^(?:json|text)$/.test(node.field.type)
  );
}

/** {content: text}: the wrapper in which a protocol puts a text without a schema. */
function isTextEnvelope(node: FieldNode): boolean {
  if (node.kind !== 'object' || node.members.length !== 1) return false;
  const [only] = node.members;
  return only?.kind === 'scalar' && only.field.name === 'content' && only.field.type === 'text';
}

/** Where the name has no known verb, the method decides: GET shows, POST to a collection makes. */
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

/** The raw words of a name. Of a dotted name, those of the last part; a verb alone there takes the part before it. */
function wordsOfName(name: string, namespace: string, things: ReadonlySet<string> = new Set()): readonly string[] {
  const parts = name.split(/[.:/]|__/).filter((part) => part !== '');
  const last = rawWords(parts.at(-1) ?? '');
  const isThing =
    parts.length > 1 &&
    things.has(
      rawWords(parts.at(-2) ?? '')
        .map(singular)
        .join(' '),
    );
  const words =
    parts.length > 1 && sensesOf(last[0] ?? '').size > 0 && last.length === 1
      ? [...last, ...rawWords(parts.at(-2) ?? '')]
      : isThing && sensesOf(last[0] ?? '').size > 0
        ? [last[0] ?? '', ...rawWords(parts.at(-2) ?? '').map(singular), ...last.slice(1)]
        : rawWords(parts.length > 1 && last.length > 1 ? (parts.at(-1) ?? '') : name);
  // GET_DeleteStream: the method comes before the verb
  const [method = '', next = ''] = words;
  if (METHODS.has(method) && /^[A-Z]+_/.test(name) && words.length > 1 && sensesOf(next).size > 0)
    return withPhrases(words.slice(1));
  return withPhrases(words[0] === namespace && words.length > 1 ? words.slice(1) : words);
}

type Parsed = Pick<ToolFacts, 'verb' | 'senses' | 'noun' | 'plural' | 'each' | 'qualifiers' | 'restricting'>;

/** Splits a name: get_open_orders_by_city -> get, order (plural, open), by city. */
export function readName(words: readonly string[], description: string, isDeclared = false): Parsed {
  const cut = words.findIndex((word, at) => at > 0 && PREPOSITIONS.has(word));
  const head = [...(cut === -1 ? words : words.slice(0, cut))];
  const each: string[] = [];
  while (head.length > 1 && EACH.has(head[0] ?? '')) each.push(head.shift() ?? '');
  const [first = ''] = head;
  const last = head.at(-1) ?? '';
  // an unknown verb is a verb when the description opens with it: then the last word is a noun
  const isOpening = opensWith(description, first);
  // get or create, create or update: two tools in one name
  const isEither = head.some((word, at) => word === 'or' && at > 0 && sensesOf(head[at - 1] ?? '').size > 0);
  const [verb, rest] =
    sensesOf(first).size > 0 || (isOpening && head.length > 1)
      ? [first, head.slice(1)]
      : head.length > 1 && sensesOf(last).size > 0 && !NOUNS_TOO.has(last)
        ? [last, head.slice(0, -1)]
        : [shownBy(description), head];
  const restricting: string[] = [];
  let noun = [...rest];
  while (noun.length > 1 && (DETERMINERS.has(noun[0] ?? '') || /^\d+$/.test(noun[0] ?? '')))
    restricting.push(noun.shift() ?? '');
  // "task list" is a list where a tool makes such lists; where tools only show it, it may mean the tasks
  const isShown = [...sensesOf(verb)].some((sense) => READING.has(sense));
  while (noun.length > 1 && isTail(noun.at(-1) ?? '', isShown, isDeclared)) noun = noun.slice(0, -1);
  while (noun.length > 1 && EACH.has(noun.at(-1) ?? '')) each.push(noun.pop() ?? '');
  const final = noun.at(-1) ?? '';
  const content = verb === 'list' && singular(final) === final ? contentOf(description, final) : undefined;
  return {
    verb,
    senses: isEither ? new Set<Sense>() : sensesOf(verb),
    noun: content ?? noun.map(singular),
    plural: content !== undefined || (final !== '' && singular(final) !== final),
    each: [...each, ...restricting].some((word) => EACH.has(word)),
    qualifiers: qualifiersOf(cut === -1 ? [] : words.slice(cut)),
    restricting,
  };
}

/** The files of list_folder, where the description is "List the files in a folder". */
function contentOf(description: string, holder: string): readonly string[] | undefined {
  const found = new RegExp(
    String.raw`^\w+ (?:all |the |every )*(\w+) (?:in|of|inside|under|within) (?:an? |the |one |given |specific )*${holder}\b`,
    'i',
  ).exec(description)?.[1];
  const word = found?.toLowerCase() ?? '';
  return singular(word) === word ? undefined : [singular(word)];
}

/** The verb of a name without one, where the description opens with a verb that shows: "List the recipes of a book." */
function shownBy(description: string): string {
  return ['list', 'get', 'retrieve', 'fetch', 'show'].find((verb) => opensWith(description, verb)) ?? '';
}

function isTail(word: string, isShown: boolean, isDeclared: boolean): boolean {
  if (word === 'lists' || word === 'records') return false;
  if (isDeclared && VIEWS.has(singular(word))) return isShown || !/^data$/.test(word);
  return TAILS.has(singular(word)) && (isShown || /^(?:details?|information)$/.test(word));
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
