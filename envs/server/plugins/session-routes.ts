// The control plane's view of sessions: everything about them that an agent must not see.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badInput } from '../../errors/gym-error.ts';
import { judge } from '../../verification/judge.ts';
import { END_REASONS, type EndReason } from '../../values/task.ts';
import { MESSAGE_SCHEMA, type EpisodeMessage } from '../../values/episode.ts';
import { FAULT_RATE_SCHEMA, type FaultRate } from '../../values/fault.ts';
import type { Json } from '../../values/json.ts';
import type { Audience } from '../../values/tool-schema.ts';
import { lastStep } from '../../session/session.ts';
import { readState } from '../../session/read-state.ts';
import { HttpError } from '../http-errors.ts';
import { CONTROL_CALL_SCHEMA, errors, NEXT_SCHEMA, PAGE_QUERY } from '../openapi/api-schemas.ts';
import type { NewServedSession, ServedSession } from '../served-sessions.ts';
import type { GymContext } from '../server.ts';
import { worldOf } from './environment-routes.ts';

interface SessionBody {
  readonly environment: string;
  readonly task?: string;
  readonly session_seed?: number;
  readonly trial_seed?: number;
  readonly user?: string;
  readonly faults?: FaultRate;
  readonly ttl_s?: number;
  readonly count?: number;
}

export function sessionRoutes(app: FastifyInstance, context: GymContext): void {
  const { sessions, library, store, limits, metrics, baseOf } = context;
  const security = [{ control: [] }];
  const tags = ['control'];

  function describe(request: FastifyRequest, served: ServedSession): Json {
    const { session, task, trialSeed, ttl, trespasses } = served;
    const base = baseOf(request);
    const agent = sessions.token(served, 'agent');
    const user = sessions.token(served, 'user');
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

  /** Lets the other side sit down and say its first words; a session without it is of no use. */
  async function seatUser(served: ServedSession, user: string): Promise<void> {
    const { session, task, trialSeed } = served;
    try {
      served.live = await context.liveUsers?.open(user, {
        world: session.world,
        task: task as NonNullable<typeof task>,
        trialSeed,
        call: (name, args) => sessions.call(served, { by: 'user', name, arguments: args }),
      });
    } catch (error) {
      sessions.close(session.id);
      throw error;
    }
  }

  function notLive({ session, live }: ServedSession, what: string): void {
    if (live !== undefined) throw new HttpError('LIVE_CONVERSATION', { id: session.id, what });
  }

  app.post(
    '/sessions',
    {
      schema: {
        operationId: 'createSession',
        tags,
        summary: 'Begin a session, or a group of them on one task',
        security,
        body: {
          type: 'object',
          properties: {
            environment: { type: 'string', description: 'Name or hash' },
            task: { type: 'string', description: 'Id of a task of the environment' },
            session_seed: { type: 'integer', description: 'Where new ids come from; of the task by default' },
            trial_seed: { type: 'integer', description: 'Where faults come from; a group counts up from it' },
            user: { type: 'string', description: 'A live user: scripted or openai:MODEL' },
            faults: FAULT_RATE_SCHEMA,
            ttl_s: { type: 'integer', minimum: 1, maximum: limits.idleMost },
            count: { type: 'integer', minimum: 1, maximum: limits.count },
          },
          required: ['environment'],
          additionalProperties: false,
        },
        response: {
          201: {
            description: 'The session, or {sessions} where a count was given',
            anyOf: [
              { $ref: 'Session#' },
              {
                type: 'object',
                properties: { sessions: { type: 'array', items: { $ref: 'Session#' } } },
                required: ['sessions'],
              },
            ],
          },
          ...errors(409),
        },
      },
    },
    async (request, reply) => {
      const given = request.body as SessionBody;
      const world = worldOf(library, given.environment);
      const { name } = world.environment;
      const task = given.task === undefined ? undefined : library.tasks(name).get(given.task);
      if (given.task !== undefined && task === undefined)
        throw new HttpError('NOT_FOUND', { what: `task ${JSON.stringify(given.task.slice(0, 100))} of ${name}` });
      const { user } = given;
      if (user !== undefined && task === undefined)
        throw badInput({ path: '/user', what: 'a live user plays a task', mend: 'name a task too' });
      if (user !== undefined && context.liveUsers === undefined)
        throw badInput({ path: '/user', what: 'this server plays no live users', mend: 'callgym serve does' });
      const unknown = given.faults?.tools?.find((tool) => !world.tools.has(tool));
      if (unknown !== undefined) throw badInput({ path: '/faults/tools', what: `${name} has no tool ${unknown}` });
      if (given.count !== undefined && sessions.size + given.count > limits.sessions)
        throw new HttpError('SESSIONS_FULL', { limit: limits.sessions });
      const create = async (index: number): Promise<Json> => {
        const wanted: NewServedSession = {
          world,
          trialSeed: (given.trial_seed ?? 0) + index,
          ...(task === undefined ? {} : { task }),
          ...(given.session_seed === undefined ? {} : { sessionSeed: given.session_seed }),
          ...(given.faults === undefined ? {} : { faults: given.faults }),
          ...(given.ttl_s === undefined ? {} : { ttl: given.ttl_s }),
        };
        const served = sessions.create(wanted);
        if (user !== undefined) await seatUser(served, user);
        return describe(request, served);
      };
      const made: Json[] = [];
      for (let index = 0; index < (given.count ?? 1); index++) made.push(await create(index));
      reply.status(201);
      return given.count === undefined ? made[0] : { sessions: made };
    },
  );

  const sessionParams = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as const;
  const session200 = { description: 'The session', $ref: 'Session#' } as const;
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
  const servedOf = (request: FastifyRequest): ServedSession => sessions.get(idOf(request));

  app.get(
    '/sessions',
    {
      schema: {
        operationId: 'listSessions',
        tags,
        summary: 'Live sessions, by id',
        security,
        querystring: PAGE_QUERY,
        response: {
          200: {
            description: 'A page',
            type: 'object',
            properties: { sessions: { type: 'array', items: { $ref: 'Session#' } }, next: NEXT_SCHEMA },
            required: ['sessions', 'next'],
          },
          ...errors(),
        },
      },
    },
    (request) => {
      const { limit, after } = request.query as { limit: number; after?: string };
      const { sessions: page, next } = sessions.list(limit, after);
      return { sessions: page.map((each) => describe(request, each)), next };
    },
  );

  app.get(
    '/sessions/:id',
    {
      schema: {
        operationId: 'getSession',
        tags,
        summary: 'One session',
        security,
        params: sessionParams,
        response: { 200: session200, ...errors(410) },
      },
    },
    (request) => describe(request, servedOf(request)),
  );

  app.delete(
    '/sessions/:id',
    {
      schema: {
        operationId: 'endSession',
        tags,
        summary: 'End a session',
        security,
        params: sessionParams,
        response: { 204: { description: 'Ended', type: 'null' }, ...errors(410) },
      },
    },
    (request, reply) => {
      sessions.close(idOf(request));
      return reply.status(204).send();
    },
  );

  app.post(
    '/sessions/:id/revive',
    {
      schema: {
        operationId: 'reviveSession',
        tags,
        summary: 'A session that was swept, live again from the journal',
        security,
        params: sessionParams,
        response: { 200: session200, ...errors(410) },
      },
    },
    (request) => describe(request, sessions.revive(idOf(request))),
  );

  app.get(
    '/sessions/:id/log',
    {
      schema: {
        operationId: 'getLog',
        tags,
        summary: 'The log, entry 0 being the set-up',
        security,
        params: sessionParams,
        response: {
          200: {
            description: 'The log',
            type: 'object',
            properties: { entries: { type: 'array', items: { type: 'object' } } },
            required: ['entries'],
          },
          ...errors(410),
        },
      },
    },
    (request) => ({ entries: store.log(servedOf(request).session) }),
  );

  app.get(
    '/sessions/:id/state',
    {
      schema: {
        operationId: 'getState',
        tags,
        summary: 'The rows as stored, by table',
        security,
        params: sessionParams,
        querystring: {
          type: 'object',
          properties: {
            table: { type: 'string', description: 'Only this table' },
            limit: { type: 'integer', minimum: 1, maximum: 10_000, description: 'Rows of a table' },
            offset: { type: 'integer', minimum: 0, default: 0, description: 'Rows of a table to pass over' },
          },
        },
        response: {
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
          ...errors(410),
        },
      },
    },
    (request) =>
      readState(store, servedOf(request).session, request.query as { table?: string; limit?: number; offset: number }),
  );

  app.get(
    '/sessions/:id/diff',
    {
      schema: {
        operationId: 'getDiff',
        tags,
        summary: 'The net difference between two steps',
        security,
        params: sessionParams,
        querystring: {
          type: 'object',
          properties: { from: { type: 'integer', minimum: 0 }, to: { type: 'integer', minimum: 0 } },
        },
        response: { 200: { description: 'Changed rows by table', type: 'object' }, ...errors(409, 410) },
      },
    },
    (request) => {
      const { from, to } = request.query as { from?: number; to?: number };
      return store.diff(servedOf(request).session, from, to);
    },
  );

  app.post(
    '/sessions/:id/reset',
    {
      schema: {
        operationId: 'resetSession',
        tags,
        summary: 'Back to after the set-up',
        security,
        params: sessionParams,
        response: { 200: session200, ...errors(410) },
      },
    },
    (request) => {
      const served = servedOf(request);
      notLive(served, 'does not begin anew');
      store.reset(served.session);
      return describe(request, served);
    },
  );

  const stepBody = {
    type: 'object',
    properties: { step: { type: 'integer', minimum: 0 } },
    required: ['step'],
    additionalProperties: false,
  } as const;

  app.post(
    '/sessions/:id/rewind',
    {
      schema: {
        operationId: 'rewindSession',
        tags,
        summary: 'Back to a step',
        security,
        params: sessionParams,
        body: stepBody,
        response: { 200: session200, ...errors(409, 410) },
      },
    },
    (request) => {
      const served = servedOf(request);
      notLive(served, 'cannot be taken back');
      store.rewind(served.session, (request.body as { step: number }).step);
      return describe(request, served);
    },
  );

  app.post(
    '/sessions/:id/fork',
    {
      schema: {
        operationId: 'forkSession',
        tags,
        summary: 'Another session with the steps up to one',
        security,
        params: sessionParams,
        body: stepBody,
        response: {
          201: { description: 'The fork', $ref: 'Session#' },
          ...errors(409, 410),
        },
      },
    },
    (request, reply) => {
      const fork = sessions.fork(servedOf(request), (request.body as { step: number }).step);
      reply.status(201);
      return describe(request, fork);
    },
  );

  app.post(
    '/sessions/:id/calls',
    {
      schema: {
        operationId: 'controlCall',
        tags,
        summary: 'Call any tool, control tools included',
        security,
        params: sessionParams,
        body: CONTROL_CALL_SCHEMA,
        response: {
          200: { description: 'The result, or why the call was refused', $ref: 'CallAnswer#' },
          ...errors(409, 410, 429),
        },
      },
    },
    (request) => {
      const { by = 'control', ...call } = request.body as {
        by?: Audience;
        name: string;
        arguments: Json;
        key?: string;
      };
      const answer = sessions.call(servedOf(request), { by, ...call });
      metrics.called('control', answer);
      return answer;
    },
  );

  app.post(
    '/sessions/:id/clock',
    {
      schema: {
        operationId: 'advanceClock',
        tags,
        summary: "Move the session's clock forward",
        security,
        params: sessionParams,
        body: {
          type: 'object',
          properties: { seconds: { type: 'integer', minimum: 1, maximum: 315_360_000 } },
          required: ['seconds'],
          additionalProperties: false,
        },
        response: { 200: session200, ...errors(410, 429) },
      },
    },
    (request) => {
      const served = servedOf(request);
      sessions.allow(served, 1);
      store.advanceClock(served.session, (request.body as { seconds: number }).seconds);
      return describe(request, served);
    },
  );

  app.post(
    '/sessions/:id/verdict',
    {
      schema: {
        operationId: 'judgeSession',
        tags,
        summary: 'What the session is worth so far; parts that need messages are null without them',
        security,
        params: sessionParams,
        body: {
          type: ['object', 'null'],
          properties: {
            messages: { type: 'array', items: MESSAGE_SCHEMA },
            end: { type: 'string', enum: END_REASONS },
            solo: { type: 'boolean', description: 'There was nobody to talk to' },
          },
          additionalProperties: false,
        },
        response: { 200: { description: 'The verdict', type: 'object' }, ...errors(409, 410) },
      },
    },
    (request) => {
      const { session, task, live } = servedOf(request);
      if (task === undefined) throw new HttpError('NO_TASK', { id: session.id });
      const given = (request.body ?? {}) as { messages?: EpisodeMessage[]; end?: EndReason; solo?: boolean };
      const { messages = live?.messages, end = live?.end, solo } = given;
      return judge(session.world, task, store.log(session), {
        ...(messages === undefined ? {} : { messages }),
        ...(end === undefined ? {} : { end }),
        ...(solo === undefined ? {} : { solo }),
      });
    },
  );
}
