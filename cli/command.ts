// The type of a command. To add a command, add a file in commands/ and a line in command-list.ts.
import type { Json } from '../envs/values/json.ts';
import type { Output } from './output.ts';

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly about: string;
  /** The word that the help shows in place of the value: N for a number, DIR for a folder, FILE for a file. */
  readonly value?: string;
}

export interface Invocation {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly output: Output;
}

/**
 * The JSON summary and the exit status: 0 (or none) means done, 1 that a check failed, 3 that the command waits for a
 * model's answers.
 */
export interface CommandResult {
  readonly summary?: { readonly [key: string]: Json | undefined };
  readonly status?: 0 | 1 | 3;
}

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly about: string;
  readonly options?: Readonly<Record<string, Option>>;
  readonly examples?: readonly string[];
  /**
   * The numbers of arguments without a flag that the command takes. Without `most`, their number has no upper limit.
   */
  readonly args?: { readonly least: number; readonly most?: number };
  run(invocation: Invocation): Promise<CommandResult> | CommandResult;
}
