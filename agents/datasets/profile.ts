// A training format: one or more outputs, each made from rows, from preference pairs or from tasks. To add one, write a
// file in profiles/ and a line in profile-list.ts.
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { Row, RowMessage } from './row.ts';

export interface PairRow {
  readonly id: string;
  readonly messages: readonly RowMessage[];
  readonly chosen: RowMessage;
  readonly rejected: RowMessage;
  readonly tools: readonly Json[];
  readonly environment: { readonly name: string; readonly hash: string };
  readonly task: string;
  readonly reason: string;
}

/** A task as a prompt, with all that a trainer needs to begin its session and to get its verdict. */
export interface TaskRow {
  readonly id: string;
  readonly environment: { readonly name: string; readonly hash: string };
  readonly task: string;
  readonly kind: string;
  readonly difficulty: string;
  readonly calls: number;
  readonly tags: readonly string[];
  readonly session_seed: number;
  /** The system message and the opening. */
  readonly messages: readonly RowMessage[];
  readonly tools: readonly Json[];
  /** The same for an agent that works alone: the opening then holds all that the user knows. */
  readonly alone: { readonly messages: readonly RowMessage[]; readonly tools: readonly Json[] };
  readonly split: 'train' | 'test';
}

/** A message as a format preserves it. It is compared with the message of the row. */
export interface Told {
  readonly role: string;
  readonly content: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: Json }[];
}

interface Output<From extends string, Input> {
  /** A part of the file's name; empty where the format has only one output. */
  readonly name: string;
  readonly from: From;
  readonly file: 'jsonl' | 'parquet';
  /** For Parquet: a line with every field that any line can have. It determines the columns. */
  readonly shape?: JsonObject;
  /** Makes the lines of the file, or returns the reason why there are none. */
  make(input: Input): readonly JsonObject[] | string;
  /** Makes the same lines as text, for outputs in which single lines would repeat the same messages many times. */
  lines?(input: Input): readonly string[] | string;
  /** Checks a line for faults that would break a trainer. */
  lint(line: JsonObject): string | undefined;
}

/** An output of whole conversations. */
interface RowsOutput extends Output<'rows', Row> {
  /** Reads the conversation back from a line; undefined where a person's template makes the text. */
  readonly back: ((line: JsonObject) => readonly Told[]) | undefined;
}

export type ProfileOutput = RowsOutput | Output<'pairs', PairRow> | Output<'tasks', TaskRow>;

export interface WrittenFile {
  readonly path: string;
  readonly output: string;
  readonly phase: 1 | 2;
  readonly split: 'train' | 'test';
  readonly rows: number;
}

export interface Profile {
  readonly name: string;
  readonly about: string;
  readonly outputs: readonly ProfileOutput[];
  /** Makes the files that belong beside the rows. */
  beside?(files: readonly WrittenFile[]): readonly { readonly name: string; readonly text: string }[];
}
