// Converts items of OpenAI's Responses API to messages as callgym records them, and back.
import { isJsonObject, type Json, type JsonObject } from '../../../values/json.ts';
import type { EpisodeMessage } from '../../../values/episode.ts';
import type { EpisodeTurn } from '../../episode-host.ts';
import { textOf } from '../../told-messages.ts';

export interface ItemCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as text, as the model wrote them. */
  readonly arguments: string;
}

/** Returns the calls and the words in the items of a reply. Reasoning and unknown items are left out. */
export function movesOf(items: Json | undefined): { readonly calls: ItemCall[]; readonly words: string } {
  const calls: ItemCall[] = [];
  const words: string[] = [];
  for (const item of listOf(items)) {
    if (item['type'] === 'function_call') {
      const args = item['arguments'];
      calls.push({
        id: typeof item['call_id'] === 'string' ? item['call_id'] : `call_${calls.length}`,
        name: bareName(item['name']),
        arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}),
      });
    } else if (isMessage(item) && item['role'] === 'assistant') words.push(textOf(item['content']));
  }
  return { calls, words: words.filter((each) => each.trim() !== '').join('\n') };
}

/** Converts items to OpenAI messages. If the input is a plain text, it becomes one message of the user. */
export function messagesOfItems(items: Json | undefined): JsonObject[] {
  if (typeof items === 'string') return [{ role: 'user', content: items }];
  return listOf(items).flatMap((item): JsonObject[] => {
    if (item['type'] === 'function_call') {
      const { call_id: id, arguments: args } = item;
      return [
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: id ?? '', function: { name: bareName(item['name']), arguments: args ?? '{}' } }],
        },
      ];
    }
    if (item['type'] === 'function_call_output')
      return [{ role: 'tool', content: textOf(item['output']), tool_call_id: item['call_id'] ?? '' }];
    const { role } = item;
    if (!isMessage(item) || typeof role !== 'string' || !ROLES.has(role)) return [];
    return [{ role, content: textOf(item['content']) }];
  });
}

export function hasUser(items: Json | undefined): boolean {
  return (typeof items === 'string' && items !== '') || listOf(items).some(({ role }) => role === 'user');
}

/**
 * Converts a played conversation to items. Only the last item of each reply has token fields, because trainers count
 * the items with these fields as turns.
 */
export function itemsOfEpisode(
  messages: readonly EpisodeMessage[],
  turns: readonly EpisodeTurn[],
  turnOf: readonly (number | null)[],
): JsonObject[] {
  return messages.flatMap((message, at): JsonObject[] => {
    if (message.role === 'tool')
      return [{ type: 'function_call_output', call_id: message.tool_call_id ?? '', output: message.content }];
    if (message.role !== 'assistant') {
      // the user's own calls and their results are left out, because the agent's model must not see them
      return message.tool_calls === undefined ? [{ type: 'message', role: 'user', content: message.content }] : [];
    }
    const items: Record<string, Json>[] = [];
    if (message.content !== '')
      items.push({
        type: 'message',
        id: `msg_${at}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: message.content, annotations: [] }],
      });
    for (const call of message.tool_calls ?? [])
      items.push({
        type: 'function_call',
        id: `fc_${at}_${call.id}`,
        call_id: call.id,
        name: call.function.name,
        arguments: call.function.arguments,
        status: 'completed',
      });
    const turn = turnOf[at];
    const counted = turn === null || turn === undefined ? undefined : turns[turn];
    const last = items.at(-1);
    if (counted !== undefined && last !== undefined)
      Object.assign(last, {
        prompt_token_ids: counted.prompt_token_ids,
        generation_token_ids: counted.token_ids,
        generation_log_probs: counted.logprobs,
      });
    return items;
  });
}

/**
 * Tells whether each prompt begins with the tokens of the previous prompt and reply. If not, a trainer cannot join the
 * turns to one sequence.
 */
export function growsByTurns(turns: readonly EpisodeTurn[]): boolean {
  return turns.every((turn, at) => {
    const before = turns[at - 1];
    if (before === undefined) return true;
    const begun = [...idsOf(before.prompt_token_ids), ...idsOf(before.token_ids)];
    const prompt = idsOf(turn.prompt_token_ids);
    return begun.length <= prompt.length && begun.every((id, index) => prompt[index] === id);
  });
}

const ROLES = new Set(['system', 'developer', 'user', 'assistant']);

function idsOf(ids: Json): readonly Json[] {
  return Array.isArray(ids) ? (ids as readonly Json[]) : [];
}

function isMessage(item: JsonObject): boolean {
  return item['type'] === 'message' || (item['type'] === undefined && item['role'] !== undefined);
}

function listOf(items: Json | undefined): JsonObject[] {
  return Array.isArray(items) ? (items as readonly Json[]).filter(isJsonObject) : [];
}

/** Removes an MCP prefix from a tool's name: mcp__SERVER__NAME becomes NAME. */
function bareName(name: Json | undefined): string {
  return typeof name === 'string' ? name.replace(/^mcp__(?:(?!__).)+__/, '') : '';
}
