// A recipe makes the rows of seed.jsonl: table by table, column by column, then SQL for what follows from other rows.
// Data like everything else; the same seed gives the same bytes.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Sql } from '../../envs/values/program.ts';

/** How one value is made. A bare JSON scalar stands for itself. */
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
  | { readonly time: readonly [string, string]; readonly after?: string; readonly day?: boolean }
  | { readonly parent: string }
  | { readonly position: number }
  | { readonly row_of: string; readonly column: string; readonly distinct?: boolean; readonly same?: readonly string[] }
  | { readonly of: string; readonly column: string }
  | { readonly case: string; readonly when: Readonly<Record<string, Maker>>; readonly else?: Maker }
  | { readonly chance: number; readonly make: Maker; readonly else?: Maker }
  | { readonly record: string; readonly field: string }
  | { readonly schema: JsonObject; readonly like?: Maker }
  | { readonly fit: Maker; readonly least: number; readonly most: number }
  | { readonly cycle: readonly Json[] }
  | { readonly epoch: Maker }
  | { readonly only_once: Maker };

export interface TableRecipe {
  readonly table: string;
  /** Rows written by hand. */
  readonly rows?: readonly Readonly<Record<string, Json>>[];
  /** How many rows, or how many for each row of `per`. */
  readonly count?: number | readonly [number, number];
  readonly per?: string;
  /** Only for parents whose columns have one of these values. */
  readonly where?: Readonly<Record<string, readonly Json[]>>;
  readonly columns?: Readonly<Record<string, Maker>>;
}

export interface Recipe {
  readonly seed: number;
  /** The rows stay as they are made, in that order; there is nothing to finish. */
  readonly as_made?: true;
  /** Which half of the lists people's names come from: nobody of one half is called like somebody of the other. */
  readonly names?: 'a' | 'b';
  readonly tables: readonly TableRecipe[];
  /** INSERT, UPDATE or DELETE over the made rows, vetted like programs: totals, statuses that follow from others. */
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
          },
          'time',
        ),
        form({ parent: text }, 'parent'),
        form({ position: { type: 'integer' } }, 'position'),
        form(
          { row_of: text, column: text, distinct: { type: 'boolean' }, same: { type: 'array', items: text } },
          'row_of',
          'column',
        ),
        form({ of: text, column: text }, 'of', 'column'),
        form({ case: text, when: { type: 'object', additionalProperties: maker }, else: maker }, 'case', 'when'),
        form({ chance: { type: 'number', minimum: 0, maximum: 1 }, make: maker, else: maker }, 'chance', 'make'),
        form({ record: text, field: text }, 'record', 'field'),
        form({ schema: { type: 'object' }, like: maker }, 'schema'),
        form({ fit: maker, least: { type: 'integer' }, most: { type: 'integer' } }, 'fit', 'least', 'most'),
        form({ cycle: { type: 'array', minItems: 1 } }, 'cycle'),
        form({ epoch: maker }, 'epoch'),
        form({ only_once: maker }, 'only_once'),
      ],
    },
  },
} as const;
