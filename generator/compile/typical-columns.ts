// What rows of a kind usually have, for domains whose tools say nothing of their results. Only used where a table would
// otherwise hold little more than a key; what is added is marked in decisions.json and counted.
import type { JsonObject } from '../../envs/values/json.ts';
import type { ValueType } from './fields.ts';
import type { Model, TablePlan } from './model.ts';

type Typical = readonly [name: string, type: ValueType, schema?: JsonObject];

const PERSON: readonly Typical[] = [
  ['name', 'text'],
  ['email', 'text', { format: 'email' }],
  ['phone', 'text'],
];
const PLACE: readonly Typical[] = [
  ['name', 'text'],
  ['city', 'text'],
  ['address', 'text'],
];
const MADE: Typical = ['created_at', 'text', { format: 'date-time' }];

/** The last word of an entity -> its usual columns. */
const TYPICAL: readonly (readonly [RegExp, readonly Typical[]])[] = [
  [/^(user|customer|member|patient|employee|person|contact|student|teacher|driver|doctor|guest|player|profile|candidate|agent|passenger|owner|client|tenant|author|subscriber|volunteer|participant|instructor|visitor|reader|citizen|worker)$/, PERSON],
  [/^(book|title|publication)$/, [['title', 'text'], ['author', 'text'], ['year', 'integer']]],
  [/^(movie|film|song|album|track|episode|podcast|show|video|playlist|game)$/, [['title', 'text'], ['genre', 'text'], ['year', 'integer']]],
  [/^(product|item|good|article|part|variant|sku)$/, [['name', 'text'], ['category', 'text'], ['price', 'real'], ['stock', 'integer']]],
  [/^(order|purchase|sale|cart|checkout|invoice|bill|quote)$/, [['total', 'real'], ['status', 'text', { enum: ['pending', 'completed', 'cancelled'] }], MADE]],
  [/^(payment|transaction|refund|transfer|donation|expense|charge|deposit|withdrawal)$/, [['amount', 'real'], ['status', 'text', { enum: ['pending', 'completed', 'failed'] }], MADE]],
  [/^(account|wallet|card|fund)$/, [['name', 'text'], ['balance', 'real']]],
  [/^(ticket|issue|case|incident|bug|task|todo|request)$/, [['title', 'text'], ['description', 'text'], ['status', 'text', { enum: ['open', 'closed'] }], ['priority', 'text'], MADE]],
  [/^(event|meeting|appointment|class|lesson|course|session|workshop|conference|race|match|tour|trip|flight|slot|shift|interview)$/, [['title', 'text'], ['starts_at', 'text', { format: 'date-time' }], ['location', 'text']]],
  [/^(booking|reservation|rental|loan|lease|enrollment|registration|subscription|membership|application|assignment)$/, [['status', 'text', { enum: ['active', 'cancelled', 'completed'] }], ['due_date', 'text', { format: 'date' }], MADE]],
  [/^(message|comment|post|note|tweet|review|reply|announcement|notification|email|feedback)$/, [['text', 'text'], MADE]],
  [/^(file|document|attachment|image|photo|report|record)$/, [['name', 'text'], ['size', 'integer'], MADE]],
  [/^(project|campaign|board|repository|repo|workspace|folder|collection|group|team|channel|category|tag|list|plan|program|topic|label|role|department)$/, [['name', 'text'], ['description', 'text'], MADE]],
  [/^(store|shop|branch|station|venue|hotel|restaurant|clinic|office|warehouse|location|site|museum|library|airport|park|gym)$/, PLACE],
  [/^(room|bed|table|seat|desk|locker|unit|plot|cell|slip|berth|space|bay)$/, [['name', 'text'], ['capacity', 'integer'], ['available', 'boolean']]],
  [/^(vehicle|car|bike|truck|bus|boat|scooter|drone|machine|device|sensor|printer|server|instance|pump|vent|lamp|light|camera|thermostat|robot)$/, [['name', 'text'], ['model', 'text'], ['status', 'text', { enum: ['active', 'inactive'] }]]],
  [/^(parcel|shipment|package|delivery|container)$/, [['destination', 'text'], ['weight', 'real'], ['status', 'text', { enum: ['registered', 'in transit', 'delivered', 'cancelled'] }]]],
  [/^(stock|share|coin|token|asset|fund)$/, [['name', 'text'], ['price', 'real'], ['sector', 'text']]],
  [/^(recipe|dish|meal|menu|drink|loaf|pizza)$/, [['name', 'text'], ['price', 'real'], ['category', 'text']]],
  [/^(animal|pet|dog|cat|horse|exhibit|artwork|painting|plant|tree|crop)$/, [['name', 'text'], ['kind', 'text']]],
]; // prettier-ignore

/** Tables that would show next to nothing get what their rows usually have. */
export function addTypicalColumns(model: Model): string[] {
  const added: string[] = [];
  for (const table of model.tables.values()) {
    if ((table.kind !== 'entity' && table.kind !== 'reference') || table.rows !== undefined) continue;
    // some tool says what its rows look like
    if (
      [...table.columns.values()].some(
        (column) => isTelling(table, column.name) && (column.uses.get('returned')?.size ?? 0) > 0,
      )
    )
      continue;
    const own = [...table.columns.values()].filter((column) => isTelling(table, column.name));
    if (own.length >= 4) continue;
    const last = table.words.at(-1) ?? '';
    const typical =
      TYPICAL.find(([pattern]) => pattern.test(last))?.[1] ??
      (table.kind === 'reference' ? [['name', 'text']] : [['name', 'text'], MADE]);
    for (const [name, valueType, schema] of typical) {
      if (
        table.columns.has(name) ||
        (name === 'name' && [...table.columns.keys()].some((each) => /(^|_)(name|title|label)$/.test(each)))
      )
        continue;
      if (
        name.endsWith('_at') &&
        ['date', 'time', 'start', 'start_time', 'start_date'].some((each) => table.columns.has(each))
      )
        continue;
      if (name === 'status' && [...table.columns.values()].some((column) => column.system === 'status')) continue;
      const choices = schema?.['enum'] as readonly string[] | undefined;
      const { enum: _enum, ...rest } = schema ?? {};
      model.column(table, {
        name,
        words: name.split('_'),
        valueType,
        schema: rest,
        description: '',
        nullable: false,
        assumed: true,
        ...(choices === undefined ? {} : { choices }),
      });
      added.push(`${table.name}.${name}`);
    }
  }
  return added;
}

/** Keys and references tell nothing of a row. */
function isTelling(table: TablePlan, name: string): boolean {
  const column = table.columns.get(name);
  return (
    column !== undefined && !table.key.includes(name) && column.references === undefined && column.system === undefined
  );
}
