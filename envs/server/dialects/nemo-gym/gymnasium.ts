// The routes for NeMo Gym's multi-turn agent: /reset, then /step with each reply of the model. An observation is the
// output of tools or the words of the user. The agent adds all rewards, so that only the last step may give one.
import type { FastifyInstance } from 'fastify';
import { GymError } from '../../../errors/gym-error.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../../values/json.ts';
import { HttpError } from '../../http-errors.ts';
import type { Outcome } from '../../outcome.ts';
import type { Seat } from '../../seat/seat.ts';
import { toldVerdict } from '../../seat/told-verdict.ts';
import { bodyOf, LARGE_BODY, type FaceContext } from '../face.ts';
import { seatOfCookie, sit } from './cookie.ts';
import { hasUser, movesOf, type ItemCall } from './items.ts';
import { failure, wishOfRow } from './rows.ts';

const MOVES = 100;
const options = { schema: { hide: true }, bodyLimit: LARGE_BODY } as const;

export function gymnasiumRoutes(app: FastifyInstance, context: FaceContext): void {
  app.post('/reset', options, async (request, reply) => {
    const row = bodyOf(request);
    const seat = sit(reply, await context.seats.take(wishOfRow(row), { dialect: 'nemo' }));
    const asked = row['responses_create_params'];
    const told = hasUser(isJsonObject(asked) ? asked['input'] : undefined);
    return {
      observation: told ? null : seat.first().opening,
      info: { session_id: seat.id, supports_explicit_close: true, supports_step_idempotency: true },
    };
  });

  app.post('/step', options, (request, reply) => {
    const seat = seatOfCookie(request, reply, context);
    if (seat === undefined) throw new HttpError('NO_SEAT');
    const row = bodyOf(request);
    const given = row['_ng_step_request_id'];
    const asked = row['response'] ?? null;
    const key = typeof given === 'string' && given !== '' ? given : seat.repeats.keyOf(request.headers, asked);
    return seat.repeats.answer({ key, request: asked, reply }, () => step(seat, row, key));
  });

  app.post('/close', options, (request, reply) => {
    seatOfCookie(request, reply, context)?.close();
    return {};
  });
}

async function step(seat: Seat, row: JsonObject, key: string | undefined): Promise<JsonObject> {
  const { outcome } = seat;
  if (outcome !== undefined) return over(seat, outcome);
  const response = row['response'];
  const { calls, words } = movesOf(isJsonObject(response) ? response['output'] : undefined);
  if (calls.length > 0) {
    const outputs: JsonObject[] = [];
    for (const [at, call] of calls.entries()) {
      const sent = key === undefined ? undefined : `${key}.${at}`;
      outputs.push({ call_id: call.id, output: await outputOf(seat, call, sent) });
    }
    if (seat.outcome !== undefined) return over(seat, seat.outcome, { tool_outputs: outputs });
    return seat.moves >= MOVES ? cut(seat, { tool_outputs: outputs }) : goOn(null, { tool_outputs: outputs });
  }
  if (!seat.talk && !seat.served.shared) return over(seat, seat.finish(words));
  const answer = await seat.speak(words);
  if (answer.refused || answer.done) return over(seat, seat.finish());
  // if clients play both sides, the observation is null, because each side already has the other's words
  return seat.moves >= MOVES ? cut(seat, {}) : goOn(seat.talk ? answer.text : null, {});
}

async function outputOf(seat: Seat, { name, arguments: text }: ItemCall, sent: string | undefined): Promise<string> {
  let args: Json;
  try {
    args = text.trim() === '' ? {} : parseJson(text);
  } catch (error) {
    const message = error instanceof GymError ? error.message : 'the arguments are no JSON';
    return JSON.stringify({ error: { code: 'BAD_JSON', message } });
  }
  return (await seat.call(name, args, sent)).text;
}

function goOn(observation: string | null, info: JsonObject): JsonObject {
  return { observation, reward: 0, terminated: false, truncated: false, info };
}

/** Ends an episode that has too many moves. The reward is 0, because the agent is to blame. */
function cut(seat: Seat, info: JsonObject): JsonObject {
  return { ...over(seat, seat.lose('max_turns'), info), terminated: false, truncated: true };
}

function over(seat: Seat, { reward, masked, why, end, verdict }: Outcome, info: JsonObject = {}): JsonObject {
  return {
    observation: null,
    reward: reward ?? 0,
    terminated: true,
    truncated: false,
    info: {
      ...info,
      session_id: seat.id,
      end,
      mask_sample: reward === null,
      ...(masked === undefined ? {} : failure(masked, why)),
      // the verdict names only the failed parts, because this answer goes to the player and the messages would reveal
      // the solution
      verdict: toldVerdict(verdict),
    },
  };
}
