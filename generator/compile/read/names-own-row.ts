// Tells whether a tool asks for the key of a row of the kind that its name mentions.
import type { FieldNode } from '../../fields/fields.ts';
import { idOf } from '../../fields/id-of.ts';

/** Tells whether a required argument is a plain `id`, or the id of the noun in the tool's name. */
export function namesOwnRow(parameters: FieldNode, noun: readonly string[]): boolean {
  const members = parameters.kind === 'object' ? parameters.members : [];
  return members.some(({ kind, field }) => {
    const naming = kind === 'scalar' && field.required ? idOf(field.words) : undefined;
    const said = naming?.noun.join(' ');
    return said !== undefined && (said === '' || noun.join(' ') === said || noun.at(-1) === said);
  });
}
