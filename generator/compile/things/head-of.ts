// The noun that a tool is about.
import { spelled } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';

/** The last collection of the tool's path, or the noun of its name. */
export function headOf(tool: ToolFacts): readonly string[] {
  const collections = tool.path.filter((part) => part.words.length > 0);
  const last = collections.findLast((part) => part.plural || part.argument !== undefined);
  if (last !== undefined) return spelled(last.words);
  return spelled(tool.noun);
}
