// Handles names such as delete_donor_record, in which "donor record" means the whole row of the donor.
import { idOf } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import { columnFor } from './columns.ts';
import type { Thing, Things } from './thing.ts';

/**
 * Tells whether the last words of a noun mean the whole row. A donor's record is the donor if no tool has rows called
 * records and the call gives no other id.
 */
export function isWhole(rest: readonly string[], tool: ToolFacts, thing: Thing, things: Things): boolean {
  return (
    /^(?:record|data|entry|profile)$/.test(rest.join(' ')) &&
    !tool.senses.has('create') &&
    !things.all.some(({ nouns }) => [...nouns].some((noun) => noun.endsWith(rest.join(' ')))) &&
    tool.arguments.every(({ field }) => idOf(field.words) === undefined || columnFor(thing, field.words, things).isKey)
  );
}
