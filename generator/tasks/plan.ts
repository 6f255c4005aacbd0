// A plan holds calls that were executed one by one on a session, and the facts that give their values. First a call is
// drawn at random. Then reads are added that find its row. If no read finds the row, the user names it.
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
  /**
   * `who`: identifies the user. `which`: identifies the row that the user means. `what`: is a value that the user
   * wants.
   */
  readonly role: 'who' | 'which' | 'what';
  /** The row of the person to whom the fact belongs. */
  readonly row?: Row;
}

/** A part of the user's first message: the words of one wish. */
export interface SaidWish {
  readonly said: string;
  /** The tools that the wish may call. */
  readonly tools: ReadonlySet<string>;
  /** The values that the user means, even if the words do not name them. */
  readonly means: ReadonlySet<Json>;
  /**
   * True if the agent chooses a row, such as the cheapest, or handles rows one after the other. In this case only the
   * values in `means` are the user's own.
   */
  readonly chooses: boolean;
  /** Whether the words already say why the user asks. */
  readonly hasCause?: true;
}

/** The first message, and words that say who the user is. */
export interface SaidFirst {
  readonly opening: string;
  readonly persona: string;
  /** The user's way of writing, if `persona` also tells other things about the user. */
  readonly how?: string;
  /** The parts of the first message, one for each wish. */
  readonly wishes?: readonly SaidWish[];
  /** The sentences of the first message with which the user says why. */
  readonly because?: readonly string[];
}

/** The words with which the user distinguishes a row from the other items of a list that the agent sees. */
export interface Described {
  readonly row: Row;
  readonly value: Json;
  readonly by: readonly { readonly label: string; readonly value: Json }[];
  /** The column by which the row is first or last, as in "the cheapest". The agent must find out which row this is. */
  readonly extreme?: Winner;
  /** The keys of other rows that fit as well. Each of these rows is a right choice too. */
  readonly alike?: readonly Json[];
  /** The words for the row to which this row belongs, such as "the Moss" in "the cheapest variant of the Moss". */
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
