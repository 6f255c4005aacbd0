// A call as a caller asks a session to make it, and the answer of the session.
import type { ToolErrorValue } from '../errors/tool-error.ts';
import type { FaultKind } from '../values/fault.ts';
import type { Json } from '../values/json.ts';
import type { Audience } from '../values/tool-schema.ts';

export interface CallRequest {
  readonly by: Audience;
  readonly name: string;
  readonly arguments: Json;
  /** Makes the call idempotent: the same key again gives the first answer and does not act. */
  readonly key?: string;
  /**
   * The arguments were parsed from JSON text, and printing and parsing them again gives the same value: they are not read
   * again.
   */
  readonly plain?: boolean;
  /** The fault that struck a recorded call. A recording is played again without the schedule of faults. */
  readonly fault?: FaultKind;
}

export type CallAnswer =
  | { readonly step: number; readonly ok: true; readonly result: Json }
  | { readonly step: number; readonly ok: false; readonly error: ToolErrorValue };

/** An answer with two values that its maker has already computed, so that its reader need not compute them again. */
export interface MadeCall {
  readonly answer: CallAnswer;
  /** The result or the error as JSON text. */
  readonly text: string;
  /** The failure of the tool's program that refused the call, if one did. */
  readonly failure: object | undefined;
}

export function answerAt(step: number, ok: boolean, value: Json | ToolErrorValue): CallAnswer {
  return ok ? { step, ok, result: value as Json } : { step, ok, error: value as ToolErrorValue };
}

/** The result or the error of an answer as JSON text. */
export function answerJson(answer: CallAnswer): string {
  return JSON.stringify(answer.ok ? answer.result : answer.error);
}
