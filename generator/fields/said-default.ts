// Finds a default that only the description states, such as "Seconds between checks (default: 60)".
import type { Json, JsonObject } from '../../envs/values/json.ts';

const SAID =
  /\bdefaults?(?: value)?(?: is|:| =| to|=)?:? ?(?:["'`]([^"'`]{1,40})["'`]|(-?\d+(?:\.\d+)?)|(true|false|yes|no)\b|([a-z][\w-]{0,30})(?=[.,;)\s]|$))/i;

/**
 * Returns the default from the description. Returns undefined if the schema has a default, or if the default in the
 * description has another type.
 */
export function saidDefault(schema: JsonObject, description: string): Json | undefined {
  if (schema['default'] !== undefined) return undefined;
  const [, quoted, number, truth, word] = SAID.exec(description) ?? [];
  switch (schema['type']) {
    case 'boolean':
      return truth === undefined ? undefined : /true|yes/i.test(truth);
    case 'integer':
    case 'number':
      return number === undefined ? undefined : Number(number);
    case 'string': {
      const choices = Array.isArray(schema['enum']) ? (schema['enum'] as readonly Json[]) : undefined;
      const text = quoted ?? word ?? truth ?? number;
      if (choices !== undefined) return choices.find((each) => each === text);
      // without quotes, only a code in capitals, such as a currency, is certain to be the whole default
      return quoted ?? (word !== undefined && /^[A-Z]{2,5}$/.test(word) ? word : undefined);
    }
    default:
      return undefined;
  }
}
