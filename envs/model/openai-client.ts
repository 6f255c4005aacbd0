// The client of a model behind an OpenAI-compatible endpoint. Only this file opens such a client.
import { badInput } from '../errors/gym-error.ts';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import { checkedAs, isJsonObject, type Json, type JsonObject } from '../values/json.ts';

export interface ModelEndpoint {
  /** The URL of the endpoint. If undefined, the environment variable OPENAI_BASE_URL is used. */
  readonly baseUrl?: string | undefined;
  /**
   * The key for the endpoint. If undefined, the environment variable OPENAI_API_KEY is used. Local servers need no key.
   */
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds after which an unanswered request counts as failed. */
  readonly timeout?: number | undefined;
}

/** A request to a chat model. Messages and tools have OpenAI's format. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly JsonObject[];
  readonly tools: readonly Json[];
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly seed?: number | undefined;
  /** If true, the reply must be one JSON object. */
  readonly json?: boolean | undefined;
  /** Further members for the body of the request, as the endpoint expects them. */
  readonly more?: JsonObject | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ChatReply {
  readonly text: string;
  readonly reasoning: string | undefined;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
  /** The ids that the model gave to its calls. Absent if two calls have the same id or one has none. */
  readonly callIds?: readonly string[];
  /** True if the endpoint cut the reply off. */
  readonly cut: boolean;
  /** Token ids and log-probabilities as the endpoint sent them. Absent if it sent none. */
  readonly tokens?: { readonly prompt: Json; readonly ids: Json; readonly logprobs: Json };
  readonly usage: { readonly prompt: number; readonly completion: number };
}

/**
 * Thrown if there is no reply. The kinds: 'overflow', the conversation is too long; 'fatal', every request to this
 * endpoint would fail; 'unavailable', the endpoint did not answer properly.
 */
export class ModelFailure extends Error {
  readonly kind: 'overflow' | 'fatal' | 'unavailable';

  constructor(kind: ModelFailure['kind'], message: string) {
    super(message);
    this.name = 'ModelFailure';
    this.kind = kind;
  }
}

export interface ModelClient {
  readonly baseUrl: string;
  /**
   * Asks for one reply. After a temporary fault (429, 5xx, a lost connection, a broken body, a reply without choices)
   * the request is sent again, a limited number of times.
   */
  chat(request: ChatRequest): Promise<ChatReply>;
  /** Returns one vector for each text, in the order of the texts. */
  embed(model: string, texts: readonly string[]): Promise<number[][]>;
}

const RETRIES = 5;
/** The largest number of attempts if each answer is malformed. */
const MALFORMED = 3;
const TIMEOUT_MS = 300_000;
const OVERFLOW =
  /context[ _](?:length|window|size)|maximum context|too many (?:input )?tokens|(?:prompt|input|request) (?:is |too |exceeds )*(?:too )?(?:long|large)|exceeds? the (?:available|maximum) context/i;
const FATAL = new Set([401, 402, 403, 404]);

/** Tells whether an endpoint is given, by its URL or by a key, in the options or in environment variables. */
export function namesEndpoint({ baseUrl }: ModelEndpoint): boolean {
  const { OPENAI_BASE_URL: url, OPENAI_API_KEY: key } = process.env;
  return [baseUrl, url, key].some((each) => each !== undefined && each !== '');
}

export async function openClient(endpoint: ModelEndpoint): Promise<ModelClient> {
  const { default: OpenAI, APIError } = await import('openai');
  const client = new OpenAI({
    apiKey: endpoint.apiKey ?? process.env['OPENAI_API_KEY'] ?? 'none',
    baseURL: endpoint.baseUrl ?? process.env['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1',
    maxRetries: RETRIES,
    ...(endpoint.headers === undefined ? {} : { defaultHeaders: endpoint.headers }),
    timeout: endpoint.timeout ?? TIMEOUT_MS,
  });
  return {
    baseUrl: client.baseURL,
    async chat(request) {
      for (let attempt = 1; ; attempt++) {
        let answer: unknown;
        try {
          const body = {
            ...request.more,
            model: request.model,
            messages: checkedAs<ChatCompletionMessageParam[]>(request.messages),
            ...(request.tools.length === 0 ? {} : { tools: checkedAs<ChatCompletionTool[]>(request.tools) }),
            ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
            ...(request.maxTokens === undefined ? {} : { max_tokens: request.maxTokens }),
            ...(request.seed === undefined ? {} : { seed: request.seed }),
            ...(request.json === true ? { response_format: { type: 'json_object' as const } } : {}),
          };
          answer = await client.chat.completions.create(
            body,
            request.signal === undefined ? {} : { signal: request.signal },
          );
        } catch (error) {
          if (error instanceof APIError && error.status !== undefined) {
            if (OVERFLOW.test(`${error.code ?? ''} ${error.message}`))
              throw new ModelFailure('overflow', error.message);
            const fatal = FATAL.has(error.status);
            throw new ModelFailure(fatal ? 'fatal' : 'unavailable', `${client.baseURL}: ${error.message}`);
          }
          // all attempts failed: the connection broke, or the body was never JSON
          if (error instanceof APIError || attempt >= MALFORMED)
            throw new ModelFailure('unavailable', `${client.baseURL}: ${(error as Error).message}`);
          continue;
        }
        const reply = readReply(answer);
        if (reply !== undefined) return reply;
        if (attempt >= MALFORMED)
          throw new ModelFailure('unavailable', `${client.baseURL}: ${request.model} answered without a choice`);
      }
    },
    async embed(model, texts) {
      try {
        const answer = await client.embeddings.create({ model, input: [...texts], encoding_format: 'float' });
        return [...answer.data].sort((a, b) => a.index - b.index).map((each) => each.embedding);
      } catch (error) {
        if (!(error instanceof APIError)) throw error;
        throw badInput({
          path: client.baseURL,
          what: `gave no embeddings of ${model}: ${error.message}`,
          mend: 'check OPENAI_BASE_URL, OPENAI_API_KEY and the name of the model',
        });
      }
    },
  };
}

function readReply(answer: unknown): ChatReply | undefined {
  if (!isJsonObject(answer) || !Array.isArray(answer['choices'])) return undefined;
  const [choice] = answer['choices'] as readonly Json[];
  const message = isJsonObject(choice) ? choice['message'] : undefined;
  if (!isJsonObject(choice) || !isJsonObject(message)) return undefined;
  const ids: string[] = [];
  const calls = (Array.isArray(message['tool_calls']) ? (message['tool_calls'] as readonly Json[]) : []).flatMap(
    (call) => {
      const id = isJsonObject(call) ? call['id'] : undefined;
      const called = isJsonObject(call) ? call['function'] : undefined;
      if (!isJsonObject(called) || typeof called['name'] !== 'string') return [];
      // some servers send the arguments as an object; OpenAI sends a text
      const args = called['arguments'] ?? '';
      if (typeof id === 'string' && id !== '' && !ids.includes(id)) ids.push(id);
      return [{ name: called['name'], arguments: typeof args === 'string' ? args : JSON.stringify(args) }];
    },
  );
  const reasoning = message['reasoning_content'] ?? message['reasoning'];
  const usage = isJsonObject(answer['usage']) ? answer['usage'] : {};
  return {
    text: contentOf(message['content']),
    reasoning: typeof reasoning === 'string' && reasoning !== '' ? reasoning : undefined,
    calls,
    ...(ids.length === calls.length && calls.length > 0 ? { callIds: ids } : {}),
    cut: choice['finish_reason'] === 'length',
    ...(choice['token_ids'] === undefined ? {} : { tokens: tokensOf(answer, choice) }),
    usage: { prompt: Number(usage['prompt_tokens'] ?? 0), completion: Number(usage['completion_tokens'] ?? 0) },
  };
}

/** Reads the tokens of an answer. The names of the fields are those of vLLM. */
function tokensOf(answer: JsonObject, choice: JsonObject): NonNullable<ChatReply['tokens']> {
  const logprobs = isJsonObject(choice['logprobs']) ? choice['logprobs']['content'] : undefined;
  return {
    prompt: answer['prompt_token_ids'] ?? choice['prompt_token_ids'] ?? [],
    ids: choice['token_ids'] ?? [],
    logprobs: Array.isArray(logprobs)
      ? (logprobs as readonly Json[]).map((each) => (isJsonObject(each) ? (each['logprob'] ?? null) : each))
      : [],
  };
}

/** Returns the content of a message as text. If the content is a list of parts, joins their texts. */
function contentOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as readonly Json[])
    .map((part) => (isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}
