// The net difference between two states of a session, by table: rows that were inserted, updated (with the changed
// columns only) and deleted.
import type { FromJsonSchema } from './validator.ts';

const row = { type: 'object' } as const;

export const DIFF_SCHEMA = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: {
      inserted: { type: 'array', items: row },
      updated: {
        type: 'array',
        items: {
          type: 'object',
          properties: { key: row, before: row, after: row },
          required: ['key', 'before', 'after'],
          additionalProperties: false,
        },
      },
      deleted: { type: 'array', items: row },
    },
    required: ['inserted', 'updated', 'deleted'],
    additionalProperties: false,
  },
} as const;

export type Diff = FromJsonSchema<typeof DIFF_SCHEMA>;
export type TableDiff = Diff[string];
