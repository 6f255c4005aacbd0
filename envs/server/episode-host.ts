// Who plays whole episodes: a model behind an OpenAI-compatible endpoint, named by each request. Players come from
// outside, as live users do; the server only knows what they are asked and what they answer.
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
  /** Asks for token ids and log-probabilities, and hands them on untouched. */
  readonly tokenIds?: boolean;
}

export interface EpisodeLimits {
  readonly moves: number;
  readonly errors: number;
  /** Of the model's replies together. */
  readonly tokens?: number;
}

/** One reply of the model, as its server counted it. */
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
  /** For each message by the agent, the reply that wrote it. */
  readonly turnOf: readonly (number | null)[];
}

export interface EpisodeHost {
  play(
    seat: Seat,
    wish: { readonly model: EpisodeModel; readonly limits: EpisodeLimits; readonly signal: AbortSignal },
  ): Promise<PlayedOnSeat>;
}
