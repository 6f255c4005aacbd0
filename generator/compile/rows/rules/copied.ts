// Copies a value from a referenced row where a column repeats it, such as the doctor of a slot or the name of a
// customer.
import type { Maker } from '../../../recipe/recipe-schema.ts';
import type { ColumnPlan, Reference } from '../../plan/plan.ts';
import { isBookable } from '../bookable.ts';
import { columnOf, isLater, referenceOf, type Claims, type TableView, type World } from '../world.ts';

/**
 * Columns that each row has for itself. They are not copied, even if the referenced row has a column of the same name.
 */
const OWN = new Set(
  `name title status state description note notes comment created_at updated_at created updated created_on type kind category label
  labels tags text body content subject summary quantity qty amount total count number position priority image url slug code version
  rating score active enabled archived is_active id key value color size reason message created_by owner date stock available email phone website`.split(
    /\s+/,
  ),
);
const PLACES = new Set([
  'city',
  'country',
  'region',
  'address',
  'zip',
  'postal_code',
  'street',
  'state',
  'country_code',
]);
const SHORT = new Set(['name', 'email', 'phone', 'price', 'title', 'address', 'city', 'status']);

export function copied(table: TableView, world: World): Claims {
  if (table.plan.kind === 'link') return {};
  const claims: Record<string, Maker> = {};
  for (const column of table.plan.columns) {
    if (table.plan.key.includes(column.name)) continue;
    const own = referenceOf(table.plan, column.name);
    for (const reference of table.plan.references) {
      if (reference === own || reference.columns.length > 1 || own?.parent === true) continue;
      const source = sourceOf(column, reference, table, world, own);
      if (source === undefined) continue;
      claims[column.name] = source;
      break;
    }
  }
  return claims;
}

function sourceOf(
  column: ColumnPlan,
  reference: Reference,
  table: TableView,
  world: World,
  own: Reference | undefined,
): Maker | undefined {
  const target = world.tables.get(reference.table);
  const by = reference.columns[0] ?? '';
  if (target === undefined || reference.table === table.plan.name || own?.table === reference.table) return undefined;
  if (columnOf(table, by)?.nullable === true || isLater(reference.table, table, world)) return undefined;
  const found = columnOf(target, column.name) ?? shortened(column, by, target);
  if (found === undefined || found.value !== column.value || target.plan.key.includes(found.name)) return undefined;
  // a required reference copies an optional one only from a bookable row such as a slot, where the value is rarely
  // missing; any other required column copies no optional one
  if (found.nullable && !column.nullable && !(own !== undefined && isBookable(target))) return undefined;
  if (own !== undefined) {
    // the doctor of the appointment is the doctor of its slot
    const other = referenceOf(target.plan, found.name);
    if (other?.table !== own.table || target.isPerson) return undefined;
  } else if (PLACES.has(found.name) && (table.isPerson || target.isPerson || target.noun.at(-1) === 'company'))
    return undefined;
  else if (
    found.name === column.name &&
    ((OWN.has(column.name) && !(target.isPerson && /^(email|phone)$/.test(column.name))) ||
      column.choices !== undefined)
  )
    return undefined;
  return { of: by, column: `${target.plan.name}.${found.name}`, key: reference.to[0] ?? by };
}

/**
 * Returns the referenced row's column for a name such as customer_name, where the row also has customer_id. For a unit
 * price, returns the price.
 */
function shortened(column: ColumnPlan, by: string, target: TableView): ColumnPlan | undefined {
  const last = column.words.at(-1) ?? '';
  if (column.words.join(' ') === 'unit price') return columnOf(target, 'price');
  const before = column.name.split('_').slice(0, -1).join('_');
  if (!SHORT.has(last) || before === '') return undefined;
  const isOf = by === `${before}_id` || by === before || target.noun.join('_') === before;
  return isOf ? columnOf(target, last) : undefined;
}
