// Finds names such as delete_donor_record, which mean the whole row.
import { idOf } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { columnFor } from './columns.ts';
import type { Thing, Things } from './thing.ts';

/**
 * Tells whether the last words of a noun mean the whole row: the record of a donor is the donor, where no tool knows
 * records and the call names nothing else.
 */
export function isWhole(rest: readonly string[], tool: ToolFacts, thing: Thing, things: Things): boolean {
  return (
    /^(?:record|data|entry|profile)$/.test(rest.join(' ')) &&
    !tool.senses.has('create') &&
    !things.all.some(({ nouns }) => [...nouns].some((noun) => noun.endsWith(rest.join(' ')))) &&
    tool.arguments.every(({ field }) => idOf(field.words) === undefined || columnFor(thing, field.words, things).isKey)
  );
}
