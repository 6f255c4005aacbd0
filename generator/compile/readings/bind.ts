// The arguments of a tool that is about a thing, each with its role: keys, ancestors, values, the rest by their kind.
import type { FieldNode, ScalarNode } from '../../fields/fields.ts';
import type { Need, Use } from '../plan/needs.ts';
import { argument, bound, equal, existsAs, type Expr } from '../programs/sql.ts';
import { argumentKind, type ArgumentKind } from '../read/argument-kind.ts';
import { idOf, spelled } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { columnFor } from '../things/columns.ts';
import { wrapped } from '../things/known.ts';
import type { Thing, Things } from '../things/thing.ts';
import type { Domain, Role } from './reading.ts';

/** An argument that gives the value of a column. */
export interface Bound {
  readonly node: FieldNode;
  readonly path: readonly string[];
  readonly column: string;
  readonly words: readonly string[];
  readonly references?: string;
  /** The caller always gives it. */
  readonly required: boolean;
}

export interface Bindings {
  /** The thing's own key. */
  readonly key: Bound | undefined;
  readonly keys: { readonly node: FieldNode; readonly path: readonly string[]; readonly member?: string } | undefined;
  readonly scope: readonly Bound[];
  readonly values: readonly Bound[];
  readonly others: readonly { readonly node: FieldNode; readonly kind: ArgumentKind }[];
  /** The object, or the list of objects, that holds the values as its members. */
  readonly wrapper: FieldNode | undefined;
}

export function bind(tool: ToolFacts, thing: Thing, domain: Domain): Bindings {
  const shaping = domain.shaping.get(tool.name);
  let key: Bound | undefined;
  let keys: Bindings['keys'];
  const scope: Bound[] = [];
  const values: Bound[] = [];
  const others: { node: FieldNode; kind: ArgumentKind }[] = [];
  let wrapper: FieldNode | undefined;
  const value = (node: FieldNode, path: readonly string[], required: boolean): void => {
    const named = columnFor(thing, node.field.words, domain.things, node.kind === 'list');
    const each: Bound = {
      node,
      path,
      column: named.column,
      words: named.words,
      required,
      ...(named.references === undefined ? {} : { references: named.references }),
    };
    if (node.kind === 'scalar' && named.isKey && named.column === thing.own.column && key === undefined) key = each;
    else if (named.isKey && node.kind === 'scalar' && thing.scope.some((part) => part.column === named.column))
      scope.push(each);
    else values.push(each);
  };
  const inPath = tool.path.at(-1)?.argument;
  for (const node of tool.arguments) {
    const { field } = node;
    const kind: ArgumentKind = shaping?.has(field.name) === true ? { kind: 'shape' } : argumentKind(node, tool);
    // "field" of a doctor is a column of the doctor and does not shape the answer
    const isColumn =
      kind.kind === 'shape' &&
      shaping?.has(field.name) !== true &&
      node.kind === 'scalar' &&
      (domain.known.get(thing.table)?.columns.has(columnFor(thing, field.words, domain.things).column) ?? false);
    if (kind.kind !== 'value' && !isColumn) {
      others.push({ node, kind });
      continue;
    }
    const inner = wrapped(node, thing);
    // inputs: [{id}]: keys of several rows
    if (
      inner !== undefined &&
      node.kind === 'list' &&
      keys === undefined &&
      inner.length === 1 &&
      inner[0] !== undefined &&
      columnFor(thing, inner[0].field.words, domain.things).column === thing.own.column &&
      tool.told === 'read'
    ) {
      keys = { node, path: [field.name], member: inner[0].field.name };
      continue;
    }
    if (inner !== undefined && wrapper === undefined) {
      wrapper = node;
      const base = node.kind === 'list' ? [] : [field.name];
      for (const member of inner) value(member, [...base, member.field.name], field.required && member.field.required);
      continue;
    }
    if (keys === undefined && isKeyList(node, thing)) {
      keys = { node, path: [field.name] };
      continue;
    }
    // the last argument of the path is the key, under any name
    if (
      field.name === inPath &&
      key === undefined &&
      !/\bformat\b|\}=|\bone of\b|\beither\b| or /i.test(field.description) &&
      node.kind === 'scalar' &&
      tool.path.at(-1)?.words.length !== 0 &&
      thing.nouns.has(spelled(tool.path.at(-1)?.words ?? []).join(' '))
    ) {
      key = { node, path: [field.name], column: thing.own.column, words: thing.own.words, required: true };
      continue;
    }
    value(node, [field.name], field.required);
  }
  return { key, keys, scope, values, others, wrapper };
}

/** message_ids, entityNames: the keys of several rows. */
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
    called: field.name,
    by,
  };
}

/** The roles of the arguments that name a row. */
export function keyRoles(thing: Thing, key: Bound, { scope }: Bindings): Role[] {
  return [roleOf(key, 'key', thing), ...scope.map((each) => roleOf(each, 'key', thing))];
}

/** The roles of the arguments that no row keeps. */
export function otherRoles({ others }: Bindings): Role[] {
  return others.map(({ node, kind }) => ({ place: node.field.name, role: kind.kind, is: '' }));
}

/** The needs of the columns of a thing's whole key. */
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

/** The conditions that pick the row with the given key. */
export function keyConditions(thing: Thing, bindings: Bindings): Expr[] {
  const found: Expr[] = bindings.scope.map((each) => equal(columnOf(thing, each.column), argument(each.path)));
  if (bindings.key !== undefined) found.push(equal(columnOf(thing, bindings.key.column), argument(bindings.key.path)));
  return found;
}

const columnOf = (_thing: Thing, column: string): Expr => column;

/** The conditions that pick the same row once it is bound. */
export function boundConditions(thing: Thing, binding: string): Expr[] {
  return [...thing.scope, thing.own].map((part) => equal(part.column, bound(binding, part.column)));
}

/** A name for the bound row that is not the name of an argument. */
export function bindingName(thing: Thing, tool: ToolFacts): string {
  const plain = thing.words.join('_').replaceAll(/[^a-z0-9_]/g, '') || 'found';
  const taken = new Set(['args', 'row', ...tool.arguments.map((node) => node.field.name)]);
  const safe = /^[a-z_]/.test(plain) ? plain : 'found';
  return taken.has(safe) ? `the_${safe}` : safe;
}

/** The reference columns through which a row belongs to a thing further up. */
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

/** The condition that a row belongs to the given ancestor: each step goes through the table between. */
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
