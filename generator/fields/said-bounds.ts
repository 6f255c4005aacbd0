// Finds the bounds of a number that only its description states, such as "at least 10", "1 to 5 stars" or "positive".
import type { JsonObject } from '../../envs/values/json.ts';

const N = String.raw`(?:[$€£] ?)?(-?\d+(?:\.\d+)?)(?![\d,.]*\d|%)`;
const MUST = String.raw`(?:(?:must|has to|should|needs to) be |value )?`;
const AND = String.raw`(?:-|–|—| - | – | to | and | through )`;

type Bound = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum';

type Form = readonly [form: string, bounds: readonly Bound[], values?: readonly number[]];

const STATED: readonly Form[] = [
  [
    `${MUST}(?:between|from|range|in the range(?: of)?|on a scale(?: of| from)?|scale(?: of| from)?) ${N}${AND}${N}`,
    ['minimum', 'maximum'],
  ],
  [`^${N}${AND}${N}(?: [a-z]+)?$`, ['minimum', 'maximum']],
  [`${MUST}(?:at least|no less than|not less than|no lower than|min(?:imum)?(?: is| of)?:?) ${N}`, ['minimum']],
  [`${MUST}(?:at most|no more than|not more than|no higher than|up to|max(?:imum)?(?: is| of)?:?) ${N}`, ['maximum']],
  [`${MUST}(?:(?:greater|more|higher|larger) than|above|over) ${N}`, ['exclusiveMinimum']],
  [`${MUST}(?:(?:less|lower|smaller) than|below|under) ${N}`, ['exclusiveMaximum']],
  [
    String.raw`^${MUST}(?:an? )?(?:positive|strictly positive)(?: (?:number|integer|amount))?$|\bmust be positive\b`,
    ['exclusiveMinimum'],
    [0],
  ],
  [String.raw`\b(?:non-?negative|(?:must|may|can) ?not be negative)\b`, ['minimum'], [0]],
];
const FORMS = STATED.map(([text, bounds, values]) => ({
  form: new RegExp(text.startsWith('^') ? text : String.raw`\b${text}`, 'i'),
  bounds,
  values,
}));

export const boundClauses = (text: string): readonly string[] =>
  text
    .split(/(?<!\d)[.;,()]|[.;,()](?!\d)/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Returns the bounds in a text, such as {minimum: 1, maximum: 5}. */
export function boundsIn(text: string): JsonObject {
  const found: Record<string, number> = {};
  for (const clause of boundClauses(text))
    for (const { form, bounds, values } of FORMS) {
      const numbers = values ?? form.exec(clause)?.slice(1).map(Number);
      if (numbers === undefined || !form.test(clause)) continue;
      for (const [at, bound] of bounds.entries()) found[bound] ??= numbers[at] ?? 0;
      break;
    }
  return found;
}

/**
 * Returns the bounds of a number from its description. Returns none for other values, or if the schema has bounds or
 * listed values.
 */
export function saidBounds(schema: JsonObject, description: string): JsonObject {
  const isNumber = schema['type'] === 'integer' || schema['type'] === 'number';
  const has = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'enum'].some((key) => key in schema);
  return isNumber && !has ? boundsIn(description) : {};
}
