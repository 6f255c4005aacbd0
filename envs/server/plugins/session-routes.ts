// The routes for training code about sessions: their list, and all data of a session that an agent must not see.
import type { FastifyInstance } from 'fastify';
import { findTable } from '../../sql/database-schema.ts';
import { HttpError } from '../http-errors.ts';
import { readState, type StateView } from '../../session/read-state.ts';
import { COUNT, NEXT_SCHEMA, PAGE_QUERY } from '../openapi/api-schemas.ts';
import type { GymContext } from '../plugin.ts';
import { PROGRESS_SCHEMA, progressOf, VERDICT_WISH_SCHEMA, verdictOf, type VerdictWish } from '../verdict-of.ts';
import { controlRoute } from './control-route.ts';
import { createSessions } from './create-sessions.ts';
import { describeSession, servedOf, SESSION_200, sessionId } from './session-plane.ts';
import { sessionTimeRoutes } from './session-time-routes.ts';

export function sessionRoutes(app: FastifyInstance, context: GymContext): void {
  createSessions(app, context);
  lifeRoutes(app, context);
  lookRoutes(app, context);
  sessionTimeRoutes(app, context);
  verdictRoute(app, context);
}

function lifeRoutes(app: FastifyInstance, context: GymContext): void {
  const { sessions } = context;
  controlRoute(app, {
    method: 'GET',
    url: '/sessions',
    id: 'listSessions',
    summary: 'Live sessions, by id',
    query: PAGE_QUERY,
    answers: {
      200: {
        description: 'A page',
        type: 'object',
        properties: { sessions: { type: 'array', items: { $ref: 'Session#' } }, next: NEXT_SCHEMA },
        required: ['sessions', 'next'],
      },
    },
    handle(request) {
      const { limit, after } = request.query as { limit: number; after?: string };
      const { sessions: page, next } = sessions.list(limit, after);
      const own = { sessions: page.map((each) => describeSession(request, each, context)), next };
      return context.peers === undefined ? own : context.peers.page(request, limit, own);
    },
  });

  controlRoute(app, {
    method: 'GET',
    url: '/sessions/:id',
    id: 'getSession',
    summary: 'One session',
    answers: SESSION_200,
    refusals: [410],
    handle: (request) => describeSession(request, servedOf(request, context), context),
  });

  controlRoute(app, {
    method: 'DELETE',
    url: '/sessions/:id',
    id: 'endSession',
    summary: 'End a session',
    answers: { 204: { description: 'Ended', type: 'null' } },
    refusals: [410],
    handle(request, reply) {
      sessions.close(sessionId(request));
      return reply.status(204).send();
    },
  });

  controlRoute(app, {
    method: 'POST',
    url: '/sessions/:id/revive',
    id: 'reviveSession',
    summary: 'A session that was swept, live again from the journal',
    answers: SESSION_200,
    refusals: [410],
    handle: (request) => describeSession(request, sessions.revive(sessionId(request)), context),
  });
}

function lookRoutes(app: FastifyInstance, context: GymContext): void {
  const { store } = context;
  controlRoute(app, {
    method: 'GET',
    url: '/sessions/:id/log',
    id: 'getLog',
    summary: 'The log, entry 0 being the set-up',
    answers: {
      200: {
        description: 'The log',
        type: 'object',
        properties: { entries: { type: 'array', items: { type: 'object' } } },
        required: ['entries'],
      },
    },
    refusals: [410],
    handle: (request) => ({ entries: store.log(servedOf(request, context).session) }),
  });

  controlRoute(app, {
    method: 'GET',
    url: '/sessions/:id/state',
    id: 'getState',
    summary: 'The rows as stored, by table',
    query: {
      type: 'object',
      properties: {
        table: { type: 'string', minLength: 1, description: 'Only this table' },
        limit: { type: 'integer', minimum: 1, maximum: 10_000, description: 'Rows of a table' },
        offset: { ...COUNT, default: 0, description: 'Rows of a table to pass over' },
      },
    },
    answers: {
      200: {
        description: 'The state',
        type: 'object',
        properties: {
          step: { type: 'integer' },
          now: { type: 'string' },
          hash: { type: 'string', description: 'Of every row' },
          tables: { type: 'object' },
        },
        required: ['step', 'now', 'hash', 'tables'],
      },
    },
    refusals: [410],
    handle(request) {
      const { session } = servedOf(request, context);
      const view = request.query as StateView;
      const { schema, environment } = session.world;
      if (view.table !== undefined && findTable(schema, view.table) === undefined)
        throw new HttpError('NOT_FOUND', {
          what: `table ${JSON.stringify(view.table.slice(0, 100))} of ${environment.name}`,
        });
      return readState(store, session, view);
    },
  });

  controlRoute(app, {
    method: 'GET',
    url: '/sessions/:id/diff',
    id: 'getDiff',
    summary: 'The net difference between two steps',
    query: {
      type: 'object',
      properties: { from: COUNT, to: COUNT },
    },
    answers: { 200: { description: 'Changed rows by table', type: 'object' } },
    refusals: [409, 410],
    handle(request) {
      const { from, to } = request.query as { from?: number; to?: number };
      return store.diff(servedOf(request, context).session, from, to);
    },
  });
}

function verdictRoute(app: FastifyInstance, context: GymContext): void {
  controlRoute(app, {
    method: 'GET',
    url: '/sessions/:id/progress',
    id: 'sessionProgress',
    summary: 'How far the session has come: each wanted change, call, answer and rule, met or not',
    answers: { 200: { description: 'met of all checks', ...PROGRESS_SCHEMA } },
    refusals: [409, 410],
    handle: (request) => progressOf(context.store, servedOf(request, context)),
  });

  controlRoute(app, {
    method: 'POST',
    url: '/sessions/:id/verdict',
    id: 'judgeSession',
    summary:
      'What the session is worth so far; parts that need messages are null without them, as is the reward while a user still talks',
    body: VERDICT_WISH_SCHEMA,
    answers: { 200: { description: 'The verdict', type: 'object' } },
    refusals: [409, 410],
    handle: (request) => verdictOf(context.store, servedOf(request, context), (request.body ?? {}) as VerdictWish),
  });
}
