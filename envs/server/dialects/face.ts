// The types of a face (a trainers' protocol for using sessions), and the check before each request. The check accepts
// the control token in any header that clients use. Many trainers send no token, so no token is needed if the server
// listens only on this machine and its operator has set none. In that case the Host and Origin are checked, because a
// page of another site could send such requests. A request with a token needs no such check, because no page knows the
// token.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { credentialOf } from '../credentials.ts';
import type { EpisodeHost } from '../episode-host.ts';
import { errorAnswer, HttpError, type ErrorAnswer } from '../http-errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../values/json.ts';
import type { GymContext } from '../plugin.ts';
import { readBody, textOfBody } from '../read-body.ts';
import type { Seats } from '../seat/seats.ts';

export interface FaceOptions {
  /** If true, requests need no token. */
  readonly open?: boolean;
  /**
   * If true, answers of the ORS protocol carry the reward that the session would have now. If false, they carry null
   * until the end.
   */
  readonly runningReward?: boolean;
  /** The model that plays whole episodes if a request names none. */
  readonly model?: { readonly baseUrl: string; readonly name: string };
  /** The largest number of whole episodes that the server plays at the same time. */
  readonly episodes?: number;
}

export interface FaceContext {
  readonly gym: GymContext;
  readonly seats: Seats;
  readonly options: FaceOptions;
  readonly episodes: EpisodeHost | undefined;
  /**
   * The protocols of NeMo Gym and ORS both have routes at the root of the server. With this function ORS passes on a
   * tool call that carries NeMo Gym's cookie.
   */
  readonly root: { callWithCookie?: (request: FastifyRequest, reply: FastifyReply, tool: string) => unknown };
}

export interface Face {
  readonly name: string;
  readonly about: string;
  plug(app: FastifyInstance, context: FaceContext): void | Promise<void>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** If true, the route answers without a token. Such a route reveals only that the server runs. */
    open?: boolean;
  }
}

export const OPEN_PAGE = { schema: { hide: true }, config: { open: true } } as const;

export function guardFace(app: FastifyInstance, { gym, options }: FaceContext): void {
  // any content type is accepted, because several clients send JSON, or no body, with a wrong type or none
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      const text = textOfBody(body as Buffer);
      done(null, text.trim() === '' ? undefined : readBody(text, gym.limits.depth));
    } catch (error) {
      done(error as Error);
    }
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.routeOptions.config.open === true) return done();
    try {
      if (options.open === true) gym.hosts.check(request);
      else {
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

/** Counts and logs an error, and turns it into the server's usual answer. */
export function toldError(error: unknown, request: FastifyRequest, { gym }: FaceContext): ErrorAnswer {
  const answer = errorAnswer(error, { id: request.id, bodyLimit: gym.limits.body });
  gym.metrics.refusedWith(answer.body.error.code);
  if (answer.body.error.code === 'INTERNAL')
    request.log.error({ err: error, route: request.routeOptions.url }, 'failed');
  return answer;
}

/** The limit in bytes for request bodies that may hold whole conversations. */
export const LARGE_BODY = 64 * 1_048_576;

export function bodyOf(request: FastifyRequest): JsonObject {
  const body = request.body as Json | undefined;
  return isJsonObject(body) ? body : {};
}
