// A plan: calls that were executed one by one on a session, and the facts that give their values. First a write or a
// read is drawn. Then reads are added that find its row. If no read finds the row, the user names the row.
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
  /** `who`: the user's identity. `which`: the row that the user means. `what`: a value of the wish. */
  readonly role: 'who' | 'which' | 'what';
  /** The row of the person to whom the fact belongs. */
  readonly row?: Row;
}

/** A part of the opening: the words of one wish. */
export interface SaidWish {
  readonly said: string;
  /** The tools that the wish may call. */
  readonly tools: ReadonlySet<string>;
  /** The values that the user means, whether the words name them or not. */
  readonly means: ReadonlySet<Json>;
  /**
   * Whether the agent chooses a row, such as the cheapest, or takes rows one after the other. Only the values in
   * `means` are then the user's own.
   */
  readonly chooses: boolean;
  /** Whether the words already say why the user asks. */
  readonly hasCause?: true;
}

/** Who the user is, and the first message. */
export interface SaidFirst {
  readonly opening: string;
  readonly persona: string;
  /** How the user writes, if `persona` says more than that. */
  readonly how?: string;
  /** The parts of the opening, one for each wish. */
  readonly wishes?: readonly SaidWish[];
  /** The sentences of the opening by which the user says why. */
  readonly because?: readonly string[];
}

/** The words by which the user distinguishes a row from the other items of a list that the agent sees. */
export interface Described {
  readonly row: Row;
  readonly value: Json;
  readonly by: readonly { readonly label: string; readonly value: Json }[];
  /**
   * The column in which the row ranks first or last, as in "the cheapest". The agent must find out which row that is.
   */
  readonly extreme?: Winner;
  /** The keys of other rows that have the same rank. Each of these rows is a right choice too. */
  readonly alike?: readonly Json[];
  /** The words for the thing to which the row belongs, such as "the Moss" in "the cheapest variant of the Moss". */
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
