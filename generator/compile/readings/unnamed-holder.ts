// Refuses a tool that moves a row to or from another row which no argument names. In "Add tags to a note" with the
// arguments name and tags, the name is that of the note, and no argument is a tag's name.
import { singular } from '../../../envs/words/split-words.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Thing } from '../things/thing.ts';
import type { Bound } from './bind.ts';
import { refuse, type Domain, type Refusal } from './reading.ts';

const HOLDER =
  /^(?:(?:add|attach|append|assign)s?\b[^.]*? (?:to|onto)|(?:remove|detach|delete)s?\b[^.]*? from) (?:an? |the |one |your )(?:existing |given |specific )?([a-z]+(?: [a-z]+)?)\b/i;

export function unnamedHolder(
  tool: ToolFacts,
  thing: Thing,
  values: readonly Bound[],
  { things }: Domain,
): Refusal | undefined {
  const said = HOLDER.exec(tool.description)?.[1]?.toLowerCase().split(' ').map(singular) ?? [];
  const noun = [said, said.slice(0, 1)]
    .map((words) => words.join(' '))
    .find((each) => things.byNoun.has(each) || thing.words[0] === each);
  if (noun === undefined || noun === '' || thing.nouns.has(noun)) return undefined;
  const holder = things.byNoun.get(noun);
  const last = noun.split(' ').at(-1) ?? '';
  const isNamed =
    values.some(
      ({ words, references }) => words.includes(last) || (holder !== undefined && references === holder.table),
    ) || thing.scope.some(({ words }) => words.includes(last));
  return isNamed || holder === thing ? undefined : refuse(4, `nothing names the ${noun} that it is about`);
}
