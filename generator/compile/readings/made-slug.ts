// Makes a missing slug from another value of the call that the description names: the handle of a product from its
// title.
import type { FieldNode } from '../../fields/fields.ts';
import * as sql from '../programs/sql.ts';
import { slugSource } from '../read/said-derived.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Bound } from './bind.ts';
import { stored } from './parts.ts';

/** Tells whether a missing value is made from a required text of the same call. */
export function isMadeSlug({ field }: FieldNode, tool: ToolFacts): boolean {
  const source = slugSource(field.words, field.description)?.join(' ');
  return tool.arguments.some((each) => each.field.required && each.field.words.join(' ') === source);
}

/**
 * Returns the slug for a missing value. Returns undefined if the description names no required argument as its source.
 */
export function madeSlug(each: Bound, values: readonly Bound[], element?: string): sql.Expr | undefined {
  const { field } = each.node;
  const source = slugSource(field.words, field.description)?.join(' ');
  const from = values.find((one) => one.required && one.node.field.words.join(' ') === source);
  return from === undefined ? undefined : sql.slug(stored(from, element));
}
