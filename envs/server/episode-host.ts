// The host of whole episodes: a model behind an OpenAI-compatible endpoint, which each request names, plays them. The
// host comes from outside, as live users do; the server only asks it and takes its answer.
import type { Json, JsonObject } from '../values/json.ts';
import type { EpisodeMessage } from '../values/episode.ts';
import type { EndReason } from '../values/task.ts';
import type { Seat } from './seat/seat.ts';

export interface EpisodeModel {
  readonly baseUrl: string;
  readonly name: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** temperature, top_p, max_tokens and others, as the endpoint takes them. */
  readonly sampling?: JsonObject;
  /** Asks for token ids and log-probabilities, and passes them on unchanged. */
  readonly tokenIds?: boolean;
}

export interface EpisodeLimits {
  readonly moves: number;
  readonly errors: number;
  /** The limit on the tokens of all replies together. */
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
  /** For each message of the agent: the index of its reply in `turns`, or null. */
  readonly turnOf: readonly (number | null)[];
}

export interface EpisodeHost {
  play(
    seat: Seat,
    wish: { readonly model: EpisodeModel; readonly limits: EpisodeLimits; readonly signal: AbortSignal },
  ): Promise<PlayedOnSeat>;
}
