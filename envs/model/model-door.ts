// The only way in which callgym asks a language model to write data. Questions are sent together, a limited number at a
// time, under one budget for all environments. Each answer is recorded before it is used. If one question fails, the
// others continue.
import { AuthorRecord } from './author-record.ts';
import { BatchFiles } from './batch-files.ts';
import { requestId, type ModelAnswer, type ModelRequest } from './model-request.ts';
import { ModelFailure, openClient, type ModelClient } from './openai-client.ts';

/** An estimate of the characters per token. It reserves a part of the budget before the real number is known. */
const CHARACTERS_PER_TOKEN = 4;
/** The largest number of characters of a reply. A longer reply counts as failed. */
const MAX_REPLY = 2_000_000;

export interface Budget {
  readonly tokens?: number;
  readonly cost?: number;
  /** The prices of a million prompt tokens and a million completion tokens, in any currency. */
  readonly price?: { readonly prompt: number; readonly completion: number };
}

export interface Spent {
  readonly requests: number;
  readonly tokens: { readonly prompt: number; readonly completion: number };
  readonly cost: number;
}

export type Answered =
  | { readonly kind: 'answer'; readonly text: string; readonly cut: boolean; readonly id: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly id: string };

/** A source of answers: an endpoint, files of questions and answers, or a script in tests. */
export interface ModelProvider {
  answer(request: ModelRequest): Promise<ModelAnswer | 'pending' | { readonly failed: string }>;
}

/** Thrown if some questions have no answers yet. The command can be run again when the answers have come. */
export class Waiting extends Error {
  constructor(count: number) {
    super(`${count} questions wait for their answers`);
    this.name = 'Waiting';
  }
}

export class ModelDoor {
  private readonly provider: ModelProvider;
  private readonly budget: Budget;
  private readonly most: number;
  private readonly queue: (() => void)[] = [];
  private flying = 0;
  private promptTokens = 0;
  private completionTokens = 0;
  private reserved = 0;
  private paid = 0;
  private waiting = 0;

  constructor(provider: ModelProvider, budget: Budget = {}, most = 32) {
    this.provider = provider;
    this.budget = budget;
    this.most = most;
  }

  /** Opens the access to the model for one environment. Each environment has its own record of answers. */
  open(recordFile: string): EnvironmentDoor {
    return new EnvironmentDoor(this, new AuthorRecord(recordFile));
  }

  get spent(): Spent {
    return {
      requests: this.paid,
      tokens: { prompt: this.promptTokens, completion: this.completionTokens },
      cost: this.costOf(this.promptTokens, this.completionTokens),
    };
  }

  get pending(): number {
    return this.waiting;
  }

  async answer(request: ModelRequest): Promise<ModelAnswer | 'pending' | { readonly failed: string }> {
    await this.turn();
    try {
      const length = request.messages.reduce((sum, { content }) => sum + content.length, 0);
      const reserve = Math.ceil(length / CHARACTERS_PER_TOKEN) + request.maxTokens;
      if (this.exceeds(reserve)) return { failed: 'the budget is spent' };
      this.reserved += reserve;
      try {
        const answer = await this.provider.answer(request);
        if (answer === 'pending') this.waiting += 1;
        else {
          this.paid += 1;
          if ('usage' in answer) {
            this.promptTokens += answer.usage.prompt;
            this.completionTokens += answer.usage.completion;
            if (answer.text.length > MAX_REPLY) return { failed: `the reply has ${answer.text.length} characters` };
          }
        }
        return answer;
      } finally {
        this.reserved -= reserve;
      }
    } finally {
      this.flying -= 1;
      this.queue.shift()?.();
    }
  }

  private async turn(): Promise<void> {
    while (this.flying >= this.most) await new Promise<void>((resolve) => this.queue.push(resolve));
    this.flying += 1;
  }

  private exceeds(reserve: number): boolean {
    const { tokens, cost } = this.budget;
    if (tokens !== undefined && this.promptTokens + this.completionTokens + this.reserved + reserve > tokens)
      return true;
    return cost !== undefined && this.costOf(this.promptTokens, this.completionTokens + this.reserved + reserve) > cost;
  }

  private costOf(prompt: number, completion: number): number {
    const { price } = this.budget;
    if (price === undefined) return 0;
    return (prompt * price.prompt + completion * price.completion) / 1_000_000;
  }
}

export class EnvironmentDoor {
  private readonly door: ModelDoor;
  private readonly record: AuthorRecord;
  private readonly order: string[] = [];
  private promptTokens = 0;
  private completionTokens = 0;
  rounds = 0;

  constructor(door: ModelDoor, record: AuthorRecord) {
    this.door = door;
    this.record = record;
  }

  /**
   * Asks several questions at once and returns the answers in the same order. Throws Waiting if an answer has not come
   * yet.
   */
  async ask(requests: readonly ModelRequest[]): Promise<Answered[]> {
    if (requests.length === 0) return [];
    this.rounds += 1;
    for (const request of requests) this.order.push(requestId(request));
    const answers = await Promise.all(
      requests.map(async (request): Promise<Answered | 'pending'> => {
        const id = requestId(request);
        let answer: ModelAnswer | 'pending' | { readonly failed: string } | undefined = this.record.answer(request);
        if (answer === undefined) {
          answer = await this.door.answer(request);
          if (answer !== 'pending' && 'usage' in answer) this.record.keep(request, answer);
        }
        if (answer === 'pending') return answer;
        if (!('usage' in answer)) return { kind: 'failed', reason: answer.failed, id };
        this.promptTokens += answer.usage.prompt;
        this.completionTokens += answer.usage.completion;
        return { kind: 'answer', text: answer.text, cut: answer.cut, id };
      }),
    );
    const waiting = answers.filter((answer) => answer === 'pending').length;
    if (waiting > 0) throw new Waiting(waiting);
    return answers as Answered[];
  }

  get spent(): Spent {
    return {
      requests: this.order.length,
      tokens: { prompt: this.promptTokens, completion: this.completionTokens },
      cost: 0,
    };
  }

  /** Sorts the record in the order of the questions. With `others`, also keeps the lines of earlier runs. */
  settle(others = false): void {
    this.record.settle([...new Set(this.order)], others);
  }
}

export function batchProvider(files: BatchFiles): ModelProvider {
  return { answer: (request) => Promise.resolve(files.answer(request)) };
}

export function endpointProvider(model: string, baseUrl?: string): ModelProvider {
  let opened: Promise<ModelClient> | undefined;
  return {
    async answer(request) {
      opened ??= openClient({ baseUrl });
      const client = await opened;
      try {
        const reply = await client.chat({
          model,
          messages: request.messages.map((message) => ({ ...message })),
          tools: [],
          maxTokens: request.maxTokens,
          seed: request.sample,
          json: true,
        });
        return { text: reply.text, cut: reply.cut, usage: reply.usage };
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        return { failed: error.message };
      }
    },
  };
}

/** A source that fails for every question. With it, only recorded answers are used. */
export const NO_MODEL: ModelProvider = {
  answer: () => Promise.resolve({ failed: 'there is no model: the record does not hold this question' }),
};
