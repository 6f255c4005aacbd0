// Steps that several kinds of tools use: find the named row, check that referenced rows exist, insert a row, change a
// row.
import type { Step } from '../../../envs/values/program.ts';
import type { Need } from '../plan/needs.ts';
import type { ColumnPlan, Plan, TablePlan } from '../plan/plan.ts';
import * as sql from '../programs/sql.ts';
import type { Answer } from '../results/answer.ts';
import { returnStep } from '../results/print-shape.ts';
import { idOf } from '../../fields/id-of.ts';
import { isUuid, keyForm } from '../read/said-example.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { tableOf } from '../results/print-shape.ts';
import { isAttested } from '../things/attested.ts';
import type { Thing, Things } from '../things/thing.ts';
import { ancestorPath, needOf, roleOf, underAncestor, type Bound } from './bind.ts';
import { pathNeeds } from './known-needs.ts';
import type { Domain, Role } from './reading.ts';

export const called = (thing: Thing): string => thing.words.join(' ');
export const aThing = (thing: Thing): string => `${/^[aeiou]/.test(called(thing)) ? 'an' : 'a'} ${called(thing)}`;

/** Returns a message of success, such as "Order created.". `deed` is the participle. */
export function sentence(thing: Thing, deed: string): string {
  return `${called(thing).charAt(0).toUpperCase()}${called(thing).slice(1)} ${deed}.`;
}

/** Returns the last step of a write, which makes the result from the changed row. */
export function answerStep(answer: Answer, thing: Thing, where: readonly sql.Expr[], plan: Plan, domain: Domain): Step {
  const row = answer.rowless ? undefined : { table: thing.table, where };
  return returnStep(answer.shape, { plan, style: domain.style }, row);
}

/**
 * Returns the placeholder that inserts an argument into a message: `{order_id}`, or an SQL expression for other paths.
 */
export function inMessage(path: readonly string[]): string {
  return path.every((part) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(part)) && path[0] !== 'args'
    ? `{${path.join('.')}}`
    : `{=${sql.argument(path)}}`;
}

/**
 * Conditions on the row in addition to its key. Each comes from an argument that describes the row, such as its board.
 */
export interface RowConditions {
  readonly where: readonly sql.Expr[];
  readonly roles: readonly Role[];
  readonly needs: readonly Need[];
  /** Values that do not help to find the row. */
  readonly rest: readonly Bound[];
}

export function rowConditions(
  tool: ToolFacts,
  thing: Thing,
  values: readonly Bound[],
  domain: Domain,
  all: boolean,
  /**
   * The columns for which another argument gives a new value: folder_id if target_folder_id is an argument. An argument
   * folder_id then states the present value.
   */
  sources: ReadonlySet<string> = new Set(),
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
    const isSource =
      sources.has(each.column) && !/^(?:target|destination|dest|to|new)$/.test(each.node.field.words[0] ?? '');
    if (isSource) {
      where.push(optional(sql.equal(sql.name(each.column), value)));
      roles.push(roleOf(each, 'filter', thing));
      needs.push(needOf(thing, each, 'filtered', tool.name));
      continue;
    }
    // where the tools that show or delete the row also take the parent's key, the parent helps to find the row
    if (path !== undefined && (all || path.length > 1 || isAddress(thing, each, domain, tool))) {
      where.push(optional(underAncestor(path, '', value, domain.things)));
      roles.push({ place: each.path.join('.'), role: 'ancestor', is: path.map((step) => step.column).join(' > ') });
      needs.push(...pathNeeds(thing, path, domain, tool.name));
    } else if (
      known !== undefined &&
      known.type !== 'boolean' &&
      isAttested(known, thing) &&
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

/**
 * Tells whether the argument finds the row and changes nothing: another tool that shows or deletes the row takes it
 * too, or it stands in the path before the last part. The result is false for a tool that moves rows.
 */
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

/**
 * Splits off arguments whose values another argument determines, such as the board of a given list. The program
 * compares these and does not store them.
 */
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

/** Returns pairs of references in which `by` determines `each`, as the table of a record determines its database. */
export function placePairs(
  values: readonly Bound[],
  domain: Domain,
): readonly { readonly each: Bound; readonly by: Bound }[] {
  return values.flatMap((by) => {
    const between = domain.things.byTable.get(by.references ?? '');
    if (between === undefined || between.scope.length > 0) return [];
    return values.flatMap((each) =>
      each !== by &&
      each.references !== undefined &&
      each.references !== by.references &&
      domain.things.byTable.get(each.references)?.scope.length === 0 &&
      ancestorPath(between, each.references, domain)?.length === 1
        ? [{ each, by }]
        : [],
    );
  });
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

/**
 * Returns steps that refuse a call if a referenced row does not exist. `scope` holds the arguments that name parents of
 * the row: for an issue in a repository, the milestone must be one of this repository.
 */
export function referenceChecks(
  values: readonly Bound[],
  table: TablePlan,
  things: Things,
  { element, scope = [] }: { readonly element?: string; readonly scope?: readonly Bound[] } = {},
): Step[] {
  return values.flatMap((each): Step[] => {
    const reference = table.references.find((one) => one.columns.at(-1) === each.column);
    if (reference === undefined) return [];
    const target = things.byTable.get(reference.table);
    const path = element === undefined ? each.path : [element, ...each.path];
    const value = sql.argument(path);
    const scoped = reference.columns
      .slice(0, -1)
      .map((column, at) =>
        sql.equal(
          sql.name(reference.to[at] ?? ''),
          sql.argument([...values, ...scope].find((value) => value.column === column)?.path ?? [column]),
        ),
      );
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

/** Returns the table whose keys a list argument holds. */
function idsOf(each: Bound, things: Things): Thing | undefined {
  if (each.node.kind !== 'list' || each.node.item.kind !== 'scalar') return undefined;
  const naming = idOf(each.node.field.words);
  const target = naming === undefined ? undefined : things.byNoun.get(naming.noun.join(' '));
  return target?.global === true ? target : undefined;
}

/** Returns the role of a value. For a list of ids, the role also names the key column to which the ids belong. */
export function valueRole(each: Bound, thing: Thing, things: Things): Role {
  const target = idsOf(each, things);
  const role = roleOf(each, 'value', thing);
  return target === undefined ? role : { ...role, elements: `${target.table}.${target.own.column}` };
}

/** Returns steps that refuse a list of ids if one of the ids belongs to no row. */
export function listChecks(values: readonly Bound[], plan: Plan, things: Things): Step[] {
  return values.flatMap((each): Step[] => {
    const target = idsOf(each, things);
    if (target === undefined || !plan.tables.some(({ name }) => name === target.table)) return [];
    return [
      {
        refuse: sql.selectIf(sql.strangerIn(sql.argument(each.path), target.table, target.own.column)),
        else: ['NOT_FOUND', `Not every element of ${each.path.join('.')} is the id of ${aThing(target)}.`],
      },
    ];
  });
}

/**
 * Returns the SQL for the argument. Where each element of a list holds the values, `element` is the element's name in
 * SQL.
 */
export function stored(each: Bound, element?: string): sql.Expr {
  const path = element === undefined ? each.path : [element, ...each.path];
  return sql.argument(path);
}

/**
 * Returns the SQL for a new key in the form of the table's other keys, or undefined where a key with digits does not
 * fit the form.
 */
export function freshKey(thing: Thing, table: TablePlan, scope: readonly sql.Expr[]): sql.Expr | undefined {
  const column = table.columns.find((each) => each.name === thing.own.column);
  if (column?.value === 'integer')
    return thing.global ? sql.asWhole(sql.newId('', 9)) : sql.nextNumber(thing.own.column, thing.table, scope, 1);
  const described = { schema: column?.schema ?? {}, description: column?.description ?? '' };
  if (isUuid(described)) return sql.uuid();
  const form = keyForm(described);
  if (form === null) return undefined;
  if (form !== undefined) return sql.idOf(form.prefix, form.length);
  const { maxLength } = described.schema;
  const most = typeof maxLength === 'number' ? maxLength : 60;
  const prefix = keyPrefix(thing);
  if (most < prefix.length + 9) return most >= 12 ? sql.plainId() : sql.newId('', Math.max(1, Math.min(most, 12)));
  return sql.newId(prefix, 9);
}

export function keyPrefix(thing: Pick<Thing, 'words'>): string {
  const letters = thing.words.map((word) => word.replaceAll(/[^a-z]/g, '')).filter((word) => word !== '');
  return `${letters.length > 1 ? letters.map((word) => word[0]).join('') : (letters[0] ?? 'x').slice(0, 3)}_`;
}

/** Returns the current time in the form of the column. */
export function clockValue(column: ColumnPlan): sql.Expr {
  if (column.value === 'integer') return sql.epochNow(/milli/i.test(column.description));
  return column.schema['format'] === 'date' ? sql.today() : sql.now();
}

/** Returns the value of a new row's column when no call gives a value, or undefined where no default is known. */
export function initialValue(column: ColumnPlan): sql.Expr | undefined {
  if (column.system === 'created' || column.system === 'updated') return clockValue(column);
  if (column.first !== undefined && column.first !== null && typeof column.first !== 'object')
    return sql.literal(column.first as string | number | boolean);
  if (column.nullable) return sql.literal(null);
  return undefined;
}

/** Returns the columns that every change sets to the current time. */
export function stamps(table: TablePlan): (readonly [string, sql.Expr])[] {
  return table.columns
    .filter((column) => column.system === 'updated')
    .map((column) => [column.name, clockValue(column)] as const);
}

export { tableOf };
