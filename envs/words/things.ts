// The rows that values refer to, with all the names by which people may call them: an order id refers to "the one of 11
// May, with the kettle". The rows come from results of tools, or from a caller that knows them.
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts';
import { isMoney } from './spoken.ts';
import { snakeOf } from './split-words.ts';

/** A row as a tool shows it. The value of its key field identifies it. */
export interface Thing {
  /** The name of the key field, such as order_id. */
  readonly kind: string;
  readonly id: Json;
  readonly shown: JsonObject;
}

export interface Name {
  readonly label: string;
  readonly value: string | number;
}

/**
 * An argument of a call. `own` holds the names of the row that it refers to, and `others` the names of rows that it
 * could be mistaken for.
 */
export interface Slot {
  readonly name: string;
  readonly value: Json;
  readonly own: readonly Name[];
  readonly others: readonly Name[];
  /** True if the argument is a key of a row. People rarely say keys. */
  readonly isRow: boolean;
}

const ID = /(?:^|_)(?:id|number|code|no|key|iccid|line)$/;
/** Matches fields whose values do not help to distinguish rows. */
const COMMON = /(?:^|_)(?:status|state|tier|quantity|stock|currency|line|active|enabled|region|data_left_mb)$/;
const LONGEST = 80;

/** Returns every object in a result that has a key field. */
export function thingsIn(result: Json, found: Thing[] = []): Thing[] {
  if (Array.isArray(result)) for (const each of result as readonly Json[]) thingsIn(each, found);
  else if (isJsonObject(result)) {
    const kind = Object.keys(result).find((name) => ID.test(snakeOf(name)) && isScalar(result[name] as Json));
    if (kind !== undefined) found.push({ kind, id: result[kind] as Json, shown: result });
    for (const each of Object.values(result)) thingsIn(each as Json, found);
  }
  return found;
}

/**
 * Returns the names of a row: its short texts, its amounts of money, its other numbers with decimals, and the texts of
 * objects inside it.
 */
export function namesOf(shown: JsonObject, depth = 0): Name[] {
  const found: Name[] = [];
  for (const [label, value] of Object.entries(shown)) {
    if (COMMON.test(snakeOf(label))) continue;
    if (typeof value === 'string' && value !== '' && value.length <= LONGEST) found.push({ label, value });
    else if (typeof value === 'number' && (isMoney(label) || !Number.isInteger(value)) && depth === 0)
      found.push({ label, value });
    else if (Array.isArray(value))
      for (const each of value as readonly Json[]) {
        if (isJsonObject(each))
          found.push(...namesOf(each, depth + 1).filter((name) => typeof name.value === 'string'));
      }
    else if (isJsonObject(value)) found.push(...namesOf(value, depth + 1));
  }
  return found;
}

export function slotsOf(
  args: JsonObject,
  things: readonly Thing[],
  choices: (name: string) => readonly Json[] = () => [],
): Slot[] {
  const slots: Slot[] = [];
  const rows: JsonObject[] = [];
  const visit = (value: Json, name: string): void => {
    if (Array.isArray(value)) for (const each of value as readonly Json[]) visit(each, name);
    else if (isJsonObject(value)) for (const [key, each] of Object.entries(value)) visit(each as Json, key);
    else if (typeof value === 'string' || typeof value === 'number') slots.push(slotOf(name, value));
  };
  const slotOf = (name: string, value: string | number): Slot => {
    const same = things.filter((thing) => thing.id === value && (typeof value === 'string' || thing.kind === name));
    if (same.length > 0 && name !== 'line') {
      const kinds = new Set(same.map(({ kind }) => kind));
      rows.push(...same.map(({ shown }) => shown));
      const others = things.filter(({ kind, id }) => kinds.has(kind) && id !== value);
      return {
        name,
        value,
        own: [{ label: name, value }, ...same.flatMap(({ shown }) => namesOf(shown))],
        // another row may contain this key as a reference to this row; the key is then not a name of the other row
        others: others.flatMap(({ shown }) => namesOf(shown)).filter((each) => each.value !== value),
        isRow: true,
      };
    }
    // the argument may be the number of a line inside a row of the call
    const inside = rows.flatMap((row) =>
      Object.values(row).flatMap((list) =>
        Array.isArray(list) ? [(list as readonly Json[]).filter((each) => isJsonObject(each))] : [],
      ),
    );
    for (const list of inside) {
      const own = list.find((each) => each[name] === value);
      if (own === undefined || !/line|position|index|seat/.test(name)) continue;
      return {
        name,
        value,
        own: namesOf(own),
        others: list.filter((each) => each !== own).flatMap((each) => namesOf(each)),
        isRow: true,
      };
    }
    const alike = things.flatMap(({ shown }) => {
      const other = shown[name];
      return (typeof other === 'string' || typeof other === 'number') && other !== value ? [other] : [];
    });
    const chosen = choices(name).filter(
      (each) => each !== value && (typeof each === 'string' || typeof each === 'number'),
    );
    return {
      name,
      value,
      own: [{ label: name, value }],
      others: [...new Set([...alike, ...(chosen as (string | number)[])])].map((each) => ({
        label: name,
        value: each,
      })),
      isRow: false,
    };
  };
  visit(args, '');
  return slots;
}

function isScalar(value: Json): boolean {
  return typeof value === 'string' || typeof value === 'number';
}
