// Finds filters in a description: "Filter by floor and minimum capacity" shows that the rows have a floor and a
// capacity.
import { readNode, type FieldNode } from '../../fields/fields.ts';
import { idOf, spelled } from '../../fields/id-of.ts';
import { argumentKind } from '../read/argument-kind.ts';
import type { ToolFacts } from '../read/tool-facts.ts';

const FILTERS = /\bfilter(?:s|ed|able)? (?:by|on) ([^.;]+)/i;

/** Tells whether the description says that the tool filters by this argument. */
export function isSaidFilter(node: FieldNode, tool: ToolFacts): boolean {
  if (tool.result !== undefined || node.kind !== 'scalar' || node.field.required) return false;
  const kind = argumentKind(node, tool);
  const said = (FILTERS.exec(tool.description)?.[1] ?? '').toLowerCase().split(/[^a-z]+/);
  const words = kind.kind === 'range' ? kind.of : kind.kind === 'value' ? spelled(node.field.words) : [];
  return (
    words.length > 0 &&
    words.length < 3 &&
    idOf(node.field.words) === undefined &&
    words.every((word) => said.includes(word))
  );
}

export function filtered(node: FieldNode, tool: ToolFacts): FieldNode {
  const kind = argumentKind(node, tool);
  return kind.kind === 'range' && !kind.date
    ? readNode(
        { type: node.kind === 'scalar' && node.field.type === 'integer' ? 'integer' : 'number' },
        kind.of.join('_'),
      )
    : withoutAll(node);
}

/** Returns the argument without the choices `all` and `any`, which select every row. */
export function withoutAll(node: FieldNode): FieldNode {
  const choices = node.field.choices.filter((choice) => choice !== 'all' && choice !== 'any');
  return node.kind === 'scalar' ? { ...node, field: { ...node.field, choices, schema: { type: 'string' } } } : node;
}
