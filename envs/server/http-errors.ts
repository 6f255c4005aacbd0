// The errors with which the HTTP server answers. They report a fault of the client or the server, and are neither tool
// results nor log entries. The catalogue gives each code its status and its message. GymErrors (callgym's own errors)
// get their status here too.
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
  NO_USER_MODEL: [409, '{user} cannot play the user here: no model endpoint is known; serve with --user-base-url URL'],
  FORK_DIFFERS: [409, 'a fork of session {id} {what}'],
  LIVE_CONVERSATION: [409, 'session {id} is a live conversation, which {what}; begin another session'],
  EPISODE_ENDED: [409, 'session {id} was ended by its agent ({end}); begin another session'],
  KEY_OF_ANOTHER: [409, 'the key {key} came with another request before'],
  SEAT_TAKEN: [409, 'the shared session of {share} {what}; share another word'],
  ONE_SERVER_ONLY: [409, '{what} needs a server without workers'],
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
  AWAY: [503, '{what}; try again soon'],
  BUSY: [503, 'the server has {limit} requests in flight, its limit'],
  SESSION_TAKEN: [503, 'session {id} went over to another server meanwhile; send the request again'],
  CLUSTER_AWAY: [503, 'the store of the sessions does not answer: {what}; send the request again'],
  ENVIRONMENT_AWAY: [503, 'no live server has the environment {hash}'],
  STOPPING: [503, 'the server is stopping'],
  MOVED: [307, 'the session lives on another server: send the request to {url}'],
} as const;

export type HttpErrorCode = keyof typeof HTTP_ERRORS;
type Fields = Readonly<Record<string, string | number>>;

/** By status: the seconds after which a refused client may try again. */
const RETRY_AFTER: Readonly<Record<number, number>> = { 429: 60, 503: 1 };

export class HttpError extends Error {
  readonly code: HttpErrorCode;
  readonly status: number;
  /** The URL of another server that has the requested session or environment. Undefined for other errors. */
  readonly url: string | undefined;

  constructor(code: HttpErrorCode, fields: Fields = {}, url?: string) {
    const [status, template] = HTTP_ERRORS[code];
    const told = url === undefined ? fields : { ...fields, url };
    super(template.replace(/\{(\w+)\}/g, (all, name: string) => String(told[name] ?? all)));
    this.name = 'HttpError';
    this.code = code;
    this.status = status;
    this.url = url;
  }
}

/** The statuses of GymErrors (callgym's own errors). One that is not listed counts as a fault of the server. */
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
  readonly body: { readonly error: { readonly code: string; readonly message: string; readonly url?: string } };
}

export interface FailedRequest {
  readonly id: string;
  readonly bodyLimit: number;
}

/** Converts any error to an answer for the client. Details of the server's own faults are only logged. */
export function errorAnswer(error: unknown, request: FailedRequest): ErrorAnswer {
  const { status, code, message } = describe(error, request);
  const url = error instanceof HttpError ? error.url : undefined;
  const told = url === undefined ? { code, message } : { code, message, url };
  return { status, retryAfter: RETRY_AFTER[status], body: { error: told } };
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
