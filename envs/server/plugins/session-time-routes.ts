// The routes that take a session back to a step, fork it, make a call as agent, user or training code, or move its
// clock forward.
import type { FastifyInstance } from 'fastify';
import type { Json } from '../../values/json.ts';
import type { Audience } from '../../values/tool-schema.ts';
import { CONTROL_CALL_SCHEMA, COUNT } from '../openapi/api-schemas.ts';
import type { GymContext } from '../plugin.ts';
import { HttpError } from '../http-errors.ts';
import { controlRoute } from './control-route.ts';
import { describeSession, ONE_OR_MORE_SESSIONS, refuseLive, servedOf, SESSION_200 } from './session-plane.ts';

const STEP_BODY = {
  type: 'object',
  properties: { step: COUNT },
  required: ['step'],
  additionalProperties: false,
} as const;

export function sessionTimeRoutes(app: FastifyInstance, context: GymContext): void {
  const { sessions, store, metrics } = context;

  controlRoute(app, {
    method: 'POST',
    url: '/sessions/:id/reset',
    id: 'resetSession',
    summary: 'Back to after the set-up',
    answers: SESSION_200,
    refusals: [410],
    handle(request) {
      const served = servedOf(request, context);
      refuseLive(served, 'does not begin anew');
      store.reset(served.session);
      sessions.takenBack(served, 0);
      return describeSession(request, served, context);
    },
  });

  controlRoute(app, {
    method: 'POST',
    url: '/sessions/:id/rewind',
    id: 'rewindSession',
    summary: 'Back to a step',
    body: STEP_BODY,
    answers: SESSION_200,
    refusals: [409, 410],
    handle(request) {
      const served = servedOf(request, context);
      refuseLive(served, 'cannot be taken back');
      const { step } = request.body as { step: number };
      store.rewind(served.session, step);
      sessions.takenBack(served, step);
      return describeSession(request, served, context);
    },
  });

  forkRoute(app, context);

  controlRoute(app, {
    method: 'POST',
    url: '/sessions/:id/calls',
    id: 'controlCall',
    summary: 'Call any tool, control tools included',
    body: CONTROL_CALL_SCHEMA,
    numbersAsWritten: true,
    answers: { 200: { description: 'The result, or why the call was refused', $ref: 'CallAnswer#' } },
    refusals: [409, 410, 429],
    handle(request) {
      const { by = 'control', ...call } = request.body as {
        by?: Audience;
        name: string;
        arguments: Json;
        key?: string;
      };
      const served = servedOf(request, context);
      const answer = sessions.call(served, { by, ...call });
      metrics.called('control', answer, served.session.world.environment.name);
      return answer;
    },
  });

  controlRoute(app, {
    method: 'POST',
    url: '/sessions/:id/clock',
    id: 'advanceClock',
    summary: "Move the session's clock forward",
    body: {
      type: 'object',
      properties: { seconds: { type: 'integer', minimum: 1, maximum: 315_360_000 } },
      required: ['seconds'],
      additionalProperties: false,
    },
    answers: SESSION_200,
    refusals: [410, 429],
    handle(request) {
      const served = servedOf(request, context);
      sessions.allow(served, 1);
      store.advanceClock(served.session, (request.body as { seconds: number }).seconds);
      return describeSession(request, served, context);
    },
  });
}

function forkRoute(app: FastifyInstance, context: GymContext): void {
  const { sessions } = context;
  controlRoute(app, {
    method: 'POST',
    url: '/sessions/:id/fork',
    id: 'forkSession',
    summary: 'Another session with the steps up to one, or a group of them',
    body: {
      type: 'object',
      properties: { step: COUNT, count: { type: 'integer', minimum: 1, maximum: context.limits.count } },
      required: ['step'],
      additionalProperties: false,
    },
    answers: { 201: ONE_OR_MORE_SESSIONS },
    refusals: [409, 410],
    handle(request, reply) {
      const { step, count } = request.body as { step: number; count?: number };
      const of = servedOf(request, context);
      const { sessions: limit } = context.limits;
      // the limit is tested for the whole group, so that either all forks are made or none
      if (count !== undefined && sessions.size + count > limit) throw new HttpError('SESSIONS_FULL', { limit });
      const forks = Array.from({ length: count ?? 1 }, () => sessions.fork(of, step));
      reply.status(201);
      const told = forks.map((fork): Json => describeSession(request, fork, context));
      return count === undefined ? told[0] : { sessions: told };
    },
  });
}
