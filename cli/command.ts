// The type of a command. To add a command, add a file in commands/ and a line in command-list.ts.
import type { Json } from '../envs/values/json.ts';
import type { Output } from './output.ts';

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly about: string;
  /** The word that the help shows for the value, such as N, DIR or FILE. */
  readonly value?: string;
}

export interface Invocation {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly output: Output;
}

/** The JSON summary and the exit status: 0 means done, 1 a check failed, 3 the command waits for answers. */
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
  /** The number of plain arguments that the command takes. */
  readonly args?: { readonly least: number; readonly most?: number };
  run(invocation: Invocation): Promise<CommandResult> | CommandResult;
}
