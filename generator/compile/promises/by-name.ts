// Handles an argument such as "The ID or name of the table". The program finds the row by its id or by its name. If the
// call also names parents of the row, only rows of these parents count.
import type { Step } from '../../../envs/values/program.ts';
import type { Plan, TablePlan } from '../plan/plan.ts';
import { argument, firstValue, equal, isNull, name, notNull, all, selectIf, selectValue } from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { eitherOf } from '../read/either-form.ts';
import type { Match, Role } from '../readings/reading.ts';

/**
 * Finds the column for the name in "ID or name": a text column whose name is `words`, or the only one whose name ends
 * in them. "name" and "title" mean the same.
 */
function columnOf(words: readonly string[], table: TablePlan | undefined): TablePlan['columns'][number] | undefined {
  const text = words.join('_');
  const called =
    text === 'name' || text === 'title'
      ? /^(?:(?:full|display)_)?name$|^title$/
      : new RegExp(`(?:^|_)${text.replace(/^email_address$/, 'email')}$`);
  const fits = table?.columns.filter((column) => called.test(column.name) && column.value === 'text') ?? [];
  return fits.find(({ name: own }) => own === text) ?? (fits.length === 1 ? fits[0] : undefined);
}

/** Returns the table whose key the argument holds. */
function tableOf(role: Role | undefined, main: string, plan: Plan): TablePlan | undefined {
  if (role?.role === 'ancestor') return above(role.is.split(' > '), main, plan);
  const [table = '', column = ''] = role?.is.split('.') ?? [];
  const own = plan.tables.find((each) => each.name === table);
  if (own === undefined) return undefined;
  if (own.key.at(-1) === column) return own;
  const reference = own.references.find((each) => each.columns.length === 1 && each.columns[0] === column);
  return plan.tables.find((each) => each.name === reference?.table);
}

/**
 * Follows references from a table to the table that the last column of `way` refers to: ['list_id', 'board_id'] leads
 * from cards to lists to boards.
 */
function above(way: readonly string[], main: string, plan: Plan): TablePlan | undefined {
  const [first, ...rest] = way;
  const own = plan.tables.find((each) => each.name === main);
  if (first === undefined) return own;
  const reference = own?.references.find((each) => each.columns.length === 1 && each.columns[0] === first);
  return reference === undefined ? undefined : above(rest, reference.table, plan);
}

/**
 * Adds steps that find the row by id or name, and uses the found id in all later steps. Where this is impossible,
 * returns the reason as a text.
 */
export function byName(tool: ToolFacts, match: Match, plan: Plan, steps: readonly Step[]): readonly Step[] | string {
  let found = steps;
  const main = match.needs[0]?.table ?? '';
  for (const node of tool.arguments) {
    const form = node.kind === 'scalar' && node.field.type === 'text' ? eitherOf(node, tool) : undefined;
    if (form === undefined) continue;
    const arg = node.field.name;
    const role = match.arguments.find((each) => each.place === arg);
    if (role === undefined || role.role === 'not simulated') continue;
    const table = tableOf(role, main, plan);
    const title = columnOf(form, table);
    if (table?.key.at(-1) === title?.name && title !== undefined) continue;
    if (table === undefined || title === undefined || table.key.length > 1 || !/^[A-Za-z_]\w*$/.test(arg))
      return `${arg} may be ${an(form)}, and nothing tells the ${form.join(' ')} of ${table === undefined ? 'its row' : an(table.words)}`;
    const around = match.arguments.flatMap((each) => {
      const column = table.references.find(
        (reference) => reference.columns.length === 1 && reference.table === tableOf(each, main, plan)?.name,
      )?.columns[0];
      return each === role || column === undefined || !/^[A-Za-z_]\w*$/.test(each.place) ? [] : [{ column, each }];
    });
    const binding = `named_${table.name.replaceAll(/[^a-z0-9_]/g, '')}`;
    const key = name(table.key[0] ?? 'id');
    const given = argument([arg]);
    const where = [
      `(${key} = ${given} OR ${name(title.name)} = ${given})`,
      ...around.map(({ column, each }) => equal(name(column), argument([each.place]))),
    ];
    const rest = JSON.parse(
      JSON.stringify(found).replaceAll(new RegExp(`:${arg}(?![\\w.])`, 'g'), `:${binding}.id`),
    ) as Step[];
    found = [
      { let: binding, sql: selectValue(firstValue(key, table.name, where, `${key} <> ${given}, ${key}`), 'id') },
      {
        refuse: selectIf(all([notNull(given), isNull(`:${binding}.id`)])),
        else: ['NOT_FOUND', `There is no ${table.words.join(' ')} {${arg}}.`],
      },
      ...rest,
    ];
  }
  return found;
}

const an = (words: readonly string[]): string => `${/^[aeiou]/.test(words[0] ?? '') ? 'an' : 'a'} ${words.join(' ')}`;
