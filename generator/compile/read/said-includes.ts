// Reads the description of a flag that shows further rows: `all` with "Also show archived notes" is include_archived. Where
// it is not given, such rows are hidden.
import type { FieldNode } from '../../fields/fields.ts';

const INCLUDES =
  /^(?:whether to |if (?:true|set|given),? |(?:set (?:this )?to )?true to )?(?:(?:also )?(?:include|show|list|return)s?(?: also)?|also) (?:the |all )?(archived|deleted|trashed|closed|inactive|hidden|completed|retired|cancell?ed|expired|disabled|finished|resolved|published|drafts?)\b/i;

/** Returns the argument under the words of such a flag, such as `include archived`. */
export function asInclude(node: FieldNode): FieldNode {
  const { field } = node;
  const state = field.type === 'boolean' && !field.required ? INCLUDES.exec(field.description)?.[1] : undefined;
  return state === undefined || node.kind !== 'scalar'
    ? node
    : { ...node, field: { ...field, words: ['include', state.toLowerCase().replace(/^drafts$/, 'draft')] } };
}
