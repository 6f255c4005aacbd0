// The types of a model's replies, with a JSON Schema for each stage. The schemas let the model leave many members out.
// A complaint about a reply names the place that breaks the schema.
import { parseReply } from '../../envs/model/parse-reply.ts';
import { SCENARIO_SCHEMA, type Scenario } from '../../envs/values/scenario.ts';
import { PROGRAM_DEFS, type ToolProgram } from '../../envs/values/program.ts';
import { TOOL_ERROR_CODES, type ToolErrorCode } from '../../envs/errors/tool-error.ts';
import type { ColumnRole, Invariant, Promised } from '../../envs/values/environment.ts';
import { plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { ToolExample } from '../../envs/values/tool-schema.ts';
import { makeParser } from '../../envs/values/validator.ts';
import { withinCalls } from './reply-limits.ts';
import type { Maker } from '../recipe/recipe-schema.ts';

export interface RowsTable {
  readonly table: string;
  readonly columns?: readonly string[] | Readonly<Record<string, Maker>>;
  readonly rows?: readonly (readonly Json[])[];
  readonly per?: string;
  readonly count?: number | readonly [number, number];
}

export interface ToolPlan {
  readonly effect: 'read' | 'write';
  readonly does: string;
  readonly returns?: JsonObject;
  readonly errors?: readonly { readonly code: ToolErrorCode; readonly when: string }[];
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly observed_by?: readonly string[];
}

export interface AddedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly why?: string;
}

export interface PlanReply {
  readonly title?: string;
  readonly purpose?: string;
  readonly clock?: string;
  readonly conventions?: readonly string[];
  readonly sql?: readonly string[];
  readonly roles?: Readonly<Record<string, ColumnRole | null>>;
  readonly invariants?: readonly Invariant[];
  readonly anchors?: readonly RowsTable[];
  readonly seed?: readonly Promised[];
  readonly tools?: Readonly<Record<string, ToolPlan>>;
  readonly added?: readonly AddedTool[];
  readonly unseen?: Readonly<Record<string, string>>;
}

export interface WrittenTool {
  readonly program?: ToolProgram;
  readonly examples?: readonly ToolExample[];
  readonly returns?: JsonObject;
}

/** The changes that the model may send at several stages. The prompt of each stage names the members that it allows. */
export interface ChangesReply {
  readonly tools?: Readonly<Record<string, WrittenTool>>;
  readonly fragments?: Readonly<Record<string, ToolProgram>>;
  readonly views?: readonly string[] | Readonly<Record<string, string>>;
  readonly sql?: readonly string[];
  readonly roles?: Readonly<Record<string, ColumnRole | null>>;
  readonly tables?: readonly RowsTable[];
  readonly drop_rows?: readonly { readonly table: string; readonly where: JsonObject }[];
  readonly invariants?: readonly (Partial<Invariant> & { readonly name: string })[];
  readonly seed?: readonly Promised[];
  readonly unseen?: Readonly<Record<string, string>>;
  readonly scenarios?: readonly Scenario[];
  readonly drop?: readonly string[];
  readonly verdicts?: readonly { readonly scenario: string; readonly wrong: string; readonly why?: string }[];
  readonly pairs?: readonly { readonly pair: number; readonly right: string; readonly why?: string }[];
}

export interface ReviewReply {
  readonly tools: Readonly<Record<string, { readonly verdict: 'right' | 'partly' | 'wrong'; readonly why?: string }>>;
}

const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const form = (properties: Record<string, object>, ...required: string[]): object => ({
  type: 'object',
  properties,
  required,
});

const rowsTables = {
  type: 'array',
  items: form(
    {
      table: text,
      columns: { type: ['array', 'object'] },
      rows: { type: 'array', maxItems: 2000, items: { type: 'array' } },
      per: text,
      count: {
        anyOf: [
          { type: 'integer', minimum: 0, maximum: 2000 },
          { type: 'array', items: { type: 'number', maximum: 200 }, minItems: 2, maxItems: 2 },
        ],
      },
    },
    'table',
  ),
} as const;
const roles = {
  type: 'object',
  additionalProperties: { enum: ['minted', 'timestamp', 'prose', 'caller_key', 'boolean', 'json', 'money', null] },
} as const;
const invariants = { type: 'array', items: form({ name: text, sql: text, says: text }, 'name') } as const;
const promises = {
  type: 'array',
  items: form({ sql: text, at_least: { type: 'integer', minimum: 1 }, says: text }, 'sql', 'at_least'),
} as const;
const program = { type: 'array', items: { $ref: '#/$defs/step' }, minItems: 1 } as const;
const { $id: _id, title: _title, ...scenario } = SCENARIO_SCHEMA;

const PLAN = {
  $id: 'callgym:author-plan',
  ...form({
    title: text,
    purpose: text,
    clock: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' },
    conventions: texts,
    sql: texts,
    roles,
    invariants: { type: 'array', items: form({ name: text, sql: text, says: text }, 'name', 'sql') },
    anchors: rowsTables,
    seed: promises,
    tools: {
      type: 'object',
      additionalProperties: form(
        {
          effect: { enum: ['read', 'write'] },
          does: text,
          returns: { type: ['object', 'boolean'] },
          errors: { type: 'array', items: form({ code: { enum: TOOL_ERROR_CODES }, when: text }, 'code', 'when') },
          reads: texts,
          writes: texts,
          observed_by: texts,
        },
        'effect',
        'does',
      ),
    },
    added: {
      type: 'array',
      items: form({ name: text, description: text, parameters: { type: 'object' } }, 'name', 'description'),
    },
    unseen: { type: 'object', additionalProperties: text },
  }),
} as const;

const CHANGES = {
  $id: 'callgym:author-changes',
  ...form({
    tools: {
      type: 'object',
      additionalProperties: form({
        program,
        returns: { type: ['object', 'boolean'] },
        examples: {
          type: 'array',
          items: form(
            {
              before: {
                type: 'array',
                items: form({ name: text, arguments: { type: 'object' } }, 'name', 'arguments'),
              },
              arguments: { type: 'object' },
              expect: { enum: ['ok', ...TOOL_ERROR_CODES] },
            },
            'arguments',
            'expect',
          ),
        },
      }),
    },
    fragments: { type: 'object', additionalProperties: program },
    views: { anyOf: [texts, { type: 'object', additionalProperties: text }] },
    sql: texts,
    roles,
    tables: rowsTables,
    drop_rows: { type: 'array', items: form({ table: text, where: { type: 'object' } }, 'table', 'where') },
    invariants,
    seed: promises,
    unseen: { type: 'object', additionalProperties: text },
    scenarios: { type: 'array', maxItems: 200, items: scenario },
    drop: texts,
    verdicts: { type: 'array', items: form({ scenario: text, wrong: text, why: text }, 'scenario', 'wrong') },
    pairs: { type: 'array', items: form({ pair: { type: 'integer' }, right: text, why: text }, 'pair', 'right') },
  }),
  $defs: PROGRAM_DEFS,
} as const;

const REVIEW = {
  $id: 'callgym:author-review',
  ...form(
    {
      tools: {
        type: 'object',
        additionalProperties: form({ verdict: { enum: ['right', 'partly', 'wrong'] }, why: text }, 'verdict'),
      },
    },
    'tools',
  ),
} as const;

const plans = makeParser<PlanReply>(PLAN);
const changes = makeParser<ChangesReply>(CHANGES);
const reviews = makeParser<ReviewReply>(REVIEW);

/**
 * These functions read replies. For a wrong reply they throw an error of one line, with the place in the reply and the
 * fault.
 */
export const readPlan = (reply: string): PlanReply => plans(plainJson(parseReply(reply)), 'your reply');
export const readReview = (reply: string): ReviewReply => reviews(plainJson(parseReply(reply)), 'your reply');

/**
 * Reads changes. Scenarios and tools that break the schema are left out with a complaint; other changes are kept.
 */
export function readChanges(reply: string): { readonly changes: ChangesReply; readonly complaints: readonly string[] } {
  const value = plainJson(parseReply(reply)) as JsonObject;
  const complaints: string[] = [];
  const { scenarios, tools, fragments, ...rest } = value;
  const kept = (each: JsonObject, name: string): boolean => {
    try {
      changes(each, name);
      return true;
    } catch (error) {
      complaints.push((error as Error).message);
      return false;
    }
  };
  const keptScenarios = (Array.isArray(scenarios) ? (scenarios as readonly Json[]) : []).filter((each, at) =>
    kept({ scenarios: [each] }, `your reply, scenario ${at + 1}`),
  );
  const members = (all: Json | undefined, key: string): [string, Json][] =>
    Object.entries(all !== null && typeof all === 'object' && !Array.isArray(all) ? (all as JsonObject) : {}).filter(
      ([name, each]) => kept({ [key]: { [name]: each as Json } }, `your reply, ${key} ${name}`),
    ) as [string, Json][];
  const whole = {
    ...rest,
    ...(scenarios === undefined ? {} : { scenarios: keptScenarios }),
    ...(tools === undefined ? {} : { tools: Object.fromEntries(members(tools as Json, 'tools')) }),
    ...(fragments === undefined ? {} : { fragments: Object.fromEntries(members(fragments as Json, 'fragments')) }),
  };
  const read = changes(whole as Json, 'your reply');
  if (read.scenarios === undefined) return { changes: read, complaints };
  const { kept: short, complaints: long } = withinCalls(read.scenarios);
  return { changes: { ...read, scenarios: short }, complaints: [...complaints, ...long] };
}
