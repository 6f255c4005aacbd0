// The types of a face (a trainers' protocol over seats), and the guard before each face: it takes the control token in
// any of the ways that clients send one. On a loopback address without a token of the user's own the faces are open,
// because many trainers send none. Then the names of hosts are checked, because a page of another site could reach
// them. With a token no such check is needed, because no page knows it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { credentialOf } from '../credentials.ts';
import type { EpisodeHost } from '../episode-host.ts';
import { errorAnswer, HttpError, type ErrorAnswer } from '../http-errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../values/json.ts';
import type { GymContext } from '../plugin.ts';
import { readBody, textOfBody } from '../read-body.ts';
import type { Seats } from '../seat/seats.ts';

export interface FaceOptions {
  /** Requests need no token. */
  readonly open?: boolean;
  /** ORS answers carry the session's present value; without this they carry null until the end. */
  readonly runningReward?: boolean;
  /** The model that plays whole episodes when a request names none. */
  readonly model?: { readonly baseUrl: string; readonly name: string };
  /** The number of whole episodes at once. */
  readonly episodes?: number;
}

export interface FaceContext {
  readonly gym: GymContext;
  readonly seats: Seats;
  readonly options: FaceOptions;
  readonly episodes: EpisodeHost | undefined;
  /** Two faces have their routes at the root. One of them hands a call over when it carries the cookie of the other. */
  readonly root: { callWithCookie?: (request: FastifyRequest, reply: FastifyReply, tool: string) => unknown };
}

export interface Face {
  readonly name: string;
  readonly about: string;
  plug(app: FastifyInstance, context: FaceContext): void | Promise<void>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route of a face answers without a token: it tells that the server lives, and nothing else. */
    open?: boolean;
  }
}

/** The options of a route that answers without a token. */
export const OPEN_PAGE = { schema: { hide: true }, config: { open: true } } as const;

export function guardFace(app: FastifyInstance, { gym, options }: FaceContext): void {
  // several clients send JSON, or no body, with no content type or another one
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

/** An error in the shape that every client of this server gets. */
export function toldError(error: unknown, request: FastifyRequest, { gym }: FaceContext): ErrorAnswer {
  const answer = errorAnswer(error, { id: request.id, bodyLimit: gym.limits.body });
  gym.metrics.refusedWith(answer.body.error.code);
  if (answer.body.error.code === 'INTERNAL')
    request.log.error({ err: error, route: request.routeOptions.url }, 'failed');
  return answer;
}

/** The limit for bodies that hold whole trajectories. */
export const LARGE_BODY = 64 * 1_048_576;

/** The body as an object; an empty object for any other body. */
export function bodyOf(request: FastifyRequest): JsonObject {
  const body = request.body as Json | undefined;
  return isJsonObject(body) ? body : {};
}
