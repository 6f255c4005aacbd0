// Makes the columns of a person agree: the full name consists of the first and the last name, and the e-mail address
// contains the name.
import { textKind } from '../../../lexicon/pools/text-kinds.ts';
import { isPerson } from '../../../lexicon/pools/people.ts';
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import { FULL_NAME } from '../kinds/plain-makers.ts';
import { openColumns, type Claims, type TableView } from '../world.ts';

export function people(table: TableView): Claims {
  const texts = table.plan.columns.filter((column) => column.value === 'text' && column.choices === undefined);
  const open = new Set(openColumns(table).map(({ name }) => name));
  const claims: Record<string, Maker> = {};
  const first = texts.find((column) => textKind(column.words) === 'first name');
  const last = texts.find((column) => textKind(column.words) === 'last name');
  for (const column of texts) {
    if (!open.has(column.name) && !table.plan.key.includes(column.name)) continue;
    if (table.claimed[column.name] !== undefined) continue;
    const maker = makerOf(column, table, texts, first, last);
    if (maker !== undefined) claims[column.name] = table.plan.key.includes(column.name) ? { only_once: maker } : maker;
  }
  return claims;
}

function makerOf(
  column: ColumnPlan,
  table: TableView,
  texts: readonly ColumnPlan[],
  first: ColumnPlan | undefined,
  last: ColumnPlan | undefined,
): Maker | undefined {
  if (column.schema['pattern'] !== undefined) return undefined;
  const kind = textKind(column.words);
  const isOwn = column.words.length === 1 || kind === textKind([column.words.at(-1) ?? '']);
  if (kind === 'name' && first !== undefined && last !== undefined)
    return { template: `{${first.name}} {${last.name}}` };
  if (kind === 'email') {
    if (first !== undefined && last !== undefined) return mailOf(`{${first.name}|dotted}.{${last.name}|dotted}`);
    const name = nameBeside(column, texts, table);
    if (name !== undefined) return mailOf(`{${name.name}|dotted}`);
    if (!table.isPerson && table.pool !== undefined && isOwn) return { template: `{_first|dotted}@example.com` };
  }
  if (kind === 'user name' && first !== undefined && last !== undefined)
    return { template: `{${first.name}|dotted}.{${last.name}|dotted}` };
  if (kind === 'name' && table.isPerson) return FULL_NAME;
  return undefined;
}

const mailOf = (before: string): Maker => ({ template: `${before}@example.com` });

/** Returns the name column that belongs to an e-mail column, such as author_name for author_email. */
function nameBeside(column: ColumnPlan, texts: readonly ColumnPlan[], table: TableView): ColumnPlan | undefined {
  const before = column.words.slice(0, -1).join(' ');
  return texts.find((each) => {
    const own = each.words.join(' ');
    if (before === '' || before === 'e')
      return own === 'name' && table.isPerson
        ? true
        : own === 'full name' || (isPerson(each.words) && !each.words.includes('email'));
    return own === `${before} name` || own === before;
  });
}
