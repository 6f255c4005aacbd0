// Finds result objects whose members other tools use as single values: an argument `owner_phone` beside a result
// {owner: {phone}}. The members become columns of the row, so that no value is stored twice.
import type { FieldNode, ObjectNode } from '../../fields/fields.ts';

interface Tool {
  readonly noun: readonly string[];
  readonly arguments: readonly FieldNode[];
  readonly result: FieldNode | undefined;
}

/**
 * Returns the tools with the objects that `partedIn` finds marked, and with the object's words put before the words of
 * its members.
 */
export function withParts<T extends Tool>(tools: readonly T[]): T[] {
  const nouns = Map.groupBy(tools, ({ noun }) => noun.join(' '));
  const parted = new Map([...nouns].map(([noun, group]) => [noun, partedIn(group)]));
  return tools.map((tool) => {
    const names = parted.get(tool.noun.join(' ')) ?? new Set();
    if (names.size === 0) return tool;
    return {
      ...tool,
      arguments: tool.arguments.map((node) => marked(node, names)),
      result: tool.result === undefined ? undefined : marked(tool.result, names),
    };
  });
}

/**
 * Returns the words of each object that has a member which also occurs without the object, as owner_phone for the phone
 * of owner.
 */
function partedIn(tools: readonly Tool[]): ReadonlySet<string> {
  const nodes = tools.flatMap(({ arguments: asked, result }) => [...asked, ...(result === undefined ? [] : [result])]);
  const all = nodes.flatMap(withInner);
  const alone = new Set(all.flatMap(({ kind, field }) => (kind === 'scalar' ? [field.words.join(' ')] : [])));
  const objects = all.filter((node) => node.kind === 'object');
  const names = new Set(
    objects
      .filter(
        ({ field, members }) =>
          field.words.length > 0 &&
          members.some((member) => alone.has(`${field.words.join(' ')} ${member.field.words.join(' ')}`)),
      )
      .map(({ field }) => field.words.join(' ')),
  );
  // an object with inner objects, or with an own key, is a row of its own and not only values of this row
  const isMore = ({ members }: ObjectNode): boolean =>
    members.some(({ kind, field }) => kind !== 'scalar' || /^(?:id|uuid|key)$/.test(field.words.join(' ')));
  const whole = new Set(objects.filter(isMore).map(({ field }) => field.words.join(' ')));
  return new Set([...names].filter((name) => !whole.has(name)));
}

const withInner = (node: FieldNode): readonly FieldNode[] =>
  node.kind === 'object'
    ? [node, ...node.members.flatMap(withInner)]
    : node.kind === 'list'
      ? withInner(node.item)
      : [node];

function marked(node: FieldNode, names: ReadonlySet<string>): FieldNode {
  if (node.kind === 'list') return { ...node, item: marked(node.item, names) };
  if (node.kind === 'scalar') return node;
  const { words } = node.field;
  if (!names.has(words.join(' '))) return { ...node, members: node.members.map((each) => marked(each, names)) };
  const members = node.members.map((each): FieldNode => ({
    ...each,
    field: { ...each.field, words: [...words, ...each.field.words] },
  }));
  return { ...node, parts: true, members };
}
