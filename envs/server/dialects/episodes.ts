// POST /episodes: whole episodes, played here by the model that the request names and judged when they are over. While
// they last a blank line goes out now and then, so that proxies wait; JSON allows blanks before a value.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badInput } from '../../errors/gym-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../../values/json.ts';
import type { EpisodeLimits, EpisodeModel } from '../episode-host.ts';
import { readWish, type SeatWish } from '../seat/seat-wish.ts';
import { bodyOf, guardFace, LARGE_BODY, toldError, type Face, type FaceContext } from './face.ts';
import { EPISODE_LIMITS, playOne, type OneEpisode } from './play-one.ts';

const BEAT_MS = 15_000;
const KEPT_S = 3_600;
const MOST_KEPT = 4_096;
const MOST_COUNT = 256;

export const episodes: Face = {
  name: 'episodes',
  about: 'POST /episodes: whole episodes, played here by the model that you name',
  plug(app, context) {
    guardFace(app, context);
    const kept = new Kept();
    app.post('/episodes', { schema: { hide: true }, bodyLimit: LARGE_BODY }, (request, reply) =>
      answer(request, reply, context, kept),
    );
  },
};

/** Finished episodes by key. */
class Kept {
  private readonly byKey = new Map<string, { readonly at: number; readonly answer: Promise<JsonObject> }>();

  take(key: string | undefined, now: number, make: () => Promise<JsonObject>): Promise<JsonObject> {
    if (key === undefined) return make();
    const known = this.byKey.get(key);
    if (known !== undefined && now - known.at < KEPT_S) return known.answer;
    const made = make();
    this.byKey.delete(key);
    this.byKey.set(key, { at: now, answer: made });
    // one that failed or was left may be asked for anew
    made.then(
      (value) => value['end'] === 'infrastructure' && this.byKey.delete(key),
      () => this.byKey.delete(key),
    );
    const [oldest] = this.byKey.keys();
    if (this.byKey.size > MOST_KEPT && oldest !== undefined) this.byKey.delete(oldest);
    return made;
  }
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  context: FaceContext,
  kept: Kept,
): Promise<FastifyReply> {
  const body = bodyOf(request);
  const wish = readWish({ user: 'scripted', ...body });
  const model = modelOf(body['model']);
  const limits = limitsOf(body['limits']);
  const count = countOf(body['count']);
  const key = typeof body['key'] === 'string' && body['key'] !== '' ? body['key'] : undefined;
  // what is refused at once has a status; later there is a body alone
  context.seats.world(wish.environment);
  const work = kept.take(key, context.gym.now(), async () => {
    const one = (trial: number): Promise<JsonObject> => {
      const seeded: SeatWish = trial === 0 ? wish : { ...wish, trialSeed: (wish.trialSeed ?? 0) + trial };
      return playOne(context, { wish: seeded, model, limits, raw: reply.raw }).then(toldOf);
    };
    if (count === undefined) return one(0);
    return { episodes: await Promise.all(Array.from({ length: count }, (_each, trial) => one(trial))) };
  });
  // a refusal comes before the first episode has begun
  const early = await Promise.race([
    work.then(() => true),
    new Promise<false>((resolve) => setImmediate(resolve, false)),
  ]);
  if (early) return reply.send(await work);
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'x-request-id': request.id });
  const beat = setInterval(() => reply.raw.write('\n'), BEAT_MS);
  try {
    reply.raw.end(JSON.stringify(await work));
  } catch (error) {
    const { body: refused } = toldError(error, request, context);
    reply.raw.end(JSON.stringify({ reward: null, end: 'infrastructure', ...refused }));
  } finally {
    clearInterval(beat);
  }
  return reply;
}

function toldOf({ id, played, outcome, system, tools }: OneEpisode): JsonObject {
  const { messages, usage, turns, why } = played;
  return {
    id,
    reward: outcome.reward,
    end: outcome.end,
    ...(why === undefined ? {} : { why }),
    verdict: (outcome.verdict as unknown as Json | undefined) ?? null,
    messages: messages as unknown as Json,
    usage,
    system,
    tools,
    ...(turns.length === 0 ? {} : { turns: turns as unknown as Json }),
  };
}

function modelOf(given: Json | undefined): EpisodeModel {
  if (!isJsonObject(given)) throw badInput({ path: '/model', what: 'is missing', mend: '{"base_url", "name"}' });
  const { base_url: baseUrl, name, api_key: apiKey, headers, sampling, token_ids: tokenIds } = given;
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl) || !/^https?:/.test(baseUrl))
    throw badInput({ path: '/model/base_url', what: 'is no URL' });
  if (typeof name !== 'string' || name === '') throw badInput({ path: '/model/name', what: 'is missing' });
  if (
    headers !== undefined &&
    !(isJsonObject(headers) && Object.values(headers).every((each) => typeof each === 'string'))
  )
    throw badInput({ path: '/model/headers', what: 'are not texts by name' });
  return {
    baseUrl,
    name,
    ...(typeof apiKey === 'string' ? { apiKey } : {}),
    ...(headers === undefined ? {} : { headers: headers as Record<string, string> }),
    ...(isJsonObject(sampling) ? { sampling } : {}),
    tokenIds: tokenIds === true,
  };
}

function limitsOf(given: Json | undefined): EpisodeLimits {
  if (given === undefined || given === null) return EPISODE_LIMITS;
  if (!isJsonObject(given)) throw badInput({ path: '/limits', what: 'is no object' });
  const whole = (name: string): number | undefined => {
    const value = given[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
      throw badInput({ path: `/limits/${name}`, what: 'is no whole number from 1' });
    return value;
  };
  const tokens = whole('tokens');
  return {
    moves: whole('moves') ?? EPISODE_LIMITS.moves,
    errors: whole('errors') ?? EPISODE_LIMITS.errors,
    ...(tokens === undefined ? {} : { tokens }),
  };
}

function countOf(given: Json | undefined): number | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given !== 'number' || !Number.isInteger(given) || given < 1 || given > MOST_COUNT)
    throw badInput({ path: '/count', what: `is no whole number from 1 to ${MOST_COUNT}` });
  return given;
}
