// The error that an agent sees when a call is refused. It has a stable code, a message that helps the agent to go on,
// and sometimes the available names. Such an error is an ordinary answer and never ends an episode. This folder imports
// no other folder.

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
   * The `fail` or `else` step of the program that raised the error. Only the command `check` uses it, to find such
   * steps that no scenario reaches; agents never see it.
   */
  site: object | undefined;

  constructor(code: ToolErrorCode, message: string, details?: Details) {
    // the error gets no stack trace, because making one takes longer than the refusal itself, and no code reads it
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

/**
 * Thrown if another row already has a key that the call wrote. If callgym made the key as a new id, the call runs again
 * with other ids.
 */
export class KeyTaken extends ToolError {
  constructor(columns: string) {
    super('CONFLICT', `There is already an entry with the same ${columns}.`);
  }
}
