// Tells whether a tool asks for the key of the rows that its name is about.
import type { FieldNode } from '../../fields/fields.ts';
import { idOf } from '../../fields/id-of.ts';

/** Tells whether a required argument is the id of the tool's own noun. */
export function namesOwnRow(parameters: FieldNode, noun: readonly string[]): boolean {
  const members = parameters.kind === 'object' ? parameters.members : [];
  return members.some(({ kind, field }) => {
    const naming = kind === 'scalar' && field.required ? idOf(field.words) : undefined;
    const said = naming?.noun.join(' ');
    return said !== undefined && (said === '' || noun.join(' ') === said || noun.at(-1) === said);
  });
}
