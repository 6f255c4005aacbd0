// overrides.json beside a compiled environment: what a person or a model decided. A reading picks one of the scored
// alternatives of decisions.json, a program is taken as it stands, accept takes a flag away. Rebuilds keep the file.
import { PROGRAM_DEFS } from '../../envs/values/program.ts';
import { makeParser } from '../../envs/values/validator.ts';
import type { Overrides } from './compile-domain.ts';

export const OVERRIDES_FILE = 'overrides.json';
export const DECISIONS_FILE = 'decisions.json';

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
          accept: { const: true, description: 'The flags of this tool have been looked at.' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
  $defs: PROGRAM_DEFS,
} as const;

export const parseOverrides = makeParser<Overrides>(OVERRIDES_SCHEMA, 'docs/compiler.md shows the shape');
