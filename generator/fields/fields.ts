// Reads a JSON Schema as a tree of fields, each with its words, type and description. References are followed. Of
// several alternatives, the first that has properties is used; if none has, the first.
import { sha256 } from '../../envs/values/hash.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { splitName } from '../../envs/words/split-words.ts';
import { idOf } from './id-of.ts';
import { fieldFormat, saidPattern } from './said-format.ts';
import { saidBounds } from './said-bounds.ts';
import { saidDefault } from './said-default.ts';
import { withSaidId } from './said-id.ts';

export type ValueType = 'text' | 'integer' | 'real' | 'boolean' | 'json';

export interface Field {
  readonly name: string;
  /** The path from the root of the schema. [] stands for the items of a list. */
  readonly path: readonly string[];
  readonly words: readonly string[];
  readonly type: ValueType;
  readonly schema: JsonObject;
  readonly description: string;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly choices: readonly (string | number)[];
  /**
   * A value that means nothing, such as 0 for an id: a call with it asks for the same as a call without the argument.
   */
  readonly nothing?: string | number;
  /** Whether the field is a part of a URL path. It then is the key of the tool's row, under any name. */
  readonly inPath?: true;
}

export type FieldNode = ScalarNode | ObjectNode | ListNode;
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly field: Field;
}
export interface ObjectNode {
  readonly kind: 'object';
  readonly field: Field;
  readonly members: readonly FieldNode[];
  /** True if other tools use the members alone, so that each member is a column of the row. */
  readonly parts?: true;
}
export interface ListNode {
  readonly kind: 'list';
  readonly field: Field;
  readonly item: FieldNode;
}

const DEEPEST = 7;

export function readNode(schema: JsonObject, name = '', path: readonly string[] = [], required = true): FieldNode {
  return nodeOf(schema, schema, name, path, required);
}

function nodeOf(
  stated: JsonObject,
  root: JsonObject,
  name: string,
  path: readonly string[],
  required: boolean,
): FieldNode {
  const { schema: bare, nullable } = plain(stated, root, 0);
  const said = fieldFormat(bare);
  const about = textAt(stated, 'description') || textAt(bare, 'description');
  const usual = required ? undefined : saidDefault(bare, about);
  const pattern = saidPattern(bare);
  const schema: JsonObject = {
    ...bare,
    ...(pattern === undefined ? {} : { pattern }),
    ...(said === undefined ? {} : { format: said }),
    ...(usual === undefined ? {} : { default: usual }),
    ...saidBounds(bare, about),
  };
  const types = typesOf(schema);
  const description = textAt(stated, 'description') || textAt(schema, 'description') || textAt(stated, 'title');
  const field = (type: ValueType): Field => ({
    name,
    path,
    words: type === 'text' ? withSaidId(wordsOf(name), description) : wordsOf(name),
    type: type === 'real' && idOf(wordsOf(name)) !== undefined ? 'integer' : type,
    schema,
    description,
    required,
    nullable: nullable || types.includes('null'),
    choices: choicesOf(schema, description),
  });
  const properties = schema['properties'];
  if (
    isJsonObject(properties) &&
    Object.keys(properties).length > 0 &&
    !types.includes('array') &&
    path.length < DEEPEST
  ) {
    const needed = new Set(Array.isArray(schema['required']) ? (schema['required'] as Json[]) : []);
    const members = Object.entries(properties).map(([key, each]) =>
      nodeOf(isJsonObject(each) ? each : {}, root, key, [...path, key], needed.has(key)),
    );
    return { kind: 'object', field: field('json'), members };
  }
  if ((types.includes('array') || schema['items'] !== undefined) && path.length < DEEPEST) {
    const items = isJsonObject(schema['items']) ? schema['items'] : {};
    return { kind: 'list', field: field('json'), item: nodeOf(items, root, name, [...path, '[]'], true) };
  }
  return { kind: 'scalar', field: field(scalarType(schema, types)) };
}

function scalarType(schema: JsonObject, types: readonly string[]): ValueType {
  const real = types.filter((type) => type !== 'null');
  const [type] = real;
  if (real.length === 1 || (real.length === 2 && real.includes('number') && real.includes('integer'))) {
    if (type === 'string') return 'text';
    if (real.includes('number')) return 'real';
    if (type === 'integer') return 'integer';
    if (type === 'boolean') return 'boolean';
  }
  if (real.length > 1)
    return real.includes('string') && !real.includes('object') && !real.includes('array') ? 'text' : 'json';
  if (real.length === 0) {
    const value = choicesOf(schema)[0];
    if (typeof value === 'string') return 'text';
    if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'real';
    if (schema['format'] !== undefined || schema['pattern'] !== undefined) return 'text';
  }
  return 'json';
}

/** Returns the schema with references followed and alternatives reduced to one. */
function plain(stated: JsonObject, root: JsonObject, depth: number): { schema: JsonObject; nullable: boolean } {
  let schema = stated;
  let nullable = schema['nullable'] === true;
  if (depth > 6) return { schema: {}, nullable };
  const reference = schema['$ref'];
  if (typeof reference === 'string' && reference.startsWith('#/')) {
    let at: Json | undefined = root;
    for (const part of reference.slice(2).split('/'))
      at = isJsonObject(at) ? at[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
    return plain(isJsonObject(at) ? at : {}, root, depth + 1);
  }
  if (Array.isArray(schema['allOf'])) {
    const parts = (schema['allOf'] as readonly Json[])
      .filter(isJsonObject)
      .map((each) => plain(each, root, depth + 1).schema);
    const { allOf: _allOf, ...own } = schema;
    schema = [...parts, own].reduce<JsonObject>(merged, {});
  }
  for (const key of ['anyOf', 'oneOf'] as const) {
    const branches = schema[key];
    if (!Array.isArray(branches)) continue;
    const real = (branches as readonly Json[])
      .filter(isJsonObject)
      .filter((each) => (each['type'] === 'null' ? ((nullable = true), false) : true));
    if (schema['properties'] !== undefined || schema['items'] !== undefined) break;
    const telling = real.find((each) => each['properties'] !== undefined || each['$ref'] !== undefined) ?? real[0];
    if (telling !== undefined) {
      const { [key]: _branches, ...own } = schema;
      const inner = plain(telling, root, depth + 1);
      schema = merged(inner.schema, own);
      nullable ||= inner.nullable;
    }
    break;
  }
  return { schema, nullable };
}

function merged(a: JsonObject, b: JsonObject): JsonObject {
  const properties =
    isJsonObject(a['properties']) || isJsonObject(b['properties'])
      ? {
          properties: {
            ...(isJsonObject(a['properties']) ? a['properties'] : {}),
            ...(isJsonObject(b['properties']) ? b['properties'] : {}),
          },
        }
      : {};
  const required =
    Array.isArray(a['required']) || Array.isArray(b['required'])
      ? { required: [...new Set([...((a['required'] as Json[]) ?? []), ...((b['required'] as Json[]) ?? [])])] }
      : {};
  return { ...a, ...b, ...properties, ...required };
}

function typesOf(schema: JsonObject): string[] {
  return [schema['type']].flat().filter((type): type is string => typeof type === 'string');
}

function choicesOf(schema: JsonObject, description = ''): readonly (string | number)[] {
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  if (!Array.isArray(values)) return schema['type'] === 'string' ? saidChoices(description) : [];
  return (values as readonly Json[]).filter(
    (value): value is string | number => typeof value === 'string' || typeof value === 'number',
  );
}

const SAID =
  /(?:\[?\benum\]?|\b(?:possible|allowed|valid|accepted|supported) (?:values|options|types)(?: are| include)?|\b(?:can|must) be(?: one of)?(?: the following)?|\bone of(?: the following)?|\boptions(?: are)?|\b(?:setting|status|state|type|kind|level|priority|role|visibility|access|frequency))\s*:\s*\[?((?:["']?[A-Za-z0-9][\w ./-]{0,28}["']?\s*(?:,|\||\bor\b)\s*)+["']?[A-Za-z0-9][\w/-]*(?: [\w-]+)?["']?)/i;

/** Returns the allowed values that a description lists, as in "[Enum]: [a, b]" or "one of: a, b". */
function saidChoices(description: string): readonly string[] {
  const list = SAID.exec(description)?.[1];
  if (list === undefined) return [];
  const values = list
    .split(/\s*(?:,|\||\bor\b)\s*/)
    .map((each) => each.replaceAll(/^["'\s]+|["'\s.]+$/g, ''))
    .filter((each) => each !== '');
  return values.length >= 2 && values.length <= 40 ? [...new Set(values)] : [];
}

function textAt(schema: JsonObject, key: string): string {
  const value = schema[key];
  return typeof value === 'string' ? value : '';
}

/** Words that are written as one word, with their parts. */
const COMPOUNDS: Readonly<Record<string, readonly string[]>> = {
  username: ['user', 'name'],
  userid: ['user', 'id'],
  filename: ['file', 'name'],
  firstname: ['first', 'name'],
  lastname: ['last', 'name'],
  fullname: ['full', 'name'],
  hostname: ['host', 'name'],
  nickname: ['nick', 'name'],
  zipcode: ['zip', 'code'],
  postcode: ['post', 'code'],
  phonenumber: ['phone', 'number'],
  orderid: ['order', 'id'],
  productid: ['product', 'id'],
  pagesize: ['page', 'size'],
  startdate: ['start', 'date'],
  enddate: ['end', 'date'],
  starttime: ['start', 'time'],
  endtime: ['end', 'time'],
};

export function wordsOf(name: string): readonly string[] {
  const words = splitName(name);
  return words.some((word) => word in COMPOUNDS) ? words.flatMap((word) => COMPOUNDS[word] ?? [word]) : words;
}

/** Returns all fields of a tree that hold a single value or a list of single values, in order. */
export function leavesOf(node: FieldNode): readonly (ScalarNode | ListNode)[] {
  if (node.kind === 'scalar') return [node];
  if (node.kind === 'list') return node.item.kind === 'scalar' ? [node] : leavesOf(node.item);
  return node.members.flatMap(leavesOf);
}

/** The column name for a result field without a name. */
const NAMELESS = 'answer';

/** Returns a name that SQL accepts without quotes. */
export function columnName(words: readonly string[]): string {
  const joined = words.join('_');
  if (joined === '') return NAMELESS;
  const text = joined
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replaceAll(/_+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase();
  // letters without an ASCII form become code points, so that two different names stay different
  if (text === '') return cut(`field_${[...joined].map((each) => each.codePointAt(0)?.toString(16) ?? '').join('_')}`);
  // names that begin with trace_, sqlite_ or callgym_ are reserved
  const safe = /^[a-z]/.test(text) && !/^(trace|sqlite|callgym)_/.test(text) ? text : `n_${text}`;
  return cut(KEYWORDS.has(safe) ? `${safe}_value` : safe);
}

const LONGEST_NAME = 60;
const DIGEST = 8;

/** Shortens a long name. A hash replaces the end, so that two names with the same beginning stay different. */
function cut(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME - DIGEST - 1)}_${sha256(name).slice(0, DIGEST)}`;
}

const KEYWORDS = new Set(
  `abort action add after all alter always analyze and as asc attach autoincrement before begin between by cascade case cast check
  collate column commit conflict constraint create cross current current_date current_time current_timestamp database default
  deferrable deferred delete desc detach distinct do drop each else end escape except exclude exclusive exists explain fail
  filter first following for foreign from full generated glob group groups having if ignore immediate in index indexed
  initially inner insert instead intersect into is isnull join key last left like limit match materialized natural no not
  nothing notnull null nulls of offset on or order others outer over partition plan pragma preceding primary query raise
  range recursive references regexp reindex release rename replace restrict returning right rollback row rows savepoint
  select set table temp temporary then ties to transaction trigger unbounded union unique update using vacuum values view
  virtual when where window with without rowid true false strict`.split(/\s+/),
);
