// A promise: something that the prose or the schema of a tool says beyond its reading. The program keeps it by a check
// of its own, or refuses the calls that ask for it, or the tool is flagged.
import type { FieldNode } from '../../fields/fields.ts';
import type { Need } from '../plan/needs.ts';
import type { Expr } from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Domain, Match } from '../readings/reading.ts';

export type Promised =
  /** The compiler cannot keep it: the tool is flagged. */
  | { readonly kind: 'doubt'; readonly why: string }
  /** A call for which this holds asks for something that is not simulated. */
  | { readonly kind: 'refused'; readonly argument: string; readonly when: Expr; readonly says: string }
  /** A call for which this holds is wrong, and is refused as wrong. */
  | { readonly kind: 'guard'; readonly when: Expr; readonly says: string }
  /** A call for a row in this state is refused, once the row is found. */
  | {
      readonly kind: 'state';
      readonly when: Expr;
      readonly says: string;
      readonly sentence: string;
      readonly need: Need;
    };

export interface PromiseRule {
  readonly kind: string;
  readonly about: string;
  /** Prose, and the promise that is found in it. */
  readonly examples: readonly (readonly [text: string, found: string])[];
  /** Prose without a promise. */
  readonly nevers: readonly string[];
  /** The promise in a text, in a few words. */
  readonly reads: (text: string) => string | undefined;
  readonly find: (tool: ToolFacts, match: Match, domain: Domain) => readonly Promised[];
}

/** The role that the reading gave to an argument. */
export function roleOf(match: Match, node: FieldNode): string {
  return match.arguments.find((role) => role.place === node.field.name)?.role ?? '';
}
