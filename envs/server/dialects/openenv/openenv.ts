// OpenEnv under /openenv/NAME: HTTP for one request each, a socket or JSON-RPC for a whole episode.
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../http-errors.ts';
import { namesWithModes, withMode } from '../../seat/seat-wish.ts';
import { bodyOf, guardFace, toldError, type Face, type FaceContext } from '../face.ts';
import { answerRpc, RpcSessions } from './json-rpc.ts';
import { SCHEMAS } from './shapes.ts';
import { failed, holdSocket } from './socket.ts';
import { IDLE_S, Table, TableRefusal } from './table.ts';
import type { World } from '../../../world/world.ts';

const FRAME = 1_048_576;
const hide = { schema: { hide: true } } as const;

export const openEnv: Face = {
  name: 'openenv',
  about: 'OpenEnv 0.10 and 0.4 under /openenv/NAME; verifiers and ms-swift through it',
  async plug(app, context) {
    await app.register(websocket, { options: { maxPayload: FRAME } });
    guardFace(app, context);
    app.setErrorHandler((error, request, reply) => {
      const { status, retryAfter, body } = toldError(error, request, context);
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      return reply.status(status === 400 ? 422 : status).send({ detail: body.error.message });
    });
    const rpc = new RpcSessions(context, context.gym.now, IDLE_S);
    pages(app, context);
    oneRequest(app, context, rpc);
    socketRoute(app, context, rpc);
  },
};

interface Place {
  readonly world: World;
  readonly user: string;
}

function placeOf(request: FastifyRequest, { seats }: FaceContext): Place {
  const { name, user } = withMode((request.params as { name: string }).name);
  return { world: seats.world(name), user };
}

function pages(app: FastifyInstance, context: FaceContext): void {
  const { gym, seats } = context;
  app.get('/openenv/list_environments', hide, () => namesWithModes(gym.library.names(), gym.liveUsers !== undefined));
  app.get('/openenv/:name/health', hide, (request) => {
    placeOf(request, context);
    return { status: 'healthy' };
  });
  app.get('/openenv/:name/metadata', hide, (request) => {
    const { environment, hash } = placeOf(request, context).world;
    return {
      name: environment.name,
      description: environment.description || environment.title,
      version: hash.slice(0, 12),
    };
  });
  app.get('/openenv/:name/schema', hide, () => SCHEMAS);
  app.get('/openenv/:name/openapi.json', hide, (request) => {
    const { environment } = placeOf(request, context).world;
    const operation = (summary: string): object => ({ summary, responses: { 200: { description: 'Done' } } });
    return {
      openapi: '3.1.0',
      info: { title: environment.title, version: '1.0.0' },
      paths: {
        '/reset': { post: operation('Begin an episode') },
        '/step': { post: operation('Act') },
        '/state': { get: operation('Where it stands') },
      },
    };
  });
  app.get('/openenv/:name/splits', hide, () => [{ name: 'train', type: 'train' }]);
  app.get('/openenv/:name/tasks', hide, (request) => ({
    tasks: seats
      .tasks(placeOf(request, context).world)
      .map(({ id, kind, difficulty }) => ({ task_id: id, kind, difficulty })),
  }));
}

/** As the reference does: a seat for one request. */
function oneRequest(app: FastifyInstance, context: FaceContext, rpc: RpcSessions): void {
  const once = async <T>(request: FastifyRequest, work: (table: Table) => Promise<T>): Promise<T> => {
    const { world, user } = placeOf(request, context);
    const table = new Table(context, world, user);
    try {
      return await work(table);
    } catch (error) {
      if (error instanceof TableRefusal) throw new HttpError('BAD_REQUEST', { what: error.message });
      throw error;
    } finally {
      table.leave();
    }
  };
  app.get('/openenv/:name/state', hide, () => ({ episode_id: null, step_count: 0 }));
  app.post('/openenv/:name/reset', hide, (request) => once(request, (table) => table.reset(bodyOf(request))));
  app.post('/openenv/:name/step', hide, (request) =>
    once(request, async (table) => {
      const { action } = bodyOf(request);
      if (action === undefined) throw new TableRefusal('VALIDATION_ERROR', 'action is missing');
      await table.reset({});
      return table.step(action);
    }),
  );
  app.post('/openenv/:name/mcp', hide, (request) =>
    answerRpc(request.body as Parameters<typeof answerRpc>[0], { sessions: rpc, ...placeOf(request, context) }),
  );
}

function socketRoute(app: FastifyInstance, context: FaceContext, rpc: RpcSessions): void {
  const { gym } = context;
  app.get('/openenv/:name/ws', { websocket: true, ...hide }, (socket, request) => {
    const { world, user } = placeOf(request, context);
    const { session_id: id } = request.query as { session_id?: string };
    if (id !== undefined) {
      const table = rpc.attach(id);
      if (table === undefined) {
        socket.send(JSON.stringify(failed('SESSION_ERROR', 'there is no such session, or another socket holds it')));
        socket.close();
        return;
      }
      holdSocket(socket, { sessions: rpc, world, user, table, onGone: () => rpc.detach(id) });
      return;
    }
    if (gym.sessions.size >= gym.limits.sessions) {
      const counts = { active_sessions: gym.sessions.size, max_sessions: gym.limits.sessions };
      socket.send(JSON.stringify(failed('CAPACITY_REACHED', 'the server holds as many sessions as it can', counts)));
      socket.close();
      return;
    }
    // the seat outlives its line for as long as it may idle
    const table = new Table(context, world, user);
    holdSocket(socket, { sessions: rpc, world, user, table, onGone: () => undefined });
  });
}
