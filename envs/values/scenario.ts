// Scenarios: executable tests that belong to an environment. A scenario is a list of calls, each with its expected
// outcome. The command `check` plays each scenario in a new session. generator/author/prompts/scenario-format.md
// describes the format.
import { TOOL_ERROR_CODES } from '../errors/tool-error.ts';
import type { Json } from './json.ts';
import { AUDIENCES } from './tool-schema.ts';
import type { FromJsonSchema } from './validator.ts';

const text = { type: 'string', minLength: 1 } as const;
const given = {
  type: 'object',
  propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
  additionalProperties: { anyOf: [text, { type: 'array', items: text, minItems: 1, maxItems: 1 }] },
} as const;

const step = {
  type: 'object',
  properties: {
    by: { enum: AUDIENCES },
    name: text,
    arguments: { type: 'object' },
    as: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
    repeat: { type: 'integer', minimum: 1, maximum: 200 },
    given,
    expect: {
      type: 'object',
      properties: { ok: { type: 'boolean' }, result: {}, error: { enum: TOOL_ERROR_CODES }, message: {} },
      required: ['ok'],
      additionalProperties: false,
    },
    state: {
      type: 'array',
      items: {
        type: 'object',
        properties: { sql: text, rows: { anyOf: [{ type: 'array' }, { enum: ['$before', '$seed'] }] } },
        required: ['sql', 'rows'],
        additionalProperties: false,
      },
    },
  },
  required: ['name', 'arguments', 'expect'],
  additionalProperties: false,
} as const;

export const SCENARIO_SCHEMA = {
  $id: 'callgym:scenario',
  title: 'a line of scenarios.jsonl',
  type: 'object',
  properties: {
    name: text,
    covers: { type: 'array', items: text },
    given,
    steps: { type: 'array', items: step, minItems: 1, maxItems: 200 },
  },
  required: ['name', 'covers', 'steps'],
  additionalProperties: false,
} as const;

/** The optional first line of scenarios.jsonl: views (named SELECTs) that the SQL of all scenarios may use. */
export const SCENARIO_VIEWS_SCHEMA = {
  $id: 'callgym:scenario-views',
  title: 'the first line of scenarios.jsonl',
  type: 'object',
  properties: {
    views: {
      type: 'object',
      propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
      additionalProperties: text,
    },
  },
  required: ['views'],
  additionalProperties: false,
} as const;

type Written = FromJsonSchema<typeof SCENARIO_SCHEMA>;
type WrittenStep = Written['steps'][number];

/**
 * Names for rows. A SELECT as a text names its first row; a SELECT as the only item of a list names all of its rows.
 */
export type Given = Readonly<Record<string, string | readonly string[]>>;

export interface ScenarioStep extends Omit<WrittenStep, 'given' | 'expect' | 'state'> {
  readonly given?: Given;
  readonly expect: {
    readonly ok: boolean;
    readonly result?: Json;
    readonly error?: (typeof TOOL_ERROR_CODES)[number];
    readonly message?: Json;
  };
  readonly state?: readonly { readonly sql: string; readonly rows: readonly Json[] | '$before' | '$seed' }[];
}

export interface Scenario {
  readonly name: string;
  readonly covers: readonly string[];
  readonly given?: Given;
  readonly steps: readonly ScenarioStep[];
}

export interface ScenarioSuite {
  readonly views: Readonly<Record<string, string>>;
  readonly scenarios: readonly Scenario[];
}
