// A plan: calls that were executed step by step on a session, and where each of their values comes from. Plans are drawn
// from a write (or a look) backwards: the row it speaks of is looked up as far as the tools allow, else the user names it.
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
  /** Who one is, what one means, what one wants to be done. */
  readonly role: 'who' | 'which' | 'what';
  /** Whose it is. */
  readonly row?: Row;
}

/** How a row is spoken of, where a list that the agent can see tells it from the others. */
export interface Described {
  readonly row: Row;
  readonly value: Json;
  readonly by: readonly { readonly label: string; readonly value: Json }[];
  /** What makes it the winner of the list: the cheapest. The agent has to find out which that is. */
  readonly extreme?: Winner;
  /** The keys of those that win as well: any of them will do. */
  readonly alike?: readonly Json[];
  /** What it belongs to, by its name: the moss one of the cushions. */
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
