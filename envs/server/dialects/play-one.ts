// One whole episode: a seat is taken, a model plays it, it is judged and left again. The client that goes away ends it.
import type { ServerResponse } from 'node:http';
import type { EpisodeLimits, EpisodeModel, PlayedOnSeat } from '../episode-host.ts';
import { HttpError } from '../http-errors.ts';
import type { Outcome } from '../seat/seat.ts';
import type { SeatWish } from '../seat/seat-wish.ts';
import type { JsonObject } from '../../values/json.ts';
import type { FaceContext } from './face.ts';

export const EPISODE_LIMITS: EpisodeLimits = { moves: 100, errors: 10 };
export const MOST_EPISODES = 256;

export interface OneEpisode {
  readonly played: PlayedOnSeat;
  readonly outcome: Outcome;
  readonly system: string;
  readonly tools: readonly JsonObject[];
  readonly id: string;
}

/** How many are being played, by context. */
const playing = new WeakMap<FaceContext, { count: number }>();

export async function playOne(
  context: FaceContext,
  {
    wish,
    model,
    limits = EPISODE_LIMITS,
    raw,
  }: {
    readonly wish: SeatWish;
    readonly model: EpisodeModel;
    readonly limits?: EpisodeLimits;
    readonly raw: ServerResponse;
  },
): Promise<OneEpisode> {
  const { seats, episodes, options } = context;
  if (episodes === undefined) throw new HttpError('NO_PLAYER');
  const now = playing.get(context) ?? { count: 0 };
  playing.set(context, now);
  const most = options.episodes ?? MOST_EPISODES;
  if (now.count >= most) throw new HttpError('EPISODES_FULL', { limit: most });
  now.count += 1;
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  raw.once('close', leave);
  try {
    const seat = await seats.take(wish, { dialect: 'episodes' });
    try {
      const { system } = seat.first();
      const tools = seat.tools().map(({ name, description, parameters }): JsonObject => ({
        type: 'function',
        function: { name, description, parameters },
      }));
      const played = await episodes.play(seat, { model, limits, signal: gone.signal });
      return { played, outcome: outcomeOf(seat, played), system, tools, id: seat.id };
    } finally {
      seat.close();
    }
  } finally {
    raw.removeListener('close', leave);
    now.count -= 1;
  }
}

function outcomeOf(
  seat: Awaited<ReturnType<FaceContext['seats']['take']>>,
  { end, why, messages }: PlayedOnSeat,
): Outcome {
  if (end === 'infrastructure' || end === 'user_error')
    return { reward: null, masked: 'verifier_error', ...(why === undefined ? {} : { why }), end };
  if (seat.talk) return seat.ended ? seat.finish() : seat.lose(end);
  return end === 'done' ? seat.finish(undefined, messages as unknown as readonly JsonObject[]) : seat.lose(end);
}
