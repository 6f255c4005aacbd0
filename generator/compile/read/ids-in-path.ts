// Names the ids of an HTTP path by the nouns before them: in /users/{id}/orders, `id` is the id of a user.
import type { FieldNode } from '../../fields/fields.ts';
import { idOf, spelled } from '../../fields/id-of.ts';
import type { PathPart } from './read-path.ts';

/**
 * Renames each path argument that is only called `id` after the noun before it in the path. The id after the path's
 * last noun keeps its name, because it is the id of the tool's own rows.
 */
export function withPathIds(parameters: FieldNode, path: readonly PathPart[]): FieldNode {
  if (parameters.kind !== 'object') return parameters;
  const last = path.findLast((part) => part.words.length > 0 && (part.plural || part.argument !== undefined));
  const members = parameters.members.map((node): FieldNode => {
    const part = path.find(({ argument }) => argument === node.field.name);
    if (part === undefined || part === last || part.words.length === 0 || node.kind !== 'scalar') return node;
    const naming = idOf(node.field.words);
    if (naming === undefined || naming.noun.length > 0) return node;
    return { ...node, field: { ...node.field, words: [...spelled(part.words), ...node.field.words] } };
  });
  return { ...parameters, members };
}
