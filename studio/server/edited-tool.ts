// An edit of one tool: another program, other examples, or both. Makes the environment with the edit.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { GymError } from '../../envs/errors/gym-error.ts';
import { FILES, readJsonFile, withEffect } from '../../envs/folder/environment-folder.ts';
import { HttpError } from '../../envs/server/http-errors.ts';
import type { Environment } from '../../envs/values/environment.ts';
import { asJson, checkedAs, plainJson } from '../../envs/values/json.ts';
import type { ToolProgram } from '../../envs/values/program.ts';
import {
  EXAMPLES_SCHEMA,
  TOOLS_FILE_SCHEMA,
  type Tool,
  type ToolDraft,
  type ToolExample,
} from '../../envs/values/tool-schema.ts';
import { makeParser } from '../../envs/values/validator.ts';
import { DECISIONS_FILE, OVERRIDES_FILE, parseOverrides, type Overrides } from '../../generator/compile/overrides.ts';

export const EDIT_SCHEMA = {
  type: 'object',
  properties: {
    tool: { type: 'string', minLength: 1 },
    program: { type: 'array', minItems: 1 },
    examples: { ...EXAMPLES_SCHEMA, maxItems: 100 },
  },
  required: ['tool'],
  additionalProperties: false,
} as const;

export interface Edit {
  readonly tool: string;
  /** The new program. If absent, the tool keeps its program. */
  readonly program?: ToolProgram;
  /** The new examples. If absent, the tool keeps its examples. */
  readonly examples?: readonly ToolExample[];
}

const parseTools = makeParser<readonly ToolDraft[]>({ ...TOOLS_FILE_SCHEMA, $id: 'callgym:tools-edited' });

export function toolNamed({ tools }: Environment, name: string): Tool {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new HttpError('NOT_FOUND', { what: `tool ${JSON.stringify(name.slice(0, 100))}` });
  return tool;
}

export function withEdit(environment: Environment, { tool: name, program, examples }: Edit): Environment | string {
  const tool = toolNamed(environment, name);
  const { effect: _effect, ...draft } = tool;
  const edited: ToolDraft = {
    ...draft,
    ...(program === undefined ? {} : { program: checkedAs<ToolProgram>(plainJson(asJson(program))) }),
    ...(examples === undefined ? {} : { examples: checkedAs<ToolExample[]>(plainJson(asJson(examples))) }),
  };
  try {
    parseTools(asJson([edited]), FILES.tools);
  } catch (error) {
    return (error as GymError).message;
  }
  const whole = withEffect(edited, environment.fragments ?? {});
  return { ...environment, tools: environment.tools.map((each) => (each === tool ? whole : each)) };
}

export function isCompiled(dir: string | undefined): dir is string {
  return dir !== undefined && existsSync(join(dir, DECISIONS_FILE));
}

export function overridesOf(dir: string): Overrides {
  const file = join(dir, OVERRIDES_FILE);
  return existsSync(file) ? parseOverrides(plainJson(readJsonFile(file)), file) : {};
}

export function withOverride(dir: string, { tool, program, examples }: Edit): Overrides {
  const overrides = overridesOf(dir);
  const { examples: known, ...before } = overrides.tools?.[tool] ?? {};
  const kept = examples ?? known ?? [];
  const edited = {
    ...before,
    ...(program === undefined ? {} : { program }),
    ...(kept.length === 0 ? {} : { examples: kept }),
  };
  return { ...overrides, tools: { ...overrides.tools, [tool]: edited } };
}
