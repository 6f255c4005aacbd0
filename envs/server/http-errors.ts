// What is not 200: the client's fault or ours, never a tool result and never in a log. One catalogue: code, status,
// template. GymErrors that reach a route have their status here too.
import { GymError, type GymErrorCode } from '../errors/gym-error.ts';

export const HTTP_ERRORS = {
  BAD_JSON: [400, 'the body is no JSON: {what}'],
  BAD_REQUEST: [400, '{what}'],
  UNAUTHENTICATED: [401, 'send the token of this plane as Authorization: Bearer TOKEN'],
  FORBIDDEN: [403, '{what}'],
  NOT_FOUND: [404, 'there is no {what}'],
  NO_SEAT: [404, 'no environment is active for this id: begin one first'],
  UNKNOWN_ENVIRONMENT: [404, "unknown environment '{name}'"],
  METHOD_NOT_ALLOWED: [405, '{method} is not possible here; {allowed} is'],
  NO_TASK: [409, 'session {id} has no task, so there is nothing to judge it by'],
  NO_LIVE_USER: [409, 'session {id} has no live user; make one with {"user": "scripted"}'],
  LIVE_CONVERSATION: [409, 'session {id} is a live conversation, which {what}; begin another session'],
  EPISODE_ENDED: [409, 'session {id} was ended by its agent ({end}); begin another session'],
  SEAT_CLOSED: [409, 'session {id} was closed, and is not made again'],
  SESSION_EXPIRED: [410, 'session {id} has ended or was idle for too long'],
  TOO_LARGE: [413, 'the body is larger than {limit} bytes'],
  UNSUPPORTED_MEDIA: [415, 'send application/json'],
  TOO_MANY_CALLS: [429, 'the session has made {made} of {limit} calls'],
  HEADERS_TOO_LARGE: [431, 'the headers are too large'],
  INTERNAL: [500, 'something failed here, request {request}; nothing was changed'],
  ENVIRONMENT_BROKEN: [500, 'environment {name} cannot be opened: {what}'],
  NO_PLAYER: [501, 'this server plays no episodes; callgym serve does'],
  EPISODES_FULL: [503, 'the server plays {limit} episodes, its limit'],
  SESSIONS_FULL: [503, 'the server holds {limit} sessions, its limit'],
  BUSY: [503, 'the server has {limit} requests in flight, its limit'],
  STOPPING: [503, 'the server is stopping'],
} as const;

export type HttpErrorCode = keyof typeof HTTP_ERRORS;
type Fields = Readonly<Record<string, string | number>>;

/** Seconds after which a refused client may try again. */
const RETRY_AFTER: Readonly<Record<number, number>> = { 429: 60, 503: 1 };

export class HttpError extends Error {
  readonly code: HttpErrorCode;
  readonly status: number;

  constructor(code: HttpErrorCode, fields: Fields = {}) {
    const [status, template] = HTTP_ERRORS[code];
    super(template.replace(/\{(\w+)\}/g, (all, name: string) => String(fields[name] ?? all)));
    this.name = 'HttpError';
    this.code = code;
    this.status = status;
  }
}

/** GymErrors by status; those not named are ours. */
export const GYM_STATUS: Readonly<Partial<Record<GymErrorCode, number>>> = {
  BAD_INPUT: 400,
  UNSAFE_INTEGER: 400,
  UNKNOWN_SESSION: 404,
  NO_SUCH_STEP: 409,
  KEY_REUSED: 409,
  WRONG_ENVIRONMENT: 409,
  SESSION_CLOSED: 410,
};

export interface ErrorAnswer {
  readonly status: number;
  readonly retryAfter: number | undefined;
  readonly body: { readonly error: { readonly code: string; readonly message: string } };
}

/** The request that failed: its id, and how many bytes its body could have. */
export interface FailedRequest {
  readonly id: string;
  readonly bodyLimit: number;
}

/** Any error as the client sees it. The details of a fault of our own stay in our log. */
export function errorAnswer(error: unknown, request: FailedRequest): ErrorAnswer {
  const { status, code, message } = describe(error, request);
  return { status, retryAfter: RETRY_AFTER[status], body: { error: { code, message } } };
}

function describe(error: unknown, request: FailedRequest): { status: number; code: string; message: string } {
  if (error instanceof HttpError) return error;
  if (error instanceof GymError) {
    const status = GYM_STATUS[error.code];
    if (status !== undefined) return { status, code: error.code, message: error.message };
    if (error.code === 'BUDGET_EXCEEDED') return { status: 500, code: error.code, message: error.message };
    return ownFault(request.id);
  }
  const { code, statusCode, validation, message } = error as {
    code?: string;
    statusCode?: number;
    validation?: unknown;
    message?: string;
  };
  if (validation !== undefined) return new HttpError('BAD_REQUEST', { what: message ?? 'the request is not valid' });
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError('TOO_LARGE', { limit: request.bodyLimit });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new HttpError('UNSUPPORTED_MEDIA');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new HttpError('BAD_JSON', { what: 'it is empty' });
    default:
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new HttpError('BAD_REQUEST', { what: message ?? 'the request is not valid' });
  return ownFault(request.id);
}

function ownFault(request: string): HttpError {
  return new HttpError('INTERNAL', { request });
}
