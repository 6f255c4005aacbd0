// Turns the form of a result into the last step of a program. Columns are returned unchanged where possible, because
// the environment then formats each value by the column's role. Any other form becomes one JSON value.
import type { Step } from '../../../envs/values/program.ts';
import type { ColumnPlan, Plan, TablePlan } from '../plan/plan.ts';
import * as sql from '../programs/sql.ts';
import { styled, type NameStyle } from './name-style.ts';
import type { Member, RowsShape, Shape } from './shape.ts';

export interface Printing {
  readonly plan: Plan;
  readonly style: NameStyle;
}

interface Printed {
  readonly expression: sql.Expr;
  readonly as: 'plain' | 'boolean' | 'json';
  readonly nullable: boolean;
}

export function tableOf(plan: Plan, table: string): TablePlan {
  const found = plan.tables.find((each) => each.name === table);
  if (found === undefined) throw new TypeError(`the plan has no table ${table}`);
  return found;
}

/** Returns the field name of a column in results without a schema. */
export function shownName(column: ColumnPlan, style: NameStyle): string {
  // columnName added `_value` where the name is an SQL keyword
  const own = column.name === `${column.words.join('_')}_value` ? column.words.join('_') : column.name;
  return style === 'snake' ? own : styled(own.split('_'), style);
}

const SECRET = /password|secret|token/;

/** Returns the fields of a result that shows a whole row, without secrets such as passwords. */
export function wholeMembers(table: TablePlan, style: NameStyle): Member[] {
  const names = new Map<string, number>();
  for (const column of table.columns) names.set(column.called ?? '', (names.get(column.called ?? '') ?? 0) + 1);
  const own = (column: ColumnPlan): string =>
    column.called !== undefined && names.get(column.called) === 1 && column.called !== 'id'
      ? column.called
      : shownName(column, style);
  const shown = table.columns.filter(
    (column) => !SECRET.test(column.name) && !(column.name === 'value' && SECRET.test(table.name)),
  );
  // values that calls give as {owner: {name, phone}} are shown in such an object too
  const groups = Map.groupBy(shown, (column) => own(column).split('.')[0] ?? '');
  return [...groups].map(([name, columns]): Member => {
    const members = columns.map((column): Member => ({
      name: own(column).split('.').at(-1) ?? '',
      shape: { kind: 'column', column: column.name },
      whenNull: 'shown',
    }));
    const [only] = members;
    return only !== undefined && !columns.some((column) => own(column).includes('.'))
      ? only
      : { name, shape: { kind: 'object', members }, whenNull: 'shown' };
  });
}

function printed(shape: Shape, table: TablePlan | undefined, alias: string, at: Printing, depth: number): Printed {
  switch (shape.kind) {
    case 'column': {
      const column = table?.columns.find((each) => each.name === shape.column);
      const expression = alias === '' ? sql.name(shape.column) : `${alias}.${sql.name(shape.column)}`;
      return {
        expression,
        as: column?.value === 'boolean' ? 'boolean' : column?.value === 'json' ? 'json' : 'plain',
        nullable: column?.nullable ?? true,
      };
    }
    case 'expression':
      return { expression: shape.expression, as: shape.as, nullable: shape.expression === 'NULL' };
    case 'object':
      return { expression: objectText(shape.members, table, alias, at, depth), as: 'json', nullable: false };
    case 'whole': {
      const whole = tableOf(at.plan, shape.table);
      return {
        expression: objectText([...wholeMembers(whole, at.style), ...(shape.more ?? [])], whole, alias, at, depth),
        as: 'json',
        nullable: false,
      };
    }
    case 'related': {
      const other = tableOf(at.plan, shape.table);
      const inner = `r${depth + 1}`;
      const row = printed(shape.row, other, inner, at, depth + 1);
      const outer = `${alias === '' ? sql.name(table?.name ?? '') : alias}.${sql.name(shape.column)}`;
      return {
        expression: `(${sql.valueFrom(row.expression, shape.table, inner, [sql.equal(`${inner}.${sql.name(shape.key)}`, outer)])})`,
        as: 'json',
        nullable: table?.columns.find((each) => each.name === shape.column)?.nullable ?? true,
      };
    }
    case 'rows':
      return { expression: rowsText(shape, table, alias, at, depth), as: 'json', nullable: false };
  }
}

function rowsText(
  shape: RowsShape,
  outerTable: TablePlan | undefined,
  alias: string,
  at: Printing,
  depth: number,
): sql.Expr {
  const inner = tableOf(at.plan, shape.table);
  const name = shape.tie === undefined ? '' : `r${depth + 1}`;
  const item = printed(shape.item, inner, name, at, depth + 1);
  const outer =
    shape.tie === undefined
      ? []
      : [
          sql.equal(
            `${name}.${sql.name(shape.tie.column)}`,
            `${alias === '' ? sql.name(outerTable?.name ?? '') : alias}.${sql.name(shape.tie.outer)}`,
          ),
        ];
  return sql.arrayOf(
    inJson(item),
    {
      from: shape.table,
      ...(name === '' ? {} : { alias: name }),
      where: [...outer, ...shape.where],
      order: shape.order.map((each) => (name === '' ? each : `${name}.${each}`)),
      ...(shape.limit === undefined ? {} : { limit: shape.limit }),
      ...(shape.offset === undefined ? {} : { offset: shape.offset }),
    },
    item.as !== 'plain',
  );
}

/** Returns SQL that turns the value into a member of a JSON value: an object stays an object, and 1 becomes true. */
function inJson({ expression, as, nullable }: Printed): sql.Expr {
  if (as === 'json') return sql.asJson(expression);
  if (as !== 'boolean') return expression;
  return nullable
    ? sql.choose(sql.isNull(expression), sql.asJson(sql.literal('null')), sql.truth(expression))
    : sql.truth(expression);
}

function objectText(
  members: readonly Member[],
  table: TablePlan | undefined,
  alias: string,
  at: Printing,
  depth: number,
): sql.Expr {
  const kept: [string, sql.Expr][] = [];
  const open: [string, sql.Expr][] = [];
  for (const member of members) {
    const value = printed(member.shape, table, alias, at, depth);
    (member.whenNull === 'left out' && value.nullable ? open : kept).push([member.name, inJson(value)]);
  }
  if (open.length === 0) return sql.objectOf(kept);
  return sql.withoutNulls(sql.objectOf(open), kept.length === 0 ? undefined : sql.objectOf(kept));
}

/** Returns the columns of a row if each can be returned unchanged, else undefined. */
function plainMembers(
  shape: Shape,
  table: TablePlan | undefined,
  at: Printing,
): readonly (readonly [sql.Expr, string])[] | undefined {
  if (shape.kind === 'whole')
    return plainMembers(
      { kind: 'object', members: [...wholeMembers(tableOf(at.plan, shape.table), at.style), ...(shape.more ?? [])] },
      tableOf(at.plan, shape.table),
      at,
    );
  if (shape.kind !== 'object' || shape.members.length === 0) return undefined;
  const found: [sql.Expr, string][] = [];
  for (const member of shape.members) {
    if (member.shape.kind !== 'column' && !(member.shape.kind === 'expression' && member.shape.as === 'plain'))
      return undefined;
    const value = printed(member.shape, table, '', at, 0);
    if (member.whenNull === 'left out' && value.nullable) return undefined;
    found.push([value.expression, member.name]);
  }
  return found;
}

/** Returns the last step of a program, which reads the result from one row, several rows or none. */
export function returnStep(
  shape: Shape,
  at: Printing,
  from?: { readonly table: string; readonly where: readonly sql.Expr[] },
): Step {
  const table = from === undefined ? undefined : tableOf(at.plan, from.table);
  if (shape.kind === 'rows') {
    const inner = tableOf(at.plan, shape.table);
    const plain = plainMembers(shape.item, inner, at);
    if (plain !== undefined && shape.tie === undefined)
      return {
        return: sql.select({
          columns: plain,
          from: shape.table,
          where: shape.where,
          order: shape.order,
          ...limits(shape),
        }),
        shape: 'rows',
      };
  }
  const plain = plainMembers(shape, table, at);
  if (plain !== undefined) return { return: sql.selectOne(plain, from?.table, from?.where ?? []), shape: 'row' };
  if (shape.kind === 'object' && from === undefined) {
    const parts = partsOf(shape.members, at);
    if (parts !== undefined) return parts;
  }
  const value = printed(shape, table, '', at, 0);
  if (value.as === 'plain')
    return { return: sql.selectOne([[value.expression, 'value']], from?.table, from?.where ?? []), shape: 'value' };
  return { return: sql.selectOne([[inJson(value), 'value']], from?.table, from?.where ?? []), shape: 'json' };
}

/**
 * Returns the step for a result such as {orders: rows, total: n}. The rows come from a second query, so that each of
 * their columns is formatted by its role.
 */
function partsOf(members: readonly Member[], at: Printing): Step | undefined {
  const plain: [sql.Expr, string][] = [];
  const parts: Record<string, { sql: ReturnType<typeof sql.select>; shape: 'rows' }> = {};
  for (const { name, shape, whenNull } of members) {
    if (shape.kind === 'rows' && shape.tie === undefined && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      const columns = plainMembers(shape.item, tableOf(at.plan, shape.table), at);
      if (columns === undefined) return undefined;
      parts[name] = {
        sql: sql.select({ columns, from: shape.table, where: shape.where, order: shape.order, ...limits(shape) }),
        shape: 'rows',
      };
      plain.push([sql.literal(null), name]);
    } else if (
      shape.kind === 'expression' &&
      shape.as === 'plain' &&
      (whenNull === 'shown' || shape.expression !== 'NULL')
    )
      plain.push([shape.expression, name]);
    else return undefined;
  }
  if (Object.keys(parts).length === 0) return undefined;
  return { return: sql.selectOne(plain, undefined, []), shape: 'row', with: parts };
}

function limits(shape: RowsShape): Pick<RowsShape, 'limit' | 'offset'> {
  return {
    ...(shape.limit === undefined ? {} : { limit: shape.limit }),
    ...(shape.offset === undefined ? {} : { offset: shape.offset }),
  };
}
