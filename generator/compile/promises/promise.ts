// A promise is a statement in a tool's description or schema that the planned program does not cover. The program then
// gets a check that keeps the promise, or refuses the calls that depend on it, or the tool is flagged.
import type { FieldNode } from '../../fields/fields.ts';
import type { Need, TableNeed } from '../plan/needs.ts';
import type { Step } from '../../../envs/values/program.ts';
import type { Plan } from '../plan/plan.ts';
import type { Expr } from '../programs/sql.ts';
import type { ToolFacts } from '../read/tool-facts.ts';
import type { Domain, Match } from '../readings/reading.ts';

export type Promised =
  /** The compiler cannot keep the promise, so it flags the tool. */
  | { readonly kind: 'doubt'; readonly why: string }
  /**
   * The program answers UNAVAILABLE where `when` is true, because the call asks for something that is not simulated.
   * With `isValue`, only some values of the argument ask for it, so the tool works even if the argument is required.
   */
  | {
      readonly kind: 'refused';
      readonly argument: string;
      readonly when: Expr;
      readonly says: string;
      readonly isValue?: true;
    }
  /** The program answers INVALID_ARGUMENT where `when` is true. */
  | { readonly kind: 'guard'; readonly when: Expr; readonly says: string; readonly needs?: readonly Need[] }
  /** The program refuses a call as a conflict where `when` is true. */
  | { readonly kind: 'unique'; readonly when: Expr; readonly says: string }
  /** The program changes the row in one more way, after the tool's main change. */
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
      /** The row and the column of the state, joined to one text. */
      readonly place: string;
      readonly states: readonly (string | number)[];
      /**
       * For a call that leaves this argument out, the description does not say whether the condition holds. `when` is
       * true for such calls that would break the condition.
       */
      readonly open?: { readonly argument: string; readonly when: Expr };
      /** True if the row must be in one of the states; false if it must be in none of them. */
      readonly allowed: boolean;
      readonly needs: readonly Need[];
      /** The link tables that the condition reads. */
      readonly tables?: readonly TableNeed[];
    };

export interface PromiseRule {
  readonly kind: string;
  readonly about: string;
  /** Descriptions, each with the promise that the rule must find in it. */
  readonly examples: readonly (readonly [text: string, found: string])[];
  /** Descriptions in which the rule must find no promise. */
  readonly nevers: readonly string[];
  /** Returns a short name of the promise in a text, or undefined where the text has none. */
  readonly reads: (text: string) => string | undefined;
  readonly find: (tool: ToolFacts, match: Match, domain: Domain) => readonly Promised[];
}

/** Returns the role of an argument, such as `key` or `filter`, or an empty text if the argument has none. */
export function roleOf(match: Match, node: FieldNode): string {
  return match.arguments.find((role) => role.place === node.field.name)?.role ?? '';
}
