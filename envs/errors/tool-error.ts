// What an agent sees when a call is refused: a stable code, a message to act on, and what was available where
// that helps. A ToolError is an observation, never the end of an episode.
import type { Json } from '../values/json.ts';

export const TOOL_ERROR_CODES = [
  'NOT_FOUND',
  'INVALID_ARGUMENT',
  'UNKNOWN_TOOL',
  'CONFLICT',
  'PRECONDITION_FAILED',
  'PERMISSION_DENIED',
  'UNAUTHENTICATED',
  'LIMIT_EXCEEDED',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'TIMEOUT',
] as const;

export type ToolErrorCode = (typeof TOOL_ERROR_CODES)[number];

/** The JSON of a refused call. */
export interface ToolErrorValue {
  readonly code: ToolErrorCode;
  readonly message: string;
  readonly details?: Json;
}

/** Thrown inside a call; the interpreter turns it into a ToolErrorValue. */
export class ToolError extends Error {
  readonly code: ToolErrorCode;
  readonly details: Json | undefined;
  /** Which failure of a program raised it; `check` wants every one reached. Never shown. */
  site: object | undefined;

  constructor(code: ToolErrorCode, message: string, details?: Json) {
    super(message);
    this.name = 'ToolError';
    this.code = code;
    this.details = details;
    this.site = undefined;
  }

  toValue(): ToolErrorValue {
    const value = { code: this.code, message: this.message };
    return this.details === undefined ? value : { ...value, details: this.details };
  }
}
