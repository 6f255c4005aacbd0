// The type of a call that is to be made in a session, and the type of its answer.
import type { ToolErrorValue } from '../errors/tool-error.ts';
import type { FaultKind } from '../values/fault.ts';
import type { Json } from '../values/json.ts';
import type { Audience } from '../values/tool-schema.ts';

export interface CallRequest {
  readonly by: Audience;
  readonly name: string;
  readonly arguments: Json;
  /** An idempotency key: a second call with the same key gets the first answer and does not run. */
  readonly key?: string;
  /**
   * True if the arguments came from JSON text and would survive printing and parsing unchanged. The session then need
   * not parse them again.
   */
  readonly plain?: boolean;
  /** The simulated fault of a recorded call. When a record is played again, this fault is used and none is drawn. */
  readonly fault?: FaultKind;
}

export type CallAnswer =
  | { readonly step: number; readonly ok: true; readonly result: Json }
  | { readonly step: number; readonly ok: false; readonly error: ToolErrorValue };

/** An answer together with its JSON text, so that no reader has to make the text again. */
export interface MadeCall {
  readonly answer: CallAnswer;
  /** The result or the error, as JSON text. */
  readonly text: string;
  /** The step of the tool's program that refused the call. Undefined if no such step did. */
  readonly failure: object | undefined;
}

export function answerAt(step: number, ok: boolean, value: Json | ToolErrorValue): CallAnswer {
  return ok ? { step, ok, result: value as Json } : { step, ok, error: value as ToolErrorValue };
}

export function answerJson(answer: CallAnswer): string {
  return JSON.stringify(answer.ok ? answer.result : answer.error);
}
