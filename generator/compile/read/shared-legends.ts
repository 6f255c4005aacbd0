// Copies the meanings of numbers from one tool to another tool of the same noun. If create_task explains priority as
// 1=easy, 2=hard, the "New priority" of update_task gets these choices too.
import type { FieldNode } from '../../fields/fields.ts';

interface Named {
  readonly noun: readonly string[];
  readonly arguments: readonly FieldNode[];
}

const placeOf = ({ noun }: Named, { field }: FieldNode): string => `${noun.join(' ')}.${field.words.join(' ')}`;

const isNumber = (node: FieldNode): boolean =>
  node.kind === 'scalar' && (node.field.type === 'integer' || node.field.type === 'real');

export function withSharedLegends<Tool extends Named>(tools: readonly Tool[]): readonly Tool[] {
  const known = new Map<string, FieldNode['field']['choices']>();
  for (const tool of tools)
    for (const node of tool.arguments)
      if (isNumber(node) && node.field.choices.length > 1) known.set(placeOf(tool, node), node.field.choices);
  if (known.size === 0) return tools;
  return tools.map((tool) => ({
    ...tool,
    arguments: tool.arguments.map((node): FieldNode => {
      const choices = isNumber(node) && node.field.choices.length === 0 ? known.get(placeOf(tool, node)) : undefined;
      const isBounded = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].some(
        (each) => node.field.schema[each] !== undefined,
      );
      if (choices === undefined || isBounded || node.kind !== 'scalar' || /\d/.test(node.field.description))
        return node;
      return { ...node, field: { ...node.field, choices } };
    }),
  }));
}
