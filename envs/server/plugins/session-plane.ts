// Describes a session for training code, and finds the session of a request.
import type { FastifyRequest } from 'fastify';
import { lastStep } from '../../session/session.ts';
import type { Json } from '../../values/json.ts';
import { HttpError } from '../http-errors.ts';
import type { ServedSession } from '../served-session.ts';
import type { GymContext } from '../plugin.ts';

export const SESSION_200 = { 200: { description: 'The session', $ref: 'Session#' } } as const;

export const ONE_OR_MORE_SESSIONS = {
  description: 'The session, or {sessions} where a count was given',
  anyOf: [
    { $ref: 'Session#' },
    {
      type: 'object',
      properties: { sessions: { type: 'array', items: { $ref: 'Session#' } } },
      required: ['sessions'],
    },
  ],
} as const;

export function sessionId(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

export function servedOf(request: FastifyRequest, { sessions }: GymContext): ServedSession {
  return sessions.get(sessionId(request));
}

export function describeSession(request: FastifyRequest, served: ServedSession, context: GymContext): Json {
  const { session, task, trialSeed, ttl, trespasses } = served;
  const base = context.baseOf(request);
  const agent = context.sessions.token(served, 'agent');
  const user = context.sessions.token(served, 'user');
  return {
    id: session.id,
    environment: session.world.environment.name,
    hash: session.world.hash,
    step: lastStep(session),
    ...(task === undefined ? {} : { task: task.id }),
    session_seed: session.seed,
    trial_seed: trialSeed,
    ttl_s: ttl,
    ...(trespasses === undefined ? {} : { trespasses }),
    urls: {
      agent: `${base}/s/${session.id}`,
      user: `${base}/s/${session.id}`,
      mcp: `${base}/mcp/${agent}`,
      user_mcp: `${base}/mcp/${user}`,
      origin: `${base}/origin/${agent}`,
    },
    tokens: { agent, user },
  };
}

/**
 * Throws if the session has a simulated user, because the user's words cannot be taken back. Called before a session
 * goes back to an earlier step.
 */
export function refuseLive({ session, live }: ServedSession, what: string): void {
  if (live !== undefined) throw new HttpError('LIVE_CONVERSATION', { id: session.id, what });
}
