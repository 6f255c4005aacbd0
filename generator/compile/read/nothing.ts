// Finds default values that stand for nothing, such as an empty text in a filter or 0 for an id. A call with such a
// value asks for the same as a call without the argument.
import type { Field, FieldNode } from '../../fields/fields.ts';
import { idOf } from '../../fields/id-of.ts';
import { READING, type Sense } from '../../lexicon/verbs.ts';

interface Tool {
  readonly told: 'read' | 'write' | undefined;
  readonly senses: ReadonlySet<Sense>;
  readonly arguments: readonly FieldNode[];
}

/** Matches words that say that a value stands for nothing, as in "Club of the player (0 for none)". */
const SAID =
  /[\s,;.(]*\b(?:use |pass |leave |set to )?(?<![\w.])(?:0|-1|empty|blank|""|'') ?(?:for|means?|=|if|to mean|is) (?:none|nothing|no\b|all\b|any\b|not |unset|unassigned)[^).;]*\)?/i;

/** Returns the tool with each default that stands for nothing moved from the default to the field `nothing`. */
export function withNothing<T extends Tool>(tool: T): T {
  return {
    ...tool,
    arguments: tool.arguments.map((node): FieldNode => {
      const nothing =
        node.kind === 'scalar' && standsForNothing(node.field, tool) ? node.field.schema['default'] : undefined;
      if (node.kind !== 'scalar' || (typeof nothing !== 'string' && typeof nothing !== 'number')) return node;
      const { default: _default, ...schema } = node.field.schema;
      return {
        ...node,
        field: { ...node.field, schema, nothing, description: node.field.description.replace(SAID, '') },
      };
    }),
  };
}

function standsForNothing({ required, schema, words, description }: Field, { told, senses }: Tool): boolean {
  const usual = schema['default'];
  if (required || !['', 0, -1].some((each) => each === usual)) return false;
  if (idOf(words) !== undefined || SAID.test(description)) return true;
  const isRead = told === 'read' || (told === undefined && [...senses].some((sense) => READING.has(sense)));
  // a new row may hold an empty text; but a filter with an empty text selects nothing, and an update with it leaves the
  // old value
  if (usual === '') return isRead || !['create', 'book', 'send'].some((sense) => senses.has(sense as Sense));
  return isRead && /^(?:max|maximum|most|until|before)$/.test(words[0] ?? '');
}
