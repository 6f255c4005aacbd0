// A question to a language model that helps to make an environment. The id of a question is a digest of its stage,
// prompt, messages and parameters. The id is the same for every model, so that a recorded answer is used again even
// with another model.
import { sha256 } from '../values/hash.ts';
import { canonicalJson } from '../values/json.ts';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ModelRequest {
  /** The stage of the work that asks the question, for example plan, rows, programs or scenarios. */
  readonly stage: string;
  /** The subject of the question, such as a tool, for people who read the record. It is not part of the id. */
  readonly about: string;
  /** The digest of the prompt files from which the question was made. */
  readonly prompt: string;
  readonly messages: readonly ModelMessage[];
  readonly maxTokens: number;
  /** The number of this answer, if the same question is asked several times. */
  readonly sample?: number;
}

export interface ModelAnswer {
  readonly text: string;
  readonly cut: boolean;
  readonly usage: { readonly prompt: number; readonly completion: number };
}

const ID_LENGTH = 24;

export function requestId({ stage, prompt, messages, maxTokens, sample }: ModelRequest): string {
  return sha256(canonicalJson({ stage, prompt, messages, maxTokens, sample: sample ?? 0 })).slice(0, ID_LENGTH);
}

export function requestBody(request: ModelRequest, model: string): Readonly<Record<string, unknown>> {
  return {
    model,
    messages: request.messages,
    max_tokens: request.maxTokens,
    response_format: { type: 'json_object' },
    ...(request.sample === undefined ? {} : { seed: request.sample }),
  };
}
