// What no other rule knows: each column by itself.
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import { jsonMaker } from '../kinds/json-maker.ts';
import { numberMaker } from '../kinds/number-maker.ts';
import { textMaker } from '../kinds/text-maker.ts';
import { openColumns, type Claims, type TableView, type World } from '../world.ts';

export function single(table: TableView, world: World): Claims {
  const claims: Record<string, Maker> = {};
  for (const column of openColumns(table)) {
    const maker = makerOf(column, table, world);
    if (maker !== undefined) claims[column.name] = maker;
  }
  return claims;
}

function makerOf(column: ColumnPlan, table: TableView, world: World): Maker | undefined {
  if (column.choices !== undefined && column.choices.length > 0) return { pick: [...column.choices] };
  switch (column.value) {
    case 'boolean':
      return { deck: [0, 1, 1] };
    case 'json':
      return jsonMaker(column, table, world);
    case 'text':
      return textMaker(column, table, world);
    default:
      return numberMaker(column, table);
  }
}
