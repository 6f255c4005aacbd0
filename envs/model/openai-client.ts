// A model behind an OpenAI-compatible endpoint. The only place that opens such a client.
import { badInput } from '../errors/gym-error.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts';

export interface ModelEndpoint {
  /** OPENAI_BASE_URL otherwise. */
  readonly baseUrl?: string | undefined;
  /** OPENAI_API_KEY otherwise; local servers ask for none. */
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds until a request counts as lost. */
  readonly timeout?: number | undefined;
}

/** What a chat model is asked. Messages and tools are in OpenAI's shape. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly JsonObject[];
  readonly tools: readonly Json[];
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly seed?: number | undefined;
  /** One JSON object is wanted. */
  readonly json?: boolean | undefined;
  /** More of the request's body, as the endpoint takes it. */
  readonly more?: JsonObject | undefined;
  /** Gives the request up. */
  readonly signal?: AbortSignal | undefined;
}

export interface ChatReply {
  readonly text: string;
  readonly reasoning: string | undefined;
  readonly calls: readonly { readonly name: string; readonly arguments: string }[];
  /** Whether the reply was cut off. */
  readonly cut: boolean;
  /** Token ids and log-probabilities, where the endpoint tells them: as they came. */
  readonly tokens?: { readonly prompt: Json; readonly ids: Json; readonly logprobs: Json };
  readonly usage: { readonly prompt: number; readonly completion: number };
}

/** Why there is no reply: the conversation is too long, nothing at this endpoint can work, or it did not answer. */
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
  /** One reply. What is broken in passing (429, 5xx, a dropped line, a truncated body, no choices) is asked again. */
  chat(request: ChatRequest): Promise<ChatReply>;
  /** One vector a text, in order. */
  embed(model: string, texts: readonly string[]): Promise<number[][]>;
}

const RETRIES = 5;
/** Asked again when an answer came and is none. */
const MALFORMED = 3;
const TIMEOUT_MS = 300_000;
const OVERFLOW =
  /context[ _](?:length|window|size)|maximum context|too many (?:input )?tokens|(?:prompt|input|request) (?:is |too |exceeds )*(?:too )?(?:long|large)|exceeds? the (?:available|maximum) context/i;
const FATAL = new Set([401, 402, 403, 404]);

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
            messages: request.messages as never,
            ...(request.tools.length === 0 ? {} : { tools: request.tools as never }),
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
          // the line broke for good, or the body was no JSON
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
  const calls = (Array.isArray(message['tool_calls']) ? (message['tool_calls'] as readonly Json[]) : []).flatMap(
    (call) => {
      const called = isJsonObject(call) ? call['function'] : undefined;
      if (!isJsonObject(called) || typeof called['name'] !== 'string') return [];
      // some servers send the arguments as an object
      const args = called['arguments'] ?? '';
      return [{ name: called['name'], arguments: typeof args === 'string' ? args : JSON.stringify(args) }];
    },
  );
  const reasoning = message['reasoning_content'] ?? message['reasoning'];
  const usage = isJsonObject(answer['usage']) ? answer['usage'] : {};
  return {
    text: contentOf(message['content']),
    reasoning: typeof reasoning === 'string' && reasoning !== '' ? reasoning : undefined,
    calls,
    cut: choice['finish_reason'] === 'length',
    ...(choice['token_ids'] === undefined ? {} : { tokens: tokensOf(answer, choice) }),
    usage: { prompt: Number(usage['prompt_tokens'] ?? 0), completion: Number(usage['completion_tokens'] ?? 0) },
  };
}

/** As vLLM names them. */
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

/** Text, or the text of its parts. */
function contentOf(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as readonly Json[])
    .map((part) => (isJsonObject(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}
