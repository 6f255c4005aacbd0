// Errors of callgym itself and errors in its input. An agent never sees them as the result of a tool. Each code has a
// message with field names in braces; the error also keeps the fields for programs.

export const GYM_ERRORS = {
  // the errors in the input that a person can repair; each message names the place, the fault and the repair
  BAD_INPUT: '{where}: {what}{mend}',
  REFUSED_SQL: '{where}: {offence}{mend}. In: {sql}',
  UNSAFE_INTEGER: 'the integer {value} is beyond 2^53 and would lose digits; pass it as a string',
  // the errors that happen while an environment runs
  BUDGET_EXCEEDED: '{tool} visited more than {limit} {unit} in one call; the call was undone',
  PROGRAM_FAULT: '{tool}, {step}: {what}',
  UNKNOWN_SESSION: 'there is no session {id}',
  SESSION_CLOSED: 'session {id} is closed',
  NO_SUCH_STEP: 'session {id} has steps 0 to {last}, not {step}',
  KEY_REUSED: 'the key {key} was used for another call at step {step}',
  WRONG_ENVIRONMENT: 'the record was made in environment {recorded}, this is {found}',
  REPLAY_DIFFERS: 'session {id}, step {step}: the replayed answer is not the recorded one',
  JOURNAL_BROKEN: '{file}, line {line}: {what}',
} as const;

export type GymErrorCode = keyof typeof GYM_ERRORS;

export class GymError extends Error {
  readonly code: GymErrorCode;
  readonly fields: Readonly<Record<string, string | number>>;

  constructor(code: GymErrorCode, fields: Readonly<Record<string, string | number>>) {
    super(GYM_ERRORS[code].replace(/\{(\w+)\}/g, (_all, name: string) => String(fields[name] ?? '')));
    this.name = 'GymError';
    this.code = code;
    this.fields = fields;
  }
}

/** The place of a fault in some input: the file, the path in it, the fault and the repair. */
export interface Located {
  readonly file?: string;
  readonly path?: string;
  readonly what: string;
  readonly mend?: string;
  /** Further facts for programs, such as the table of a row. The message does not contain them. */
  readonly facts?: Readonly<Record<string, string>>;
}

/** Makes an error for unusable input. Its message is one line: file, path, fault, repair. */
export function badInput(located: Located): GymError {
  const where = [located.file, located.path].filter((part) => part !== undefined && part !== '').join(' ');
  return new GymError('BAD_INPUT', {
    ...located.facts,
    where: where === '' ? 'input' : where,
    what: located.what,
    mend: located.mend === undefined ? '' : `; ${located.mend}`,
  });
}
