// Finds the noun that a tool is about.
import { spelled } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';

/** Returns the last noun of the tool's HTTP path, or else the noun of its name. */
export function headOf(tool: ToolFacts): readonly string[] {
  const collections = tool.path.filter((part) => part.words.length > 0);
  const last = collections.findLast((part) => part.plural || part.argument !== undefined);
  if (last !== undefined) return spelled(last.words);
  return spelled(tool.noun);
}
