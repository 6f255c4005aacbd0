// A training format: one or more outputs, each made from rows, from preference pairs or from tasks. Adding one: a file in profiles/ and a line in profile-list.ts.
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

/** A task as a prompt, with all that a trainer needs to begin its session and to have it judged. */
export interface TaskRow {
  readonly id: string;
  readonly environment: { readonly name: string; readonly hash: string };
  readonly task: string;
  readonly kind: string;
  readonly difficulty: string;
  readonly calls: number;
  readonly tags: readonly string[];
  readonly session_seed: number;
  /** System and opening. */
  readonly messages: readonly RowMessage[];
  readonly tools: readonly Json[];
  /** The same for an agent that works alone: all that the user knows is told at once. */
  readonly alone: { readonly messages: readonly RowMessage[]; readonly tools: readonly Json[] };
  readonly split: 'train' | 'test';
}

/** What a format keeps of a conversation, to hold against what went in. */
export interface Told {
  readonly role: string;
  readonly content: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: Json }[];
}

interface Output<From extends string, Input> {
  /** Part of the file's name; empty where a format has one output. */
  readonly name: string;
  readonly from: From;
  readonly file: 'jsonl' | 'parquet';
  /** Of Parquet: a line with every field that any line can have, for the columns. */
  readonly shape?: JsonObject;
  /** Lines of the file; a text says why there are none. */
  make(input: Input): readonly JsonObject[] | string;
  /** The same lines as text, where making them one by one would write the same words over and over. */
  lines?(input: Input): readonly string[] | string;
  /** What a trainer would trip over. */
  lint(line: JsonObject): string | undefined;
  /** A line read again: the conversation in it. */
  back?(line: JsonObject): readonly Told[];
}

export type ProfileOutput = Output<'rows', Row> | Output<'pairs', PairRow> | Output<'tasks', TaskRow>;

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
  /** Files that belong beside the rows. */
  beside?(files: readonly WrittenFile[]): readonly { readonly name: string; readonly text: string }[];
}
