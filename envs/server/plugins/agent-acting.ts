// Finds, by the token of a request, the session and the side (agent or user) that acts. All routes for agents and users
// use this file.
import type { FastifyRequest } from 'fastify';
import { credentialOf } from '../credentials.ts';
import type { GymContext } from '../plugin.ts';
import { HttpError } from '../http-errors.ts';
import type { Plane } from '../plane.ts';
import type { ServedSession } from '../served-session.ts';

interface Acting {
  readonly served: ServedSession;
  readonly plane: Plane;
}

declare module 'fastify' {
  interface FastifyRequest {
    acting: Acting | null;
  }
}

/** The parts of a route's description that all routes for agents and users share. */
export const SESSION = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as const;
export const SECURITY = [{ agent: [] }, { user: [] }];
export const TAGS = ['agent'];

/**
 * Returns the session and the side that the token of a request opens. Throws if the token is missing or belongs to
 * another session.
 */
export function enter(request: FastifyRequest, { sessions, capabilities }: GymContext): Acting {
  const { id } = request.params as { id: string };
  const token = credentialOf(request.headers);
  if (token === undefined) throw new HttpError('UNAUTHENTICATED');
  const opened = sessions.opens(token);
  if (opened === undefined) {
    if (capabilities.isControl(token))
      throw new HttpError('FORBIDDEN', { what: 'this needs the agent or user token of the session' });
    throw new HttpError('UNAUTHENTICATED');
  }
  if (opened.id !== id) {
    sessions.trespass(opened.id, opened.plane, `${request.method} ${request.url}`);
    throw new HttpError('FORBIDDEN', { what: 'the token is of another session' });
  }
  return { served: sessions.get(id), plane: opened.plane };
}

export function actingOf(request: FastifyRequest): Acting {
  const found = request.acting;
  if (found === null) throw new HttpError('UNAUTHENTICATED');
  return found;
}
