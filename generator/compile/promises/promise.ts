// A promise is a statement in a tool's description or schema that the tool's reading does not cover. The program keeps
// the promise by a check, or refuses the calls that need it, or the tool is flagged.
import type { FieldNode } from '../../fields/fields.ts';
import type { Need, TableNeed } from '../plan/needs.ts';
import type { Step } from '../../../envs/values/program.ts';
import type { Plan } from '../plan/plan.ts';
import type { Expr } from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Domain, Match } from '../readings/reading.ts';

export type Promised =
  /** The compiler cannot keep the promise, and flags the tool. */
  | { readonly kind: 'doubt'; readonly why: string }
  /**
   * The program answers UNAVAILABLE where `when` is true, because the call asks for something that is not simulated.
   * With `isValue`, only one value of the argument asks for it, so the argument may be required.
   */
  | {
      readonly kind: 'refused';
      readonly argument: string;
      readonly when: Expr;
      readonly says: string;
      readonly isValue?: true;
    }
  /** The program refuses a call as wrong where `when` is true. */
  | { readonly kind: 'guard'; readonly when: Expr; readonly says: string; readonly needs?: readonly Need[] }
  /** The program refuses a call as a conflict where `when` is true. */
  | { readonly kind: 'unique'; readonly when: Expr; readonly says: string }
  /** The program changes the row in one more way, after the main effect of the tool. */
  | {
      readonly kind: 'effect';
      readonly says: string;
      readonly needs: readonly Need[];
      readonly step: (plan: Plan) => Step;
    }
  /** The program finds the row first, then refuses the call where `when` is true of the row's state. */
  | {
      readonly kind: 'state';
      readonly when: Expr;
      readonly says: string;
      readonly sentence: string;
      /** The row and the column of the state, as a text. */
      readonly place: string;
      readonly states: readonly (string | number)[];
      /** Calls without an argument for which nothing tells whether the condition holds. */
      readonly open?: { readonly argument: string; readonly when: Expr };
      /** Whether the row must be in one of the states, or must be in none of them. */
      readonly allowed: boolean;
      readonly needs: readonly Need[];
      /** The link tables in which the condition looks. */
      readonly tables?: readonly TableNeed[];
    };

export interface PromiseRule {
  readonly kind: string;
  readonly about: string;
  /** Descriptions, each with the promise that the rule finds in it. */
  readonly examples: readonly (readonly [text: string, found: string])[];
  /** Descriptions in which the rule finds no promise. */
  readonly nevers: readonly string[];
  /** Returns the promise in a text, in a few words, or undefined. */
  readonly reads: (text: string) => string | undefined;
  readonly find: (tool: ToolFacts, match: Match, domain: Domain) => readonly Promised[];
}

/** Returns the role that the reading gave to an argument, or an empty text. */
export function roleOf(match: Match, node: FieldNode): string {
  return match.arguments.find((role) => role.place === node.field.name)?.role ?? '';
}
