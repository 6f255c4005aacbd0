// Plays one whole episode: begins a session, lets a model play the agent, judges the session and closes it. The episode
// is stopped when all clients that wait for it have gone.
import type { ServerResponse } from 'node:http';
import type { EpisodeLimits, EpisodeModel, PlayedOnSeat } from '../episode-host.ts';
import { HttpError } from '../http-errors.ts';
import type { Outcome } from '../outcome.ts';
import type { SeatWish } from '../seat/seat-wish.ts';
import { badInput } from '../../errors/gym-error.ts';
import { asJson, type Json, type JsonObject } from '../../values/json.ts';
import type { LogEntry } from '../../values/log-entry.ts';
import type { FaceContext } from './face.ts';

export const EPISODE_LIMITS: EpisodeLimits = { moves: 100, errors: 10 };
export const MOST_EPISODES = 256;

export interface OneEpisode {
  readonly played: PlayedOnSeat;
  readonly outcome: Outcome;
  readonly system: string;
  readonly tools: readonly JsonObject[];
  readonly id: string;
  readonly steps: readonly LogEntry[];
}

/** Returns the URL of the model that a client names. Throws if it is not an http or https URL. */
export function modelUrl(path: string, given: Json | undefined): string {
  if (typeof given !== 'string' || !URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw badInput({
      path,
      what: given === undefined ? 'is missing' : `is ${JSON.stringify(given).slice(0, 100)}`,
      mend: 'send the http:// or https:// URL of an OpenAI-compatible endpoint',
    });
  return given;
}

/** The clients that wait for the same answer. The signal aborts when the connection of the last one has closed. */
export class Waiting {
  private readonly gone = new AbortController();
  private lines = 0;

  get signal(): AbortSignal {
    return this.gone.signal;
  }

  join(raw: ServerResponse): this {
    this.lines += 1;
    raw.once('close', () => {
      this.lines -= 1;
      if (this.lines === 0) this.gone.abort();
    });
    return this;
  }
}

/** The number of episodes that each server is playing now. */
const playing = new WeakMap<FaceContext, { count: number }>();

export async function playOne(
  context: FaceContext,
  {
    wish,
    model,
    limits = EPISODE_LIMITS,
    signal,
  }: {
    readonly wish: SeatWish;
    readonly model: EpisodeModel;
    readonly limits?: EpisodeLimits;
    readonly signal: AbortSignal;
  },
): Promise<OneEpisode> {
  const { seats, episodes, options } = context;
  if (episodes === undefined) throw new HttpError('NO_PLAYER');
  const now = playing.get(context) ?? { count: 0 };
  playing.set(context, now);
  const most = options.episodes ?? MOST_EPISODES;
  if (now.count >= most) throw new HttpError('EPISODES_FULL', { limit: most });
  now.count += 1;
  try {
    const seat = await seats.take(wish, { dialect: 'episodes' });
    try {
      const { system } = seat.first();
      const tools = seat.tools().map(({ name, description, parameters }): JsonObject => ({
        type: 'function',
        function: { name, description, parameters },
      }));
      const played = await episodes.play(seat, { model, limits, signal });
      const outcome = outcomeOf(seat, played);
      return { played, outcome, system, tools, id: seat.id, steps: context.gym.store.log(seat.served.session) };
    } finally {
      seat.close();
    }
  } finally {
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
  return end === 'done' ? seat.finish(undefined, asJson(messages)) : seat.lose(end);
}
