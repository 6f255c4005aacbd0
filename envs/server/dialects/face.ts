// What a face of the seat is made of, and the guard before each: the control token, in any of the ways that clients send
// one. On a loopback address without a token of the user's own the faces are open, for many trainers send none.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { credentialOf } from '../credentials.ts';
import type { EpisodeHost } from '../episode-host.ts';
import { errorAnswer, HttpError, type ErrorAnswer } from '../http-errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../values/json.ts';
import type { GymContext } from '../dialect.ts';
import { readBody } from '../read-body.ts';
import type { Seats } from '../seat/seats.ts';

export interface FaceOptions {
  /** No token is asked for. */
  readonly open?: boolean;
  /** ORS answers carry what the session is worth so far, not null until the end. */
  readonly runningReward?: boolean;
  /** The model that plays whole episodes where a request names none. */
  readonly model?: { readonly baseUrl: string; readonly name: string };
  /** Users that a model plays may be asked for by name. */
  readonly userModels?: boolean;
  /** Whole episodes at once. */
  readonly episodes?: number;
}

export interface FaceContext {
  readonly gym: GymContext;
  readonly seats: Seats;
  readonly options: FaceOptions;
  readonly episodes: EpisodeHost | undefined;
  /** Two faces live at the root: a call with the cookie of one is taken from the other's paths. */
  readonly root: { callWithCookie?: (request: FastifyRequest, reply: FastifyReply, tool: string) => unknown };
}

export interface Face {
  readonly name: string;
  readonly about: string;
  plug(app: FastifyInstance, context: FaceContext): void | Promise<void>;
}

export function guardFace(app: FastifyInstance, { gym, options }: FaceContext): void {
  // several clients name no type, or another, for bodies of JSON and for none
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, (body as string).trim() === '' ? undefined : readBody(body as string, gym.limits.depth));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('onRequest', (request, _reply, done) => {
    try {
      gym.hosts.check(request);
      if (options.open !== true) {
        const token = credentialOf(request.headers);
        if (token === undefined) throw new HttpError('UNAUTHENTICATED');
        if (!gym.capabilities.isControl(token))
          throw new HttpError('FORBIDDEN', { what: 'this needs the control token' });
      }
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

/** An error as any client of this server would be told it. */
export function toldError(error: unknown, request: FastifyRequest, { gym }: FaceContext): ErrorAnswer {
  const answer = errorAnswer(error, { id: request.id, bodyLimit: gym.limits.body });
  gym.metrics.refusedWith(answer.body.error.code);
  if (answer.body.error.code === 'INTERNAL')
    request.log.error({ err: error, route: request.routeOptions.url }, 'failed');
  return answer;
}

/** Bodies with whole trajectories in them. */
export const LARGE_BODY = 64 * 1_048_576;

/** The body as an object; what is none has no keys. */
export function bodyOf(request: FastifyRequest): JsonObject {
  const body = request.body as Json | undefined;
  return isJsonObject(body) ? body : {};
}
