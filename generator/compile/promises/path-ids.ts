// Finds an id that belongs to one noun by its place in the HTTP path, and to another noun by its description. One of
// the two is an error in the tool schema, and the compiler cannot tell which.
import { singular } from '../../../envs/words/split-words.ts';
import { spelled } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Domain } from '../readings/reading.ts';
import type { PromiseRule, Promised } from './promise.ts';

const ID_OF = /\b(?:id|identifier|uuid) of (?:the |an? |this )?([a-z]+(?: [a-z]+)?)/i;

const saidNoun = (text: string): readonly string[] | undefined =>
  ID_OF.exec(text)?.[1]?.toLowerCase().split(' ').map(singular);

export const pathIdsRule: PromiseRule = {
  kind: 'id in the path',
  about: 'An id that belongs to one noun by the path and to another noun by its description.',
  examples: [
    ['The unique identifier of the account.', 'account'],
    ['ID of an order', 'order'],
  ],
  nevers: ['The order id.', 'Identifier', 'The account of the user.'],
  reads: (text) => saidNoun(text)?.join(' '),
  find: (tool, _match, domain) =>
    tool.path.flatMap((part): Promised[] => {
      const description = tool.arguments.find(({ field }) => field.name === part.argument)?.field.description ?? '';
      const other = otherNoun(description, part.words, domain);
      return other === undefined
        ? []
        : [
            {
              kind: 'doubt',
              why: `${part.argument ?? ''} is the id of a ${other} by its description, and of a ${part.words.join(' ')} by the path`,
            },
          ];
    }),
};

/** Returns the noun of the description, if it names a kind of row and differs from the noun of the path. */
function otherNoun(description: string, inPath: ToolFacts['noun'], domain: Domain): string | undefined {
  const said = saidNoun(description);
  if (said === undefined || inPath.length === 0) return undefined;
  const { byNoun } = domain.things;
  const noun = [said, said.slice(0, 1)].map((each) => each.join(' ')).find((each) => byNoun.has(each));
  const path = spelled(inPath).join(' ');
  return noun === undefined || path.includes(noun) || byNoun.get(noun) === byNoun.get(path) ? undefined : noun;
}
