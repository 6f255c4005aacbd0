// The types of a face, that is, a trainers' protocol over sessions, and the guard before each face. The guard takes the
// control token from any header that clients use. Many trainers send no token. So requests need none when the server
// listens on a loopback address and its operator has set no token. The guard then checks the Host, because a page of
// another site could send such requests. A request with a token needs no such check, because no page knows the token.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { credentialOf } from '../credentials.ts';
import type { EpisodeHost } from '../episode-host.ts';
import { errorAnswer, HttpError, type ErrorAnswer } from '../http-errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../values/json.ts';
import type { GymContext } from '../plugin.ts';
import { readBody, textOfBody } from '../read-body.ts';
import type { Seats } from '../seat/seats.ts';

export interface FaceOptions {
  /** Whether requests need no token. */
  readonly open?: boolean;
  /** Whether ORS answers carry the reward that the session would have now. Otherwise they carry null until the end. */
  readonly runningReward?: boolean;
  /** The model that plays whole episodes when a request names no model. */
  readonly model?: { readonly baseUrl: string; readonly name: string };
  /** The most whole episodes that the server plays at once. */
  readonly episodes?: number;
}

export interface FaceContext {
  readonly gym: GymContext;
  readonly seats: Seats;
  readonly options: FaceOptions;
  readonly episodes: EpisodeHost | undefined;
  /**
   * Two faces, NeMo Gym and ORS, have routes at the root. ORS uses this function to hand over a tool call that carries
   * NeMo Gym's cookie.
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
    /** Whether the route answers without a token. Such a route tells only that the server lives. */
    open?: boolean;
  }
}

/** The options of a route that answers without a token. */
export const OPEN_PAGE = { schema: { hide: true }, config: { open: true } } as const;

export function guardFace(app: FastifyInstance, { gym, options }: FaceContext): void {
  // Several clients send JSON, or no body, with a wrong content type or with none.
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

/** Returns an error in the server's usual form, and counts and logs it. */
export function toldError(error: unknown, request: FastifyRequest, { gym }: FaceContext): ErrorAnswer {
  const answer = errorAnswer(error, { id: request.id, bodyLimit: gym.limits.body });
  gym.metrics.refusedWith(answer.body.error.code);
  if (answer.body.error.code === 'INTERNAL')
    request.log.error({ err: error, route: request.routeOptions.url }, 'failed');
  return answer;
}

/** The limit, in bytes, for bodies that hold whole conversations. */
export const LARGE_BODY = 64 * 1_048_576;

/** Returns the body when it is an object, otherwise an empty object. */
export function bodyOf(request: FastifyRequest): JsonObject {
  const body = request.body as Json | undefined;
  return isJsonObject(body) ? body : {};
}
