// Gives each argument of a tool a role: key of the row, key of a parent row, value of a column, or another role such as
// paging.
import type { FieldNode, ScalarNode } from '../../fields/fields.ts';
import type { Need, Use } from '../plan/needs.ts';
import { argument, bound, equal, existsAs, type Expr, name } from '../programs/sql.ts';
import { argumentKind, type ArgumentKind } from '../read/argument-kind.ts';
import { idOf, spelled } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { columnFor } from '../things/columns.ts';
import { givenState } from '../things/listed-states.ts';
import { partsOf, wrapped } from '../things/known.ts';
import type { Thing, Things } from '../things/thing.ts';
import type { Domain, Role } from './reading.ts';

/** An argument that holds the value of one column. */
export interface Bound {
  readonly node: FieldNode;
  readonly path: readonly string[];
  readonly column: string;
  readonly words: readonly string[];
  readonly references?: string;
  /** The name under which results show the column. It is absent where it is the argument's name. */
  readonly called?: string;
  /** Whether the caller must always give the value. */
  readonly required: boolean;
}

export interface Bindings {
  /** The argument that holds the key of the row itself. */
  readonly key: Bound | undefined;
  readonly keys: { readonly node: FieldNode; readonly path: readonly string[]; readonly member?: string } | undefined;
  readonly scope: readonly Bound[];
  readonly values: readonly Bound[];
  readonly others: readonly { readonly node: FieldNode; readonly kind: ArgumentKind }[];
  /** The argument that holds the values as members: an object, or a list of objects. */
  readonly wrapper: FieldNode | undefined;
}

export function bind(tool: ToolFacts, thing: Thing, domain: Domain): Bindings {
  const found: Found = { key: undefined, keys: undefined, scope: [], values: [], others: [], wrapper: undefined };
  for (const node of tool.arguments) {
    const kind = kindOf(node, tool, thing, domain);
    if (kind.kind === 'value') bindValue(found, node, tool, thing, domain);
    else found.others.push({ node, kind });
  }
  return found;
}

interface Found {
  key: Bound | undefined;
  keys: Bindings['keys'];
  readonly scope: Bound[];
  readonly values: Bound[];
  readonly others: { node: FieldNode; kind: ArgumentKind }[];
  wrapper: FieldNode | undefined;
}

function kindOf(node: FieldNode, tool: ToolFacts, thing: Thing, domain: Domain): ArgumentKind {
  if (domain.shaping.get(tool.name)?.has(node.field.name) === true) return { kind: 'shape' };
  const kind = argumentKind(node, tool);
  // an argument `field` normally selects parts of the result; a doctor may have a column `field`, and then it is the
  // value of this column
  if (node.kind !== 'scalar') return kind;
  const known = domain.known.get(thing.table)?.columns.get(columnFor(thing, node.field.words, domain.things).column);
  const isColumn = kind.kind === 'shape' && known !== undefined;
  // an argument `term` normally is a search text; a course may have a column `term`, and then it is the value of this
  // column
  const isGiven = kind.kind === 'words' && known?.given === true && !tool.senses.has('search');
  return isColumn || isGiven ? { kind: 'value' } : kind;
}

/**
 * Gives one argument its role: the keys of several rows, an object of values, the key of the row, or the value of one
 * column.
 */
function bindValue(found: Found, node: FieldNode, tool: ToolFacts, thing: Thing, domain: Domain): void {
  const { field } = node;
  const inner = wrapped(node, thing);
  const member = found.keys === undefined ? keyMember(node, inner, tool, thing, domain) : undefined;
  if (member !== undefined) found.keys = { node, path: [field.name], member };
  else if (inner !== undefined && found.wrapper === undefined) {
    found.wrapper = node;
    const base = node.kind === 'list' ? [] : [field.name];
    for (const each of inner) bindParts(found, each, [...base, each.field.name], field.required, thing, domain);
  } else if (found.keys === undefined && isKeyList(node, thing)) found.keys = { node, path: [field.name] };
  else if (found.key === undefined && isKeyInPath(node, tool, thing))
    found.key = { node, path: [field.name], column: thing.own.column, words: thing.own.words, required: true };
  else bindParts(found, node, [field.name], true, thing, domain);
}

/** Gives a role to an argument, or to each member of an object whose members are values of the row. */
function bindParts(
  found: Found,
  node: FieldNode,
  path: readonly string[],
  required: boolean,
  thing: Thing,
  domain: Domain,
): void {
  const members = node.kind === 'object' && node.parts === true ? node.members : [];
  for (const [at, each] of partsOf(node).entries()) {
    const member = members[at]?.field.name;
    const whole = member === undefined ? path : [...path, member];
    bindColumn(found, each, whole, required && each.field.required, thing, domain);
  }
}

function bindColumn(
  found: Found,
  node: FieldNode,
  path: readonly string[],
  required: boolean,
  thing: Thing,
  domain: Domain,
): void {
  const named = columnFor(thing, node.field.words, domain.things, node.kind === 'list');
  const { references, isKey } = named;
  const known = domain.known.get(thing.table)?.columns;
  const state = isKey ? undefined : givenState(node, named.column, known);
  const { column, words } = state ?? named;
  const called = state === undefined ? {} : { called: state.called };
  const each = { node, path, column, words, required, ...called, ...(references === undefined ? {} : { references }) };
  const mayName = isKey && node.kind === 'scalar';
  if (mayName && column === thing.own.column && found.key === undefined) found.key = each;
  else if (mayName && thing.scope.some((part) => part.column === column)) found.scope.push(each);
  else found.values.push(each);
}

/** Returns the member that holds the key in a list of objects, such as `id` in inputs: [{id}]. */
function keyMember(
  node: FieldNode,
  inner: readonly FieldNode[] | undefined,
  tool: ToolFacts,
  thing: Thing,
  domain: Domain,
): string | undefined {
  const [only] = inner?.length === 1 && node.kind === 'list' && tool.told === 'read' ? inner : [];
  const isKey = only !== undefined && columnFor(thing, only.field.words, domain.things).column === thing.own.column;
  return isKey ? only.field.name : undefined;
}

/**
 * Tells whether the argument follows the noun of the rows at the end of the HTTP path, and its description does not
 * speak of several forms. Such an argument is the key, under any name.
 */
function isKeyInPath({ kind, field }: FieldNode, tool: ToolFacts, thing: Thing): boolean {
  const last = tool.path.at(-1);
  return (
    last?.argument === field.name &&
    kind === 'scalar' &&
    !/\bformat\b|\}=|\bone of\b|\beither\b| or /i.test(field.description) &&
    thing.nouns.has(spelled(last.words).join(' ')) &&
    last.words.length !== 0
  );
}

/** Tells whether the argument is a list of keys, such as message_ids. */
function isKeyList(node: FieldNode, thing: Thing): boolean {
  if (node.kind !== 'list' || node.item.kind !== 'scalar') return false;
  const naming = idOf(node.field.words);
  if (naming !== undefined)
    return thing.nouns.has(naming.noun.join(' ')) || (naming.noun.length === 0 && naming.by === 'id');
  const words = spelled(node.field.words).join(' ');
  return (
    thing.natural &&
    [...thing.nouns].some(
      (noun) =>
        words === `${noun} ${thing.own.words.join(' ')}` || words === thing.own.words.join(' ') || words === noun,
    )
  );
}

export function needOf(thing: Pick<Thing, 'table'>, each: Bound, use: Use, by: string): Need {
  const { field } = each.node;
  return {
    table: thing.table,
    column: each.column,
    words: each.words,
    value: each.node.kind === 'scalar' ? field.type : 'json',
    use,
    required: each.required,
    mayLack: field.nullable,
    schema: field.schema,
    description: field.description,
    choices: each.node.kind === 'scalar' ? field.choices : [],
    ...(each.references === undefined ? {} : { references: each.references }),
    called: each.called ?? field.name,
    by,
  };
}

export function keyRoles(thing: Thing, key: Bound, { scope }: Bindings): Role[] {
  return [roleOf(key, 'key', thing), ...scope.map((each) => roleOf(each, 'key', thing))];
}

/** Returns the roles of the arguments that no column stores. */
export function otherRoles({ others }: Bindings): Role[] {
  return others.map(({ node, kind }) => ({ place: node.field.name, role: kind.kind, is: '' }));
}

export function keyNeeds(thing: Thing, by: string): Need[] {
  return [...thing.scope, thing.own].map((part): Need => ({
    table: thing.table,
    column: part.column,
    words: part.words,
    value: part.type === 'integer' ? 'integer' : 'text',
    use: 'key',
    required: true,
    mayLack: false,
    schema: {},
    description: '',
    choices: [],
    by,
  }));
}

export function roleOf(each: Bound, role: string, thing: Thing): Role {
  return { place: each.path.join('.'), role, is: `${thing.table}.${each.column}` };
}

/** Returns SQL conditions that limit the rows to the parents that the call names. */
export function scopeConditions({ scope }: Bindings): Expr[] {
  return scope.map((each) => equal(name(each.column), argument(each.path)));
}

/** Returns the SQL conditions that find the row with the given key. */
export function keyConditions(thing: Thing, bindings: Bindings): Expr[] {
  const found: Expr[] = bindings.scope.map((each) => equal(columnOf(thing, each.column), argument(each.path)));
  if (bindings.key !== undefined) found.push(equal(columnOf(thing, bindings.key.column), argument(bindings.key.path)));
  return found;
}

const columnOf = (_thing: Thing, column: string): Expr => column;

/** Returns the SQL conditions that find a row again after a step has read it. */
export function boundConditions(thing: Thing, binding: string): Expr[] {
  return [...thing.scope, thing.own].map((part) => equal(part.column, bound(binding, part.column)));
}

/** Returns a variable name for the row that a step reads. No argument has this name. */
export function bindingName(thing: Thing, tool: ToolFacts): string {
  const plain = thing.words.join('_').replaceAll(/[^a-z0-9_]/g, '') || 'found';
  const taken = new Set(['args', 'row', ...tool.arguments.map((node) => node.field.name)]);
  const safe = /^[a-z_]/.test(plain) ? plain : 'found';
  return taken.has(safe) ? `the_${safe}` : safe;
}

/** Returns the chain of reference columns from a row to a row above it, such as card to list to board. */
export function ancestorPath(
  thing: Thing,
  to: string,
  domain: Domain,
  seen: ReadonlySet<string> = new Set(),
): readonly { readonly column: string; readonly table: string }[] | undefined {
  if (seen.has(thing.table)) return undefined;
  const columns = domain.known.get(thing.table)?.columns ?? new Map();
  const direct = [...columns.values()].find((column) => column.references === to && column.given);
  if (direct !== undefined) return [{ column: direct.column, table: to }];
  for (const column of columns.values()) {
    if (column.references === undefined || column.references === thing.table || !column.given) continue;
    const next = domain.things.byTable.get(column.references);
    const rest = next === undefined ? undefined : ancestorPath(next, to, domain, new Set([...seen, thing.table]));
    if (rest !== undefined) return [{ column: column.column, table: column.references }, ...rest];
  }
  return undefined;
}

/** Returns the SQL condition that a chain of references leads from a row to the given row. */
export function underAncestor(
  path: readonly { readonly column: string; readonly table: string }[],
  outer: string,
  key: Expr,
  things: Things,
): Expr {
  const [first, ...rest] = path;
  if (first === undefined) return '1';
  const column = outer === '' ? first.column : `${outer}.${first.column}`;
  if (rest.length === 0) return equal(column, key);
  const between = things.byTable.get(first.table);
  const alias = `up_${first.table}`;
  return existsAs(first.table, alias, [
    equal(`${alias}.${between?.own.column ?? 'id'}`, column),
    underAncestor(rest, alias, key, things),
  ]);
}

export type { ScalarNode };
