// Checks arguments against a tool's schema, without changing them. Missing and undeclared arguments are refused. A
// strict environment also refuses values of a wrong type; a loose one passes them to the program.
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { GymError, badInput } from '../errors/gym-error.ts';
import { ToolError } from '../errors/tool-error.ts';
import { isJsonObject, parseJson, plainJson, type Json, type JsonObject } from '../values/json.ts';
import type { Tool } from '../values/tool-schema.ts';
import { compileOnce, describeError } from '../values/validator.ts';

export type ArgumentStyle = 'strict' | 'loose';
export type CheckArguments = (args: Json) => asserts args is JsonObject;

const MAX_DEPTH = 64;

/**
 * Returns the argument check of a tool. The schema is compiled at the first check. The check throws a ToolError that
 * names the wrong argument.
 */
export function argumentCheck(tool: Tool, style: ArgumentStyle): CheckArguments {
  let compiled: ValidateFunction | undefined;
  const declared = isJsonObject(tool.parameters['properties'])
    ? new Set(Object.keys(tool.parameters['properties']))
    : new Set<string>();
  const required = Array.isArray(tool.parameters['required']) ? (tool.parameters['required'] as string[]) : [];
  const open =
    tool.parameters['additionalProperties'] !== undefined && tool.parameters['additionalProperties'] !== false;

  const validator = (): ValidateFunction => {
    try {
      compiled ??= compileOnce(tool.parameters);
    } catch (error) {
      throw badInput({
        file: 'tools.json',
        path: `${tool.name}/parameters`,
        what: `is no JSON Schema: ${(error as Error).message}`,
      });
    }
    return compiled;
  };

  return (args) => {
    if (!isJsonObject(args)) throw new ToolError('INVALID_ARGUMENT', 'The arguments must be a JSON object.');
    const names = Object.keys(args);
    const flat = isFlat(args, names);
    if (!flat) checkNumbers(args, '', 0);
    if (!open) {
      for (const name of names) {
        if (!declared.has(name))
          throw invalid(name, `${tool.name} has no argument ${JSON.stringify(name)}.`, [...declared]);
      }
    }
    if (style === 'loose') {
      for (const name of required)
        if (!Object.hasOwn(args, name)) throw invalid(name, `${name} is required.`, [...declared]);
      return;
    }
    const validate = validator();
    if (validate(flat ? args : plainJson(args))) return;
    const error = validate.errors?.[0] as ErrorObject;
    const { path, what } = describeError(error);
    const missing = (error.params as { missingProperty?: string }).missingProperty;
    const name = [...path.split('/').slice(1).map(unescapePointer), ...(missing === undefined ? [] : [missing])].join(
      '.',
    );
    throw invalid(
      name,
      missing === undefined ? `${name === '' ? 'The arguments' : name} ${what}.` : `${name} is required.`,
    );
  };
}

/**
 * Parses arguments from their text. Both the first run and every repetition use this text, so that they see the same
 * values. Throws a ToolError if an integer is too long for a JavaScript number.
 */
export function readArguments(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof GymError)) throw error;
    throw new ToolError('INVALID_ARGUMENT', `The arguments cannot be read: ${error.message}.`);
  }
}

function invalid(argument: string, message: string, available?: readonly string[]): ToolError {
  return new ToolError(
    'INVALID_ARGUMENT',
    message,
    available === undefined ? { argument } : { argument, arguments: [...available] },
  );
}

/** Tells whether every value is null, a text, a boolean or a safe number. Such arguments need no deeper check. */
function isFlat(args: JsonObject, names: readonly string[]): boolean {
  for (const name of names) {
    const value = args[name];
    if (typeof value === 'object' ? value !== null : typeof value === 'number' && !isSafe(value)) return false;
  }
  return true;
}

function isSafe(value: number): boolean {
  return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));
}

/** Throws if the value contains an integer beyond 2^53, a number that is not finite, or nesting that is too deep. */
function checkNumbers(value: Json, path: string, depth: number): void {
  if (depth > MAX_DEPTH) throw invalid(path, `The arguments are nested deeper than ${MAX_DEPTH}.`);
  if (typeof value === 'number') {
    if (!isSafe(value)) throw invalid(path, `${path} is a number beyond 2^53; pass it as a string.`);
    return;
  }
  if (value === null || typeof value !== 'object') return;
  if (JSON.isRawJSON(value)) {
    if (!Number.isFinite(Number(value.rawJSON))) throw invalid(path, `${path} is no finite number.`);
    return;
  }
  if (Array.isArray(value)) value.forEach((each, index) => checkNumbers(each as Json, `${path}.${index}`, depth + 1));
  else
    for (const [key, each] of Object.entries(value))
      checkNumbers(each as Json, path === '' ? key : `${path}.${key}`, depth + 1);
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
