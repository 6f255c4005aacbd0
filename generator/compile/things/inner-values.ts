// Finds values inside an object that a column stores, such as the department in the attributes of a user. Filters and
// searches can use such values like columns.
import { readNode, type ScalarNode } from '../../fields/fields.ts';
import { spelled } from '../../fields/id-of.ts';
import { isObjectColumn } from './object-column.ts';
import type { KnownColumn } from './known-column.ts';
import type { Known } from './known.ts';
import type { Thing } from './thing.ts';

export interface InnerValue {
  /** The column that stores the object. */
  readonly of: KnownColumn;
  readonly node: ScalarNode;
  readonly words: readonly string[];
}

export function innerValues(thing: Thing, known: Known): readonly InnerValue[] {
  return [...(known.get(thing.table)?.columns.values() ?? [])]
    .filter((column) => column.given && isObjectColumn(column))
    .flatMap((of): InnerValue[] => {
      const node = readNode(of.schema, of.column);
      if (node.kind !== 'object') return [];
      return node.members.flatMap((member) =>
        member.kind === 'scalar' ? [{ of, node: member, words: spelled(member.field.words) }] : [],
      );
    });
}
