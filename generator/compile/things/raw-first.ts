// Finds the first state of new rows where no schema lists the states.
import { singular } from '../../../envs/words/split-words.ts';
import { isBeginning, saidFirst, type SaidFirst } from '../read/said-first.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { nounsOf } from './nouns-of.ts';
import type { Thing } from './thing.ts';

/**
 * Returns the first states that the description of a tool gives to the rows that the tool makes. The word must be one
 * that means a state in every domain, such as "draft".
 */
export function rawFirst(tool: ToolFacts, thing: Thing): readonly SaidFirst[] {
  if (tool.told === 'read' || !['create', 'book', 'send'].some((sense) => tool.senses.has(sense as 'create')))
    return [];
  return saidFirst(tool.description, nounsOf(thing), '[a-z]+(?:[_-][a-z]+)*').flatMap((each) =>
    isBeginning(each.state) && !each.not && !thing.words.includes(each.state)
      ? [{ ...each, state: singular(each.state) }]
      : [],
  );
}
