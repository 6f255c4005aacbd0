// The Open Reward Standard (ORS), at the root of the server, as the openreward SDK and TRL's adapter use it. An
// environment has splits of tasks, each rollout has its own session, and every action is a tool call. Answers are
// server-sent events.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badInput } from '../../errors/gym-error.ts';
import { warnOfNames } from './warn-of-names.ts';
import { isJsonObject, plainJson, type Json, type JsonObject } from '../../values/json.ts';
import type { Task } from '../../values/task.ts';
import type { World } from '../../world/world.ts';
import { HttpError } from '../http-errors.ts';
import type { Seat, SeatAnswer } from '../seat/seat.ts';
import { namesWithModes, readWish, withMode } from '../seat/seat-wish.ts';
import { ownTools, type SeatTool } from '../seat/own-tools.ts';
import { parametersOf, toolsOf } from '../tool-listing.ts';
import { EventStream, sendEvents } from './event-stream.ts';
import { bodyOf, guardFace, toldError, type Face, type FaceContext } from './face.ts';
import { ofSplit, placeIn, taskLists } from './task-lists.ts';

/** The version of Open Reward's server whose answers this file imitates. */
const VERSION = '0.1.167';
/** A session is closed after this many seconds without a request. Clients send a ping every ten seconds. */
const IDLE_S = 90;

interface Chosen {
  readonly world: World;
  readonly user: string;
  /** The environment's name with its mode, for example care-desk.talk for a session with a user. */
  readonly name: string;
}

export const openReward: Face = {
  name: 'ors',
  about: 'Open Reward Standard at the root: openreward, TRL by URL',
  plug(app, context) {
    guardFace(app, context);
    app.setErrorHandler((error, request, reply) => {
      const { status, retryAfter, body } = toldError(error, request, context);
      seatOfHeader(request, context)?.failed(status >= 500 ? error : undefined);
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      const { code, message } = body.error;
      return reply.status(status).send({ detail: code === 'NO_SEAT' ? 'Active environment not found' : message });
    });
    app.addHook('preHandler', (request, reply, done) => {
      // if a request has NeMo Gym's cookie and no X-Session-ID, its path may name a tool of a NeMo Gym session; then
      // the routes of NeMo Gym answer
      const other = context.root.callWithCookie;
      if (request.headers['x-session-id'] !== undefined || request.headers.cookie === undefined) return done();
      const tool = /^\/([\w.-]+)$/.exec(request.url.split('?')[0] ?? '')?.[1];
      if (tool === undefined || other === undefined || other(request, reply, tool) === undefined) done();
    });
    listRoutes(app, context);
    sessionRoutes(app, context);
    app.addHook('onReady', () => warnOfNames(app, context, toolsAt));
  },
};

/** Adds each path twice: as it is, and after the environment's name. */
function both(
  app: FastifyInstance,
  method: 'GET' | 'POST',
  path: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  for (const url of [path, `/:env${path}`]) app.route({ method, url, schema: { hide: true }, handler });
}

function listRoutes(app: FastifyInstance, context: FaceContext): void {
  const { seats, gym } = context;
  app.get('/list_environments', { schema: { hide: true } }, () =>
    namesWithModes(gym.shelf.names(), gym.liveUsers !== undefined),
  );
  app.get('/version', { schema: { hide: true } }, () => ({ version: VERSION, build_sha: null }));
  both(app, 'GET', '/tools', (request) => {
    const { world, user } = choose(request, context);
    return listing(toolsAt(world, user));
  });
  taskLists(
    (method, path, handler) => both(app, method, path, handler),
    (request) => {
      const chosen = choose(request, context);
      return { name: chosen.name, specs: seats.tasks(chosen.world).map((task) => specOf(task, chosen)) };
    },
  );
}

function sessionRoutes(app: FastifyInstance, context: FaceContext): void {
  const { seats, gym } = context;
  both(app, 'POST', '/create_session', (_request, reply) => {
    const stream = new EventStream(reply);
    stream.send('task_id', gym.capabilities.newId());
    stream.end('');
  });
  both(app, 'POST', '/create', async (request) => {
    const sid = sidOf(request);
    const key = keyOf(sid);
    if (seats.find(key, 'ors') !== undefined) throw badInput({ path: 'X-Session-ID', what: 'Session already exists' });
    const body = bodyOf(request);
    const chosen = choose(request, context);
    const spec = isJsonObject(body['task_spec']) ? body['task_spec'] : undefined;
    const named = (tasks: readonly Task[]): string => tasks[placeIn(request, tasks.length)]?.id ?? '';
    const wish =
      spec === undefined
        ? { task: named(ofSplit(request, seats.tasks(chosen.world))) }
        : { ...spec, environment: spec['env'] ?? chosen.name };
    const read = readWish(plainJson(wish) as JsonObject, { environment: chosen.name });
    await seats.take(read, { dialect: 'ors', key, ttl: Math.min(IDLE_S, gym.limits.idleMost) });
    return { sid };
  });
  both(app, 'GET', '/prompt', (request) => {
    const { system, opening } = seatOf(request, context).first(true);
    return [textBlock(`${system}\n\n${opening}`)];
  });
  both(app, 'GET', '/messages', (request) => {
    const { system, opening } = seatOf(request, context).first(true);
    return [
      { role: 'system', blocks: [textBlock(system)], detail: null },
      { role: 'user', blocks: [textBlock(opening)], detail: null },
    ];
  });
  both(app, 'GET', '/task_tools', (request) => listing(seatOf(request, context).tools(true)));
  both(app, 'POST', '/ping', (request) => {
    seatOf(request, context);
    return { status: 'ok' };
  });
  both(app, 'POST', '/call', (request, reply) => {
    call(request, reply, context);
  });
  for (const path of ['/delete', '/delete_session'])
    both(app, 'POST', path, (request) => {
      const sid = sidOf(request);
      seats.close(keyOf(sid));
      return { sid };
    });
  both(app, 'POST', '/score_group', () => {
    throw new HttpError('NOT_FOUND', { what: 'score_group here' });
  });
}

/**
 * Calls a tool and sends the answer itself. If the handler returned the reply, Fastify would listen to its stream,
 * which takes time.
 */
function call(request: FastifyRequest, reply: FastifyReply, context: FaceContext): void {
  const seat = seatOf(request, context);
  const body = bodyOf(request);
  const { name, input, task_id: given } = body;
  if (typeof name !== 'string') throw badInput({ path: '/name', what: 'is missing', mend: 'name the tool' });
  const taskId = typeof given === 'string' && given !== '' ? given : undefined;
  const asked: Json = { name, input: (input ?? {}) as Json };
  const key = taskId ?? seat.repeats.keyOf(request.headers, asked);
  // the answer carries this id; if a client sends a request with the same id, it gets the same answer
  const id = taskId ?? `${seat.id}.${seat.step}.${seat.moves}`;
  const told = { key, request: asked, reply };
  let answered: string | Promise<string>;
  try {
    const sent = { id: key ?? id, given: key !== undefined };
    answered = seat.repeats.answer(told, () => answerOf(seat, { name, input: input ?? {}, sent }, context));
  } catch (error) {
    answered = Promise.reject(error as Error);
  }
  if (taskId === undefined) seat.repeats.keep(id, asked, answered);
  if (typeof answered === 'string') {
    sendEvents(reply, id, answered);
    return;
  }
  const stream = new EventStream(reply);
  stream.send('task_id', id);
  answered.then(
    (value) => stream.end(value),
    (error: unknown) => {
      seat.failed(error);
      const { body: refused } = toldError(error, request, context);
      stream.send('error', JSON.stringify(refused.error.message));
      reply.raw.end();
    },
  );
}

interface Sent {
  readonly id: string;
  readonly given: boolean;
}

function answerOf(
  seat: Seat,
  { name, input, sent }: { readonly name: string; readonly input: Json; readonly sent: Sent },
  { options }: FaceContext,
): string | Promise<string> {
  const no = (reason: string, error: string): string => JSON.stringify({ ok: false, error, reason });
  if (!seat.takes(name)) return no('episode_finished', 'the episode has ended');
  if (!seat.knows(name))
    return no(
      'not_found',
      `there is no tool ${name}; there are ${seat
        .tools(true)
        .map((tool) => tool.name)
        .join(', ')}`,
    );
  const told = (answer: SeatAnswer): string => toldAs(seat, answer, options.runningReward === true);
  const answer = seat.call(name, input, sent.id, sent.given);
  return answer instanceof Promise ? answer.then(told) : told(answer);
}

function toldAs(seat: Seat, answer: SeatAnswer, running: boolean): string {
  const { outcome } = seat;
  const reward = outcome === undefined ? (running ? seat.worth() : null) : outcome.reward;
  return JSON.stringify({
    ok: true,
    output: outputOf(answer, reward, outcome?.verdict === undefined ? {} : { end: outcome.end }),
  });
}

function outputOf({ text, refused, step, done }: SeatAnswer, reward: number | null, more: JsonObject): JsonObject {
  return { blocks: [textBlock(text)], metadata: { refused, step, ...more }, reward, finished: done };
}

// ---- choosing the environment ---------------------------------------------------------------------------------------

/**
 * Returns the environment that the path names, or else the body, or else the header. Returns the first environment if
 * no name is given or the header has an unknown one. Throws for an unknown name in the path or the body.
 */
function choose(request: FastifyRequest, context: FaceContext): Chosen {
  const { env } = request.params as { env?: string };
  const named = bodyOf(request)['env_name'];
  if (env !== undefined) return chosen(env, context) ?? unknown(env);
  if (typeof named === 'string' && named !== '') return chosen(named, context) ?? unknown(named);
  const header = request.headers['x-deployment'];
  const deployed = typeof header === 'string' ? header.slice(header.lastIndexOf('/') + 1) : undefined;
  const found = deployed === undefined || deployed === '' ? undefined : chosen(deployed, context);
  const [first] = context.gym.shelf.names();
  return found ?? chosen(first ?? '', context) ?? unknown(first ?? '');
}

function chosen(name: string, { gym, seats }: FaceContext): Chosen | undefined {
  const { name: bare, user } = withMode(name);
  const known = gym.shelf.names().find((each) => each.toLowerCase() === bare.toLowerCase());
  if (known === undefined) return undefined;
  return { world: seats.world(known), user, name: user === 'none' ? known : `${known}.talk` };
}

function unknown(name: string): never {
  throw new HttpError('UNKNOWN_ENVIRONMENT', { name: name.slice(0, 100) });
}

/**
 * Returns a task in the form that clients get. Its keys must differ from TRL's own columns environment, prompt and
 * task_index.
 */
function specOf({ id, kind, difficulty }: Task, { name, user }: Chosen): JsonObject {
  return { env: name, task: id, kind, difficulty, ...(user === 'none' ? {} : { user }) };
}

function toolsAt(world: World, user: string): SeatTool[] {
  const own = ownTools(world);
  const tools = toolsOf(world, 'agent', user === 'none');
  return [
    ...tools.map((tool) => ({ name: tool.name, description: tool.description, parameters: parametersOf(tool) })),
    user === 'none' ? own.finish : own.say,
  ];
}

function listing(tools: readonly SeatTool[]): JsonObject {
  return {
    tools: tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
    terminal_tool: null,
    supports_score_group: false,
    message_block_types: ['text'],
  };
}

function textBlock(text: string): JsonObject {
  return { type: 'text', text, detail: null };
}

// ---- finding the session of a request -------------------------------------------------------------------------------

function keyOf(sid: string): string {
  return `ors:${sid}`;
}

function sidOf({ headers }: FastifyRequest): string {
  const sid = headers['x-session-id'];
  if (typeof sid !== 'string' || sid === '' || sid.length > 200)
    throw badInput({ path: 'X-Session-ID', what: 'is missing', mend: 'send the id that create_session gave' });
  return sid;
}

function seatOf(request: FastifyRequest, { seats }: FaceContext): Seat {
  const seat = seats.find(keyOf(sidOf(request)), 'ors');
  if (seat === undefined) throw new HttpError('NO_SEAT');
  if (seat.lost) throw new HttpError('SESSION_EXPIRED', { id: seat.id });
  return seat;
}

function seatOfHeader(request: FastifyRequest, { seats }: FaceContext): Seat | undefined {
  const sid = request.headers['x-session-id'];
  try {
    return typeof sid === 'string' ? seats.find(keyOf(sid), 'ors') : undefined;
  } catch {
    return undefined;
  }
}
