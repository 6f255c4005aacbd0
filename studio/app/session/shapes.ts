// The answers of the studio's session routes.
import type { Task } from '../../../envs/values/task.ts';
import type { Verdict } from '../../../envs/values/verdict.ts';
import type { Json, JsonObject } from '../shapes.ts';

export type { Task, Verdict };

export interface Said {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly calls?: readonly { readonly name: string; readonly args: string; readonly step: number | null }[];
  readonly name?: string;
  readonly ok?: boolean;
  readonly step?: number | null;
}

export interface StepShown {
  readonly index: number;
  readonly by: 'agent' | 'user' | 'control';
  readonly name: string;
  readonly arguments: JsonObject;
  readonly ok: boolean;
  readonly result?: Json;
  readonly error?: { readonly code: string; readonly message: string };
  readonly effect: 'read' | 'write';
  readonly committed: boolean;
  readonly fault?: string;
  readonly changes: Readonly<Record<string, number>>;
}

export interface SessionState {
  readonly id: string;
  readonly environment: string;
  readonly step: number;
  readonly now: string;
  readonly task: Task | null;
  readonly live: boolean;
  readonly solo: boolean;
  readonly end: string | null;
  readonly talk: readonly Said[];
  readonly steps: readonly StepShown[];
}

/** Does some work in the session, then loads the session again. Returns false if the work failed. */
export type Act = (work: () => Promise<unknown>) => Promise<boolean>;
