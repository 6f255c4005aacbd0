// Prints the plan as the text of schema.sql, in a form that people can read.
import { among, literal, name } from '../programs/sql.ts';
import type { ColumnPlan, Plan, Reference, TablePlan } from './plan.ts';

const TYPES: Readonly<Record<ColumnPlan['value'], string>> = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'INTEGER',
  json: 'TEXT',
};
const ON_DELETE: Readonly<Record<Reference['onDelete'], string>> = {
  cascade: ' ON DELETE CASCADE',
  clear: ' ON DELETE SET NULL',
  restrict: '',
};
const MOST_CHOICES = 60;

export function schemaText(plan: Plan): string {
  const parts = [
    `-- ${plan.title}: tables worked out from the schemas of its tools. decisions.json says why.`,
    ...plan.tables.map(tableText),
  ];
  const indexes = plan.tables.flatMap(indexesOf);
  return `${[...parts, ...(indexes.length > 0 ? [indexes.join('\n')] : [])].join('\n\n')}\n`;
}

function tableText(table: TablePlan): string {
  const [only] = table.key.length === 1 ? table.key : [];
  const lines = table.columns.map(
    (column) => `  ${columnText(column, column.name === only, single(table, column.name))}`,
  );
  if (only === undefined) lines.push(`  PRIMARY KEY (${table.key.map(name).join(', ')})`);
  for (const reference of table.references.filter((each) => each.columns.length > 1))
    lines.push(
      `  FOREIGN KEY (${reference.columns.map(name).join(', ')}) REFERENCES ${name(reference.table)} (${reference.to.map(name).join(', ')})${ON_DELETE[reference.onDelete === 'clear' ? 'restrict' : reference.onDelete]}`,
    );
  return `-- ${table.about}\nCREATE TABLE ${name(table.name)} (\n${lines.join(',\n')}\n) STRICT;`;
}

function single(table: TablePlan, column: string): Reference | undefined {
  return table.references.find((each) => each.columns.length === 1 && each.columns[0] === column);
}

function columnText(column: ColumnPlan, isKey: boolean, reference: Reference | undefined): string {
  const parts = [name(column.name), TYPES[column.value]];
  if (isKey) parts.push('PRIMARY KEY');
  else if (!column.nullable) parts.push('NOT NULL');
  if (reference !== undefined) parts.push(`REFERENCES ${name(reference.table)}${ON_DELETE[reference.onDelete]}`);
  if (column.value === 'boolean') parts.push(`CHECK (${among(name(column.name), [0, 1])})`);
  const choices = column.choices ?? [];
  const fits = choices.every((each) => (typeof each === 'string') === (column.value === 'text'));
  if (choices.length > 0 && choices.length <= MOST_CHOICES && fits && reference === undefined)
    parts.push(
      choices.length === 1
        ? `CHECK (${name(column.name)} = ${literal(choices[0] ?? '')})`
        : `CHECK (${among(name(column.name), choices)})`,
    );
  return parts.join(' ');
}

function indexesOf(table: TablePlan): string[] {
  return table.references
    .filter((reference) => reference.columns[0] !== table.key[0])
    .map((reference) => {
      const columns = [...new Set([...reference.columns, ...table.key])];
      return `CREATE INDEX ${name(`${table.name}_by_${reference.columns.at(-1) ?? ''}`)} ON ${name(table.name)} (${columns.map(name).join(', ')});`;
    });
}
