// Finds a tool whose row belongs to one of two others: "Add a comment to a task or project" with task_id and
// project_id, both optional. The program refuses a call that names neither.
import { singular } from '../../../envs/words/split-words.ts';
import { idOf } from '../../fields/id-of.ts';
import { all, argument, isNull } from '../programs/sql.ts';
import type { PromiseRule, Promised } from './promise.ts';

const EITHER =
  /^\w+ (?:[a-z]+ ){1,4}(?:to|for|of|on|in) (?:an? |the |either (?:an? )?)?([a-z]+) or (?:an? |the )?([a-z]+)\b(?! (?:name|id|all)\b)/i;

const pairIn = (text: string): readonly string[] => (EITHER.exec(text) ?? []).slice(1).map((word) => singular(word));

export const oneOfTwoRule: PromiseRule = {
  kind: 'one of two',
  about: 'Two optional ids of which the description asks for one: a call with neither is refused.',
  examples: [
    ['Add a comment to a task or project.', 'task or project'],
    ['Get comments for a task or a project with optional pagination.', 'task or project'],
  ],
  nevers: ['Add a comment to a task.', 'Get or create a task.', 'List the tasks of a person by name or id.'],
  reads: (text) => (pairIn(text).length === 2 ? pairIn(text).join(' or ') : undefined),
  find(tool): readonly Promised[] {
    const nouns = pairIn(tool.description);
    const named = nouns.flatMap(
      (noun) =>
        tool.arguments.find(
          ({ kind, field }) => kind === 'scalar' && !field.required && idOf(field.words)?.noun.join(' ') === noun,
        )?.field.name ?? [],
    );
    if (nouns.length !== 2 || named.length !== 2 || named[0] === named[1]) return [];
    return [
      {
        kind: 'guard',
        when: all(named.map((name) => isNull(argument([name])))),
        says: `Give ${named.join(' or ')}.`,
      },
    ];
  },
};
