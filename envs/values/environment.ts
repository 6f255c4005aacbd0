// An environment: the schema, tools, initial rows, policy and rules of a simulated API, as readonly JSON. Tasks are
// stored separately.
import type { JSONSchema } from 'json-schema-to-ts';
import type { JsonObject } from './json.ts';
import { PROGRAM_DEFS, type ToolProgram } from './program.ts';
import type { Rule } from './rule.ts';
import type { ScenarioSuite } from './scenario.ts';
import type { Speech } from './speech.ts';
import type { Story } from './story.ts';
import type { Tool } from './tool-schema.ts';
import type { FromJsonSchema } from './validator.ts';

/** The version of the environment's files that this callgym reads and writes. */
export const ENVIRONMENT_FORMAT = 1;

/**
 * The meaning of a column beyond its SQL type. minted: an id from new_id(). timestamp: a time from now(). prose: a text
 * that the agent words freely. caller_key: a key that the caller invents, so that a repeated call has no second effect.
 * boolean, json, money: how a result shows the value (true or false, parsed JSON, divided by 100).
 */
export const COLUMN_ROLES = ['minted', 'timestamp', 'prose', 'caller_key', 'boolean', 'json', 'money'] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

const CLOCK_PATTERN = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$';

const head = {
  type: 'object',
  properties: {
    format: { const: ENVIRONMENT_FORMAT },
    name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_.-]{0,62}$' },
    title: { type: 'string', minLength: 1 },
    description: { type: 'string' },
    origin: { type: 'string', description: 'Where the environment comes from: authored, compiled, imported.' },
    clock: { type: 'string', pattern: CLOCK_PATTERN, description: 'What now() is before the first committed call.' },
    locale: {
      type: 'string',
      pattern: '^[a-z]{2}(-[A-Z]{2})?$',
      description: 'How people write here: 06/07/2031 is 7 June in en-US, which is assumed, and 6 July in en-GB.',
    },
    columns: {
      type: 'object',
      propertyNames: { pattern: '^[^.]+\\.[^.]+$' },
      additionalProperties: { enum: COLUMN_ROLES },
    },
    documents: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: { view: { type: 'string' }, key: { type: 'string' } },
        required: ['view', 'key'],
        additionalProperties: false,
      },
    },
    arguments: { enum: ['strict', 'loose'] },
    after: { type: 'string' },
    invariants: {
      description: 'SELECTs that return no row, on the first rows and after every committed call.',
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1 },
          sql: { type: 'string', minLength: 1 },
          says: { type: 'string' },
        },
        required: ['name', 'sql', 'says'],
        additionalProperties: false,
      },
    },
    promises: {
      description: 'SELECTs that return at least so many of the first rows.',
      type: 'array',
      items: {
        type: 'object',
        properties: {
          sql: { type: 'string', minLength: 1 },
          at_least: { type: 'integer', minimum: 1 },
          says: { type: 'string' },
        },
        required: ['sql', 'at_least'],
        additionalProperties: false,
      },
    },
    unseen: {
      description: 'Tables that tools write and no read shows, each with the reason.',
      type: 'object',
      additionalProperties: { type: 'string', minLength: 1 },
    },
  },
  required: ['format', 'name', 'title', 'description', 'origin', 'clock', 'columns', 'documents', 'arguments'],
  additionalProperties: false,
} as const satisfies JSONSchema;

export const ENVIRONMENT_FILE_SCHEMA = {
  $id: 'callgym:environment',
  ...head,
  title: 'environment.json',
  properties: {
    ...head.properties,
    fragments: {
      type: 'object',
      additionalProperties: { type: 'array', items: { $ref: '#/$defs/step' }, minItems: 1 },
    },
  },
  $defs: PROGRAM_DEFS,
} as const;

export type Invariant = NonNullable<FromJsonSchema<typeof head>['invariants']>[number];
export type Promised = NonNullable<FromJsonSchema<typeof head>['promises']>[number];

/** The contents of environment.json. */
export type EnvironmentHead = Omit<FromJsonSchema<typeof head>, 'columns'> & {
  readonly columns: Readonly<Record<string, ColumnRole>>;
  readonly fragments?: Readonly<Record<string, ToolProgram>>;
};

export interface SeedRow {
  readonly table: string;
  readonly row: JsonObject;
}

export const SEED_ROW_SCHEMA = {
  $id: 'callgym:seed-row',
  title: 'a line of seed.jsonl',
  type: 'object',
  properties: { table: { type: 'string' }, row: { type: 'object' } },
  required: ['table', 'row'],
  additionalProperties: false,
} as const;

export interface Environment extends EnvironmentHead {
  /** The text of schema.sql. */
  readonly schema: string;
  readonly tools: readonly Tool[];
  /** The initial rows, in the order in which they are inserted. */
  readonly seed: readonly SeedRow[];
  readonly policy: string;
  readonly rules: readonly Rule[];
  /** Test calls with their expected outcomes. Their author has not seen the programs of the tools. */
  readonly scenarios?: ScenarioSuite;
  /** Patterns of goals that users of this environment can have. Tasks are made from them. */
  readonly stories?: readonly Story[];
  /** Phrases with which an agent speaks about the tools. */
  readonly speech?: Speech;
}
