// OpenEnv's protocol, under /openenv/NAME. A plain HTTP request stands alone; a socket or JSON-RPC carries a whole
// episode.
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { HttpError } from '../../http-errors.ts';
import type { Seat } from '../../seat/seat.ts';
import { namesWithModes, withMode } from '../../seat/seat-wish.ts';
import { bodyOf, guardFace, OPEN_PAGE, toldError, type Face, type FaceContext } from '../face.ts';
import { taskLists } from '../task-lists.ts';
import { answerRpc, PARSE_ERROR, refusedRpc, RpcSessions, SERVER_ERROR } from './json-rpc.ts';
import { SCHEMAS } from './shapes.ts';
import { failed, holdSocket } from './socket.ts';
import { IDLE_S, Table, TableRefusal } from './table.ts';
import { isJsonObject, type Json } from '../../../values/json.ts';
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
  /** The environment's name with its mode, for example care-desk.talk for a session with a user. */
  readonly name: string;
}

function placeOf(request: FastifyRequest, { seats }: FaceContext): Place {
  const { name } = request.params as { name: string };
  const bare = withMode(name);
  return { world: seats.world(bare.name), user: bare.user, name };
}

function pages(app: FastifyInstance, context: FaceContext): void {
  const { gym, seats } = context;
  app.get('/openenv/list_environments', hide, () => namesWithModes(gym.shelf.names(), gym.liveUsers !== undefined));
  app.get('/openenv/:name/health', OPEN_PAGE, (request) => {
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
  // some clients append the environment's name to a base URL that already ends with it
  app.get('/openenv/:name/list_environments', hide, (request) => [placeOf(request, context).name]);
  taskLists(
    (method, path, handler) => {
      for (const url of [`/openenv/:name${path}`, `/openenv/:name/:env${path}`])
        app.route({ method, url, ...hide, handler });
    },
    (request) => {
      const { world, name } = placeOf(request, context);
      const { env } = request.params as { env?: string };
      if (env !== undefined && env.toLowerCase() !== name.toLowerCase())
        throw new HttpError('UNKNOWN_ENVIRONMENT', { name: env.slice(0, 100) });
      return { name, specs: seats.tasks(world).map(({ id, kind, difficulty }) => ({ task_id: id, kind, difficulty })) };
    },
  );
}

/** Adds the routes that use a new session for each request, as OpenEnv's own server does. */
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
  const { gym } = context;
  const options = { ...hide, config: { busyOnceRead: true }, errorHandler: rpcErrors(context, rpc) };
  app.post('/openenv/:name/mcp', options, (request, reply) => {
    if (gym.requests() > gym.limits.inFlight) throw new HttpError('BUSY', { limit: gym.limits.inFlight });
    const body = (request.body ?? null) as Json;
    const call = callIn(body);
    const key = seatNamed(request, rpc)?.repeats.keyOf(request.headers, call);
    const asked = { key, request: key === undefined ? body : call, reply };
    return answerRpc(body, { sessions: rpc, ...placeOf(request, context), asked });
  });
}

/**
 * Answers errors of JSON-RPC requests. If the body cannot be read, the status is 200, as JSON-RPC wants; other errors
 * keep their status. If the server is at fault, this is noted in the session, so that the episode gets no reward.
 */
function rpcErrors(context: FaceContext, rpc: RpcSessions): NonNullable<RouteShorthandOptions['errorHandler']> {
  return (error, request, reply) => {
    const { status, retryAfter, body } = toldError(error, request, context);
    if (status >= 500) seatNamed(request, rpc)?.failed(error);
    const { code, message } = body.error;
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    const unread = UNREAD.has(code);
    return reply.status(unread ? 200 : status).send(refusedRpc(unread ? PARSE_ERROR : SERVER_ERROR, message, code));
  };
}

const UNREAD: ReadonlySet<string> = new Set(['BAD_JSON', 'BAD_REQUEST', 'TOO_LARGE', 'UNSUPPORTED_MEDIA']);

/**
 * Returns the client's place (seat) at the session that a JSON-RPC body names. Returns undefined if it names no known
 * session.
 */
function seatNamed(request: FastifyRequest, rpc: RpcSessions): Seat | undefined {
  const { params } = bodyOf(request);
  const id = isJsonObject(params) ? params['session_id'] : undefined;
  return typeof id === 'string' ? rpc.find(id)?.seat : undefined;
}

/**
 * Returns the method and the parameters of a JSON-RPC body, to recognise a repeated request. The request number and the
 * session id are left out, because a client may change both when it sends the request again.
 */
function callIn(body: Json): Json {
  const { method = null, params = null } = isJsonObject(body) ? body : {};
  if (!isJsonObject(params)) return [method];
  const { session_id: _session, ...asked } = params;
  return [method, asked as Json];
}

function socketRoute(app: FastifyInstance, context: FaceContext, rpc: RpcSessions): void {
  const { gym } = context;
  // an unknown environment is refused before the socket opens, because afterwards a client would only see that the
  // socket closes
  const known = (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    try {
      placeOf(request, context);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
  const options = { websocket: true, config: { opensSocket: true }, preValidation: known, ...hide } as const;
  app.get('/openenv/:name/ws', options, (socket, request) => {
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
    // the session stays open for the idle time after its socket has closed, so that a client can still fork it
    const table = new Table(context, world, user);
    holdSocket(socket, { sessions: rpc, world, user, table, onGone: () => undefined });
  });
}
