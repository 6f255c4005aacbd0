// The schema of a recipe. A recipe describes how to make the rows of seed.jsonl, table by table and column by column,
// and then by SQL for values that depend on other rows. The same seed gives the same bytes.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Sql } from '../../envs/values/program.ts';

/** Describes how one value is made. A JSON scalar is the value itself. */
export type Maker =
  | string
  | number
  | boolean
  | null
  | { readonly digits: number; readonly prefix?: string }
  | { readonly count: string; readonly from?: number; readonly width?: number }
  | { readonly pick: readonly Json[] | Readonly<Record<string, number>>; readonly distinct?: boolean }
  | { readonly fake: string; readonly arguments?: Json }
  | { readonly template: string; readonly unique?: boolean }
  | { readonly int: readonly [number, number]; readonly skew?: number; readonly step?: number; readonly minus?: number }
  | { readonly real: readonly [number, number]; readonly places?: number }
  | TimeMaker
  | { readonly read: string; readonly as: TimePart }
  | { readonly parent: string }
  | { readonly position: number }
  | ReferenceMaker
  | { readonly of: string; readonly column: string; readonly key?: string }
  | { readonly case: string; readonly when: Readonly<Record<string, Maker>>; readonly else?: Maker }
  | { readonly chance: number; readonly make: Maker; readonly else?: Maker }
  | { readonly record: string; readonly field: string; readonly as?: string; readonly distinct?: true }
  | ItemMaker
  | { readonly deck: readonly Json[] }
  | { readonly serial: number }
  | { readonly between: readonly [string, string]; readonly unit: 'minutes' | 'hours' | 'days' }
  | { readonly object: Readonly<Record<string, Maker>> }
  | { readonly calc: string; readonly places?: number; readonly ending?: 'price' }
  | { readonly price: readonly [number, number] }
  | { readonly list: Maker; readonly least: number; readonly most: number }
  | { readonly other_than: string; readonly make: Maker }
  | { readonly schema: JsonObject; readonly like?: Maker }
  | { readonly fit: Maker; readonly least: number; readonly most: number }
  | { readonly cycle: readonly Json[] }
  | { readonly epoch: Maker }
  | { readonly only_once: Maker };

export interface TimeMaker {
  /** The earliest and the latest time, as spans counted from the clock start or from the column `after`. */
  readonly time: readonly [string, string];
  readonly after?: string;
  readonly day?: boolean;
  /**
   * The first and last hour of the day in which the time may lie. `step` is the number of minutes between possible
   * times.
   */
  readonly hours?: readonly [number, number];
  readonly step?: number;
  readonly weekdays?: true;
  /** Whether the time must not be later than the clock start. */
  readonly past?: true;
}

export type TimePart = 'day' | 'time' | 'hour' | 'weekday' | 'month' | 'year';
export interface ItemMaker {
  readonly item: string;
  readonly field: 'name' | 'category' | 'price' | 'description' | 'text';
  /** The categories to choose from. `called` has the API's name for each category. */
  readonly among?: readonly string[];
  readonly called?: Readonly<Record<string, string>>;
}

export interface ReferenceMaker {
  readonly row_of: string;
  readonly column: string;
  readonly distinct?: boolean;
  readonly same?: readonly string[];
  /** If true, the value is null when no row is left to pick. */
  readonly optional?: boolean;
  /** A name for the picked row. Makers of one row with the same name take the same row of the other table. */
  readonly as?: string;
  /** With a value above 1, a few rows are picked often and most rows seldom. */
  readonly skew?: number;
  /**
   * At most one row may refer to each target row. A referring row does not count if its column `by` has one of the
   * values in `unless`.
   */
  readonly held?: { readonly by: string; readonly unless: readonly Json[] };
  /**
   * Picks only rows whose time in `column` is in the future, in the past or today. The value of the picking row's
   * column `by` decides which of these.
   */
  readonly era?: {
    readonly column: string;
    readonly by: string;
    readonly ahead: readonly string[];
    readonly ended: readonly string[];
    readonly now: readonly string[];
  };
}

export interface TableRecipe {
  readonly table: string;
  /** Rows that a person wrote. */
  readonly rows?: readonly Readonly<Record<string, Json>>[];
  /** The number of rows. With `per`, the number of rows for each row of that table. */
  readonly count?: number | readonly [number, number];
  readonly per?: string;
  /** Rows are made only for rows of `per` whose columns have one of the listed values. */
  readonly where?: Readonly<Record<string, readonly Json[]>>;
  readonly columns?: Readonly<Record<string, Maker>>;
  /** Sets of columns. Two rows never have equal values in all columns of a set. */
  readonly distinct?: readonly (readonly string[])[];
}

export interface Recipe {
  readonly seed: number;
  /** If true, the rows stay unchanged and in the order of the recipe, and no `finish` statement runs. */
  readonly as_made?: true;
  /** The half of the lists of people's names to use. The two halves have no name in common. */
  readonly names?: 'a' | 'b';
  readonly tables: readonly TableRecipe[];
  /**
   * INSERT, UPDATE or DELETE statements that change the made rows, for totals or statuses that depend on other rows.
   * They are checked for safety like programs.
   */
  readonly finish?: readonly Sql[];
}

const maker = { $ref: '#/$defs/maker' } as const;
const range = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 } as const;
const form = (properties: Record<string, object>, ...required: string[]): object => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const text = { type: 'string', minLength: 1 } as const;
const texts = { type: 'array', items: { type: 'string', minLength: 1 } } as const;

export const RECIPE_SCHEMA = {
  $id: 'callgym:recipe',
  title: 'seed.recipe.json',
  ...form(
    {
      seed: { type: 'integer' },
      as_made: { const: true },
      names: { enum: ['a', 'b'] },
      tables: {
        type: 'array',
        items: form(
          {
            table: text,
            rows: { type: 'array', items: { type: 'object' } },
            count: { anyOf: [{ type: 'integer', minimum: 0 }, range] },
            per: text,
            where: { type: 'object', additionalProperties: { type: 'array' } },
            columns: { type: 'object', additionalProperties: maker },
            distinct: { type: 'array', items: { type: 'array', items: text, minItems: 1 } },
          },
          'table',
        ),
      },
      finish: {
        type: 'array',
        items: { anyOf: [{ type: 'string' }, form({ lines: { type: 'array', items: { type: 'string' } } }, 'lines')] },
      },
    },
    'seed',
    'tables',
  ),
  $defs: {
    maker: {
      anyOf: [
        { type: ['string', 'number', 'boolean', 'null'] },
        form({ digits: { type: 'integer', minimum: 1, maximum: 15 }, prefix: { type: 'string' } }, 'digits'),
        form({ count: { type: 'string' }, from: { type: 'integer' }, width: { type: 'integer' } }, 'count'),
        form(
          {
            pick: {
              anyOf: [
                { type: 'array', minItems: 1 },
                { type: 'object', additionalProperties: { type: 'number', minimum: 0 }, minProperties: 1 },
              ],
            },
            distinct: { type: 'boolean' },
          },
          'pick',
        ),
        form({ fake: { type: 'string', pattern: '^[a-z][A-Za-z]*\\.[a-z][A-Za-z0-9]*$' }, arguments: {} }, 'fake'),
        form({ template: { type: 'string' }, unique: { type: 'boolean' } }, 'template'),
        form(
          {
            int: range,
            skew: { type: 'number', exclusiveMinimum: 0 },
            step: { type: 'integer', minimum: 1 },
            minus: { type: 'integer' },
          },
          'int',
        ),
        form({ real: range, places: { type: 'integer', minimum: 0, maximum: 9 } }, 'real'),
        form(
          {
            time: { type: 'array', items: { type: 'string', pattern: '^[-+]?\\d+[dhm]$' }, minItems: 2, maxItems: 2 },
            after: text,
            day: { type: 'boolean' },
            hours: range,
            step: { type: 'integer', minimum: 1 },
            weekdays: { const: true },
            past: { const: true },
          },
          'time',
        ),
        form({ read: text, as: { enum: ['day', 'time', 'hour', 'weekday', 'month', 'year'] } }, 'read', 'as'),
        form({ parent: text }, 'parent'),
        form({ position: { type: 'integer' } }, 'position'),
        form(
          {
            row_of: text,
            column: text,
            distinct: { type: 'boolean' },
            same: texts,
            optional: { type: 'boolean' },
            as: text,
            skew: { type: 'number', exclusiveMinimum: 0 },
            held: form({ by: text, unless: { type: 'array' } }, 'by', 'unless'),
            era: form(
              { column: text, by: text, ahead: texts, ended: texts, now: texts },
              'column',
              'by',
              'ahead',
              'ended',
              'now',
            ),
          },
          'row_of',
          'column',
        ),
        form({ of: text, column: text, key: text }, 'of', 'column'),
        form({ case: text, when: { type: 'object', additionalProperties: maker }, else: maker }, 'case', 'when'),
        form({ chance: { type: 'number', minimum: 0, maximum: 1 }, make: maker, else: maker }, 'chance', 'make'),
        form({ record: text, field: text, as: text, distinct: { const: true } }, 'record', 'field'),
        form(
          {
            item: text,
            field: { enum: ['name', 'category', 'price', 'description', 'text'] },
            among: texts,
            called: { type: 'object', additionalProperties: text },
          },
          'item',
          'field',
        ),
        form({ deck: { type: 'array', minItems: 1 } }, 'deck'),
        form({ serial: { type: 'integer' } }, 'serial'),
        form(
          {
            between: { type: 'array', items: text, minItems: 2, maxItems: 2 },
            unit: { enum: ['minutes', 'hours', 'days'] },
          },
          'between',
          'unit',
        ),
        form({ object: { type: 'object', additionalProperties: maker } }, 'object'),
        form({ calc: text, places: { type: 'integer', minimum: 0, maximum: 9 }, ending: { const: 'price' } }, 'calc'),
        form({ price: range }, 'price'),
        form({ list: maker, least: { type: 'integer' }, most: { type: 'integer' } }, 'list', 'least', 'most'),
        form({ other_than: text, make: maker }, 'other_than', 'make'),
        form({ schema: { type: 'object' }, like: maker }, 'schema'),
        form({ fit: maker, least: { type: 'integer' }, most: { type: 'integer' } }, 'fit', 'least', 'most'),
        form({ cycle: { type: 'array', minItems: 1 } }, 'cycle'),
        form({ epoch: maker }, 'epoch'),
        form({ only_once: maker }, 'only_once'),
      ],
    },
  },
} as const;
