// A plan: calls that were executed step by step on a session, and the origin of each of their values. Plans are drawn
// backwards from a write (or a look): its row is looked up as far as the tools allow; otherwise the user names it.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Audience, Tool } from '../../envs/values/tool-schema.ts';
import type { Leaf, Row } from './atlas.ts';
import type { Winner } from './winners.ts';

export interface PlannedCall {
  readonly by: Audience;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** Something that the user knows and says. */
export interface Fact {
  readonly key: string;
  readonly value: Json;
  /** The user's identity, the row that is meant, or a value for the wish. */
  readonly role: 'who' | 'which' | 'what';
  /** The row of the person to whom the fact belongs. */
  readonly row?: Row;
}

/** The words that distinguish a row from the others of a list that the agent can see. */
export interface Described {
  readonly row: Row;
  readonly value: Json;
  readonly by: readonly { readonly label: string; readonly value: Json }[];
  /** The column by which it wins the list: the cheapest. The agent has to find out which row that is. */
  readonly extreme?: Winner;
  /** The keys of the other rows that win as well. Each of them is a right choice. */
  readonly alike?: readonly Json[];
  /** The name of the thing to which it belongs: the moss one of the cushions. */
  readonly of?: string;
}

export interface Goal {
  readonly tool: Tool;
  readonly arguments: JsonObject;
  readonly rows: readonly Row[];
  readonly leaves: readonly { readonly leaf: Leaf; readonly value: Json; readonly row?: Row }[];
}

export interface Plan {
  readonly calls: readonly PlannedCall[];
  readonly facts: readonly Fact[];
  readonly described: readonly Described[];
  readonly goals: readonly Goal[];
}
