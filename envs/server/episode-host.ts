// The interface to the code that plays whole episodes with a model at an OpenAI-compatible endpoint. The caller passes
// an implementation in, because the server's folder may not import the code that plays.
import type { Json, JsonObject } from '../values/json.ts';
import type { EpisodeMessage } from '../values/episode.ts';
import type { EndReason } from '../values/task.ts';
import type { Seat } from './seat/seat.ts';

export interface EpisodeModel {
  readonly baseUrl: string;
  readonly name: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Members such as temperature, top_p and max_tokens, as the endpoint expects them. */
  readonly sampling?: JsonObject;
  /** If true, token ids and log-probabilities are requested and passed on unchanged. */
  readonly tokenIds?: boolean;
}

export interface EpisodeLimits {
  readonly moves: number;
  readonly errors: number;
  /** The limit on the tokens of all replies together. If absent, there is no limit. */
  readonly tokens?: number;
}

/** The tokens of one reply and of its prompt, as the model's server reported them. */
export interface EpisodeTurn {
  readonly prompt_token_ids: Json;
  readonly token_ids: Json;
  readonly logprobs: Json;
}

export interface PlayedOnSeat {
  readonly messages: readonly EpisodeMessage[];
  readonly end: EndReason;
  readonly why?: string;
  readonly usage: { readonly prompt: number; readonly completion: number };
  readonly turns: readonly EpisodeTurn[];
  /** For each message that the model wrote, the index of its reply in `turns`. Null for other messages. */
  readonly turnOf: readonly (number | null)[];
}

export interface EpisodeHost {
  play(
    seat: Seat,
    wish: { readonly model: EpisodeModel; readonly limits: EpisodeLimits; readonly signal: AbortSignal },
  ): Promise<PlayedOnSeat>;
}
