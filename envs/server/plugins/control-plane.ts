// The control plane: environments, tasks, and everything about sessions that an agent must not see.
import type { FastifyRequest } from 'fastify';
import { badInput, GymError } from '../../errors/gym-error.ts';
import { judge } from '../../verification/judge.ts';
import { END_REASONS, type EndReason } from '../../values/task.ts';
import { MESSAGE_SCHEMA, type EpisodeMessage } from '../../values/episode.ts';
import { FAULT_RATE_SCHEMA, type FaultRate } from '../../values/fault.ts';
import type { Json } from '../../values/json.ts';
import type { Audience } from '../../values/tool-schema.ts';
import { lastStep } from '../../session/session.ts';
import { readState } from '../../session/read-state.ts';
import type { World } from '../../world/world.ts';
import { bearer } from '../capabilities.ts';
import { HttpError } from '../http-errors.ts';
import { CONTROL_CALL_SCHEMA, errors, NEXT_SCHEMA, PAGE_QUERY } from '../openapi/api-schemas.ts';
import { environmentDocument } from '../openapi/environment-document.ts';
import { originDocument } from '../openapi/origin-document.ts';
import type { NewServedSession, ServedSession } from '../served-sessions.ts';
import type { Dialect } from '../server.ts';

interface Page {
  readonly limit: number;
  readonly after?: string;
}

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

export const controlPlane: Dialect = (app, context) => {
  const { sessions, library, capabilities, store, limits, metrics, baseOf } = context;
  const security = [{ control: [] }];
  const tags = ['control'];
  const body = (schema: object): object => schema;

  app.addHook('onRequest', (request, _reply, done) => {
    const token = bearer(request.headers.authorization);
    if (token !== undefined && capabilities.isControl(token)) return done();
    if (token !== undefined && sessions.opens(token) !== undefined)
      return done(new HttpError('FORBIDDEN', { what: 'this needs the control token' }));
    return done(new HttpError('UNAUTHENTICATED'));
  });

  // ---- environments -----------------------------------------------------------------------------------------------

  function worldOf(name: string): World {
    let world: World | undefined;
    try {
      world = library.find(name);
    } catch (error) {
      if (error instanceof GymError)
        throw new HttpError('ENVIRONMENT_BROKEN', { name: name.slice(0, 100), what: error.message });
      throw error;
    }
    if (world === undefined)
      throw new HttpError('NOT_FOUND', { what: `environment ${JSON.stringify(name.slice(0, 100))}` });
    return world;
  }

  function summary(name: string): Json {
    const head = library.head(name);
    const told = { name, title: head?.title ?? name, description: head?.description ?? '' };
    try {
      const { hash, environment } = worldOf(name);
      return { ...told, hash, tools: environment.tools.length };
    } catch (error) {
      return { ...told, hash: null, problem: (error as Error).message };
    }
  }

  app.get(
    '/environments',
    {
      schema: {
        operationId: 'listEnvironments',
        tags,
        summary: 'Environments, by name',
        security,
        querystring: PAGE_QUERY,
        response: {
          200: {
            description: 'A page',
            type: 'object',
            properties: { environments: { type: 'array', items: { $ref: 'EnvironmentSummary#' } }, next: NEXT_SCHEMA },
            required: ['environments', 'next'],
          },
          ...errors(),
        },
      },
    },
    async (request) => {
      const { page, next } = pageOf(library.names(), (name) => name, request.query as Page);
      const environments: Json[] = [];
      for (const name of page) {
        environments.push(summary(name));
        // opening one may take a tenth of a second: others go between
        await new Promise(setImmediate);
      }
      return { environments, next };
    },
  );

  const environmentParams = { type: 'object', properties: { e: { type: 'string' } }, required: ['e'] } as const;

  app.get(
    '/environments/:e',
    {
      schema: {
        operationId: 'getEnvironment',
        tags,
        summary: 'One environment, by name or hash',
        security,
        params: environmentParams,
        response: { 200: { description: 'The environment', type: 'object' }, ...errors() },
      },
    },
    (request) => {
      const { e } = request.params as { e: string };
      const { environment, hash, schema } = worldOf(e);
      const { name, title, description, origin, clock, policy, rules, documents, tools } = environment;
      return {
        name,
        hash,
        title,
        description,
        origin,
        clock,
        arguments: environment.arguments,
        policy,
        rules: rules.map(({ id, text }) => ({ id, text })),
        documents,
        tables: schema.tables.map((table) => table.name),
        tools: tools.map(({ name, description, parameters, returns, audience, effect, http }) => ({
          name,
          description,
          parameters,
          returns,
          audience,
          effect,
          http,
        })),
        tasks: library.tasks(name).size,
      };
    },
  );

  app.get(
    '/environments/:e/tasks',
    {
      schema: {
        operationId: 'listTasks',
        tags,
        summary: 'Tasks of an environment, gold included',
        security,
        params: environmentParams,
        querystring: PAGE_QUERY,
        response: {
          200: {
            description: 'A page',
            type: 'object',
            properties: { tasks: { type: 'array', items: { type: 'object' } }, next: NEXT_SCHEMA },
            required: ['tasks', 'next'],
          },
          ...errors(),
        },
      },
    },
    (request) => {
      const { e } = request.params as { e: string };
      const tasks = [...library.tasks(worldOf(e).environment.name).values()];
      const { page, next } = pageOf(tasks, (task) => task.id, request.query as Page);
      return { tasks: page, next };
    },
  );

  app.get(
    '/environments/:e/openapi.json',
    {
      schema: {
        operationId: 'getEnvironmentDocument',
        tags,
        summary: 'The environment as an OpenAPI 3.1 document; view=origin for its original paths',
        security,
        params: environmentParams,
        querystring: {
          type: 'object',
          properties: { view: { type: 'string', enum: ['tools', 'origin'], default: 'tools' } },
        },
        response: { 200: { description: 'OpenAPI 3.1', type: 'object' }, ...errors() },
      },
    },
    (request) => {
      const { e } = request.params as { e: string };
      const { view } = request.query as { view: 'tools' | 'origin' };
      const world = worldOf(e);
      if (view === 'tools') return environmentDocument(world);
      const document = originDocument(world);
      if (document === undefined)
        throw new HttpError('NOT_FOUND', { what: `tool of ${world.environment.name} with a path of its own` });
      return document;
    },
  );

  // ---- sessions ---------------------------------------------------------------------------------------------------

  function describe(request: FastifyRequest, served: ServedSession): Json {
    const { session, task, trialSeed, ttl } = served;
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

  app.post(
    '/sessions',
    {
      schema: {
        operationId: 'createSession',
        tags,
        summary: 'Begin a session, or a group of them on one task',
        security,
        body: body({
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
        }),
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
    (request, reply) => {
      const given = request.body as SessionBody;
      const world = worldOf(given.environment);
      const { name } = world.environment;
      const task = given.task === undefined ? undefined : library.tasks(name).get(given.task);
      if (given.task !== undefined && task === undefined)
        throw new HttpError('NOT_FOUND', { what: `task ${JSON.stringify(given.task.slice(0, 100))} of ${name}` });
      if (given.user !== undefined)
        throw badInput({ path: '/user', what: 'live users are not in this version', mend: 'leave it out' });
      const unknown = given.faults?.tools?.find((tool) => !world.tools.has(tool));
      if (unknown !== undefined) throw badInput({ path: '/faults/tools', what: `${name} has no tool ${unknown}` });
      if (given.count !== undefined && sessions.size + given.count > limits.sessions)
        throw new HttpError('SESSIONS_FULL', { limit: limits.sessions });
      const create = (index: number): Json => {
        const wanted: NewServedSession = {
          world,
          trialSeed: (given.trial_seed ?? 0) + index,
          ...(task === undefined ? {} : { task }),
          ...(given.session_seed === undefined ? {} : { sessionSeed: given.session_seed }),
          ...(given.faults === undefined ? {} : { faults: given.faults }),
          ...(given.ttl_s === undefined ? {} : { ttl: given.ttl_s }),
        };
        return describe(request, sessions.create(wanted));
      };
      reply.status(201);
      return given.count === undefined
        ? create(0)
        : { sessions: Array.from({ length: given.count }, (_each, index) => create(index)) };
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
      const { limit, after } = request.query as Page;
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
          },
          additionalProperties: false,
        },
        response: { 200: { description: 'The verdict', type: 'object' }, ...errors(409, 410) },
      },
    },
    (request) => {
      const { session, task } = servedOf(request);
      if (task === undefined) throw new HttpError('NO_TASK', { id: session.id });
      const { messages, end } = (request.body ?? {}) as { messages?: EpisodeMessage[]; end?: EndReason };
      return judge(session.world, task, store.log(session), {
        ...(messages === undefined ? {} : { messages }),
        ...(end === undefined ? {} : { end }),
      });
    },
  );
};

function pageOf<T>(
  all: readonly T[],
  keyOf: (item: T) => string,
  { limit, after }: Page,
): { page: T[]; next: string | null } {
  const at = after === undefined ? 0 : all.findIndex((item) => keyOf(item) === after) + 1;
  if (after !== undefined && at === 0)
    throw new HttpError('NOT_FOUND', { what: `page after ${JSON.stringify(after.slice(0, 100))}` });
  const page = all.slice(at, at + limit);
  const last = page.at(-1);
  return { page, next: at + limit < all.length && last !== undefined ? keyOf(last) : null };
}
