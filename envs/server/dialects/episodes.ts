// POST /episodes: the server plays whole episodes with the model that the request names, and judges them. Until the
// answer is ready, the server sends blank lines, so that proxies do not close the connection. JSON allows white space
// before a value.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { badInput } from '../../errors/gym-error.ts';
import { asJson, canonicalJson, isJsonObject, numberOf, type Json, type JsonObject } from '../../values/json.ts';
import type { EpisodeLimits, EpisodeModel } from '../episode-host.ts';
import { HttpError } from '../http-errors.ts';
import { readWish, type SeatWish } from '../seat/seat-wish.ts';
import { bodyOf, guardFace, LARGE_BODY, toldError, type Face, type FaceContext } from './face.ts';
import { EPISODE_LIMITS, modelUrl, playOne, Waiting, type OneEpisode } from './play-one.ts';

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

interface KeptEpisode {
  readonly at: number;
  /** The request as text. If the same key comes with another request, the request is refused. */
  readonly asked: string;
  readonly answer: Promise<JsonObject>;
  readonly waiting: Waiting;
  over: boolean;
}

/**
 * Episodes by the key that the client gave, both finished and unfinished ones. A repeated request with the same key
 * gets the same episode.
 */
class Kept {
  private readonly byKey = new Map<string, KeptEpisode>();

  take(
    key: string | undefined,
    { now, raw, asked }: { readonly now: number; readonly raw: FastifyReply['raw']; readonly asked: string },
    make: (signal: AbortSignal) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    const known = key === undefined ? undefined : this.byKey.get(key);
    if (known !== undefined && now - known.at < KEPT_S && (known.over || !known.waiting.signal.aborted)) {
      if (known.asked !== asked) throw new HttpError('KEY_OF_ANOTHER', { key: String(key).slice(0, 64) });
      known.waiting.join(raw);
      return known.answer;
    }
    const waiting = new Waiting().join(raw);
    const made = make(waiting.signal);
    if (key === undefined) return made;
    const kept: KeptEpisode = { at: now, asked, answer: made, waiting, over: false };
    this.byKey.delete(key);
    this.byKey.set(key, kept);
    // a failed episode is forgotten, so that the client may use the same key for another try
    const forget = (): void => {
      if (this.byKey.get(key) === kept) this.byKey.delete(key);
    };
    made.then((value) => {
      kept.over = true;
      if (value['end'] === 'infrastructure') forget();
    }, forget);
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
  // this call throws if the environment is unknown; the answer can still have an error status now
  context.seats.world(wish.environment);
  const work = kept.take(
    key,
    { now: context.gym.now(), raw: reply.raw, asked: canonicalJson(body) },
    async (signal) => {
      const one = (trial: number): Promise<JsonObject> => {
        const seeded: SeatWish = trial === 0 ? wish : { ...wish, trialSeed: (wish.trialSeed ?? 0) + trial };
        return playOne(context, { wish: seeded, model, limits, signal }).then(toldOf);
      };
      if (count === 1) return one(0);
      return { episodes: await Promise.all(Array.from({ length: count }, (_each, trial) => one(trial))) };
    },
  );
  // some requests are refused before the first episode begins, and then the answer can still have an error status
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

function toldOf({ id, played, outcome, system, tools, steps }: OneEpisode): JsonObject {
  const { messages, usage, turns, why } = played;
  return {
    id,
    reward: outcome.reward,
    end: outcome.end,
    ...(why === undefined ? {} : { why }),
    verdict: asJson(outcome.verdict ?? null),
    messages: asJson(messages),
    steps: asJson(steps),
    usage,
    system,
    tools,
    ...(turns.length === 0 ? {} : { turns: asJson(turns) }),
  };
}

function modelOf(given: Json | undefined): EpisodeModel {
  if (!isJsonObject(given)) throw badInput({ path: '/model', what: 'is missing', mend: 'send {"base_url", "name"}' });
  const { base_url: url, name, api_key: apiKey, headers, sampling, token_ids: tokenIds } = given;
  const baseUrl = modelUrl('/model/base_url', url);
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
    if (given[name] === undefined || given[name] === null) return undefined;
    const value = numberOf(given[name]);
    if (value === undefined || !Number.isSafeInteger(value) || value < 1)
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

function countOf(given: Json | undefined): number {
  if (given === undefined || given === null) return 1;
  const count = numberOf(given);
  if (count === undefined || !Number.isInteger(count) || count < 1 || count > MOST_COUNT)
    throw badInput({ path: '/count', what: `is no whole number from 1 to ${MOST_COUNT}` });
  return count;
}
