// The interface of a training format. A format has outputs, and each output is made from rows, from preference pairs
// or from tasks.
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

/** A task as a prompt, with the data that a trainer needs to begin a session and to ask for a verdict. */
export interface TaskRow {
  readonly id: string;
  readonly environment: { readonly name: string; readonly hash: string };
  readonly task: string;
  readonly kind: string;
  readonly difficulty: string;
  readonly calls: number;
  readonly tags: readonly string[];
  readonly session_seed: number;
  /** The system message and the user's first message. */
  readonly messages: readonly RowMessage[];
  readonly tools: readonly Json[];
  /**
   * The messages and tools for an agent that works without a user: its first message holds every fact that the user
   * would know.
   */
  readonly alone: { readonly messages: readonly RowMessage[]; readonly tools: readonly Json[] };
  readonly split: 'train' | 'test';
}

/** A message as it is read back from a training file. Tests compare it with the message of the row. */
export interface Told {
  readonly role: string;
  readonly content: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: Json }[];
}

interface Output<From extends string, Input> {
  /** The part of the file's name that distinguishes this output. Empty if the format has only one output. */
  readonly name: string;
  readonly from: From;
  readonly file: 'jsonl' | 'parquet';
  /** For Parquet only: an example line with every field, which defines the columns. */
  readonly shape?: JsonObject;
  /** Makes the lines of the file, or returns the reason why the input gives no lines. */
  make(input: Input): readonly JsonObject[] | string;
  /** Makes the same lines, but as text. This is faster for outputs whose lines repeat the same messages. */
  lines?(input: Input): readonly string[] | string;
  /** Returns a fault of the line that would break a trainer, or undefined if there is none. */
  lint(line: JsonObject): string | undefined;
}

interface RowsOutput extends Output<'rows', Row> {
  /**
   * Reads the conversation back from a line. Undefined if the line holds the conversation as one text, made with a chat
   * template, which cannot be read back.
   */
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
  /** Makes the extra files that a trainer needs next to the rows. */
  beside?(files: readonly WrittenFile[]): readonly { readonly name: string; readonly text: string }[];
}
