// POST /sessions: makes one session, or a group of sessions on the same task. Each has its own simulated user. If one
// session of a group cannot be made, the others are closed.
import type { FastifyInstance } from 'fastify';
import { badInput } from '../../errors/gym-error.ts';
import { FAULT_RATE_SCHEMA, type FaultRate } from '../../values/fault.ts';
import type { Json } from '../../values/json.ts';
import type { Task } from '../../values/task.ts';
import type { World } from '../../world/world.ts';
import { HttpError } from '../http-errors.ts';
import { WHOLE } from '../openapi/api-schemas.ts';
import { refuseUser } from '../live-user.ts';
import type { ServedSession } from '../served-session.ts';
import type { GymContext } from '../plugin.ts';
import { controlRoute } from './control-route.ts';
import { worldOf } from './environment-routes.ts';
import { seatUser } from '../seat-user.ts';
import { describeSession, ONE_OR_MORE_SESSIONS } from './session-plane.ts';

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

export function createSessions(app: FastifyInstance, context: GymContext): void {
  const { limits, sessions, peers } = context;
  controlRoute(app, {
    method: 'POST',
    url: '/sessions',
    id: 'createSession',
    summary: 'Begin a session, or a group of them on one task',
    body: {
      type: 'object',
      properties: {
        environment: { type: 'string', description: 'Name or hash' },
        task: { type: 'string', description: 'Id of a task of the environment' },
        session_seed: { ...WHOLE, description: 'Where new ids come from; of the task by default' },
        trial_seed: { ...WHOLE, description: 'Where faults come from; a group counts up from it' },
        user: { type: 'string', description: 'A live user: scripted or openai:MODEL; none: the agent works alone' },
        faults: FAULT_RATE_SCHEMA,
        ttl_s: { type: 'integer', minimum: 1, maximum: limits.idleMost },
        count: { type: 'integer', minimum: 1, maximum: limits.count },
      },
      required: ['environment'],
      dependentRequired: { user: ['task'] },
      additionalProperties: false,
    },
    answers: {
      201: ONE_OR_MORE_SESSIONS,
    },
    refusals: [409],
    async handle(request, reply) {
      const { user: asked, ...rest } = request.body as SessionBody;
      const solo = asked === 'none';
      const given: SessionBody = asked === undefined || solo ? rest : { ...rest, user: asked };
      await peers?.bring(given.environment, context.shelf);
      const world = worldOf(context.shelf, given.environment);
      const task = taskOf(given, world, context);
      checkBody(given, world, task, context);
      if ((await peers?.place(request, reply, startOf(world, given), given.count ?? 1)) === true) return reply;
      const made: ServedSession[] = [];
      try {
        for (let index = 0; index < (given.count ?? 1); index++) {
          const served = sessions.create({
            world,
            trialSeed: (given.trial_seed ?? 0) + index,
            ...(task === undefined ? {} : { task }),
            ...(given.session_seed === undefined ? {} : { sessionSeed: given.session_seed }),
            ...(given.faults === undefined ? {} : { faults: given.faults }),
            ...(given.ttl_s === undefined ? {} : { ttl: given.ttl_s }),
            user: asked,
          });
          made.push(served);
          if (given.user !== undefined && task !== undefined) await seatUser(served, task, given.user, context);
        }
      } catch (error) {
        // after an error the client gets no ids, so the sessions that are already made are closed
        for (const { session } of made) if (!session.closed) sessions.close(session.id);
        throw error;
      }
      reply.status(201);
      const told = made.map((served): Json => describeSession(request, served, context));
      return given.count === undefined ? told[0] : { sessions: told };
    },
  });
}

/**
 * Returns a text that is equal for sessions that begin in the same way and can share answers. The trial seed is left
 * out, because it does not change the rows.
 */
function startOf({ hash }: World, { task, session_seed: seed }: SessionBody): string {
  return JSON.stringify([hash, task ?? null, seed ?? null]);
}

function taskOf({ task: id }: SessionBody, world: World, { shelf }: GymContext): Task | undefined {
  if (id === undefined) return undefined;
  const task = shelf.tasksOf(world).get(id);
  if (task === undefined)
    throw new HttpError('NOT_FOUND', {
      what: `task ${JSON.stringify(id.slice(0, 100))} of ${world.environment.name}`,
    });
  return task;
}

function checkBody(given: SessionBody, world: World, task: Task | undefined, context: GymContext): void {
  const { limits, liveUsers, sessions } = context;
  if (given.user !== undefined && task === undefined)
    throw badInput({ path: '/user', what: 'a live user plays a task', mend: 'name a task too' });
  if (given.user !== undefined) refuseUser(liveUsers, given.user);
  const unknown = given.faults?.tools?.find((tool) => !world.tools.has(tool));
  if (unknown !== undefined)
    throw new HttpError('NOT_FOUND', {
      what: `tool ${JSON.stringify(unknown.slice(0, 100))} of ${world.environment.name}`,
    });
  if (given.count !== undefined && sessions.size + given.count > limits.sessions)
    throw new HttpError('SESSIONS_FULL', { limit: limits.sessions });
}
