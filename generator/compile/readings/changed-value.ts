// Builds the SQL for the value that a column has after an update: the given value, the old value, or the stored object
// with the given members.
import type { TablePlan } from '../plan/plan.ts';
import * as sql from '../programs/sql.ts';
import { saysReplaced, saysStays } from '../read/said-change.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Bound } from './bind.ts';
import { stored } from './parts.ts';

export interface Changed extends Bound {
  /**
   * If true, the given members are merged into the stored object. If absent, the given object replaces the stored
   * object.
   */
  readonly merges?: true;
}

const isObject = ({ node }: Bound): boolean =>
  node.kind === 'object' ||
  (node.kind === 'scalar' && node.field.type === 'json' && node.field.schema['type'] === 'object');

const REPLACING = /^(?:set|put|replace|overwrite)$/;

export function changed(each: Bound, tool: ToolFacts): Changed {
  if (!isObject(each)) return each;
  const said = `${tool.description} ${each.node.field.description}`;
  const replaces = saysReplaced(said) || tool.pool.http?.method === 'PUT' || REPLACING.test(tool.verb);
  return replaces && !saysStays(said) ? each : { ...each, merges: true };
}

/**
 * Returns an optional value that the update clears when a call leaves it out, because the description says that the
 * update replaces the whole row.
 */
export function clearedBy(tool: ToolFacts, values: readonly Bound[]): Bound | undefined {
  if (!saysReplaced(tool.description) || saysStays(tool.description)) return undefined;
  if (values.some((each) => each.node.kind === 'list' || isObject(each))) return undefined;
  return values.find((each) => !each.required);
}

/**
 * Returns the new value of a column. A given null clears the column where the schema allows null; a value that the call
 * leaves out keeps the column unchanged.
 */
export function newValue(each: Changed, table: TablePlan, element?: string): sql.Expr {
  const given = stored(each, element);
  if (each.merges === true)
    return sql.choose(
      sql.isNull(given),
      sql.name(each.column),
      sql.merged(sql.or(sql.name(each.column), "'{}'"), given),
    );
  const column = table.columns.find((one) => one.name === each.column);
  if (each.required && each.node.field.required && !each.node.field.nullable) return given;
  if (
    element === undefined &&
    each.node.field.nullable &&
    each.node.field.schema['default'] !== null &&
    column?.nullable === true
  )
    return sql.choose(sql.given(each.path), given, sql.name(each.column));
  return sql.or(given, sql.name(each.column));
}
