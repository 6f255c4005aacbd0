// Makes amounts that agree with each other. Price times quantity is the total, parts add up, and a sale price is below
// the list price.
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan } from '../../plan/plan.ts';
import { openColumns, parentOf, type Claims, type TableView, type World } from '../world.ts';

const QUANTITY = new Set(['quantity', 'qty', 'night', 'hour', 'day', 'guest', 'item count', 'share', 'unit', 'piece']);
const UNIT_PRICE = new Set([
  'unit price',
  'price',
  'price per unit',
  'unit cost',
  'price per night',
  'nightly rate',
  'hourly rate',
  'rate',
  'price each',
  'price per hour',
  'daily rate',
  'item price',
]);
const TOTAL = new Set([
  'total',
  'total price',
  'total amount',
  'total cost',
  'line total',
  'amount',
  'subtotal',
  'sum',
  'grand total',
  'cost',
]);
const VARIANT = new Set(['variant', 'version', 'option', 'size', 'sku', 'edition']);

export function money(table: TableView, world: World): Claims {
  const numbers = table.plan.columns.filter(
    ({ value, choices }) => (value === 'real' || value === 'integer') && choices === undefined,
  );
  const open = new Set(openColumns(table).map(({ name }) => name));
  const find = (names: ReadonlySet<string>): ColumnPlan | undefined =>
    numbers.find(({ words }) => names.has(words.join(' ')));
  const claims: Record<string, Maker> = {};
  const claim = (column: ColumnPlan | undefined, maker: Maker): void => {
    if (column !== undefined && open.has(column.name) && claims[column.name] === undefined)
      claims[column.name] = rounded(maker, column);
  };
  const quantity = find(QUANTITY);
  const price = find(UNIT_PRICE);
  const total = numbers.find((column) => TOTAL.has(column.words.join(' ')) && column !== price);
  if (quantity !== undefined && price !== undefined && total !== undefined)
    claim(total, { calc: `{${quantity.name}} * {${price.name}}`, places: 2 });
  const rate = quantity !== undefined && price === undefined ? rateOf(table, world) : undefined;
  if (quantity !== undefined && rate !== undefined && total !== undefined) {
    claims['_rate'] = rate;
    claim(total, { calc: `{${quantity.name}} * {_rate}`, places: 2 });
  }
  addUp(numbers, claim);
  const list = find(
    new Set(['list price', 'original price', 'regular price', 'msrp', 'full price', 'compare at price']),
  );
  const sale =
    find(new Set(['sale price', 'discounted price', 'offer price', 'final price', 'current price'])) ??
    (list === undefined ? undefined : price);
  if (list !== undefined && sale !== undefined && list !== sale) {
    claims['_reduced'] = { pick: [0.7, 0.75, 0.8, 0.85, 0.9, 1] };
    claim(sale, { calc: `{${list.name}} * {_reduced}`, ending: 'price' });
  }
  const cost = find(new Set(['cost price', 'purchase price', 'wholesale price', 'unit cost', 'cost']));
  if (cost !== undefined && price !== undefined && cost !== price) {
    claims['_margin'] = { real: [0.45, 0.75], places: 2 };
    claim(cost, { calc: `{${price.name}} * {_margin}`, places: 2 });
  }
  const deposit = find(new Set(['deposit', 'security deposit']));
  const rent = find(new Set(['monthly rent', 'rent', 'cold rent']));
  if (rent !== undefined) claim(deposit, { calc: `{${rent.name}} * 2`, places: 2 });
  return { ...variants(table, world, price), ...claims };
}

/** Returns a maker that copies the unit price of the referenced row, such as the price per night of a room. */
function rateOf(table: TableView, world: World): Maker | undefined {
  for (const { columns, table: name, to } of table.plan.references) {
    const target = world.tables.get(name);
    const price = target?.plan.columns.find((column) => UNIT_PRICE.has(column.words.join(' ')) && !column.nullable);
    const isSure = table.plan.columns.find((column) => column.name === columns[0])?.nullable === false;
    if (price !== undefined && isSure && columns.length === 1)
      return { of: columns[0] ?? '', column: `${name}.${price.name}`, key: to[0] ?? '' };
  }
  return undefined;
}

/** Makes subtotal, tax, shipping, discount and total agree. Tax and discount are shares of the subtotal. */
function addUp(numbers: readonly ColumnPlan[], claim: (column: ColumnPlan | undefined, maker: Maker) => void): void {
  const named = (...names: string[]): ColumnPlan | undefined =>
    numbers.find(({ words }) => names.includes(words.join(' ')));
  const subtotal = named('subtotal', 'net', 'net amount', 'sub total', 'subtotal amount');
  const total = named('total', 'grand total', 'total amount', 'gross', 'gross amount', 'amount due', 'total price');
  if (subtotal === undefined || total === undefined) return;
  const tax = named('tax', 'tax amount', 'vat', 'vat amount', 'total tax');
  const shipping = named('shipping', 'shipping cost', 'shipping fee', 'delivery fee', 'service fee');
  const discount = named('discount', 'discount amount', 'total discount');
  claim(tax, { calc: `{${subtotal.name}} * 0.2`, places: 2 });
  if (discount !== undefined) claim(discount, { calc: `{${subtotal.name}} * 0.1`, places: 2 });
  const plus = [tax, shipping].flatMap((each) => (each === undefined ? [] : [` + {${each.name}}`]));
  claim(total, {
    calc: `{${subtotal.name}}${plus.join('')}${discount === undefined ? '' : ` - {${discount.name}}`}`,
    places: 2,
  });
}

/**
 * Makes similar prices for the variants of a product: the product's price, or a hidden base price, times a factor near
 * 1.
 */
function variants(table: TableView, world: World, price: ColumnPlan | undefined): Claims {
  const parent = parentOf(table.plan) ?? table.plan.references[0];
  if (price === undefined || parent === undefined || parent.columns.length > 1 || !VARIANT.has(table.noun.at(-1) ?? ''))
    return {};
  const target = world.tables.get(parent.table);
  const base = target?.plan.columns.find(
    ({ words }) => words.join(' ') === 'price' || words.join(' ') === 'base price',
  );
  if (target === undefined) return {};
  return {
    _step: { pick: [0.9, 0.95, 1, 1, 1.05, 1.1, 1.2] },
    _base: {
      of: parent.columns[0] ?? '',
      column: `${target.plan.name}.${base?.name ?? '_base_price'}`,
      key: parent.to[0] ?? '',
    },
    [price.name]: rounded({ calc: '{_base} * {_step}', ending: 'price' }, price),
  };
}

/** Rounds an amount in cents to a whole number. */
function rounded(maker: Maker, column: ColumnPlan): Maker {
  if (maker === null || typeof maker !== 'object' || !('calc' in maker) || column.value !== 'integer') return maker;
  return { calc: maker.calc, places: 0 };
}
