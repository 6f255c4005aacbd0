// The routes of the session view: the whole session as one value, the words of a side that a person plays, a copy
// (fork) of the session, and the next move of a watched agent.
import type { FastifyInstance } from 'fastify';
import { formatClock } from '../../envs/clock.ts';
import { HttpError } from '../../envs/server/http-errors.ts';
import type { ServedSession } from '../../envs/server/served-session.ts';
import type { Words } from '../../envs/server/told-messages.ts';
import { clockAt, lastStep } from '../../envs/session/session.ts';
import { asJson, type JsonObject } from '../../envs/values/json.ts';
import type { StudioContext } from './context.ts';
import { forkSession } from './fork-session.ts';
import { readRows, ROWS_QUERY, tableOf, type RowsQuery } from './read-rows.ts';
import { atStep } from './session-at-step.ts';
import { numbered, talkOf } from './talk.ts';
import { Watching } from './watching.ts';

const WORDS = {
  type: 'object',
  properties: { by: { enum: ['agent', 'user'] }, text: { type: 'string', minLength: 1 } },
  required: ['by', 'text'],
  additionalProperties: false,
} as const;

const STEP = {
  type: 'object',
  properties: { step: { type: 'integer', minimum: 0 } },
  required: ['step'],
  additionalProperties: false,
} as const;

const MOVE = {
  type: 'object',
  properties: { agent: { type: 'string', minLength: 1, maxLength: 200 } },
  required: ['agent'],
  additionalProperties: false,
} as const;

const END = {
  type: 'object',
  properties: { reason: { enum: ['done', 'refused', 'transferred'] }, text: { type: 'string' } },
  required: ['reason'],
  additionalProperties: false,
} as const;

const ROWS = {
  ...ROWS_QUERY,
  properties: { ...ROWS_QUERY.properties, step: { type: 'integer', minimum: 0 } },
} as const;

/** Every path contains the session's id, because in a cluster the server that owns the session must answer. */
export function sessionRoutes(app: FastifyInstance, context: StudioContext): void {
  const { sessions } = context;
  const watching = new Watching(context);
  const servedOf = (params: unknown): ServedSession => sessions.get((params as { id: string }).id);

  app.get('/studio/api/sessions/:id', { schema: { hide: true } }, ({ params }) => describe(servedOf(params), context));

  app.post('/studio/api/sessions/:id/words', { schema: { hide: true, body: WORDS } }, async ({ params, body }) => {
    const served = servedOf(params);
    const { by, text } = body as Pick<Words, 'by' | 'text'>;
    const end = served.live?.end ?? served.end;
    if (end !== undefined) throw new HttpError('EPISODE_ENDED', { id: served.session.id, end });
    if (served.live === undefined) sessions.hear(served, by, text);
    else if (by === 'agent') await served.live.answer(text);
    else throw new HttpError('LIVE_CONVERSATION', { id: served.session.id, what: 'has a user who answers' });
    return describe(served, context);
  });

  app.post('/studio/api/sessions/:id/end', { schema: { hide: true, body: END } }, ({ params, body }) => {
    const served = servedOf(params);
    const { reason, text } = body as { reason: 'done' | 'refused' | 'transferred'; text?: string };
    sessions.finish(served, reason, text);
    return describe(served, context);
  });

  app.get('/studio/api/sessions/:id/rows', { schema: { hide: true, querystring: ROWS } }, ({ params, query }) => {
    const { session } = servedOf(params);
    const { step, ...wish } = query as RowsQuery & { readonly step?: number };
    const table = tableOf(session.world, wish.table);
    return atStep(context.store, session, step, (at) => ({
      ...context.store.look(at, ({ db }) => readRows(db, table, wish)),
      changes: context.store.diff(at)[table.name] ?? null,
    }));
  });

  app.post('/studio/api/sessions/:id/fork', { schema: { hide: true, body: STEP } }, async ({ params, body }, reply) => {
    const forked = await forkSession(servedOf(params), (body as { step: number }).step, context);
    reply.status(201);
    return forked;
  });

  app.post('/studio/api/sessions/:id/move', { schema: { hide: true, body: MOVE } }, async ({ params, body }) => {
    const served = servedOf(params);
    await watching.move(served, (body as { agent: string }).agent);
    return describe(served, context);
  });
}

function describe(served: ServedSession, { store }: StudioContext): JsonObject {
  const { session, task, live } = served;
  const log = store.log(session);
  const step = lastStep(session);
  return {
    id: session.id,
    environment: session.world.environment.name,
    step,
    now: formatClock(clockAt(session, step)),
    task: asJson(task ?? null),
    live: live !== undefined,
    solo: served.solo,
    end: live?.end ?? served.end ?? null,
    talk: asJson(numbered(talkOf(served, log), log)),
    steps: log.slice(1).map((entry) => ({
      ...asJson(entry),
      changes: entry.committed ? countsOf(store.diff(session, entry.index - 1, entry.index)) : {},
    })),
  };
}

function countsOf(diff: ReturnType<StudioContext['store']['diff']>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(diff).map(([table, { inserted, updated, deleted }]) => [
      table,
      inserted.length + updated.length + deleted.length,
    ]),
  );
}
