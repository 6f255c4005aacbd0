// Makes each column for which no other rule gave a maker.
import { singular } from '../../../../envs/words/split-words.ts';
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
  if (column.choices !== undefined && column.choices.length > 0)
    return categoryOf(column, table) ?? { pick: [...column.choices] };
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

const KINDS = new Set(['category', 'type', 'kind', 'class', 'genre', 'group']);

/**
 * Makes the category that fits the row's name: a row named "Cargo bike" gets the kind cargo. This is possible only if
 * the word list has two or more of the column's choices.
 */
function categoryOf(column: ColumnPlan, table: TableView): Maker | undefined {
  const { pool } = table;
  if (pool === undefined || !KINDS.has(column.words.at(-1) ?? '') || column.value !== 'text') return undefined;
  const plain = (text: string): string =>
    singular(
      text
        .toLowerCase()
        .replaceAll(/[^a-z]+/g, ' ')
        .trim(),
    );
  const called: Record<string, string> = {};
  for (const { category } of pool.names) {
    const choice = column.choices?.find((each) => plain(String(each)) === plain(category));
    if (choice !== undefined && category !== '') called[category] = String(choice);
  }
  if (new Set(Object.values(called)).size < 2) return undefined;
  return { item: pool.id, field: 'category', among: Object.keys(called), called };
}
