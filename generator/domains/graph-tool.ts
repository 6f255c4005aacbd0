// A tool in the small form in which tools are compared to find domains: its inputs, its outputs, and the words of both.
// It is small so that 100,000 tools fit into memory.
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { originalName, type PoolTool } from '../pool/pool-tool.ts';
import { splitName } from '../../envs/words/split-words.ts';
import { NOUN_VERBS, VERBS } from '../words/vocabulary.ts';

export interface Leaf {
  /** The path, such as orders[].id. */
  readonly path: string;
  /** The words of the last name in the path. Fields with the same name share one list. */
  readonly words: readonly string[];
  /** The words of the last name in the path, joined to one text. */
  readonly name: string;
  /** The words of the object that holds the field. For orders[].id the word is "order". */
  readonly parent: readonly string[];
  /** The JSON type, such as string or object. It is empty if the schema states no type. */
  readonly type: string;
  readonly format: string;
  /** The sorted values of the schema's enumeration. It is empty if the schema has none. */
  readonly values: readonly string[];
}

export interface GraphTool {
  readonly name: string;
  readonly nameWords: readonly string[];
  readonly group: string | undefined;
  readonly inputs: readonly Leaf[];
  readonly outputs: readonly Leaf[];
  /** The words for the rows that the tool is about, such as "order" for list_orders. */
  readonly noun: readonly string[];
  /** The words of the fixed parts of the tool's HTTP path, one list for each part. */
  readonly route: readonly (readonly string[])[];
}

const DEEPEST_INPUT = 1;
const DEEPEST_OUTPUT = 4;
const MOST_LEAVES = 24;

export function asGraphTool(tool: PoolTool): GraphTool {
  const parts = (tool.http?.path ?? '').split('/').filter((part) => part !== '');
  const nameWords = splitName(originalName(tool));
  const method = tool.http?.method;
  const inputs = leavesOf(tool.parameters, DEEPEST_INPUT);
  const route = parts.filter((part) => !part.startsWith('{')).map(splitName);
  return {
    name: tool.name,
    nameWords,
    group: tool.group,
    inputs: parts.length === 0 ? inputs : inputs.map((leaf) => withOwner(leaf, parts, tool.http)),
    outputs: tool.returns === undefined ? [] : leavesOf(tool.returns, DEEPEST_OUTPUT),
    // a tool is about the last noun of its path: /users/{id}/orders and /orders/{id}/cancel are both about orders
    noun: nounOfRoute(route, method) ?? nounOf(nameWords),
    route,
  };
}

/**
 * Finds the last part of a path that is a noun. In the path of a GET, every part is a noun; the path of a POST may end
 * in a verb.
 */
function nounOfRoute(route: readonly (readonly string[])[], method: string | undefined): readonly string[] | undefined {
  if (method === 'GET') return route.at(-1);
  return route.findLast((words) => !words.every((word) => VERBS.has(word) && !NOUN_VERBS.has(word)));
}

/** Finds the noun of a name: the words between its verbs, up to a preposition such as "by" or "for". */
function nounOf(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word, at) => at > 0 && PREPOSITIONS.has(word));
  const head = subjectOf(end === -1 ? words : words.slice(0, end));
  return head.length > 0 ? head : subjectOf(words);
}

function subjectOf(words: readonly string[]): readonly string[] {
  // keep the last word even if it can be a verb: place_order is about orders
  const first = words.findIndex((word, at) => at === words.length - 1 || !VERBS.has(word));
  const rest = words.slice(Math.max(first, 0));
  const last = rest.findLastIndex((word) => !VERBS.has(word) || (NOUN_VERBS.has(word) && first > 0));
  return rest.slice(0, last + 1).filter((word) => !FILLING.has(word));
}

const PREPOSITIONS = new Set(['by', 'for', 'from', 'with', 'of', 'in', 'to', 'on', 'at']);
const FILLING = new Set([
  'all',
  'a',
  'an',
  'the',
  'id',
  'ids',
  'new',
  'my',
  'current',
  'detail',
  'info',
  'information',
  'list',
  'batch',
  'v',
  'using',
  'api',
  'and',
  'or',
  'by',
  'for',
  'of',
  'data',
]);

/**
 * Gives a path parameter the words of the path part before it as its parent: the {id} in /orders/{id} is an order's id.
 */
function withOwner(leaf: Leaf, parts: readonly string[], http: PoolTool['http']): Leaf {
  const wire = http?.names?.[leaf.path] ?? leaf.path;
  const at = parts.findIndex((part) => part.includes(`{${wire}}`));
  const before = parts.slice(0, Math.max(at, 0)).findLast((part) => !part.startsWith('{'));
  return at === -1 || before === undefined ? leaf : { ...leaf, parent: splitName(before) };
}

/** An object whose properties are not read yet: the whole schema or an object inside it. */
interface Holder {
  readonly properties: JsonObject;
  readonly path: string;
  readonly parent: readonly string[];
}

/**
 * Lists the fields of a schema in breadth-first order. If there are too many, the fields nearest to the top are kept.
 */
function leavesOf(schema: JsonObject, deepest: number): Leaf[] {
  const leaves: Leaf[] = [];
  const top = throughArrays(schema, '');
  let level: Holder[] = isJsonObject(top.schema['properties'])
    ? [{ properties: top.schema['properties'], path: top.path, parent: [] }]
    : [];
  for (let depth = 0; depth < deepest && level.length > 0; depth++) {
    const next: Holder[] = [];
    for (const { properties, path, parent } of level)
      for (const name of Object.keys(properties)) {
        if (leaves.length >= MOST_LEAVES) return leaves;
        const property = properties[name];
        const stated = isJsonObject(property) ? property : {};
        const words = splitName(name);
        const place = path === '' ? name : `${path}.${name}`;
        const inner = throughArrays(stated, place);
        const below = inner.schema['properties'];
        const isObject = isJsonObject(below);
        leaves.push({
          // a list of single values gives one field for its items
          path: isObject ? place : inner.path,
          words,
          name: textOf(words),
          parent,
          type: typeOf(isObject ? stated : inner.schema),
          format: textAt(inner.schema, 'format'),
          values: valuesOf(inner.schema),
        });
        // a wrapper such as "data" or "items" does not count as the parent of the fields in it
        const isEnvelope = words.length === 1 && ENVELOPES.has(words[0] ?? '');
        if (isObject) next.push({ properties: below, path: inner.path, parent: isEnvelope ? parent : words });
      }
    level = next;
  }
  return leaves;
}

const ENVELOPES = new Set([
  'data',
  'result',
  'response',
  'item',
  'value',
  'content',
  'payload',
  'body',
  'record',
  'entry',
  'list',
  'object',
  'element',
  'hit',
  'node',
  'edge',
  'output',
  'embedded',
  'attribute',
]);

function throughArrays(stated: JsonObject, place: string): { schema: JsonObject; path: string } {
  let schema = branch(stated);
  let path = place;
  for (let steps = 0; steps < 3 && isJsonObject(schema['items']); steps++) {
    schema = branch(schema['items']);
    path = `${path}[]`;
  }
  return { schema, path };
}

/**
 * Returns the first alternative of an anyOf that has properties or items. If there is none, returns the schema itself.
 */
function branch(schema: JsonObject): JsonObject {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || schema['properties'] !== undefined || schema['items'] !== undefined) return schema;
  const telling = (anyOf as readonly Json[])
    .filter(isJsonObject)
    .find((each) => each['properties'] !== undefined || each['items'] !== undefined);
  return telling ?? schema;
}

const texts = new Map<readonly string[], string>();
const MOST_TEXTS = 200_000;

function textOf(words: readonly string[]): string {
  const known = texts.get(words);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  const text = words.join(' ');
  texts.set(words, text);
  return text;
}

const NO_VALUES: readonly string[] = [];
const MOST_VALUES = 40;

function valuesOf(schema: JsonObject): readonly string[] {
  const values = schema['enum'];
  if (!Array.isArray(values) || values.length > MOST_VALUES) return NO_VALUES;
  return (values as readonly Json[])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .sort();
}

function typeOf(schema: JsonObject): string {
  const { type } = schema;
  if (typeof type === 'string') return type;
  return Array.isArray(type) ? (type.find((each) => typeof each === 'string' && each !== 'null') ?? '') : '';
}

function textAt(schema: JsonObject, key: string): string {
  const value = schema[key];
  return typeof value === 'string' ? value : '';
}
