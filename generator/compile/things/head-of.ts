// Finds the noun that a tool is about.
import type { FieldNode } from '../../fields/fields.ts';
import { spelled } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';

/** Returns the last noun of the tool's HTTP path, or else the noun of its name. */
export function headOf(tool: ToolFacts): readonly string[] {
  const collections = tool.path.filter((part) => part.words.length > 0);
  const last = collections.findLast((part) => part.plural || part.argument !== undefined);
  if (last !== undefined) return spelled(last.words);
  return spelled(tool.noun);
}

/**
 * Removes the name of the value that the tool sets from the noun: requests_set_status(id, status) is about requests.
 * The noun stays if the value has rows of its own, as in update_user_email(user_id, email) if list_user_emails exists.
 */
export function withoutSet(head: readonly string[], tool: ToolFacts, tools: readonly ToolFacts[]): readonly string[] {
  const end = setAt(head, tool);
  if (end === undefined) return head;
  const short = head.slice(0, end).join(' ');
  const isNoun = tools.some((each) => headOf(each).join(' ') === short);
  return isNoun && !hasRows(head, end, tools) ? head.slice(0, end) : head;
}

/**
 * Returns the position in the noun at which the name of the set value begins. This value must be a required argument.
 */
function setAt(head: readonly string[], tool: ToolFacts): number | undefined {
  if (tool.told === 'read' || !/^(?:set|change|update)$/.test(tool.verb)) return undefined;
  for (let end = head.length - 1; end > 0; end--) {
    const value = head.slice(end).join(' ');
    if (tool.arguments.some(({ field }) => field.required && field.words.join(' ') === value)) return end;
  }
  return undefined;
}

/**
 * Tells whether the longer noun has rows of its own: another tool is about it, or some tool has the id of such a row.
 */
function hasRows(head: readonly string[], end: number, tools: readonly ToolFacts[]): boolean {
  const longer = head.join(' ');
  const ids = new Set([`${longer} id`, `${head.slice(end).join(' ')} id`]);
  const hasId = (node: FieldNode): boolean =>
    ids.has(node.field.words.join(' ')) ||
    (node.kind === 'object' && node.members.some(hasId)) ||
    (node.kind === 'list' && hasId(node.item));
  return tools.some(
    (each) =>
      (headOf(each).join(' ') === longer && setAt(head, each) === undefined) ||
      [...each.arguments, ...(each.result === undefined ? [] : [each.result])].some(hasId),
  );
}
