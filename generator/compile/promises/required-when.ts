// Reads when an optional argument becomes required: "Required when outcome is completed", "Required if starts_on is
// given". The program then refuses a call that leaves the argument out.
import type { FieldNode } from '../../fields/fields.ts';
import { wordsOf } from '../../fields/fields.ts';
import { all, among, argument, equal, isNull, literal, notNull, type Expr } from '../programs/sql.ts';
import { plainSentence } from '../read/plain-sentence.ts';
import { sentencesOf } from '../read/sentences.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { PromiseRule, Promised } from './promise.ts';

const WHEN =
  /^(?:only |it is |is |must be )*(?:required|needed|mandatory|given|obligatory) (?:only )?(?:if|when|for|with) (?:the )?([\w ]+?)(?: (?:is|equals|is set to|has the value) (?:either |one of )?|\s*==?\s*)(.+)$/i;
const GIVEN = /^(?:given|set|provided|present|specified|there|used|passed|not null|not empty)$/i;

/**
 * Returns the condition under which a sentence requires its argument, and the argument on which the condition depends.
 */
function readWhen(sentence: string, tool: ToolFacts): { readonly of: FieldNode; readonly when: Expr } | undefined {
  const [, name = '', values = ''] = WHEN.exec(plainSentence(sentence)) ?? [];
  const words = wordsOf(name.replaceAll(' ', '_')).join(' ');
  const of = tool.arguments.find(({ kind, field }) => kind === 'scalar' && field.words.join(' ') === words);
  if (of === undefined) return undefined;
  const given = argument([of.field.name]);
  if (GIVEN.test(values)) return { of, when: notNull(given) };
  if (of.field.type === 'boolean')
    return /^(?:true|false)$/i.test(values)
      ? { of, when: equal(given, literal(values.toLowerCase() === 'true')) }
      : undefined;
  const named = values
    .split(/, (?:or |and )?| or | and /)
    .map((each) => of.field.choices.find((choice) => spelt(String(choice)) === spelt(each)));
  const known = named.filter((each) => each !== undefined);
  return known.length === 0 || known.length < named.length ? undefined : { of, when: among(given, known) };
}

const spelt = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/**
 * Tells whether a sentence of an optional argument says when the argument is required, so that the program checks this.
 */
export const saysRequired = (sentence: string, tool: ToolFacts, { field }: FieldNode): boolean =>
  !field.required && readWhen(sentence, tool) !== undefined;

export const requiredWhenRule: PromiseRule = {
  kind: 'required when',
  about: 'An optional argument that is required for some values of another argument: a call without it is refused.',
  examples: [
    ['Required when outcome is completed', 'outcome'],
    ['Required if kind is "gift" or "loan".', 'kind'],
    ['Only required when starts_on is given.', 'starts on'],
  ],
  nevers: ['The note of the visit', 'Required', 'A note when the visit is over'],
  reads: (text) => WHEN.exec(plainSentence(text))?.[1]?.replaceAll('_', ' '),
  find: (tool) =>
    tool.arguments.flatMap((node): Promised[] =>
      node.field.required
        ? []
        : sentencesOf(node.field.description).flatMap((sentence): Promised[] => {
            const read = readWhen(sentence, tool);
            if (read === undefined) return [];
            return [
              {
                kind: 'guard',
                when: all([read.when, isNull(argument([node.field.name]))]),
                says: `${node.field.name} is required here, because of ${read.of.field.name}.`,
              },
            ];
          }),
    ),
};
