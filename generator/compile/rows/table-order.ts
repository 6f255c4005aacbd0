// Sorts the tables in the order in which their rows are made. A table comes after the tables from which its rows take
// values; apart from that, the order of the plan remains.
import type { Json } from '../../../envs/values/json.ts';
import type { TableRecipe } from '../../recipe/recipe-schema.ts';

export function tablesInOrder(recipes: readonly TableRecipe[]): readonly TableRecipe[] {
  const byName = new Map(recipes.map((recipe) => [recipe.table, recipe]));
  const placed = new Set<TableRecipe>();
  const open = new Set<string>();
  const place = (recipe: TableRecipe): void => {
    if (placed.has(recipe) || open.has(recipe.table)) return;
    open.add(recipe.table);
    for (const name of takenFrom(recipe)) {
      const other = byName.get(name);
      if (other !== undefined) place(other);
    }
    open.delete(recipe.table);
    placed.add(recipe);
  };
  for (const recipe of recipes) place(recipe);
  return [...placed];
}

function takenFrom(recipe: TableRecipe): ReadonlySet<string> {
  const found = new Set<string>(recipe.per === undefined ? [] : [recipe.per]);
  collect((recipe.columns ?? {}) as Json, found);
  return found;
}

function collect(value: Json, found: Set<string>): void {
  if (value === null || typeof value !== 'object') return;
  const record = value as Readonly<Record<string, Json>>;
  if (typeof record['row_of'] === 'string') found.add(record['row_of']);
  if (typeof record['of'] === 'string' && typeof record['column'] === 'string')
    found.add(record['column'].split('.')[0] ?? '');
  for (const inner of Object.values(record)) collect(inner, found);
}
