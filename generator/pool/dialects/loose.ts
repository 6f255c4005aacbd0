// Reads the dialects of public benchmarks, which store a name, a description and parameters under various keys.
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { isJsonObject } from '../../../envs/values/json.ts';
import type { FoundTool } from '../pool-tool.ts';
import { audienceOf, textAt, valueAt, type Dialect } from './dialect.ts';

const NAMES = ['name', 'api_name', 'function_name', 'func_name', 'tool_name', 'apiName', 'operation', 'title'] as const;
const DESCRIPTIONS = [
  'description',
  'api_description',
  'desc',
  'func_description',
  'tool_description',
  'summary',
  'documentation',
  'docstring',
] as const;
const PARAMETERS = [
  'parameters',
  'arguments',
  'input_parameters',
  'inputs',
  'input',
  'args',
  'params',
  'input_schema',
  'inputSchema',
  'parameter',
] as const;
const RETURNS = [
  'response',
  'responses',
  'results',
  'result',
  'output_parameters',
  'returns',
  'return',
  'output',
  'outputs',
  'output_schema',
  'outputSchema',
] as const;
const SAMPLES = ['template_response', 'response_template', 'sample_response', 'example_response'] as const;

/** Reads a tool that has its name, description, parameters and returns under any of the known keys. */
export function looseTool(item: JsonObject): FoundTool {
  const audience = audienceOf(item);
  const sample = valueAt(item, ...SAMPLES);
  return {
    name: textAt(item, ...NAMES),
    description: textAt(item, ...DESCRIPTIONS),
    parameters: valueAt(item, ...PARAMETERS),
    ...(sample === undefined
      ? { returns: valueAt(item, ...RETURNS), returnsAre: 'schema' as const }
      : { returns: sample, returnsAre: 'skeleton' as const }),
    ...(audience === undefined ? {} : { hints: { audience } }),
  };
}

/** The dialect of RapidAPI, a hub of web APIs. It has two lists of parameters, one required and one optional. */
export const parameterLists: Dialect = {
  name: 'rapidapi',
  recognises: (item) => Array.isArray(item['required_parameters']) || Array.isArray(item['optional_parameters']),
  read: (item) => {
    const list = (key: string, required: boolean): Json[] =>
      Array.isArray(item[key])
        ? (item[key] as readonly Json[]).map((each) =>
            isJsonObject(each) ? { ...withoutNumericDefault(each), required } : each,
          )
        : [];
    const method = textAt(item, 'method').toUpperCase();
    return {
      ...looseTool({ ...item, name: textAt(item, 'api_name', 'name'), title: '' }),
      parameters: [...list('required_parameters', true), ...list('optional_parameters', false)],
      group:
        [textAt(item, 'category_name'), textAt(item, 'tool_name')].filter((part) => part !== '').join('/') || undefined,
      ...(/^[A-Z]+$/.test(method) ? { hints: { method } } : {}),
    };
  },
};

/** Turns a parameter's default into an example, because RapidAPI stores values from its test page as defaults. */
function withoutNumericDefault(parameter: JsonObject): JsonObject {
  const { default: value, ...rest } = parameter;
  return value === undefined || value === null || value === '' ? rest : { ...rest, example: value };
}

export const loose: Dialect = {
  name: 'loose',
  recognises: (item) =>
    NAMES.some((key) => typeof item[key] === 'string') &&
    PARAMETERS.some(
      (key) => key in item && (item[key] === null || typeof item[key] === 'object' || typeof item[key] === 'string'),
    ),
  read: looseTool,
};
