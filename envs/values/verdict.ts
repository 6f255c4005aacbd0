// The verdict on an episode, part by part. Each failure names its part and its step, the expected and the found value,
// and the reason in words.
import type { FromJsonSchema } from './validator.ts';

export const VERDICT_PARTS = [
  'state',
  'collateral',
  'calls',
  'outputs',
  'rules',
  'assertions',
  'claims',
  'reason',
] as const;
export type VerdictPart = (typeof VERDICT_PARTS)[number];

/**
 * One part of a verdict. It is null if the task does not ask for the part. `pass` is null if the part could not be
 * checked.
 */
const partSchema = {
  anyOf: [
    { type: 'null' },
    {
      type: 'object',
      properties: { pass: { type: ['boolean', 'null'] } },
      required: ['pass'],
      additionalProperties: false,
    },
  ],
} as const;

const PARTS = Object.fromEntries(VERDICT_PARTS.map((part) => [part, partSchema])) as Readonly<
  Record<VerdictPart, typeof partSchema>
>;

export const VERDICT_SCHEMA = {
  $id: 'callgym:verdict',
  title: 'Verdict',
  type: 'object',
  properties: {
    reward: { enum: [0, 1, null] },
    parts: {
      type: 'object',
      properties: PARTS,
      required: VERDICT_PARTS,
      additionalProperties: false,
    },
    failures: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          part: { enum: VERDICT_PARTS },
          step: { type: ['integer', 'null'] },
          expected: {},
          found: {},
          message: { type: 'string' },
        },
        required: ['part', 'step', 'expected', 'found', 'message'],
        additionalProperties: false,
      },
    },
    unjudged: { type: 'array', items: { type: 'string' } },
  },
  required: ['reward', 'parts', 'failures', 'unjudged'],
  additionalProperties: false,
} as const;

export type Verdict = FromJsonSchema<typeof VERDICT_SCHEMA>;
export type VerdictFailure = Verdict['failures'][number];
