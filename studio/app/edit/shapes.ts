// The server's answers to an edit that is only tried, not saved.
import type { ToolExample } from '../shapes.ts';

export interface PlayedExample {
  readonly example: ToolExample;
  readonly gives: ToolExample['expect'];
  readonly message: string | null;
}

export interface Failure {
  readonly tool: string;
  readonly check: string;
  readonly detail: string;
}

export interface Trial {
  readonly vetting: readonly string[];
  readonly saves: boolean;
  /**
   * The tools whose behaviour changed, each with the reason why it does not work (null if it works) before the edit and
   * now.
   */
  readonly changed?: readonly { readonly tool: string; readonly was: string | null; readonly now: string | null }[];
  readonly check?: { readonly run: number; readonly failed: number };
  readonly scenarios?: { readonly run: number; readonly failed: number } | null;
  readonly broken?: readonly Failure[];
  readonly standing?: readonly Failure[];
  readonly mended?: readonly Failure[];
  /** The examples of the edited tool, with their outcomes. */
  readonly examples?: readonly PlayedExample[];
}
