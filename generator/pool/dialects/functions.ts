// Reads OpenAI functions in three forms: {name, …}, {type: function, function: {…}} and {type: function, name, …}.
import type { JsonObject } from '../../../envs/values/json.ts';
import type { FoundTool } from '../pool-tool.ts';
import { objectAt, textAt, valueAt, type Dialect } from './dialect.ts';
import { looseTool } from './loose.ts';

export const openaiWrapped: Dialect = {
  name: 'openai',
  recognises: (item) => {
    const inner = objectAt(item, 'function');
    return inner !== undefined && textAt(inner, 'name') !== '';
  },
  read: (item) => readFunction(objectAt(item, 'function') ?? {}, item),
};

export const openaiBare: Dialect = {
  name: 'openai',
  recognises: (item) =>
    textAt(item, 'name') !== '' &&
    (item['type'] === 'function' || objectAt(item, 'parameters')?.['type'] === 'object') &&
    (item['parameters'] === undefined || item['parameters'] === null || objectAt(item, 'parameters') !== undefined),
  read: (item) => readFunction(item, item),
};

export const anthropic: Dialect = {
  name: 'anthropic',
  recognises: (item) => textAt(item, 'name') !== '' && objectAt(item, 'input_schema') !== undefined,
  read: (item) => ({ ...looseTool(item), parameters: valueAt(item, 'input_schema') }),
};

export const gemini: Dialect = {
  name: 'gemini',
  recognises: (item) =>
    textAt(item, 'name') !== '' &&
    (item['parametersJsonSchema'] !== undefined ||
      item['responseJsonSchema'] !== undefined ||
      objectAt(item, 'parameters')?.['type'] === 'OBJECT'),
  read: (item) => ({
    ...looseTool(item),
    parameters: valueAt(item, 'parametersJsonSchema', 'parameters'),
    returns: valueAt(item, 'responseJsonSchema', 'response'),
  }),
};

export const mcp: Dialect = {
  name: 'mcp',
  recognises: (item) => textAt(item, 'name') !== '' && objectAt(item, 'inputSchema') !== undefined,
  read: (item) => {
    const annotations = objectAt(item, 'annotations') ?? {};
    const readOnly = annotations['readOnlyHint'];
    const idempotent = annotations['idempotentHint'];
    const destructive = annotations['destructiveHint'];
    const found = looseTool(item);
    const title = textAt(item, 'title') || textAt(annotations, 'title');
    return {
      ...found,
      description: found.description === '' ? title : found.description,
      parameters: valueAt(item, 'inputSchema'),
      returns: valueAt(item, 'outputSchema'),
      hints: {
        ...found.hints,
        ...(typeof readOnly === 'boolean' ? { read_only: readOnly } : {}),
        ...(typeof idempotent === 'boolean' ? { idempotent } : {}),
        ...(typeof destructive === 'boolean' ? { destructive } : {}),
        ...(title === '' ? {} : { title }),
      },
    };
  },
};

function readFunction(inner: JsonObject, outer: JsonObject): FoundTool {
  return looseTool({ ...outer, ...inner });
}
