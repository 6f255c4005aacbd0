// Tables of pairs: what is followed, starred, enrolled in, put on a list.
import { columnName } from './fields.ts';
import type { ColumnPlan, Model, TablePlan } from './model.ts';
import { referenceColumn } from './placing.ts';

export interface LinkPlan {
  readonly table: TablePlan;
  /** Whose the link is: a row of another table, or the current user. */
  readonly owner: ColumnPlan | undefined;
  readonly target: ColumnPlan;
}

/** watchlist: the stocks of the current user, or the members of a group. */
export function linkTable(
  model: Model,
  name: readonly string[],
  targetTable: string,
  ownerTable: string | undefined,
): LinkPlan {
  const target = model.tables.get(targetTable);
  const owner = ownerTable === undefined ? undefined : model.tables.get(ownerTable);
  if (target === undefined) throw new TypeError(`no table ${targetTable}`);
  const targetEntity = target.entity;
  const ownerEntity = owner?.entity;
  if (targetEntity === undefined) throw new TypeError(`${targetTable} has no key`);
  const tableName = columnName(name);
  const targetKey =
    ownerEntity !== undefined && ownerEntity === targetEntity
      ? columnName(['other', ...targetEntity.key.column.split('_')])
      : targetEntity.key.column;
  const key = [...(ownerEntity === undefined ? [] : [ownerEntity.key.column]), targetKey];
  const table = model.table(tableName, name, 'link', key);
  if (owner !== undefined && ownerEntity !== undefined) {
    const column = referenceColumn(model, table, ownerEntity, ownerEntity.key.column, {
      description: '',
      schema: {},
      words: ownerEntity.words,
    });
    column.onDelete = 'CASCADE';
    table.parent ??= owner.name;
  }
  const column = referenceColumn(model, table, targetEntity, targetKey, {
    description: '',
    schema: {},
    words: targetEntity.words,
  });
  column.onDelete = 'CASCADE';
  return {
    table,
    owner: ownerEntity === undefined ? undefined : table.columns.get(ownerEntity.key.column),
    target: column,
  };
}
