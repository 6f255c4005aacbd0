// Makes the keys of rows: ids in the form of patterns and examples, numbers that count up, and names.
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import { saidCase } from '../../../fields/said-format.ts';
import { exampleOf } from '../../read/said-example.ts';
import { textMaker } from '../kinds/text-maker.ts';
import { parentOf, type Claims, type TableView, type World } from '../world.ts';

const ID_WORDS = new Set(['id', 'uuid', 'guid', 'identifier', 'uid', 'sid', 'ref', 'reference', 'number', 'no', 'pk']);

export function keys(table: TableView, world: World): Claims {
  const claims: Record<string, Maker> = {};
  for (const name of new Set(table.plan.key)) {
    const column = table.plan.columns.find((each) => each.name === name);
    if (column === undefined || table.claimed[name] !== undefined) continue;
    const maker = keyMaker(table, column, world);
    if (maker !== undefined) claims[name] = maker;
  }
  return claims;
}

function keyMaker(table: TableView, column: ColumnPlan, world: World): Maker | undefined {
  const inParent =
    parentOf(table.plan) !== undefined && table.plan.key.length > 1 && table.plan.key.at(-1) === column.name;
  if (column.choices !== undefined) return { pick: [...column.choices], ...(inParent ? { distinct: true } : {}) };
  if (column.value === 'integer' || column.value === 'real')
    return inParent
      ? { position: 1 }
      : { serial: Math.max(firstNumber(column), Number(column.schema['minimum'] ?? 0)) };
  if (column.role === 'minted' || isId(column)) return idMaker(table, column);
  const named = table.plan.columns.find(({ name }) => name === 'name' || name === 'title');
  // a key in kebab-case is made of the row's name
  if (named !== undefined && saidCase(column.description)?.called === 'in kebab-case')
    return { only_once: { template: `{${named.name}|dashed}` } };
  const natural = textMaker(column, table, world);
  if (natural !== null && typeof natural === 'object' && 'record' in natural)
    return { only_once: { ...natural, distinct: true } };
  return { only_once: withoutExample(natural, column) ?? { count: `${nounName(table)} `, from: 1 } };
}

/**
 * Leaves the example from the description out of keys that callers choose: many readers make their first call with this
 * example, and a row with the key would refuse it.
 */
function withoutExample(maker: Maker | undefined, column: ColumnPlan): Maker | undefined {
  const deck = typeof maker === 'object' && maker !== null && 'deck' in maker ? maker.deck : undefined;
  const others = deck?.filter((each) => each !== exampleOf(column));
  return others === undefined || others.length === 0 ? maker : { deck: others };
}

function isId(column: ColumnPlan): boolean {
  return ID_WORDS.has(column.words.at(-1) ?? '') || ID_WORDS.has(column.name);
}

function firstNumber(column: ColumnPlan): number {
  const shown = exampleOf(column);
  return shown !== undefined && /^\d{1,9}$/.test(shown) ? Number(shown) : column.words.at(-1) === 'number' ? 1 : 1001;
}

export function idMaker(table: TableView, column: ColumnPlan): Maker {
  const { schema } = column;
  if (schema['format'] === 'uuid' || schema['format'] === 'guid' || /\bUUID\b/i.test(column.description))
    return { fake: 'string.uuid' };
  const prefix = prefixOf(table.noun);
  const shown = exampleOf(column);
  if (typeof schema['pattern'] === 'string')
    return { only_once: { schema: { type: 'string', ...schema }, like: { count: prefix, from: 1001 } } };
  if (shown !== undefined) return { only_once: formOf(shown) };
  const most = schema['maxLength'];
  if (typeof most === 'number' && most < prefix.length + 4)
    return { only_once: { fake: 'string.alphanumeric', arguments: Math.max(1, most) } };
  return { count: prefix, from: 1001 };
}

/** Returns the prefix of a table's ids, such as ord_ for orders. Rows that calls create later get the same prefix. */
export function prefixOf(noun: readonly string[]): string {
  const letters = noun.map((word) => word.replaceAll(/[^a-z]/g, '')).filter((word) => word !== '');
  return `${letters.length > 1 ? letters.map((word) => word[0]).join('') : (letters[0] ?? 'x').slice(0, 3)}_`;
}

export function nounName(table: TableView): string {
  const name = table.noun.join(' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/**
 * Returns the maker of ids in the form of an example. ORD-1001 gives ORD-1001, ORD-1002 and so on; 5f3a9c gives as many
 * letters and digits of the same kind.
 */
function formOf(shown: string): Maker {
  const counted = /^(.*?)(\d+)$/.exec(shown);
  if (counted !== null && !/\d/.test(counted[1] ?? '')) {
    const [, before = '', digits = ''] = counted;
    return { count: before, from: digits.length > 3 ? 10 ** (digits.length - 1) + 1 : 1, width: digits.length };
  }
  // the letters before an underscore name the kind of row, as in cus_93kd8
  const prefix = /^[A-Za-z]{1,12}[_:-](?=.)/.exec(shown)?.[0] ?? '';
  const open = shown.slice(prefix.length);
  const isHex = /^[0-9a-f]+$/.test(open) && open.length > 5;
  const pattern = [...open]
    .map((letter) =>
      /\d/.test(letter)
        ? isHex
          ? '[0-9a-f]'
          : '[0-9]'
        : /[a-z]/.test(letter)
          ? isHex
            ? '[0-9a-f]'
            : '[a-z]'
          : /[A-Z]/.test(letter)
            ? '[A-Z]'
            : letter.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`),
    )
    .join('');
  return { schema: { type: 'string', pattern: `^${prefix}${pattern}$` } };
}
