// A question to a model on the way to an environment. Its identity is the digest of stage, prompt, messages and
// parameters, so that the same question is never paid for twice, with any model.
import { sha256 } from '../values/hash.ts';
import { canonicalJson } from '../values/json.ts';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ModelRequest {
  /** The stage of the work: plan, rows, programs, scenarios, … */
  readonly stage: string;
  /** The subject, for people: a slice, a tool. It is not part of the identity. */
  readonly about: string;
  /** The digest of the prompt files that the question was made from. */
  readonly prompt: string;
  readonly messages: readonly ModelMessage[];
  readonly maxTokens: number;
  /** The number of this answer, when one question gets several answers. */
  readonly sample?: number;
}

export interface ModelAnswer {
  readonly text: string;
  /** Whether the reply was cut off. */
  readonly cut: boolean;
  readonly usage: { readonly prompt: number; readonly completion: number };
}

const ID_LENGTH = 24;

export function requestId({ stage, prompt, messages, maxTokens, sample }: ModelRequest): string {
  return sha256(canonicalJson({ stage, prompt, messages, maxTokens, sample: sample ?? 0 })).slice(0, ID_LENGTH);
}

/** The body of a chat completion. */
export function requestBody(request: ModelRequest, model: string): Readonly<Record<string, unknown>> {
  return {
    model,
    messages: request.messages,
    max_tokens: request.maxTokens,
    response_format: { type: 'json_object' },
    ...(request.sample === undefined ? {} : { seed: request.sample }),
  };
}
