// Handles bounds that only the words of a description state, such as "on the minute, within a year". If no rule can
// check such a bound, calls that give the argument are refused; if the argument is required, the tool is flagged.
import { boundClauses, boundsIn } from '../../fields/said-bounds.ts';
import type { FieldNode } from '../../fields/fields.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { argument, compare, given, literal } from '../programs/sql.ts';
import { saysStays } from '../read/said-change.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Domain, Match } from '../readings/reading.ts';
import { isAdvice } from './advice.ts';
import { saysCompared } from './compared.ts';
import { limitsRule } from './limits.ts';
import { roleOf, type PromiseRule, type Promised } from './promise.ts';

const RULE =
  /\b(?:must|cannot|can['’]t|may not|at least|at most|no (?:more|less|fewer|later|earlier) than|(?:more|less|greater|higher|lower|larger|smaller|longer|shorter|earlier|later|fewer|older|newer|bigger) than|above|below|exceeds?|within (?:an?|one|the next|\d+) (?:\w+ )?(?:minutes?|hours?|days?|weeks?|months?|years?)|positive|negative|multiples? of|whole (?:hours?|minutes?|numbers?|euros?|days?)|in the (?:past|future)|on the (?:minute|hour)|max(?:imum)?|min(?:imum)?)\b/i;
const FAULTS: readonly (readonly [bound: string, sign: '<' | '<=' | '>' | '>=', says: string])[] = [
  ['minimum', '<', 'at least'],
  ['maximum', '>', 'at most'],
  ['exclusiveMinimum', '<=', 'more than'],
  ['exclusiveMaximum', '>=', 'less than'],
];

function statedSchema({ pool }: ToolFacts, node: FieldNode): JsonObject {
  const { properties } = pool.parameters;
  const schema = isJsonObject(properties) ? properties[node.field.name] : undefined;
  return isJsonObject(schema as Json) ? (schema as JsonObject) : {};
}

/** Tells whether the schema or some rule checks a bound that a clause states. */
function isKept(clause: string, node: FieldNode): boolean {
  const { schema, type } = node.field;
  if (type === 'integer' || type === 'real')
    return Object.entries(boundsIn(clause)).some(([bound, value]) => schema[bound] === value);
  const isLimit = limitsRule.reads(clause) !== undefined;
  return (
    isLimit ||
    (/\d/.test(clause) && ['maxLength', 'minLength', 'maxItems', 'minItems', 'format'].some((key) => key in schema))
  );
}

/** Tells whether the sentence states bounds and each of them is checked. */
export const keepsBounds = (sentence: string, node: FieldNode): boolean => {
  const stated = boundClauses(sentence).filter((clause) => RULE.test(clause));
  return stated.length > 0 && stated.every((clause) => isKept(clause, node));
};

/** Returns the first sentence of an argument's description with a bound that no rule checks. */
function unkept(node: FieldNode, tool: ToolFacts, match: Match, domain: Domain): string | undefined {
  return sentencesOf(node.field.description).find(
    (sentence) =>
      !isAdvice(sentence) &&
      !saysStays(sentence) &&
      !saysCompared(sentence, tool, match, domain, node) &&
      boundClauses(sentence).some((clause) => RULE.test(clause) && !isKept(clause, node)),
  );
}

export const boundsRule: PromiseRule = {
  kind: 'bound',
  about:
    'A bound of a number that only prose states is checked. Any other bound of a value that nothing keeps is a doubt.',
  examples: [
    ['Pages, at least 10', 'minimum 10'],
    ['1 to 5 stars', 'minimum 1, maximum 5'],
    ['Must be greater than 0.', 'exclusiveMinimum 0'],
    ['Price in euros (between 2 and 90)', 'minimum 2, maximum 90'],
  ],
  nevers: ['Number of guests', 'Pages of the 2 volumes', 'Size in 10 cm steps', 'A year such as 2031'],
  reads(text) {
    const found = Object.entries(boundsIn(text)).map(([bound, value]) => `${bound} ${String(value)}`);
    return found.length === 0 ? undefined : found.join(', ');
  },
  find(tool, match, domain) {
    if (match.effect !== 'write') return [];
    return tool.arguments.flatMap((node): readonly Promised[] => {
      if (roleOf(match, node) !== 'value') return [];
      const { name, schema, required } = node.field;
      const said = unkept(node, tool, match, domain);
      if (said !== undefined)
        return [
          required
            ? { kind: 'doubt', why: `nothing keeps "${said}" of ${name}` }
            : { kind: 'refused', argument: name, when: given([name]), says: `The argument ${name} is not simulated.` },
        ];
      const stated = statedSchema(tool, node);
      return FAULTS.filter(([bound]) => typeof schema[bound] === 'number' && !(bound in stated)).map(
        ([bound, sign, says]): Promised => ({
          kind: 'guard',
          when: compare(argument([name]), sign, literal(Number(schema[bound]))),
          says: `${name} must be ${says} ${String(schema[bound])}.`,
        }),
      );
    });
  },
};
