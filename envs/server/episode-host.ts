// The interface to the player of whole episodes. The player uses a model behind an OpenAI-compatible endpoint, which
// each request names. The caller passes the player in, because the server may not import the code that plays.
import type { Json, JsonObject } from '../values/json.ts';
import type { EpisodeMessage } from '../values/episode.ts';
import type { EndReason } from '../values/task.ts';
import type { Seat } from './seat/seat.ts';

export interface EpisodeModel {
  readonly baseUrl: string;
  readonly name: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Members such as temperature, top_p and max_tokens, in the endpoint's format. */
  readonly sampling?: JsonObject;
  /** Whether to ask for token ids and log-probabilities and pass them on unchanged. */
  readonly tokenIds?: boolean;
}

export interface EpisodeLimits {
  readonly moves: number;
  readonly errors: number;
  /** The limit on the tokens of all replies together; absent for no limit. */
  readonly tokens?: number;
}

/** The tokens of one reply and of its prompt, as the model's server reports them. */
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
  /** For each message, the index in `turns` of the model's reply that it comes from; null for any other message. */
  readonly turnOf: readonly (number | null)[];
}

export interface EpisodeHost {
  play(
    seat: Seat,
    wish: { readonly model: EpisodeModel; readonly limits: EpisodeLimits; readonly signal: AbortSignal },
  ): Promise<PlayedOnSeat>;
}
