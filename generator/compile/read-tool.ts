// A tool of the pool -> what the compiler works on: verb and noun of its name, the tree of its arguments and of its
// results, and the path that it has.
import type { JsonObject } from '../../envs/values/json.ts';
import { originalName, type PoolTool } from '../pool/pool-tool.ts';
import { deedsOf, firstDeed, isVerb, withPhrasalVerbs, type Deed } from '../words/deeds.ts';
import { splitProse } from '../../envs/words/split-words.ts';
import { readNode, wordsOf, type FieldNode, type ObjectNode } from './fields.ts';

export interface DomainTool {
  readonly pool: PoolTool;
  /** What it is called in the environment. */
  readonly name: string;
  readonly description: string;
  /** All words of its name. */
  readonly words: readonly string[];
  readonly verb: string;
  readonly deeds: readonly Deed[];
  /** What the description begins with. */
  readonly saidVerb: string;
  readonly saidDeeds: readonly Deed[];
  /** What the name is about, qualifiers (by city, for user) apart. */
  readonly noun: readonly string[];
  readonly qualifier: readonly string[];
  readonly prose: ReadonlySet<string>;
  readonly arguments: readonly FieldNode[];
  readonly result: FieldNode | undefined;
  /** The collections and keys of its path: orders, {order_id}, items. */
  readonly path: readonly PathPart[];
  readonly method: string | undefined;
}

export interface PathPart {
  readonly words: readonly string[];
  /** The argument that stands after it. */
  readonly argument: string | undefined;
}

const PREPOSITIONS = new Set([
  'by', 'for', 'from', 'with', 'of', 'in', 'to', 'on', 'at', 'based', 'using', 'into', 'via', 'within', 'under', 'near',
]); // prettier-ignore
const FILLING = new Set([
  'all', 'a', 'an', 'the', 'my', 'current', 'detail', 'info', 'information', 'list', 'batch', 'v', 'api', 'and', 'or',
  'data', 'record', 'history', 'available', 'specific', 'single', 'multiple', 'many', 'one', 'new', 'existing', 'full',
  'result', 'entry', 'get', 'is', 'it', 'registered', 'upcoming', 'latest', 'recent', 'past',
]); // prettier-ignore

/** Words that stand before the verbs of several tools of a domain: message_get_…, trading_login. */
export function namespacesOf(tools: readonly PoolTool[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const tool of tools) {
    const words = wordsOf(originalName(tool));
    const at = words.findIndex((word) => isVerb(word));
    for (let end = 1; end < words.length && end <= 3; end++)
      if (end <= Math.max(at, 1) && words.slice(end).some(isVerb)) {
        const key = words.slice(0, end).join(' ');
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
  }
  // memory_add and memory_list_keys: memory is what is added, not only a namespace
  for (const tool of tools) {
    const words = wordsOf(originalName(tool));
    const last = words.at(-1) ?? '';
    if (isVerb(last) && !SESSION.has(last)) counts.delete(words.slice(0, -1).join(' '));
  }
  return new Set([...counts].filter(([, count]) => count >= 2).map(([words]) => words));
}

const SESSION = new Set(['login', 'logout', 'signin', 'signout', 'authenticate']);

export function readTool(pool: PoolTool, name: string, namespaces: ReadonlySet<string>): DomainTool {
  const original = originalName(pool);
  const rpc = rpcWords(pool);
  const words = withPhrasalVerbs(rpc ?? dottedWords(original) ?? wordsOf(original));
  const method = pool.http?.method ?? pool.hints?.method;
  const parsed = parseName(words, namespaces);
  const path = rpc === undefined ? withCollection(pathOf(pool), original, parsed.noun) : [];
  const said = firstDeed(pool.description);
  const read = pool.returns === undefined ? undefined : readNode(pool.returns);
  // an object of which nothing is said is as good as no schema
  const result =
    read?.kind === 'scalar' && read.field.type === 'json' && !Array.isArray(pool.returns?.['enum']) ? undefined : read;
  const parameters = readNode(pool.parameters as JsonObject);
  return {
    pool,
    name,
    description: pool.description,
    words,
    verb: parsed.verb,
    deeds: deedsOf(parsed.verb),
    saidVerb: said?.verb ?? '',
    saidDeeds: said?.deeds ?? [],
    noun: parsed.noun,
    qualifier: parsed.qualifier,
    prose: new Set(splitProse(pool.description)),
    arguments: parameters.kind === 'object' ? (parameters as ObjectNode).members.map((node) => placed(node, pool)) : [],
    result,
    path,
    method,
  };
}

function placed(node: FieldNode, pool: PoolTool): FieldNode {
  return pool.http?.in?.[node.field.name] === 'path' ? { ...node, field: { ...node.field, inPath: true } } : node;
}

interface ParsedName {
  readonly verb: string;
  readonly noun: readonly string[];
  readonly qualifier: readonly string[];
}

/** get_orders_by_city -> get, order, by city; message_get_status -> get, message status; order_check -> check, order. */
export function parseName(words: readonly string[], namespaces: ReadonlySet<string>): ParsedName {
  const cut = words.findIndex((word, at) => at > 0 && PREPOSITIONS.has(word));
  const head = cut === -1 ? words : words.slice(0, cut);
  const qualifier = cut === -1 ? [] : words.slice(cut);
  let at = isVerb(head[0] ?? '') ? 0 : -1;
  // a namespace that is a verb itself: posting_get_status, search_engine_query
  if (at === 0 && namespaces.has(head[0] ?? '') && head.slice(1).some((word) => COMMON.has(word)))
    at = head.findIndex((word, index) => index > 0 && COMMON.has(word));
  if (at === -1) at = head.findIndex((word, index) => index > 0 && COMMON.has(word));
  if (at === -1) at = head.findLastIndex((word) => isVerb(word));
  if (at === -1) return { verb: '', noun: content(head), qualifier };
  const before = head.slice(0, at);
  const after = head.slice(at + 1);
  const noun = content(after);
  const prefix = content(before);
  return {
    verb: head[at] ?? '',
    noun:
      noun.length === 0
        ? prefix.length > 0
          ? prefix
          : content(qualifier.slice(1))
        : [...(namespaces.has(before.join(' ')) ? [] : prefix), ...noun],
    qualifier,
  };
}

const COMMON = new Set(
  `get list find search fetch retrieve show view create add new update edit modify change set delete remove cancel login logout check
  calculate compute convert estimate send place book open close submit authenticate clear replace append start stop register
  signin signout upload download`.split(/\s+/),
);

function content(words: readonly string[]): readonly string[] {
  const kept = words.filter((word) => !FILLING.has(word) && !/^\d+$/.test(word));
  return kept;
}

/** request_id, where tools ask for it and list leave requests: the id of a leave request, not of a call. */
export function withWholeKeys(tools: readonly DomainTool[]): DomainTool[] {
  const isAsked = (node: FieldNode): boolean =>
    node.kind === 'scalar' && node.field.required && node.field.words.join(' ') === 'request id';
  const asking = tools.filter((tool) => tool.path.length === 0 && tool.arguments.some(isAsked));
  const nouns = new Set(
    tools.filter(({ noun }) => noun.length === 2 && noun[1] === 'request').map(({ noun }) => noun[0] ?? ''),
  );
  const [whose] = nouns;
  if (asking.length === 0 || nouns.size !== 1 || whose === undefined) return [...tools];
  const reword = (node: FieldNode): FieldNode => {
    const field =
      node.field.words.join(' ') === 'request id' ? { ...node.field, words: [whose, 'request', 'id'] } : node.field;
    if (node.kind === 'scalar') return { ...node, field };
    if (node.kind === 'list') return { ...node, field, item: reword(node.item) };
    return { ...node, field, members: node.members.map(reword) };
  };
  return tools.map((tool) => ({
    ...tool,
    arguments: tool.arguments.map(reword),
    result: tool.result === undefined ? undefined : reword(tool.result),
  }));
}

/** issues.add_label -> add label; issues.get -> get issue: what stands behind the last dot says what is done. */
function dottedWords(name: string): readonly string[] | undefined {
  const parts = name.split(/[.:/]|__/).filter((part) => part !== '');
  const [last, before] = [parts.at(-1), parts.at(-2)];
  if (last === undefined || before === undefined) return undefined;
  const words = wordsOf(last);
  if (!isVerb(words[0] ?? '')) return undefined;
  return words.length > 1 ? words : [...words, ...wordsOf(before)];
}

/** POST /createAccount, POST /orders.cancel: the path is a name, not a place. */
function rpcWords(pool: PoolTool): readonly string[] | undefined {
  const path = pool.http?.path ?? '';
  if (pool.http?.method !== 'POST' && pool.http?.method !== 'GET') return undefined;
  if (path.includes('{') || path === '') return undefined;
  const parts = path.split('/').filter((part) => part !== '');
  const last = wordsOf(parts.at(-1) ?? '');
  const target = /[#=.]([A-Za-z]+)$/.exec(path)?.[1];
  if (target !== undefined && wordsOf(target).length >= 2 && isVerb(wordsOf(target)[0] ?? '')) return wordsOf(target);
  if (last.length < 2) return undefined;
  const first = last[0] ?? '';
  // two words of which the first is surely a verb, or the last of a dotted name is
  if (COMMON.has(first) && last.length >= 2) return last;
  const end = last.at(-1) ?? '';
  if (/[.:]/.test(parts.at(-1) ?? '') && COMMON.has(end)) return [end, ...last.slice(0, -1)];
  return undefined;
}

/** v1, v2beta1, 2.0: no collection. */
const VERSION = /^(v\d[\w.]*|\d+(\.\d+)*)$/i;

const NAMES = /^(name|parent|resource|resource_?name|id|uuid)$/i;

/** /v1/{name} of projects.jobs.delete, where the whole of a resource's name stands in one argument: jobs/{name}. */
function withCollection(path: PathPart[], original: string, noun: readonly string[]): PathPart[] {
  const [first, ...rest] = path;
  if (first?.argument === undefined || first.words.length > 0 || !NAMES.test(first.argument)) return path;
  const dotted = original.split('.');
  const collection = dotted.length > 2 ? wordsOf(dotted.at(-2) ?? '') : noun;
  if (collection.length === 0 || rest.some(({ words }) => words.length > 0)) return path;
  return first.argument === 'parent'
    ? [first, { words: collection, argument: undefined }, ...rest]
    : [{ ...first, words: collection }, ...rest];
}

function pathOf(pool: PoolTool): PathPart[] {
  const parts = (pool.http?.path ?? '').split('/').filter((part) => part !== '' && !VERSION.test(part));
  const names = new Map(
    Object.entries(pool.http?.names ?? {})
      .filter(([argument]) => (pool.http?.in?.[argument] ?? 'path') === 'path')
      .map(([argument, wire]) => [wire, argument]),
  );
  const found: PathPart[] = [];
  for (const part of parts) {
    const inside = /\{([^}]+)\}/.exec(part);
    if (inside === null) {
      found.push({ words: wordsOf(part), argument: undefined });
      continue;
    }
    const wire = inside[1] ?? '';
    const argument = names.get(wire) ?? wire;
    const last = found.at(-1);
    if (last !== undefined && last.argument === undefined) found[found.length - 1] = { ...last, argument };
    else found.push({ words: [], argument });
  }
  return found;
}
