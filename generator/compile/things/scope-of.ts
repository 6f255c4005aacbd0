// Finds the scope of a key: the values that all tools require together with the key, because the key is unique only
// within them.
import { columnName, type FieldNode, type ValueType } from '../../fields/fields.ts';
import { spelled } from '../../fields/id-of.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { KeyPart } from './thing.ts';

const SINGLE: ReadonlySet<string> = new Set(['show', 'update', 'delete', 'state', 'move']);

export interface OwnKey {
  readonly words: readonly string[];
  readonly type: ValueType;
  readonly global: boolean;
  readonly natural: boolean;
}

export function isSingle(tool: ToolFacts): boolean {
  return [...tool.senses].some((sense) => SINGLE.has(sense));
}

/**
 * Returns the arguments that all tools about one row require together with its key, such as owner and repository of an
 * issue.
 */
export function scopeOf(about: readonly ToolFacts[], own: OwnKey, nouns: ReadonlySet<string>): KeyPart[] {
  const single = about.filter((tool) => isSingle(tool) && !tool.plural);
  if (single.length === 0) return [];
  const required = single.map(
    (tool) =>
      new Map(
        tool.arguments
          .filter(
            (node) =>
              node.kind === 'scalar' &&
              node.field.required &&
              node.field.choices.length === 0 &&
              (node.field.type === 'text' || node.field.type === 'integer'),
          )
          .filter((node) => !isOwn(node, own, nouns))
          .map((node) => [node.field.name, node]),
      ),
  );
  const [first, ...others] = required;
  // one tool alone proves no scope, because its argument may be what the tool is about
  const makers = about.filter((tool) => tool.senses.has('create') || (tool.plural && tool.verb !== 'search'));
  const everywhere = [...(first ?? new Map<string, FieldNode>())].filter(
    ([name]) =>
      others.every((each) => each.has(name)) &&
      makers.every((tool) => tool.arguments.some((node) => node.field.name === name)) &&
      single.length + makers.length >= 2,
  );
  return everywhere
    .filter(([, node]) => !node.field.description.toLowerCase().startsWith('new '))
    .map(([, node]) => ({
      column: columnName(spelled(node.field.words)),
      words: spelled(node.field.words),
      type: node.field.type === 'integer' ? 'integer' : 'text',
    }));
}

const OFTEN = 3;

/**
 * Returns the owner arguments that every tool requires beside the name of a row, such as the owner beside the name of a
 * repository. The list is empty if fewer than OFTEN tools take the name.
 */
export function companionsOf(nouns: ReadonlySet<string>, tools: readonly ToolFacts[]): KeyPart[] {
  const isNamed = (node: FieldNode): boolean =>
    node.kind === 'scalar' && node.field.required && nouns.has(spelled(node.field.words).join(' '));
  const naming = tools.filter((tool) => tool.arguments.some(isNamed));
  if (naming.length < OFTEN) return [];
  const beside = (naming[0]?.arguments ?? []).filter(
    (node) =>
      node.kind === 'scalar' &&
      node.field.required &&
      node.field.type === 'text' &&
      node.field.choices.length === 0 &&
      !isNamed(node) &&
      OWNERS.test(node.field.words.join(' ')) &&
      naming.every((tool) => tool.arguments.some((each) => each.field.name === node.field.name && each.field.required)),
  );
  return beside.map(({ field }) => ({
    column: columnName(spelled(field.words)),
    words: spelled(field.words),
    type: 'text' as const,
  }));
}
const OWNERS =
  /^(?:owner|org|organization|account|workspace|namespace|team|group|project|tenant|user|username|database|bucket)$/;

function isOwn(node: FieldNode, own: OwnKey, nouns: ReadonlySet<string>): boolean {
  const text = spelled(node.field.words).join(' ');
  const key = own.words.join(' ');
  return text === key || [...nouns].some((noun) => text === `${noun} ${key}` || text === noun);
}
