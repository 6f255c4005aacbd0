// Describes overrides.json, a file in the folder of a compiled environment. A person or a model writes decisions into
// the file. Each rebuild follows the decisions and leaves the file unchanged.
import { PROGRAM_DEFS, type ToolProgram } from '../../envs/values/program.ts';
import { EXAMPLES_SCHEMA, type ToolExample } from '../../envs/values/tool-schema.ts';
import { makeParser } from '../../envs/values/validator.ts';

export const OVERRIDES_FILE = 'overrides.json';
export const DECISIONS_FILE = 'decisions.json';

export interface ToolOverride {
  readonly reading?: string;
  readonly program?: ToolProgram;
  /** Example calls that `check` makes, in addition to the calls that the compiler found. */
  readonly examples?: readonly ToolExample[];
  readonly shapes?: readonly string[];
}

export interface Overrides {
  readonly tools?: Readonly<Record<string, ToolOverride>>;
  readonly things?: Readonly<Record<string, { readonly key?: string; readonly also?: readonly string[] }>>;
}

const texts = { type: 'array', items: { type: 'string', minLength: 1 } } as const;

const OVERRIDES_SCHEMA = {
  $id: 'callgym:overrides',
  title: OVERRIDES_FILE,
  type: 'object',
  properties: {
    tools: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          reading: { type: 'string', minLength: 1, description: 'One of the readings that decisions.json lists.' },
          program: { type: 'array', items: { $ref: '#/$defs/step' }, minItems: 1 },
          examples: EXAMPLES_SCHEMA,
          shapes: { ...texts, description: 'Arguments that only shape the answer.' },
        },
        additionalProperties: false,
      },
    },
    things: {
      type: 'object',
      description: 'By noun, singular.',
      additionalProperties: {
        type: 'object',
        properties: {
          key: { type: 'string', minLength: 1, description: 'The argument that is its key.' },
          also: { ...texts, description: 'Other nouns of the same rows.' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
  $defs: PROGRAM_DEFS,
} as const;

export const parseOverrides = makeParser<Overrides>(OVERRIDES_SCHEMA, 'docs/compiler.md shows the shape');
