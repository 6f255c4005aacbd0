// Makes texts that agree: a message as plain text and as HTML, a path that ends in the file's name, a reason only where
// the row's state needs one.
import { eraOf } from '../../../lexicon/pools/states.ts';
import { textKind } from '../../../lexicon/pools/text-kinds.ts';
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import { textMaker } from '../kinds/text-maker.ts';
import { openColumns, type Claims, type TableView, type World } from '../world.ts';

export function texts(table: TableView, world: World): Claims {
  const open = openColumns(table).filter(({ value, choices }) => value === 'text' && choices === undefined);
  const claims: Record<string, Maker> = {};
  for (const column of open) {
    const maker =
      breedOf(column, table) ??
      pageOf(column, table) ??
      htmlOf(column, open) ??
      pathOf(column, open) ??
      byState(column, table, world);
    if (maker !== undefined) claims[column.name] = maker;
  }
  return claims;
}

/** Makes a breed that fits the species. For a species whose breeds are not known, the column stays empty. */
function breedOf(column: ColumnPlan, table: TableView): Maker | undefined {
  const species = table.plan.columns.find(
    (each) => each !== column && /^(?:species|animal|kind|type)$/.test(each.name) && each.choices !== undefined,
  );
  if (!column.words.includes('breed') || species === undefined || !column.nullable) return undefined;
  const breeds = (species.choices ?? []).flatMap((choice): [string, Maker][] => {
    const among = `${String(choice).toLowerCase()}s`;
    return BREEDS.has(among) ? [[String(choice), { item: 'animal breed', field: 'name', among: [among] }]] : [];
  });
  return breeds.length === 0 ? undefined : { case: species.name, when: Object.fromEntries(breeds), else: null };
}
const BREEDS = new Set(['dogs', 'cats', 'rabbits', 'birds']);

/** Makes a web address, the URL of a picture, or a slug (the name in a URL) from the name or title of the row. */
function pageOf(column: ColumnPlan, table: TableView): Maker | undefined {
  const kind = /\bslug\b/i.test(column.description) ? 'slug' : textKind(column.words);
  if (kind !== 'web address' && kind !== 'image url' && kind !== 'slug') return undefined;
  const name = table.plan.columns.find(
    (each) => each.value === 'text' && !each.nullable && ['name', 'title'].includes(textKind(each.words) ?? ''),
  );
  if (name === undefined || column.schema['pattern'] !== undefined) return undefined;
  const slug = `{${name.name}|dashed}`;
  if (kind === 'slug') return { template: slug };
  if (kind === 'image url') return { template: `https://images.example.com/${slug}.jpg` };
  const isOwnSite = /website|homepage/.test(column.name);
  return { template: isOwnSite ? `https://${slug}.example.com` : `https://www.example.com/${slug}` };
}

function htmlOf(column: ColumnPlan, open: readonly ColumnPlan[]): Maker | undefined {
  if (!column.words.includes('html')) return undefined;
  const body = open.find((each) => each !== column && textKind(each.words) === 'body' && !each.words.includes('html'));
  return body === undefined ? undefined : { template: `<p>{${body.name}}</p>` };
}

function pathOf(column: ColumnPlan, open: readonly ColumnPlan[]): Maker | undefined {
  if (textKind(column.words) !== 'file path' || !column.words.includes('path')) return undefined;
  const file = open.find((each) => each !== column && textKind(each.words) === 'file name');
  return file === undefined ? undefined : { template: `/{_folder}/{${file.name}}` };
}

/**
 * Makes a resolution only in a row whose state is finished, a reason only in a row whose state the column names
 * (cancellation_reason: cancelled), and an error only in a row whose state says failed, rejected or declined.
 */
function byState(column: ColumnPlan, table: TableView, world: World): Maker | undefined {
  const { state } = table;
  const kind = textKind(column.words);
  if (state === undefined || !column.nullable || (kind !== 'resolution' && kind !== 'reason' && kind !== 'error'))
    return undefined;
  const isAbout = (value: string): boolean =>
    kind === 'resolution'
      ? eraOf(value) === 'ended'
      : kind === 'error'
        ? /fail|error|reject|declin/i.test(value)
        : eraOf(value) === 'off' && column.words.some((word) => value.toLowerCase().startsWith(word.slice(0, 5)));
  const values = state.values.filter(isAbout);
  const maker = textMaker(column, table, world);
  if (values.length === 0 || maker === undefined) return undefined;
  return { case: state.column, when: Object.fromEntries(values.map((value) => [value, maker])), else: null };
}
