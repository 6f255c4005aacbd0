// Finds a word that an id argument takes in place of an id, and that only the real service can resolve: "The id of the
// budget (use 'last-used' for the default budget)". A call with this word answers UNAVAILABLE; a call with an id works.
import type { FieldNode } from '../../fields/fields.ts';
import { idOf } from '../../fields/id-of.ts';
import { argument, literal, same } from '../programs/sql.ts';
import type { PromiseRule, Promised } from './promise.ts';

const STAND_IN =
  /[\s,;(]*\b(?:or )?(?:(?:use|pass|specify|enter|set (?:it |this )?to|can be|accepts?|defaults? to) )?(["'`])([A-Za-z][\w@.:-]{0,30})\1 (?:for|to (?:mean|use|refer to|get|select|target|access)|as|means?|is|stands for|refers to) (?:the |your |an? )?[\w'’ -]{1,40}\)?/i;

/**
 * Returns the description of an id without the words about a stand-in, such as "use 'last-used' for the default
 * budget".
 */
export const withoutStandIn = ({ kind, field }: FieldNode): string =>
  kind === 'scalar' && field.type === 'text' && idOf(field.words) !== undefined
    ? field.description.replace(STAND_IN, '')
    : field.description;

/** Returns the word that a call may give in place of an id, or undefined. */
export const standInOf = (node: FieldNode): string | undefined =>
  withoutStandIn(node) === node.field.description ? undefined : STAND_IN.exec(node.field.description)?.[2];

export const standInsRule: PromiseRule = {
  kind: 'stand-in',
  about: 'A word in place of an id, for a row that only the service knows: this word alone answers UNAVAILABLE.',
  examples: [
    ["The id of the budget (use 'last-used' for the default budget)", 'last-used'],
    ['Calendar id, or "primary" for the main calendar', 'primary'],
  ],
  nevers: ["Id of the calendar, e.g. 'cal_12'", 'The id of the budget'],
  reads: (text) => STAND_IN.exec(text)?.[2],
  find: (tool, match) =>
    tool.arguments.flatMap((node): Promised[] => {
      const { name } = node.field;
      const word = standInOf(node);
      if (word === undefined || match.arguments.every(({ place }) => place !== name)) return [];
      const says = `${word} as ${name} is not simulated: give an id.`;
      return [{ kind: 'refused', argument: name, when: same(argument([name]), literal(word)), says, isValue: true }];
    }),
};
