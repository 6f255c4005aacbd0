// Rows of a plan with the value kinds there are.
import type { Maker, TableRecipe } from '../recipe/recipe-schema.ts';
import { keyPrefix } from './readings/parts.ts';
import type { ColumnPlan, TablePlan } from './plan/plan.ts';
import type { MakeRows } from './plan/rows-of-plan.ts';
import { HIDDEN_MAKERS, kindOf } from './values/value-kinds.ts';

const COUNT = 12;

export const makeRows: MakeRows = (plan, options) => {
  const unexplained: string[] = [];
  const tables = plan.tables.map((table): TableRecipe => {
    if (table.kind === 'one row')
      return { table: table.name, count: 1, columns: { ...columnsOf(table, unexplained), id: 1 } };
    const parent = table.references.find((reference) => reference.parent);
    if (table.kind === 'link' && parent !== undefined) {
      const other = table.references.find((reference) => reference !== parent);
      return {
        table: table.name,
        per: parent.table,
        count: [0, 2],
        columns: {
          [parent.columns[0] ?? '']: { parent: parent.to[0] ?? '' },
          ...(other === undefined
            ? {}
            : { [other.columns[0] ?? '']: { row_of: other.table, column: other.to[0] ?? '', distinct: true } }),
        },
      };
    }
    const counted =
      table.key.length === 1 &&
      table.columns.some((column) => column.name === table.key[0] && column.value === 'integer');
    if (parent !== undefined && !counted && options.rows === undefined)
      return { table: table.name, per: parent.table, count: [1, 3], columns: columnsOf(table, unexplained, parent) };
    return {
      table: table.name,
      count: options.rows === undefined ? COUNT : Math.max(3, Math.floor(options.rows / plan.tables.length)),
      columns: columnsOf(table, unexplained),
    };
  });
  return {
    recipe: { seed: options.seed, ...(options.names === undefined ? {} : { names: options.names }), tables },
    unexplained,
  };
};

function columnsOf(
  table: TablePlan,
  unexplained: string[],
  parent?: TablePlan['references'][number],
): Record<string, Maker> {
  const made: Record<string, Maker> = {};
  if (parent !== undefined) parent.columns.forEach((column, at) => (made[column] = { parent: parent.to[at] ?? '' }));
  const named = table.columns.find((column) => column.name === 'name');
  for (const column of table.columns) {
    if (named !== undefined && column.name === 'email' && !column.nullable)
      made['name'] ??= maker(table, named, unexplained);
    if (named !== undefined && column.name === 'email' && 'name' in made)
      made['email'] = { template: '{name|slug}{again}@example.com', unique: true };
    if (column.name in made) continue;
    const reference = table.references.find((each) => each.columns.at(-1) === column.name);
    made[column.name] =
      reference !== undefined
        ? reference.table === table.name
          ? null
          : nullable(column, {
              row_of: reference.table,
              column: reference.to.at(-1) ?? '',
              ...(reference.columns.length > 1 ? { same: reference.columns.slice(0, -1) } : {}),
            })
        : table.key.includes(column.name)
          ? keyMaker(table, column)
          : nullable(column, maker(table, column, unexplained));
  }
  const hidden = new Set([...JSON.stringify(made).matchAll(/\{(_\w+)[}|]/g)].map(([, name = '']) => name));
  return {
    ...Object.fromEntries(
      [...hidden].flatMap((name) => (HIDDEN_MAKERS[name] === undefined ? [] : [[name, HIDDEN_MAKERS[name]]])),
    ),
    ...made,
  };
}

function nullable(column: ColumnPlan, make: Maker): Maker {
  return column.nullable && column.system === undefined ? { chance: column.shown ? 0.95 : 0.8, make } : make;
}

function keyMaker(table: TablePlan, column: ColumnPlan): Maker {
  if (column.value === 'integer') return { position: table.key.length === 1 ? 1001 : 1 };
  if (column.name === 'id')
    return column.schema['format'] === 'uuid' ? { fake: 'string.uuid' } : { count: keyPrefix(table), from: 1001 };
  return { only_once: maker(table, column, []) };
}

function maker(table: TablePlan, column: ColumnPlan, unexplained: string[]): Maker {
  if (column.value === 'boolean') return { pick: [0, 1] };
  if (column.choices !== undefined)
    return { pick: column.first !== undefined ? [column.first, ...column.choices] : column.choices };
  if (column.value === 'json')
    return { schema: column.schema['type'] === undefined ? { type: 'object' } : column.schema };
  if (column.system === 'created' || column.system === 'updated')
    return column.value === 'text' ? { time: ['-200d', '-2d'] } : { epoch: { time: ['-200d', '-2d'] } };
  const kind = kindOf({
    name: column.name,
    words: column.words,
    type: column.value,
    schema: column.schema,
    description: column.description,
    owner: table.words,
  });
  if (kind !== undefined) return kind.maker;
  if (column.value === 'integer') return { int: [1, 100] };
  if (column.value === 'real') return { real: [1, 100], places: 2 };
  unexplained.push(`${table.name}.${column.name}`);
  return { pick: ['alpha', 'heron', 'maple', 'harbor', 'copper', 'meadow'] };
}
