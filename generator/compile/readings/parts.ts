// Steps that several rules have: find the named row, check what is referred to, put a row in, change it.
import type { Step } from '../../../envs/values/program.ts';
import type { Need } from '../plan/needs.ts';
import type { ColumnPlan, Plan, TablePlan } from '../plan/plan.ts';
import * as sql from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { tableOf } from '../results/print-shape.ts';
import type { Thing, Things } from '../things/thing.ts';
import { ancestorPath, needOf, underAncestor, type Bound } from './bind.ts';
import { pathNeeds } from './known-needs.ts';
import type { Domain, Role } from './reading.ts';

export const called = (thing: Thing): string => thing.words.join(' ');
export const aThing = (thing: Thing): string => `${/^[aeiou]/.test(called(thing)) ? 'an' : 'a'} ${called(thing)}`;

/** An argument in a message. */
export function inMessage(path: readonly string[]): string {
  return path.every((part) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(part)) && path[0] !== 'args'
    ? `{${path.join('.')}}`
    : `{=${sql.argument(path)}}`;
}

/** Conditions beyond the key, each from an argument that says more of the row: its board, its type. */
export interface RowConditions {
  readonly where: readonly sql.Expr[];
  readonly roles: readonly Role[];
  readonly needs: readonly Need[];
  /** Values that say nothing of which row is meant. */
  readonly rest: readonly Bound[];
}

export function rowConditions(
  tool: ToolFacts,
  thing: Thing,
  values: readonly Bound[],
  domain: Domain,
  all: boolean,
): RowConditions {
  const where: sql.Expr[] = [];
  const roles: Role[] = [];
  const needs: Need[] = [];
  const rest: Bound[] = [];
  for (const each of values) {
    const known = domain.known.get(thing.table)?.columns.get(each.column);
    const value = sql.argument(each.path);
    const optional = (test: sql.Expr): sql.Expr => (each.required ? test : sql.any([sql.isNull(value), test]));
    const path =
      each.references === undefined || each.references === thing.table
        ? undefined
        : ancestorPath(thing, each.references, domain);
    // the parent of the row, as the tools that make it name it, is part of its address
    if (path !== undefined && (all || path.length > 1 || isAddress(thing, each, domain, tool))) {
      where.push(optional(underAncestor(path, '', value, domain.things)));
      roles.push({ place: each.path.join('.'), role: 'ancestor', is: path.map((step) => step.column).join(' > ') });
      needs.push(...pathNeeds(thing, path, domain, tool.name));
    } else if (
      known !== undefined &&
      each.required &&
      each.node.kind === 'scalar' &&
      known.type === each.node.field.type &&
      (all || isAddress(thing, each, domain, tool))
    ) {
      where.push(sql.equal(sql.name(each.column), value));
      roles.push({ place: each.path.join('.'), role: 'filter', is: `${thing.table}.${each.column}` });
      needs.push(needOf(thing, each, 'filtered', tool.name));
    } else rest.push(each);
  }
  return { where, roles, needs, rest };
}

/** An argument by which also the reads and deletes of a thing name its rows: no value that a change would set. */
function isAddress(thing: Thing, each: Bound, domain: Domain, tool: ToolFacts): boolean {
  if (tool.senses.has('move')) return false;
  if (tool.path.slice(0, -1).some((part) => part.argument === each.node.field.name)) return true;
  const others = domain.tools.filter(
    (other) =>
      (other.senses.has('delete') || (other.senses.has('show') && !other.plural)) &&
      thing.nouns.has(other.noun.join(' ')) &&
      other.arguments.length > 1,
  );
  return others.some((other) =>
    other.arguments.some(
      (node) => node.field.name === each.node.field.name && node.field.required === each.node.field.required,
    ),
  );
}

/** Optional arguments that only say again where another one leads: the board of the list that is given. */
export function derivedValues(
  thing: Thing,
  values: readonly Bound[],
  domain: Domain,
): { readonly stored: readonly Bound[]; readonly checks: readonly { readonly each: Bound; readonly by: Bound }[] } {
  const derived = domain.known.get(thing.table)?.derived ?? new Map<string, string>();
  const checks = values.flatMap((each) => {
    const by = values.find((other) => other.column === derived.get(each.column));
    return by === undefined ? [] : [{ each, by }];
  });
  return { stored: values.filter((each) => !checks.some((check) => check.each === each)), checks };
}

export function derivedSteps(checks: readonly { readonly each: Bound; readonly by: Bound }[], domain: Domain): Step[] {
  return checks.flatMap(({ each, by }): Step[] => {
    const between = domain.things.byTable.get(by.references ?? '');
    const path = between === undefined ? undefined : ancestorPath(between, each.references ?? '', domain);
    if (between === undefined || path === undefined) return [];
    const fits = sql.exists(between.table, [
      sql.equal(sql.column(between.table, between.own.column), sql.argument(by.path)),
      underAncestor(path, sql.name(between.table), sql.argument(each.path), domain.things),
    ]);
    return [
      {
        refuse: sql.selectIf(
          sql.all([sql.notNull(sql.argument(each.path)), sql.notNull(sql.argument(by.path)), sql.not(fits)]),
        ),
        else: ['NOT_FOUND', `There is no ${called(between)} ${inMessage(by.path)} in ${inMessage(each.path)}.`],
      },
    ];
  });
}

export function derivedRoles(checks: readonly { readonly each: Bound; readonly by: Bound }[], domain: Domain): Role[] {
  return checks.map(({ each }) => ({
    place: each.path.join('.'),
    role: 'said again',
    is: `${each.references ?? ''}.${domain.things.byTable.get(each.references ?? '')?.own.column ?? 'id'}`,
  }));
}

export function findRow(thing: Thing, binding: string, where: readonly sql.Expr[], key: Bound): Step {
  return {
    let: binding,
    sql: sql.selectRow(thing.table, where),
    else: ['NOT_FOUND', `There is no ${called(thing)} ${inMessage(key.path)}.`],
  };
}

/** What a value refers to must be there. */
export function referenceChecks(
  values: readonly Bound[],
  plan: Plan,
  table: TablePlan,
  things: Things,
  element?: string,
): Step[] {
  return values.flatMap((each): Step[] => {
    const reference = table.references.find((one) => one.columns.at(-1) === each.column);
    if (reference === undefined) return [];
    const target = things.byTable.get(reference.table);
    const path = element === undefined ? each.path : [element, ...each.path];
    const value = sql.argument(path);
    void plan;
    const scoped = reference.columns
      .slice(0, -1)
      .map((column, at) => sql.equal(sql.name(reference.to[at] ?? ''), sql.argument([column])));
    const missing = sql.not(
      sql.exists(reference.table, [
        ...scoped,
        sql.equal(`${sql.name(reference.table)}.${sql.name(reference.to.at(-1) ?? '')}`, value),
      ]),
    );
    return [
      {
        refuse: sql.selectIf(each.required ? missing : sql.all([sql.notNull(value), missing])),
        else: [
          'NOT_FOUND',
          `There is no ${target === undefined ? reference.table : called(target)} ${inMessage(path)}.`,
        ],
      },
    ];
  });
}

/** An argument as its column stores it. */
export function stored(each: Bound, element?: string): sql.Expr {
  const path = element === undefined ? each.path : [element, ...each.path];
  return sql.argument(path);
}

/** A fresh key for a table, of the form that its own keys have. */
export function freshKey(thing: Thing, table: TablePlan, scope: readonly sql.Expr[]): sql.Expr {
  const column = table.columns.find((each) => each.name === thing.own.column);
  if (column?.value === 'integer')
    return thing.global ? sql.asWhole(sql.newId('', 9)) : sql.nextNumber(thing.own.column, thing.table, scope, 1);
  const schema = column?.schema ?? {};
  const most = typeof schema['maxLength'] === 'number' ? schema['maxLength'] : 60;
  if (schema['format'] === 'uuid') return sql.uuid();
  const prefix = keyPrefix(thing);
  if (most < prefix.length + 9) return most >= 12 ? sql.plainId() : sql.newId('', Math.max(1, Math.min(most, 12)));
  return sql.newId(prefix, 9);
}

export function keyPrefix(thing: Pick<Thing, 'words'>): string {
  const letters = thing.words.map((word) => word.replaceAll(/[^a-z]/g, '')).filter((word) => word !== '');
  return `${letters.length > 1 ? letters.map((word) => word[0]).join('') : (letters[0] ?? 'x').slice(0, 3)}_`;
}

/** The moment, as a column of the clock keeps it. */
export function clockValue(column: ColumnPlan): sql.Expr {
  if (column.value === 'integer') return sql.epochNow(/milli/i.test(column.description));
  return column.schema['format'] === 'date' ? sql.today() : sql.now();
}

/** The value of a column of a new row that nobody gives; undefined where nothing tells it. */
export function initialValue(column: ColumnPlan): sql.Expr | undefined {
  if (column.system === 'created' || column.system === 'updated') return clockValue(column);
  if (column.first !== undefined && column.first !== null && typeof column.first !== 'object')
    return sql.literal(column.first as string | number | boolean);
  if (column.nullable) return sql.literal(null);
  return undefined;
}

/** Columns that a change stamps. */
export function stamps(table: TablePlan): (readonly [string, sql.Expr])[] {
  return table.columns
    .filter((column) => column.system === 'updated')
    .map((column) => [column.name, clockValue(column)] as const);
}

export { tableOf };
