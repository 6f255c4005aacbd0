// Handles arguments that add elements to a list column or remove elements from it, such as add_labels and
// remove_labels.
import * as sql from '../programs/sql.ts';
import { spelled } from '../../fields/id-of.ts';
import { opensWith } from '../read/opening-verb.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { columnFor } from '../things/columns.ts';
import type { Thing } from '../things/thing.ts';
import type { Bound } from './bind.ts';
import { newValue, type Changed } from './changed-value.ts';
import type { tableOf } from './parts.ts';
import type { Domain } from './reading.ts';

/** Elements that a call adds to a list column or removes from it, such as labels. */
export interface ListChange {
  readonly each: Bound;
  readonly column: string;
  readonly words: readonly string[];
  readonly adds: boolean;
}

/** Drops the verb from the words of an argument's name: `add label ids` becomes `label ids`. */
export function asIds(each: Bound): Bound {
  const words = each.node.field.words.slice(/^(?:add|remove)$/.test(each.node.field.words[0] ?? '') ? 1 : 0);
  return { ...each, node: { ...each.node, field: { ...each.node.field, words } } };
}

export const ADDING = /^(?:tag|label|add|append)$/;

export function listChange(each: Bound, tool: ToolFacts, thing: Thing, domain: Domain): ListChange[] {
  const words = spelled(each.node.field.words);
  // "Add tags to a note." says that the given tags are added to the list, as for tag_note(note_id, tags)
  if (ADDING.test(tool.verb) && opensWith(tool.description, 'add') && each.node.kind === 'list') {
    const named = columnFor(thing, words, domain.things, true);
    return [{ each, column: named.column, words: named.words, adds: true }];
  }
  const [first = '', ...rest] = words;
  const adds = first === 'add';
  if (
    (!adds && first !== 'remove') ||
    each.node.kind !== 'list' ||
    each.node.item.kind !== 'scalar' ||
    rest.length === 0
  )
    return [];
  const named = columnFor(thing, rest, domain.things, true);
  return [{ each, column: named.column, words: named.words, adds }];
}

/**
 * Returns the new value of each list column: the given list, or else the stored list, with elements added or removed.
 */
export function listSets(
  lists: readonly ListChange[],
  rest: readonly Changed[],
  table: ReturnType<typeof tableOf>,
): [string, sql.Expr][] {
  const found = new Map<string, sql.Expr>();
  for (const { each, column, adds } of lists) {
    const whole = rest.find((other) => other.column === column);
    const before = found.get(column) ?? (whole === undefined ? sql.name(column) : newValue(whole, table));
    found.set(
      column,
      adds ? sql.listWith(before, sql.argument(each.path)) : sql.listWithout(before, sql.argument(each.path)),
    );
  }
  return [...found];
}
