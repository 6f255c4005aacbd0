// A call as a caller asks a session to make it, and the answer of the session.
import type { ToolErrorValue } from '../errors/tool-error.ts';
import type { FaultKind } from '../values/fault.ts';
import type { Json } from '../values/json.ts';
import type { Audience } from '../values/tool-schema.ts';

export interface CallRequest {
  readonly by: Audience;
  readonly name: string;
  readonly arguments: Json;
  /** Makes the call idempotent. A second call with the same key gets the first answer and does not run. */
  readonly key?: string;
  /**
   * Whether the arguments were parsed from JSON text and would stay the same when printed and parsed again. The session
   * then does not parse them again.
   */
  readonly plain?: boolean;
  /** The fault that struck a recorded call. Playing a record again uses this fault instead of drawing one. */
  readonly fault?: FaultKind;
}

export type CallAnswer =
  | { readonly step: number; readonly ok: true; readonly result: Json }
  | { readonly step: number; readonly ok: false; readonly error: ToolErrorValue };

/** An answer together with its text, so that its reader need not compute the text again. */
export interface MadeCall {
  readonly answer: CallAnswer;
  /** The result or the error, as JSON text. */
  readonly text: string;
  /** The failure of the tool's program that refused the call; undefined when no program refused it. */
  readonly failure: object | undefined;
}

export function answerAt(step: number, ok: boolean, value: Json | ToolErrorValue): CallAnswer {
  return ok ? { step, ok, result: value as Json } : { step, ok, error: value as ToolErrorValue };
}

export function answerJson(answer: CallAnswer): string {
  return JSON.stringify(answer.ok ? answer.result : answer.error);
}
