// Finds numeric arguments whose meanings are told only by another tool, such as a list of priorities. The program
// refuses a number that has no meaning there.
import { all, among, argument, literal, not, notNull } from '../programs/sql.ts';
import type { PromiseRule, Promised } from './promise.ts';

export const legendsRule: PromiseRule = {
  kind: 'legend',
  about: 'A number that another tool of the noun explains, where the own schema lists no numbers.',
  examples: [],
  nevers: ['New priority'],
  reads: () => undefined,
  find: (tool) =>
    tool.arguments.flatMap((node): Promised[] => {
      const { field } = node;
      const isTold = field.choices.some((each) => typeof each === 'number') && field.schema['enum'] === undefined;
      if (node.kind !== 'scalar' || !isTold || field.schema['const'] !== undefined) return [];
      const value = argument([field.name]);
      return [
        {
          kind: 'guard',
          when: all([notNull(value), not(among(value, field.choices))]),
          says: `${field.name} must be one of ${field.choices.map(literal).join(', ')}.`,
        },
      ];
    }),
};
