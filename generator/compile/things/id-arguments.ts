// Finds the arguments of a tool that hold ids.
import type { FieldNode } from '../../fields/fields.ts';
import { idOf } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';

export function idArguments(
  tool: ToolFacts,
): { node: FieldNode; noun: string; by: string; global: boolean; list: boolean }[] {
  return tool.arguments.flatMap((node) => {
    const list = node.kind === 'list' && node.item.kind === 'scalar';
    if (node.kind !== 'scalar' && !list) return [];
    const naming = idOf(node.field.words);
    return naming === undefined
      ? []
      : [{ node, noun: naming.noun.join(' '), by: naming.by, global: naming.global, list }];
  });
}

/**
 * Tells whether a tool about rows of `below` requires the id of such a row together with the id of `noun`. The noun is
 * then a parent of the rows.
 */
export const isAbove = (noun: string, about: readonly ToolFacts[], below: string): boolean =>
  about.some((tool) => {
    const ids = idArguments(tool).filter((each) => each.node.field.required && !each.list);
    return [noun, below].every((word) => ids.some((each) => each.noun === word));
  });
