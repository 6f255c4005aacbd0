// A tool program: a short list of steps over SQLite. It is data and is never run as code. The JSON Schema in this file
// defines the language; types, validation and the reference in docs/ are derived from it.
import type { JSONSchema } from 'json-schema-to-ts';
import { TOOL_ERROR_CODES } from '../errors/tool-error.ts';
import type { DeepReadonly, FromJsonSchema } from './validator.ts';

export const SQL_SCHEMA = {
  description: 'One SQL statement: a string, or {"lines": [strings]} for a long one.',
  anyOf: [
    { type: 'string', minLength: 1 },
    {
      type: 'object',
      properties: { lines: { type: 'array', items: { type: 'string' }, minItems: 1 } },
      required: ['lines'],
      additionalProperties: false,
    },
  ],
} as const satisfies JSONSchema;

const sql = SQL_SCHEMA;

const failure = {
  description:
    'An error for the agent: [code, message template]. Templates hold {argument}, {row.column} and {=expression}.',
  type: 'array',
  prefixItems: [{ enum: TOOL_ERROR_CODES }, { type: 'string' }],
  items: false,
  minItems: 2,
} as const;

const name = { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$' } as const satisfies JSONSchema;

const when = {
  description: 'The step runs only when this expression is true. NULL is not true.',
  type: 'string',
  minLength: 1,
} as const satisfies JSONSchema;

const shape = { enum: ['value', 'row', 'rows', 'json', 'text'] } as const satisfies JSONSchema;

export const SHAPES = shape.enum;

const letStep = {
  description:
    'Binds the first row of a SELECT to a name (:name.column), or with "list" all of its rows. Without a row every column is null, or `else` ends the call.',
  type: 'object',
  properties: { let: name, sql, list: { const: true }, else: failure, when },
  required: ['let', 'sql'],
  additionalProperties: false,
} as const;

const requireStep = {
  description: 'The expression must be true, else the call ends with the error. NULL is not true.',
  type: 'object',
  properties: { require: { type: 'string', minLength: 1 }, else: failure, when },
  required: ['require', 'else'],
  additionalProperties: false,
} as const;

const refuseStep = {
  description: 'The SELECT must return no row; the columns of its first row feed the message.',
  type: 'object',
  properties: { refuse: sql, else: failure, when },
  required: ['refuse', 'else'],
  additionalProperties: false,
} as const;

const runStep = {
  description: 'One or more INSERT, UPDATE or DELETE statements, in order.',
  type: 'object',
  properties: { run: { anyOf: [sql, { type: 'array', items: sql, minItems: 1 }] }, when },
  required: ['run'],
  additionalProperties: false,
} as const;

const eachStep = {
  description:
    'Runs its own steps for every element of a JSON array (an argument, an expression) or of a bound list. `at` names the position, from 0.',
  type: 'object',
  properties: {
    each: { type: 'string', minLength: 1 },
    as: name,
    at: name,
    do: { type: 'array', items: { $ref: '#/$defs/step' }, minItems: 1 },
    when,
  },
  required: ['each', 'as', 'do'],
  additionalProperties: false,
} as const;

const failStep = {
  description: 'Ends the call with an error. With `keep`, the writes before it stay.',
  type: 'object',
  properties: { fail: failure, keep: { const: true }, when },
  required: ['fail'],
  additionalProperties: false,
} as const;

const returnStep = {
  description:
    'Ends the call with a result: the first value, the first row, all rows, one value parsed as JSON, or a text template. `with` adds nested parts, whose SQL sees the outer row as :row.column.',
  type: 'object',
  properties: { return: sql, shape, with: { $ref: '#/$defs/parts' }, when },
  required: ['return', 'shape'],
  additionalProperties: false,
} as const;

const useStep = {
  description: 'A named fragment of the environment, put here before vetting.',
  type: 'object',
  properties: { use: name, when },
  required: ['use'],
  additionalProperties: false,
} as const;

const part = {
  type: 'object',
  properties: { sql, shape, with: { $ref: '#/$defs/parts' } },
  required: ['sql', 'shape'],
  additionalProperties: false,
} as const;

/** The kinds of steps, in the order of the reference. */
export const STEP_SCHEMAS = {
  let: letStep,
  require: requireStep,
  refuse: refuseStep,
  run: runStep,
  each: eachStep,
  fail: failStep,
  return: returnStep,
  use: useStep,
} as const;

export type StepKind = keyof typeof STEP_SCHEMAS;

/** The definitions for $defs of every schema that contains programs. */
export const PROGRAM_DEFS = {
  step: {
    type: 'object',
    oneOf: Object.values(STEP_SCHEMAS),
  },
  parts: { type: 'object', additionalProperties: part, propertyNames: name },
} as const;

export const PROGRAM_SCHEMA = {
  $id: 'callgym:program',
  title: 'ToolProgram',
  type: 'array',
  items: { $ref: '#/$defs/step' },
  minItems: 1,
  $defs: PROGRAM_DEFS,
} as const;

export type Sql = FromJsonSchema<typeof sql>;
export type Shape = FromJsonSchema<typeof shape>;
/** An error of a tool: its code and the template of its message. */
export type Failure = readonly [(typeof TOOL_ERROR_CODES)[number], string];

export interface Part {
  readonly sql: Sql;
  readonly shape: Shape;
  readonly with?: Parts;
}
export type Parts = Readonly<Record<string, Part>>;

// only `do`, `with` and failures have handwritten types, because TypeScript cannot infer a type from a recursive schema
type Plain<S extends { properties: object }> = S extends { properties: infer P extends Record<string, unknown> }
  ? { readonly [K in keyof P]: P[K] extends JSONSchema ? FromJsonSchema<P[K]> : never }
  : never;
type Tied<P> = {
  readonly [K in keyof P]: K extends 'else' | 'fail'
    ? Failure
    : K extends 'do'
      ? readonly Step[]
      : K extends 'with'
        ? Parts
        : P[K];
};
type Optional<P, K extends string> = DeepReadonly<Omit<P, K>> & Partial<Pick<P, Extract<keyof P, K>>>;
type StepOf<S extends { properties: object }, K extends string> = Optional<Tied<Plain<S>>, K | 'when'>;

export interface LetStep extends StepOf<typeof letStep, 'list' | 'else'> {}
export interface RequireStep extends StepOf<typeof requireStep, never> {}
export interface RefuseStep extends StepOf<typeof refuseStep, never> {}
export interface RunStep extends StepOf<typeof runStep, never> {}
export interface EachStep extends StepOf<typeof eachStep, 'at'> {}
export interface FailStep extends StepOf<typeof failStep, 'keep'> {}
export interface ReturnStep extends StepOf<typeof returnStep, 'with'> {}
export interface UseStep extends StepOf<typeof useStep, never> {}

interface StepByKind {
  readonly let: LetStep;
  readonly require: RequireStep;
  readonly refuse: RefuseStep;
  readonly run: RunStep;
  readonly each: EachStep;
  readonly fail: FailStep;
  readonly return: ReturnStep;
  readonly use: UseStep;
}

export type Step = StepByKind[StepKind];
type KeyOf<T> = T extends unknown ? keyof T : never;
type ValueAt<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
/** Every key that some kind of step has. StepValue is the type of its value. */
export type StepKey = KeyOf<Step>;
export type StepValue<K extends StepKey> = Exclude<ValueAt<Step, K>, undefined>;
export type ToolProgram = readonly Step[];

/** Returns the kind of a step. The kind is the name of a key that only this kind of step has. */
export function stepKind(step: Step): StepKind {
  for (const kind of STEP_KINDS) if (kind in step) return kind;
  throw new TypeError('not a step');
}
const STEP_KINDS = Object.keys(STEP_SCHEMAS) as StepKind[];

/** For each kind of step, whether the SQL of the step itself changes rows. */
const CHANGES_ROWS: Readonly<Record<StepKind, boolean>> = {
  let: false,
  require: false,
  refuse: false,
  run: true,
  each: false,
  fail: false,
  return: false,
  use: false,
};

/** Tells whether the SQL of the step itself changes rows. Steps inside the step are not considered. */
export function changesRows(step: Step): boolean {
  return CHANGES_ROWS[stepKind(step)];
}

/**
 * Returns the steps inside a step. A step that uses a fragment (a named list of steps) has none, because they belong to
 * the fragment.
 */
export function stepsInside(step: Step): readonly Step[] {
  return 'do' in step ? step.do : [];
}

export function sqlText(value: Sql): string {
  return typeof value === 'string' ? value : value.lines.join('\n');
}
