// The protocol of tau2's gym over HTTP, under /tau, as OpenPipe's ART uses it. Every session has a simulated user, and
// actions are plain text.
import { toldVerdict } from '../../seat/told-verdict.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badInput } from '../../../errors/gym-error.ts';
import { isJsonObject, numberOf, parseJson, type Json, type JsonObject } from '../../../values/json.ts';
import { HttpError } from '../../http-errors.ts';
import { BY_MODEL } from '../../live-user.ts';
import type { Seat, SeatAnswer } from '../../seat/seat.ts';
import { bodyOf, guardFace, toldError, type Face, type FaceContext } from '../face.ts';
import { readPythonCall, type PythonCall } from './python-call.ts';

const hide = { schema: { hide: true } } as const;

export const tau: Face = {
  name: 'tau',
  about: "tau2's gym over HTTP under /tau: OpenPipe ART",
  plug(app, context) {
    guardFace(app, context);
    app.setErrorHandler((error, request, reply) => {
      const { status, retryAfter, body } = toldError(error, request, context);
      if (status >= 500) seatAt(request, context)?.failed(error);
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      return reply.status(status === 410 ? 404 : status).send({ detail: body.error.message });
    });
    routes(app, context);
  },
};

function routes(app: FastifyInstance, context: FaceContext): void {
  const { seats, gym } = context;
  app.get('/tau/scenarios', hide, (request) => {
    const { domain } = request.query as { domain?: string };
    const names = domain === undefined ? gym.shelf.names() : [seats.world(domain).environment.name];
    return {
      scenarios: names.flatMap((name) =>
        seats.tasks(seats.world(name)).map(({ id }) => ({ domain: name, task: { id } })),
      ),
    };
  });

  app.post('/tau/environments', hide, async (request) => {
    const body = bodyOf(request);
    const { domain, task_id: task, user_llm: user } = body;
    const idle = numberOf(body['idle_timeout_seconds']);
    if (typeof domain !== 'string')
      throw badInput({ path: '/domain', what: 'is missing', mend: 'name a served environment' });
    if (typeof task !== 'string')
      throw badInput({ path: '/task_id', what: 'is missing', mend: 'GET /tau/scenarios lists the tasks' });
    const asked = typeof user === 'string' && user.startsWith(BY_MODEL) && gym.liveUsers?.models === true;
    const seat = await seats.take(
      { environment: domain, task, user: asked ? user : 'scripted', side: 'agent' },
      {
        dialect: 'tau',
        ...(idle !== undefined && idle >= 1 ? { ttl: Math.min(Math.ceil(idle), gym.limits.idleMost) } : {}),
      },
    );
    const { system, opening } = seat.first();
    const tools = seat
      .tools()
      .map(({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } }));
    return { id: seat.id, observation: `user: ${opening}`, info: { policy: system, tools } };
  });

  app.post('/tau/environments/:id/step', hide, (request, reply) => {
    const seat = seats.at(idOf(request), 'tau');
    if (seat.lost) throw new HttpError('SESSION_EXPIRED', { id: seat.id });
    const { action } = bodyOf(request);
    if (typeof action !== 'string') throw badInput({ path: '/action', what: 'is no text' });
    const told = { key: seat.repeats.keyOf(request.headers, action), request: action, reply };
    return seat.repeats.answer(told, () => step(seat, action, told.key));
  });

  app.delete('/tau/environments/:id', hide, (request) => {
    const id = idOf(request);
    const deleted = gym.sessions.has(id);
    if (deleted) gym.sessions.close(id);
    return { id, deleted };
  });
}

function step(seat: Seat, action: string, sent: string | undefined): JsonObject | Promise<JsonObject> {
  if (seat.ended) throw new HttpError('EPISODE_ENDED', { id: seat.id, end: seat.served.end ?? 'done' });
  const call = readCall(action, seat);
  if (call !== undefined) {
    const answer = seat.call(call.name, call.arguments, sent);
    const toldCall = ({ text }: SeatAnswer): JsonObject => told(seat, `tool: ${text}`, {});
    return answer instanceof Promise ? answer.then(toldCall) : toldCall(answer);
  }
  return seat.say(action).then(({ text }) => told(seat, `user: ${text}`, { user_message_cost: 0 }));
}

function readCall(action: string, seat: Seat): PythonCall | undefined {
  // JSON is tried first; a JSON text cannot be a call in Python's notation
  const found = readJsonCall(action) ?? readPythonCall(action);
  return found !== undefined && seat.knows(found.name) ? found : undefined;
}

function readJsonCall(action: string): PythonCall | undefined {
  if (!action.trim().startsWith('{')) return undefined;
  let value: Json;
  try {
    value = parseJson(action);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const { name, arguments: args } = value;
  return typeof name === 'string' && isJsonObject(args) ? { name, arguments: args } : undefined;
}

function told(seat: Seat, observation: string, info: JsonObject): JsonObject {
  const { outcome } = seat;
  return {
    id: seat.id,
    observation,
    info: {
      ...info,
      ...(outcome === undefined
        ? {}
        : {
            end: outcome.end,
            verdict: toldVerdict(outcome.verdict),
            mask_sample: outcome.reward === null,
            ...(outcome.masked === undefined ? {} : { failure_kind: outcome.masked }),
          }),
    },
    reward: outcome?.reward ?? 0,
    terminated: outcome !== undefined,
    truncated: false,
  };
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

function seatAt(request: FastifyRequest, { seats }: FaceContext): Seat | undefined {
  const { id } = request.params as { id?: string };
  try {
    return id === undefined ? undefined : seats.at(id, 'tau');
  } catch {
    return undefined;
  }
}
