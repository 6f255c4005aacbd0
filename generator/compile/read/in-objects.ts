// Some reads group their arguments in objects, such as filter: {city}, page: {limit} and sort: {field}. This file
// treats the members as arguments of their own; `programs/as-called.ts` makes the program read them from their objects.
import type { Field, FieldNode } from '../../fields/fields.ts';
import { READING, type Sense } from '../../lexicon/verbs.ts';

const HOLDERS = /^(?:filters?|where|criteria|conditions?|query|page|paging|pagination|sort|sorting|order|order by)$/;
const PART = /^(?:contains?|containing|like|includes?)$/;

interface Tool {
  readonly told: 'read' | 'write' | undefined;
  readonly senses: ReadonlySet<Sense>;
  readonly arguments: readonly FieldNode[];
}

/**
 * Returns a read with the members of argument objects such as filter: {city} as arguments of their own, with names such
 * as filter.city. Returns a write unchanged.
 */
export function withoutHolders<T extends Tool>(tool: T): T {
  const isRead =
    tool.told === 'read' || (tool.told === undefined && [...tool.senses].some((sense) => READING.has(sense)));
  return isRead ? { ...tool, arguments: tool.arguments.flatMap(membersOf).map(withoutPart) } : tool;
}

function membersOf(node: FieldNode): readonly FieldNode[] {
  if (node.kind !== 'object' || !HOLDERS.test(node.field.words.join(' '))) return [node];
  const { field } = node;
  return node.members.map((member): FieldNode => ({
    ...member,
    field: {
      ...member.field,
      name: `${field.name}.${member.field.name}`,
      words: wordsIn(field, member.field),
      required: field.required && member.field.required,
    },
  }));
}

/**
 * Returns the words of a member in the context of its object: the `size` of a `page` is the page size, the `field` of a
 * `sort` is the column that orders the rows.
 */
function wordsIn({ words: [holder = ''] }: Field, { words }: Field): readonly string[] {
  const text = words.join(' ');
  if (/^(?:page|paging|pagination)$/.test(holder))
    return /^(?:size|number|token)$/.test(text) ? ['page', ...words] : words;
  if (!/^(?:sort|sorting|order)$/.test(holder)) return words;
  return /^(?:direction|dir|order)$/.test(text)
    ? ['direction']
    : /^(?:field|by|key|column|property)$/.test(text)
      ? ['sort', 'by']
      : words;
}

/** Treats name_contains as an argument `name` of which the call gives only a part. */
function withoutPart(node: FieldNode): FieldNode {
  const { field } = node;
  const isPart =
    node.kind === 'scalar' && field.type === 'text' && field.words.length > 1 && PART.test(field.words.at(-1) ?? '');
  if (!isPart) return node;
  return {
    ...node,
    field: { ...field, words: field.words.slice(0, -1), description: `${field.description} Contains.`.trim() },
  };
}
