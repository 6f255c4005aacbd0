// The routes that begin, call, judge and close sessions for NeMo Gym's simple agents and its typed environment servers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badInput } from '../../../errors/gym-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../values/json.ts';
import { HttpError } from '../../http-errors.ts';
import type { Seat } from '../../seat/seat.ts';
import { bodyOf, LARGE_BODY, type FaceContext } from '../face.ts';
import { seatOfCookie, sit } from './cookie.ts';
import { messagesOfItems, movesOf } from './items.ts';
import { NO_SESSION, verified, wishOfRow } from './rows.ts';

/** The limit for request bodies is large, because rows contain whole conversations. */
const options = { schema: { hide: true }, bodyLimit: LARGE_BODY } as const;

export function sessionRoutes(app: FastifyInstance, context: FaceContext): void {
  const { seats } = context;
  app.post('/seed_session', options, async (request, reply) => {
    const body = bodyOf(request);
    if (body['resources_session_id'] !== undefined) return typedSeed(body, reply, context);
    const wish = wishOfRow(body);
    const seat = sit(reply, await seats.take(wish, { dialect: 'nemo' }));
    return wish.mcp ? { mcp: mcpOf(seat, context) } : {};
  });

  app.post('/close_session', options, (request, reply) => {
    const id = typedId(bodyOf(request));
    const seat = find(id, context);
    if (seat !== undefined) sit(reply, seat);
    seats.close(keyOf(id));
    return { resources_session_id: id };
  });

  app.post('/verify', options, (request, reply) => {
    const row = bodyOf(request);
    const seat = seatOfCookie(request, reply, context);
    if (seat === undefined) return verified(row, NO_SESSION);
    return verified(row, judged(seat, row));
  });

  const call = (request: FastifyRequest, reply: FastifyReply, tool: string): FastifyReply | Promise<FastifyReply> => {
    const seat = seatOfCookie(request, reply, context);
    if (seat === undefined) throw new HttpError('NO_SEAT');
    const asked: Json = [tool, (request.body ?? {}) as Json];
    const told = { key: seat.repeats.keyOf(request.headers, asked), request: asked, reply };
    const answered = seat.repeats.answer(told, () => textOfCall(seat, tool, (request.body ?? {}) as Json, told.key));
    return typeof answered === 'string' ? send(reply, answered) : answered.then((text) => send(reply, text));
  };
  context.root.callWithCookie = (request, reply, tool) =>
    seatOfCookie(request, reply, context) === undefined ? undefined : call(request, reply, tool);
  app.post('/:tool', { schema: { hide: true } }, (request, reply) =>
    call(request, reply, (request.params as { tool: string }).tool),
  );
}

/**
 * Judges a session by its conversation. If the server plays the user, the server's own record of the talk counts. If
 * clients play both sides, the calls and the agent's last words count. Otherwise the messages in the row count.
 */
function judged(seat: Seat, row: JsonObject): ReturnType<Seat['finish']> {
  const asked = row['responses_create_params'];
  const response = row['response'];
  const output = isJsonObject(response) ? response['output'] : undefined;
  if (seat.talk) return seat.finish();
  if (seat.served.shared) return seat.finish(movesOf(output).words);
  return seat.finish(undefined, [
    ...messagesOfItems(isJsonObject(asked) ? asked['input'] : undefined),
    ...messagesOfItems(output),
  ]);
}

function textOfCall(seat: Seat, tool: string, args: Json, sent: string | undefined): string | Promise<string> {
  if (!seat.takes(tool)) return '{"error":{"code":"PRECONDITION_FAILED","message":"the episode has ended"}}';
  const answer = seat.call(tool, args, sent);
  return answer instanceof Promise ? answer.then(({ text }) => text) : answer.text;
}

function send(reply: FastifyReply, text: string): FastifyReply {
  const json = text.startsWith('{') || text.startsWith('[');
  return reply
    .type(json ? 'application/json' : 'text/plain; charset=utf-8')
    .serializer((value: string) => value)
    .send(text);
}

// ---- typed sessions (the client names its session by an id of its own) ----------------------------------------------

async function typedSeed(body: JsonObject, reply: FastifyReply, context: FaceContext): Promise<JsonObject> {
  const id = typedId(body);
  const key = keyOf(id);
  if (context.seats.isClosed(key)) throw new HttpError('SEAT_CLOSED', { id: id.slice(0, 100) });
  const row = body['task_data'];
  const about = body['task_id'];
  const told: JsonObject = isJsonObject(row) ? row : {};
  const named = isJsonObject(about) && typeof about['task_id'] === 'string' ? { task: about['task_id'] } : {};
  const wish = wishOfRow(isJsonObject(told['verifier_metadata']) ? told : { ...named, ...told });
  const seat = find(id, context) ?? (await context.seats.take(wish, { dialect: 'nemo', key }));
  sit(reply, seat);
  return { resources_session_id: id, resources_tools: mcpOf(seat, context) };
}

const LONGEST_ID = 300;

function typedId(body: JsonObject): string {
  const id = body['resources_session_id'];
  if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID)
    throw badInput({
      path: '/resources_session_id',
      what: id === undefined ? 'is missing' : `is no text of 1 to ${LONGEST_ID} characters`,
      mend: 'send the id of your session',
    });
  return id;
}

function keyOf(id: string): string {
  return `nemo:${id}`;
}

function find(id: string, { seats }: FaceContext): Seat | undefined {
  try {
    return seats.find(keyOf(id), 'nemo');
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

function mcpOf(seat: Seat, { gym }: FaceContext): JsonObject {
  const token = gym.sessions.token(seat.served, seat.plane);
  return { server_name: 'callgym', url_path: `/mcp/${token}`, transport: 'http', headers: {} };
}
