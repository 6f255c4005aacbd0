// Collects facts about each tool: its verb, its noun, its arguments and its result.
import { isJsonObject, type JsonObject } from '../../../envs/values/json.ts';
import { singular } from '../../../envs/words/split-words.ts';
import { DETERMINERS, EACH, MADE_BY, NOUNS_TOO, PREPOSITIONS, TAILS, VIEWS } from '../../lexicon/nouns.ts';
import { MAKES_OR_LEADS, READING, sensesOf, withPhrases, type Sense } from '../../lexicon/verbs.ts';
import { originalName, type PoolTool } from '../../pool/pool-tool.ts';
import { readNode, wordsOf, type FieldNode } from '../../fields/fields.ts';
import { idOf } from '../../fields/id-of.ts';
import { byMethod, toldEffect, wordsByPath } from './by-method.ts';
import { withPathIds } from './ids-in-path.ts';
import { namesOwnRow } from './names-own-row.ts';
import { opensWith, saysShown } from './opening-verb.ts';
import { rawWords } from './raw-words.ts';
import { withParts } from './value-parts.ts';
import { withOneSpelling } from './one-spelling.ts';
import { withNothing } from './nothing.ts';
import { withForeignIds, withSharedIds } from './shared-ids.ts';
import { stateVerb } from './state-verb.ts';
import { withoutHolders } from './in-objects.ts';
import { asInclude } from './said-includes.ts';
import { describedBy } from './said-answers.ts';
import { withSaidForms } from './said-of-argument.ts';
import { withSharedLegends } from './shared-legends.ts';
import { withSharedStates } from './shared-states.ts';
import { pathOf, type PathPart } from './read-path.ts';

/** A preposition in a tool's name with the words after it, such as `by status` or `of a board`. */
export interface Qualifier {
  readonly preposition: string;
  readonly noun: readonly string[];
}

export interface ToolFacts {
  readonly pool: PoolTool;
  /** The tool's name in the environment. */
  readonly name: string;
  readonly description: string;
  /** `read` or `write` if a hint or the HTTP method of the source says so, else undefined. */
  readonly told: 'read' | 'write' | undefined;
  readonly verb: string;
  readonly senses: ReadonlySet<Sense>;
  /** The noun of the tool's name, in the singular. The list is empty where the name has no noun. */
  readonly noun: readonly string[];
  readonly plural: boolean;
  /** Whether the name says that the tool acts on many rows, as with `many`, `batch` or `bulk`. */
  readonly each: boolean;
  readonly qualifiers: readonly Qualifier[];
  /** The words before the noun that restrict the rows, such as `available` or `my`. */
  readonly restricting: readonly string[];
  readonly arguments: readonly FieldNode[];
  /** The result's schema; undefined where the source gives none. */
  readonly result: FieldNode | undefined;
  readonly path: readonly PathPart[];
}

export function readTools(stated: readonly PoolTool[]): ToolFacts[] {
  const pool = withOneSpelling(stated);
  const counts = new Map<string, number>();
  for (const tool of pool) counts.set(shortName(tool), (counts.get(shortName(tool)) ?? 0) + 1);
  const namespace = namespaceOf(pool);
  const style: NameStyle = { namespace, things: dottedThings(pool), verbLast: isVerbLast(pool, namespace) };
  const facts = pool.map((tool) =>
    factsOf(tool, counts.get(shortName(tool)) === 1 ? shortName(tool) : tool.name, style),
  );
  const own = facts.map((each, at) => ({ ...each, pool: stated[at] ?? each.pool }));
  const read = withSharedStates(withSharedLegends(withParts(withForeignIds(withSharedIds(own)))))
    .map(withoutHolders)
    .map(withNothing);
  return [...read].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the tool's original name where the name is valid, else its name in the pool. */
function shortName(tool: PoolTool): string {
  const original = originalName(tool);
  return /^[A-Za-z0-9_.-]{1,64}$/.test(original) ? original : tool.name;
}

const MOST_OF = 0.6;

/** The naming style that the majority of the tools in a list follows. */
interface NameStyle {
  readonly namespace: string;
  /** Nouns that stand before a dot, such as `campaign` in campaigns.update_settings. */
  readonly things: ReadonlySet<string>;
  /** Whether the verb comes last, as in ticket_create or comment_list. */
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

/** Tells whether more names end in a verb than begin with one. */
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

/**
 * Returns a first word that at least three names and at least MOST_OF of all names share, such as git in git_log. A
 * verb or a noun of rows does not count.
 */
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

/** Tells whether some argument is the id of this noun, as ticket_id is the id of a ticket. */
function isKeyed(word: string, pool: readonly PoolTool[]): boolean {
  return pool.some((tool) =>
    Object.keys(isJsonObject(tool.parameters['properties']) ? tool.parameters['properties'] : {}).some(
      (name) => idOf(wordsOf(name))?.noun.join(' ') === word,
    ),
  );
}

function factsOf(pool: PoolTool, name: string, { namespace, verbLast, things }: NameStyle): ToolFacts {
  const path = pathOf(pool);
  const words = wordsByPath(pool, path) ?? wordsOfName(originalName(pool), namespace, things);
  const ordered = verbLast ? verbFirst(words) : words;
  const isNounFirst = ordered !== words || DOTTED.test(originalName(pool));
  const stated = pool.returns === undefined ? undefined : readNode(pool.returns);
  const result = stated === undefined || isOpen(stated) ? undefined : stated;
  const plain = readName(ordered, pool.description, pool.returns !== undefined);
  const leads = plain.senses.size === 0 ? stateVerb(ordered, pool.description) : undefined;
  const parsed: Parsed =
    leads === undefined ? plain : { ...plain, ...leads, plural: false, senses: new Set(['state']) };
  const parameters = withPathIds(readNode(withSaidForms(pool.parameters as JsonObject, pool.description)), path);
  const told = toldEffect(pool);
  const tail = path.at(-1);
  const tailVerb =
    tail !== undefined && tail.argument === undefined && path.length > 1 && told !== 'read'
      ? (tail.words[0] ?? '')
      : '';
  // a path may end in the verb, such as `cancel` in POST /orders/{id}/cancel
  const byPath = sensesOf(tailVerb).has('state') && tail?.words.length === 1 ? tailVerb : '';
  const verb = byPath === '' ? parsed.verb : byPath;
  const possible = byPath !== '' ? sensesOf(byPath) : parsed.senses.size > 0 ? parsed.senses : byMethod(pool, path);
  const keyed = MAKES_OR_LEADS.has(verb) && namesOwnRow(parameters, parsed.noun);
  const isShown = told === 'read' || (told === undefined && saysShown(pool.description, verb));
  const senses = [...possible, ...(keyed ? (['state'] as const) : [])].filter((sense) =>
    isShown ? READING.has(sense) : told === undefined || !READING.has(sense),
  );
  return {
    pool,
    name,
    description: describedBy(pool),
    told,
    ...parsed,
    // tickets.get and tickets.list have the same noun, so the verb decides whether the tool is about many rows
    plural: isNounFirst ? /^(?:list|search|browse|query)$/.test(verb) : parsed.plural,
    verb,
    senses: new Set(senses),
    arguments: parameters.kind === 'object' ? parameters.members.map(asInclude) : [],
    result,
    path,
  };
}

/** Matches a name with a noun, a dot and a single verb, such as campaigns.get. */
const DOTTED = /^[A-Za-z][\w-]*(?:[.:/]|__)[a-z]+$/;

/** Moves the verb to the front of a name's words: `ticket set status` becomes `set ticket status`. */
function verbFirst(words: readonly string[]): readonly string[] {
  const at = words.findLastIndex((word, index) => index > 0 && sensesOf(word).size > 0);
  return at < 1 ? words : [words[at] ?? '', ...words.slice(0, at), ...words.slice(at + 1)];
}

/** Tells whether the schema says nothing about the content of the result. */
const isOpen = (node: FieldNode): boolean =>
  (node.kind === 'scalar' && node.field.type === 'json') ||
  isTextEnvelope(node) ||
  (node.kind === 'object' && node.members.length === 1 && node.members.every(isUntold));

/**
 * Tells whether a member named `result` or the like has no schema of its own. Servers declare {result: …} for functions
 * that may return anything.
 */
function isUntold(node: FieldNode): boolean {
  return (
    /^(?:result|output|response|data)$/.test(node.field.name) &&
    node.kind === 'scalar' &&
    /^(?:json|text)$/.test(node.field.type)
  );
}

/** Tells whether a result is {content: text}, the wrapper of the Model Context Protocol for a text without a schema. */
function isTextEnvelope(node: FieldNode): boolean {
  if (node.kind !== 'object' || node.members.length !== 1) return false;
  const [only] = node.members;
  return only?.kind === 'scalar' && only.field.name === 'content' && only.field.type === 'text';
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);

/**
 * Returns the words of a name. Only the last part of a dotted name counts; if this part is only a verb, the noun comes
 * from the part before it.
 */
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
  // in GET_DeleteStream the HTTP method comes before the verb
  const [method = '', next = ''] = words;
  if (METHODS.has(method) && /^[A-Z]+_/.test(name) && words.length > 1 && sensesOf(next).size > 0)
    return withPhrases(words.slice(1));
  return withPhrases(words[0] === namespace && words.length > 1 ? words.slice(1) : words);
}

type Parsed = Pick<ToolFacts, 'verb' | 'senses' | 'noun' | 'plural' | 'each' | 'qualifiers' | 'restricting'>;

/**
 * Splits the words of a name into parts. For example, get_open_orders_by_city has the verb get, the restricting word
 * open, the noun order and the qualifier `by city`.
 */
export function readName(words: readonly string[], description: string, isDeclared = false): Parsed {
  const cut = words.findIndex((word, at) => at > 0 && PREPOSITIONS.has(word));
  const head = [...(cut === -1 ? words : words.slice(0, cut))];
  const each: string[] = [];
  while (head.length > 1 && EACH.has(head[0] ?? '')) each.push(head.shift() ?? '');
  const [first = ''] = head;
  const last = head.at(-1) ?? '';
  // an unknown first word is a verb if the description begins with it
  const isOpening = opensWith(description, first);
  // a name such as `get or create` stands for two tools, so it gets no sense
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
  // create_task_list makes a list of tasks, but get_task_list shows the tasks of a list
  const isShown = [...sensesOf(verb)].some((sense) => READING.has(sense));
  while (noun.length > 1 && isTail(noun.at(-1) ?? '', isShown, isDeclared)) noun = noun.slice(0, -1);
  // "donations made" in get_donations_made_by_donor are simply donations
  if (isShown && noun.length > 1 && cut !== -1 && MADE_BY.test(`${noun.at(-1) ?? ''} ${words[cut] ?? ''}`))
    noun = noun.slice(0, -1);
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

/**
 * Returns the noun of the listed rows, if the tool's name only has their container: `file` for list_folder with the
 * description "List the files in a folder".
 */
function contentOf(description: string, holder: string): readonly string[] | undefined {
  const found = new RegExp(
    String.raw`^\w+ (?:all |the |every )*(\w+) (?:in|of|inside|under|within) (?:an? |the |one |given |specific )*${holder}\b`,
    'i',
  ).exec(description)?.[1];
  const word = found?.toLowerCase() ?? '';
  return singular(word) === word ? undefined : [singular(word)];
}

/** Returns the verb for a name without one, from a description such as "List the recipes of a book." */
function shownBy(description: string): string {
  return ['list', 'get', 'retrieve', 'fetch', 'show'].find((verb) => opensWith(description, verb)) ?? '';
}

/**
 * Names of results that a write makes or changes beside the row: update_ticket_summary writes no column of the ticket.
 */
const REPORTS = /^(?:data|summary|overview|report|statistics?|stats?|metrics?|history|log|analysis)$/;

function isTail(word: string, isShown: boolean, isDeclared: boolean): boolean {
  if (word === 'lists' || word === 'records') return false;
  if (isDeclared && VIEWS.has(singular(word))) return isShown || !REPORTS.test(word);
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
