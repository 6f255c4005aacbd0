// Plays whole episodes for the server: a language model at any OpenAI-compatible endpoint plays the agent until the
// episode ends.
import type { EpisodeHost, EpisodeModel, EpisodeTurn, PlayedOnSeat } from '../../envs/server/episode-host.ts';
import type { Seat } from '../../envs/server/seat/seat.ts';
import { ModelFailure, openClient, type ModelClient } from '../../envs/model/openai-client.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import { isJsonObject, parseJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { EndReason } from '../../envs/values/task.ts';
import { chatMessages, moveOf, ToolNames } from '../episodes/chat-messages.ts';
import type { Move } from '../episodes/players.ts';

type Wish = Parameters<EpisodeHost['play']>[1];

export function episodeHost(): EpisodeHost {
  return {
    async play(seat, wish) {
      const { baseUrl, apiKey, headers } = wish.model;
      const client = await openClient({ baseUrl, apiKey, headers });
      const episode = new EpisodeOnSeat(seat, wish, client);
      try {
        await episode.play();
      } catch (error) {
        if (!(error instanceof ModelFailure)) throw error;
        episode.stop(error.kind === 'overflow' ? 'max_tokens' : 'infrastructure', error.message);
      }
      return episode.told();
    },
  };
}

class EpisodeOnSeat {
  private readonly seat: Seat;
  private readonly wish: Wish;
  private readonly client: ModelClient;
  private readonly names: ToolNames;
  private readonly system: string;
  private readonly messages: EpisodeMessage[] = [];
  private readonly turnOf: (number | null)[] = [];
  private readonly turns: EpisodeTurn[] = [];
  private readonly usage = { prompt: 0, completion: 0 };
  private errors = 0;
  private replies = 0;
  /** The ids that the model gave to the calls of its last reply. */
  private callIds: readonly string[] = [];
  private end: EndReason | undefined;
  private why: string | undefined;

  constructor(seat: Seat, wish: Wish, client: ModelClient) {
    this.seat = seat;
    this.wish = wish;
    this.client = client;
    const { system, opening } = seat.first();
    this.system = system;
    this.names = new ToolNames(
      seat.tools().map(({ name, description, parameters }): JsonObject => ({
        type: 'function',
        function: { name, description, parameters },
      })),
    );
    this.add({ role: 'user', content: opening });
  }

  async play(): Promise<void> {
    const { limits, signal } = this.wish;
    for (let moves = 0; this.end === undefined; moves++) {
      if (moves === limits.moves) return this.stop('max_turns');
      if (limits.tokens !== undefined && this.usage.completion >= limits.tokens) return this.stop('max_tokens');
      if (signal.aborted) return this.stop('infrastructure', 'the client went away');
      const move = await this.ask();
      if (move === undefined) return;
      if (move.kind === 'call') await this.calls(move);
      else if (move.kind === 'say') await this.say(move);
    }
  }

  stop(end: EndReason, why?: string): void {
    this.end = end;
    this.why = this.wish.signal.aborted ? 'the client went away' : why;
  }

  told(): PlayedOnSeat {
    const { messages, turnOf, turns, usage, end = 'infrastructure', why } = this;
    return { messages, turnOf, turns, usage, end, ...(why === undefined ? {} : { why }) };
  }

  /**
   * Asks the model for its next move. Returns undefined if the model's reply was cut off or empty, which ends the
   * episode.
   */
  private async ask(): Promise<(Move & { readonly kind: 'call' | 'say' }) | undefined> {
    const { model, signal } = this.wish;
    const reply = await this.client.chat({
      model: model.name,
      messages: chatMessages(this.system, this.messages, 'assistant', this.names),
      tools: this.names.tools,
      more: moreOf(model),
      signal,
    });
    this.usage.prompt += reply.usage.prompt;
    this.usage.completion += reply.usage.completion;
    this.replies += 1;
    if (reply.tokens !== undefined)
      this.turns.push({
        prompt_token_ids: reply.tokens.prompt,
        token_ids: reply.tokens.ids,
        logprobs: reply.tokens.logprobs,
      });
    if (reply.cut && reply.calls.length === 0) {
      if (reply.text !== '') this.add({ role: 'assistant', content: reply.text }, this.turns.length - 1);
      this.stop('max_tokens', 'the reply was cut off at its length limit');
      return undefined;
    }
    this.callIds = reply.callIds ?? [];
    const move = moveOf(reply, this.names);
    if (move?.kind === 'call' || move?.kind === 'say') return move;
    this.stop('agent_error', 'the model neither said nor called anything');
    return undefined;
  }

  private async calls(move: Move & { readonly kind: 'call' }): Promise<void> {
    const wanted = move.calls.map((call, at) => ({
      // the calls keep the ids that the model gave them: some chat templates write ids into the prompt, and other ids
      // would change the tokens of the next prompt
      id: this.callIds[at] ?? `call_${this.replies}_${at}`,
      type: 'function' as const,
      function: { name: call.name, arguments: call.arguments },
    }));
    this.add({ role: 'assistant', content: move.text ?? '', tool_calls: wanted }, this.turns.length - 1);
    for (const { id, function: call } of wanted) {
      const content = await this.outcomeOf(call.name, call.arguments);
      this.add({ role: 'tool', content, tool_call_id: id, name: call.name });
    }
    if (this.errors >= this.wish.limits.errors) this.stop('max_errors');
  }

  private async outcomeOf(name: string, text: string): Promise<string> {
    let args: Json;
    try {
      args = text.trim() === '' ? {} : parseJson(text);
      if (!isJsonObject(args)) throw new TypeError('they must be a JSON object');
    } catch (error) {
      this.errors += 1;
      const message = `The arguments are no JSON: ${(error as Error).message}. Write them as one JSON object.`;
      return JSON.stringify({ error: { code: 'INVALID_ARGUMENT', message } });
    }
    const answer = await this.seat.call(name, args);
    if (answer.refused) this.errors += 1;
    return answer.text;
  }

  private async say({ text }: Move & { readonly kind: 'say' }): Promise<void> {
    this.add({ role: 'assistant', content: text }, this.turns.length - 1);
    if (!this.seat.talk) return this.stop('done');
    const answer = await this.seat.say(text);
    if (answer.text !== '') this.add({ role: 'user', content: answer.text });
    if (answer.done || answer.refused) this.stop(this.seat.outcome?.end ?? this.seat.served.live?.end ?? 'done');
  }

  private add(message: EpisodeMessage, turn?: number): void {
    this.messages.push(message);
    this.turnOf.push(turn === undefined || turn < 0 ? null : turn);
  }
}

function moreOf({ sampling, tokenIds }: EpisodeModel): JsonObject {
  return { ...sampling, ...(tokenIds === true ? { return_token_ids: true, logprobs: true } : {}) };
}
