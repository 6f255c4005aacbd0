// The value of a column after an update: as given, as before, or the stored object with the given members in it.
import type { TablePlan } from '../plan/plan.ts';
import * as sql from '../programs/sql.ts';
import { saysReplaced, saysStays } from '../read/said-change.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Bound } from './bind.ts';
import { stored } from './parts.ts';

export interface Changed extends Bound {
  /** Given members are merged into the stored object; otherwise the given object takes its place. */
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

/** A plain value that a replacing update would clear where it is not given. */
export function clearedBy(tool: ToolFacts, values: readonly Bound[]): Bound | undefined {
  if (!saysReplaced(tool.description) || saysStays(tool.description)) return undefined;
  if (values.some((each) => each.node.kind === 'list' || isObject(each))) return undefined;
  return values.find((each) => !each.required);
}

/** A given null clears a column where the schema allows null; a value that is not given stays. */
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
