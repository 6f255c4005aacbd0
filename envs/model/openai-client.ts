// A model behind an OpenAI-compatible endpoint. The only place that opens such a client.
import { badInput } from '../errors/gym-error.ts';

export interface ModelEndpoint {
  /** OPENAI_BASE_URL otherwise. */
  readonly baseUrl?: string | undefined;
  /** OPENAI_API_KEY otherwise; local servers ask for none. */
  readonly apiKey?: string | undefined;
}

export interface ModelClient {
  /** One vector a text, in order. */
  embed(model: string, texts: readonly string[]): Promise<number[][]>;
}

const RETRIES = 4;

export async function openClient(endpoint: ModelEndpoint): Promise<ModelClient> {
  const { default: OpenAI, APIError } = await import('openai');
  const client = new OpenAI({
    apiKey: endpoint.apiKey ?? process.env['OPENAI_API_KEY'] ?? 'none',
    baseURL: endpoint.baseUrl ?? process.env['OPENAI_BASE_URL'] ?? 'https://api.openai.com/v1',
    maxRetries: RETRIES,
  });
  return {
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
