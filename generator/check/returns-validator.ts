// Tells whether a result fits the result schema that its tool declares.
import type { ErrorObject } from 'ajv/dist/2020.js';
import { isJsonObject, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Tool } from '../../envs/values/tool-schema.ts';
import { compileOnce, describeError } from '../../envs/values/validator.ts';

/**
 * Returns a function that compares a result with the tool's result schema and returns the fault in words, or undefined.
 */
export function returnsValidator(tool: Tool): (result: Json) => string | undefined {
  if (tool.returns === undefined) return () => undefined;
  if (typeof tool.returns === 'boolean') return () => undefined;
  let validate: ReturnType<typeof compileOnce>;
  try {
    validate = compileOnce(tool.returns);
  } catch (error) {
    const what = `it is no JSON Schema: ${(error as Error).message}`;
    return () => what;
  }
  const declared = declaredNames(tool.returns);
  return (result) => {
    const stray =
      declared === undefined || !isJsonObject(result)
        ? undefined
        : Object.keys(result).find((name) => !declared.has(name));
    if (stray !== undefined) return `it has ${JSON.stringify(stray)}, which is not declared`;
    if (validate(plainJson(result))) return undefined;
    const { path, what } = describeError(validate.errors?.[0] as ErrorObject);
    return `${path === '' ? 'it' : path} ${what}`;
  };
}

/** Returns the property names of a schema for one object. Returns undefined if the schema allows other properties. */
function declaredNames(returns: JsonObject): ReadonlySet<string> | undefined {
  const { properties, type, additionalProperties } = returns;
  const open = ['anyOf', 'oneOf', 'allOf', '$ref', 'patternProperties'].some((key) => key in returns);
  if (open || type !== 'object' || !isJsonObject(properties) || Object.keys(properties).length === 0) return undefined;
  return additionalProperties === undefined || additionalProperties === false
    ? new Set(Object.keys(properties))
    : undefined;
}
