// Tells whether an argument confirms a call, such as `confirm` or `are_you_sure`.
import type { FieldNode } from '../../fields/fields.ts';

const NAMES =
  /^(?:i )?(?:confirm(?:ed|ation)?|acknowledged?|are you sure|user confirmed)(?: (?:delete|deletion|remove|removal|action|cancel\w*))?$/;

export const isConfirming = (text: string): boolean => NAMES.test(text);

export function isConfirmation({ kind, field }: FieldNode): boolean {
  return kind === 'scalar' && field.type === 'boolean' && isConfirming(field.words.join(' '));
}
