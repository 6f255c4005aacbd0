// Finds arguments that hold an id although their names do not say so. Another tool or a description tells the kind of
// row to which the id belongs.
import { singular } from '../../../envs/words/split-words.ts';
import type { FieldNode } from '../../fields/fields.ts';

interface Tool {
  readonly noun: readonly string[];
  readonly arguments: readonly FieldNode[];
}

/**
 * If one tool describes `customer` as a customer id, an argument `customer` without a description in another tool
 * counts as a customer id too.
 */
export function withSharedIds<T extends Tool>(tools: readonly T[]): T[] {
  const said = new Map<string, readonly string[]>();
  for (const { arguments: nodes } of tools)
    for (const { kind, field } of nodes)
      if (kind === 'scalar' && field.words.at(-1) === 'id' && !/id$/i.test(field.name))
        said.set(field.name, field.words);
  if (said.size === 0) return [...tools];
  return tools.map((tool) => ({
    ...tool,
    arguments: tool.arguments.map((node): FieldNode => {
      const words = node.field.description === '' ? said.get(node.field.name) : undefined;
      return words === undefined || node.kind !== 'scalar' || node.field.type !== 'text'
        ? node
        : { ...node, field: { ...node.field, words } };
    }),
  }));
}

const ID_OF =
  /^(?:the |an? |unique )*([a-z]+(?: [a-z]+)?) (?:id|identifier|uuid)\b|\b(?:id|identifier|uuid) of (?:the |an? )?([a-z]+(?: [a-z]+)?)/i;

/** Gives an argument `id` the noun in its description: "Task id" in remove_label means the id of a task. */
export function withForeignIds<T extends Tool>(tools: readonly T[]): T[] {
  const nouns = new Set(tools.map(({ noun }) => noun.join(' ')));
  return tools.map((tool) => ({
    ...tool,
    arguments: tool.arguments.map((node): FieldNode => {
      if (node.kind !== 'scalar' || node.field.words.join(' ') !== 'id') return node;
      // in remove_task_blocker(id, blocker_id), `id` is the id of the task
      const last = `${tool.noun.at(-1) ?? ''} id`;
      if (tool.noun.length > 1 && tool.arguments.some(({ field }) => field.words.join(' ') === last))
        return { ...node, field: { ...node.field, words: [...tool.noun.slice(0, -1), 'id'] } };
      const found = ID_OF.exec(node.field.description);
      const said = (found?.[1] ?? found?.[2] ?? '').toLowerCase().split(' ').map(singular);
      const other = [said, said.slice(0, 1), said.slice(-1)].find((each) => nouns.has(each.join(' ')));
      if (other === undefined || other.some((word) => tool.noun.includes(word))) return node;
      return { ...node, field: { ...node.field, words: [...other, 'id'] } };
    }),
  }));
}
