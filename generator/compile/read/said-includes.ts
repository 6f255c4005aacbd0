// Recognizes an argument that shows additional rows, by its description: `all` with "Also show archived notes" means
// include_archived. A call without the argument hides these rows.
import type { FieldNode } from '../../fields/fields.ts';

const INCLUDES =
  /^(?:whether to |if (?:true|set|given),? |(?:set (?:this )?to )?true to )?(?:(?:also )?(?:include|show|list|return)s?(?: also)?|also) (?:the |all )?(archived|deleted|trashed|closed|inactive|hidden|completed|retired|cancell?ed|expired|disabled|finished|resolved|published|drafts?)\b/i;

/**
 * Returns the argument, renamed to words such as `include archived` if it is an optional boolean that shows additional
 * rows.
 */
export function asInclude(node: FieldNode): FieldNode {
  const { field } = node;
  const state = field.type === 'boolean' && !field.required ? INCLUDES.exec(field.description)?.[1] : undefined;
  return state === undefined || node.kind !== 'scalar'
    ? node
    : { ...node, field: { ...field, words: ['include', state.toLowerCase().replace(/^drafts$/, 'draft')] } };
}
