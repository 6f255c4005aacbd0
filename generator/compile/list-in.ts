// The list that a result is about, within envelopes; none where the result is one row that has lists.
import { GENERIC_LISTS } from './entities.ts';
import type { FieldNode } from './fields.ts';

export function listIn(node: FieldNode): FieldNode | undefined {
  if (node.kind === 'list') return node;
  if (node.kind !== 'object') return undefined;
  const lists = node.members.filter((member) => member.kind === 'list');
  const scalars = node.members.filter((member) => member.kind === 'scalar');
  // an object with many values of its own and a list beside them is one row
  const own = scalars.filter(
    (member) =>
      !/count|total|page|limit|offset|next|prev|cursor|token|more|message|status|success|size|code|error|query|kind|etag|id$/.test(
        member.field.words.join(' '),
      ),
  );
  if (lists.length > 0 && own.length <= (lists.length === 1 ? 1 : 0))
    return lists.find((each) => each.kind === 'list' && each.item.kind === 'object') ?? lists[0];
  for (const member of node.members)
    if (member.kind === 'object' && (node.members.length <= 3 || GENERIC_LISTS.has(member.field.words.join(' ')))) {
      const inner = listIn(member);
      if (inner !== undefined) return inner;
    }
  return undefined;
}
