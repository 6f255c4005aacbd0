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

/** Removes from the noun the value that the tool sets: requests_set_status(id, status) is about requests. */
export function withoutSet(head: readonly string[], tool: ToolFacts, nouns: ReadonlySet<string>): readonly string[] {
  if (tool.told === 'read' || !/^(?:set|change|update)$/.test(tool.verb)) return head;
  for (let end = head.length - 1; end > 0; end--) {
    const value = head.slice(end).join(' ');
    const isSet = tool.arguments.some(({ field }) => field.required && field.words.join(' ') === value);
    if (isSet && nouns.has(head.slice(0, end).join(' '))) return head.slice(0, end);
  }
  return head;
}
