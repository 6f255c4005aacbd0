// Reasons to refuse a tool that several rules use: no key, an incomplete key, an argument without a known meaning.
import type { FieldNode } from '../../fields/fields.ts';
import type { Thing } from '../things/thing.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Bindings, Bound } from './bind.ts';
import { called } from './parts.ts';
import { refuse, type Refusal } from './reading.ts';

export const unnamed = ({ noun, name }: ToolFacts): Refusal =>
  refuse(1, `no thing is called ${noun.join(' ') || name}`);

export function withoutKey(asked: readonly FieldNode[], near: number): Refusal {
  return refuse(
    near,
    asked.length === 0
      ? 'nothing that it asks for says which row it means'
      : `no thing has ${asked.map((node) => node.field.name).join(', ')} as its key`,
  );
}

export function partOfKey(thing: Thing, { scope }: Bindings): Refusal | undefined {
  if (scope.length >= thing.scope.length) return undefined;
  const parts = [...thing.scope, thing.own].map((part) => part.words.join(' '));
  return refuse(3, `the key of ${called(thing)} is ${parts.join(' + ')}, and not all of it is asked for`);
}

/**
 * Refuses a tool with arguments that no column holds. Arguments that shape the result, identify the caller or confirm
 * the call are accepted.
 */
export function untold({ others }: Bindings): Refusal | undefined {
  const names = others
    .filter(({ kind }) => kind.kind !== 'shape' && kind.kind !== 'credential' && kind.kind !== 'confirm')
    .map(({ node }) => node.field.name);
  return names.length === 0 ? undefined : refuse(4, `nothing tells what ${names.join(', ')} does`, names);
}

/** Refuses a tool if no source was found for some field of its declared result. */
export function unplaced(placer: { readonly unplaced: readonly string[] }): Refusal | undefined {
  return placer.unplaced.length === 0
    ? undefined
    : refuse(5, `nothing tells ${placer.unplaced.slice(0, 3).join(', ')} of the result`);
}

/** Returns the argument with the key of the row to change. Refuses a tool that does not require the whole key. */
export function keyOf(tool: ToolFacts, thing: Thing, bindings: Bindings): Bound | Refusal {
  const { key } = bindings;
  if (key?.required !== true)
    return withoutKey(
      tool.arguments.filter((node) => node.field.required),
      3,
    );
  return partOfKey(thing, bindings) ?? key;
}
