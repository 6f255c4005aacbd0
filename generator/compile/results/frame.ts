// Recognizes the form of a declared result: a list of rows, one row, one value or only a word of success.
import type { FieldNode, ListNode, ObjectNode, ScalarNode } from '../../fields/fields.ts';
import { spelled } from '../../fields/id-of.ts';
import type { Thing } from '../things/thing.ts';

export type Frame =
  | { readonly kind: 'rows'; readonly list: ListNode; readonly item: FieldNode; readonly around: readonly FieldNode[] }
  | { readonly kind: 'row'; readonly row: ObjectNode; readonly around: readonly FieldNode[] }
  | { readonly kind: 'word'; readonly members: readonly ScalarNode[] }
  | { readonly kind: 'value'; readonly value: ScalarNode };

const ENVELOPES = new Set(
  'data result item record response payload body object entry output value row content'.split(' '),
);
/** Names of fields that only say that the call succeeded. */
const WORDS = new Set(
  'success ok message status deleted removed done acknowledged error updated created result succeeded successful msg completed sent cancelled archived'.split(
    ' ',
  ),
);

export const isWordLeaf = (node: FieldNode): boolean =>
  node.kind === 'scalar' &&
  WORDS.has(node.field.words.join(' ')) &&
  (node.field.type === 'boolean' || node.field.type === 'text');

/** Words in the names of fields that describe the pages of a list. */
const AROUND = new Set(
  `total count total count total result total item size number of result page limit offset per page page size has more next cursor
  next page token cursor next page total page more has next more available next offset truncated`.split(/\s+/),
);

export const isPagingLeaf = (node: FieldNode): boolean =>
  node.kind === 'scalar' && node.field.words.every((word) => AROUND.has(word) || word === 'token' || word === 'of');

export function frameOf(result: FieldNode, thing: Thing | undefined): Frame {
  if (result.kind === 'scalar') return { kind: 'value', value: result };
  if (result.kind === 'list') return { kind: 'rows', list: result, item: result.item, around: [] };
  const { members } = result;
  if (members.every(isWordLeaf)) return { kind: 'word', members: members as readonly ScalarNode[] };
  const isNamed = (node: FieldNode): boolean => {
    const words = spelled(node.field.words).join(' ');
    return ENVELOPES.has(words) || (thing !== undefined && thing.nouns.has(words));
  };
  const lists = members.filter((node): node is ListNode => node.kind === 'list');
  const rest = (of: FieldNode): FieldNode[] => members.filter((node) => node !== of);
  const [list] = lists.length === 1 ? lists : lists.filter(isNamed);
  if (list !== undefined && rest(list).every((node) => isPagingLeaf(node) || isWordLeaf(node)))
    return { kind: 'rows', list, item: list.item, around: rest(list) };
  const inner = members.filter((node): node is ObjectNode => node.kind === 'object');
  const [row] = inner.length === 1 ? inner : inner.filter(isNamed);
  if (row !== undefined && isNamed(row) && rest(row).every((node) => isWordLeaf(node) || isPagingLeaf(node))) {
    const deeper = frameOf(row, thing);
    if (deeper.kind === 'row' && deeper.row === row) return { kind: 'row', row, around: rest(row) };
  }
  return { kind: 'row', row: result, around: [] };
}
