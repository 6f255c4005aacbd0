// The error that an agent sees when a call is refused. It has a stable code, a message to act on and sometimes the
// available names. A ToolError is an observation and never ends an episode. This folder imports no other folder.

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

/** Any JSON value. The type `Json` of envs/values is not imported, because envs/values imports this folder. */
type Details = null | boolean | number | string | readonly Details[] | { readonly [key: string]: Details };

/** A refused call as JSON. */
export interface ToolErrorValue {
  readonly code: ToolErrorCode;
  readonly message: string;
  readonly details?: Details;
}

/** Thrown inside a call. The interpreter of programs turns it into a ToolErrorValue. */
export class ToolError extends Error {
  readonly code: ToolErrorCode;
  readonly details: Details | undefined;
  /**
   * The `fail` or `else` of the program that raised the error. The command `check` demands a scenario that reaches each
   * such place; agents never see it.
   */
  site: object | undefined;

  constructor(code: ToolErrorCode, message: string, details?: Details) {
    // The error gets no stack trace, because making one costs more than the refusal itself and no code reads it.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
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

/** A key that a call wrote is taken. Where the call made the key itself, the world runs the call again with other ids. */
export class KeyTaken extends ToolError {
  constructor(columns: string) {
    super('CONFLICT', `There is already an entry with the same ${columns}.`);
  }
}
