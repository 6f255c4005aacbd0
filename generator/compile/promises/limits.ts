// Finds limits that only the description states, such as "up to 10 records" or "max 255 characters".
import type { FieldNode } from '../../fields/fields.ts';
import { argument, jsonLength, lengthOf, literal, moreThan } from '../programs/sql.ts';
import type { PromiseRule, Promised } from './promise.ts';

const COUNT =
  /\b(?:up to|at most|max(?:imum)?(?: of)?|no more than|limit(?:ed)? (?:of|to))\s*:?\s*(\d[\d,]*)\b(?!\s*(?:characters?|chars?|bytes|kb|mb|%|per|minutes?|seconds?|days?|hours?|x\b))/i;
const LENGTH =
  /\b(?:up to|at most|max(?:imum)?(?: length)?(?: of)?|no (?:more|longer) than|limit(?:ed)? (?:of|to))\s*:?\s*(\d[\d,]*)\s*(?:characters?|chars?)\b|\b(\d[\d,]*)\s*(?:characters?|chars?)\s*(?:max|or (?:less|fewer)|limit)/i;

const numberIn = (pattern: RegExp, text: string): number | undefined => {
  const found = pattern.exec(text);
  const digits = found?.[1] ?? found?.[2];
  const number = digits === undefined ? 0 : Number(digits.replaceAll(',', ''));
  return number > 0 ? number : undefined;
};

/**
 * Limits above this number are ignored: an example call that breaks the limit would need a value longer than a page.
 */
const MOST = 2000;
const kept = (bound: number | undefined): number | undefined =>
  bound === undefined || bound > MOST ? undefined : bound;

/**
 * Returns the largest number of elements of a list argument. The argument's description states it or, if the tool has
 * only one list, the tool's description.
 */
function listBound(node: FieldNode, about: string, isOnlyList: boolean): number | undefined {
  return kept(numberIn(COUNT, node.field.description) ?? (isOnlyList ? numberIn(COUNT, about) : undefined));
}

export const limitsRule: PromiseRule = {
  kind: 'limit',
  about: 'A bound of a list or a text that only prose tells.',
  examples: [
    ['Update up to 10 records in a table', '10 elements'],
    ['A short summary, max 255 characters', '255 characters'],
    ['At most 1,000 ids', '1000 elements'],
  ],
  nevers: ['Retries up to 3 seconds', 'Names of the players', 'Images up to 5 MB'],
  reads(text) {
    const length = numberIn(LENGTH, text);
    if (length !== undefined) return `${length} characters`;
    const count = numberIn(COUNT, text);
    return count === undefined ? undefined : `${count} elements`;
  },
  find(tool, match) {
    const lists = tool.arguments.filter((node) => node.kind === 'list');
    return tool.arguments.flatMap((node): Promised[] => {
      const { field } = node;
      const value = argument([field.name]);
      if (node.kind === 'list') {
        const most = listBound(node, match.effect === 'write' ? tool.description : '', lists.length === 1);
        return most === undefined || field.schema['maxItems'] !== undefined
          ? []
          : [
              {
                kind: 'guard',
                when: moreThan(jsonLength(value), literal(most)),
                says: `${field.name} may have at most ${most} elements.`,
              },
            ];
      }
      const most =
        node.kind === 'scalar' && field.type === 'text' ? kept(numberIn(LENGTH, field.description)) : undefined;
      return most === undefined || field.schema['maxLength'] !== undefined
        ? []
        : [
            {
              kind: 'guard',
              when: moreThan(lengthOf(value), literal(most)),
              says: `${field.name} may have at most ${most} characters.`,
            },
          ];
    });
  },
};
