// Turns the messages that one side of an episode sees into the messages of a chat model. Tool names that the model's
// API does not accept are replaced by accepted ones, and names in replies are translated back.
import type { ChatReply, ModelFailure } from '../../envs/model/openai-client.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import { asJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import { PlayerFailure, type Move } from './players.ts';

const MOST_NAME = 64;

export class ToolNames {
  private readonly spelled = new Map<string, string>();
  private readonly meant = new Map<string, string>();
  readonly tools: readonly Json[];

  constructor(listing: readonly Json[]) {
    this.tools = listing.map((each) => {
      const tool = (each as JsonObject)['function'] as JsonObject;
      const name = String(tool['name']);
      const base = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, MOST_NAME);
      let spelling = base;
      for (let copy = 2; this.meant.has(spelling); copy++) spelling = `${base.slice(0, MOST_NAME - 3)}_${copy}`;
      this.spelled.set(name, spelling);
      this.meant.set(spelling, name);
      return { type: 'function', function: { ...tool, name: spelling } };
    });
  }

  spell(name: string): string {
    return this.spelled.get(name) ?? name;
  }

  mean(spelling: string): string {
    return this.meant.get(spelling) ?? spelling;
  }
}

/**
 * Makes the chat messages for a model that plays one side. Messages of the side `own` become messages of the assistant,
 * and those of the other side become messages of the user.
 */
export function chatMessages(
  system: string,
  messages: readonly EpisodeMessage[],
  own: 'assistant' | 'user',
  names: ToolNames,
): JsonObject[] {
  return [
    { role: 'system', content: system },
    ...messages.map((message): JsonObject => {
      if (message.role === 'tool')
        return { role: 'tool', content: message.content, tool_call_id: message.tool_call_id ?? '' };
      const role = message.role === own ? 'assistant' : 'user';
      if (message.tool_calls === undefined) return { role, content: message.content };
      return {
        role,
        content: message.content === '' ? null : message.content,
        tool_calls: asJson(
          message.tool_calls.map((call) => ({
            ...call,
            function: { ...call.function, name: names.spell(call.function.name) },
          })),
        ),
      };
    }),
  ];
}

/** Turns a model's reply into a move. Returns undefined if the reply is empty. */
export function moveOf(reply: ChatReply, names: ToolNames): Move | undefined {
  const { usage, reasoning } = reply;
  const more = { usage, ...(reasoning === undefined ? {} : { reasoning }) };
  if (reply.calls.length > 0)
    return {
      kind: 'call',
      calls: reply.calls.map((call) => ({ name: names.mean(call.name), arguments: call.arguments })),
      ...(reply.text === '' ? {} : { text: reply.text }),
      ...more,
    };
  const text = reply.text.trim();
  return text === '' ? undefined : { kind: 'say', text, ...more };
}

export function failureOf(error: ModelFailure): PlayerFailure {
  if (error.kind === 'overflow') return new PlayerFailure('max_tokens', error.message);
  return new PlayerFailure('infrastructure', error.message, error.kind === 'fatal');
}
