// Reads a line of pairs.jsonl as a preference pair: a better and a worse message after the same conversation.
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import { checkedAs, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { PairRow } from './profile.ts';
import type { RowMessage } from './row.ts';

/** Returns the pair, or the reason why the line is not a pair. */
export function pairOf(text: string): PairRow | string {
  let value: JsonObject;
  try {
    value = JSON.parse(text) as JsonObject;
  } catch {
    return 'no JSON';
  }
  const { prompt, chosen, rejected, tools, environment, system } = checkedAs<{
    prompt: readonly EpisodeMessage[];
    chosen: EpisodeMessage;
    rejected: EpisodeMessage;
    tools: readonly Json[];
    environment: PairRow['environment'];
    system: string;
  }>(value);
  if (
    !Array.isArray(prompt) ||
    chosen?.role !== 'assistant' ||
    rejected?.role !== 'assistant' ||
    environment === undefined
  )
    return 'no preference pair';
  const said = prompt as readonly EpisodeMessage[];
  const hidden = new Set(
    said.flatMap(({ role, tool_calls: calls }) => (role === 'user' ? (calls ?? []).map((call) => call.id) : [])),
  );
  const bare = ({ role, content, tool_calls: calls, tool_call_id: id, name, reasoning }: EpisodeMessage): RowMessage =>
    ({
      role,
      content,
      ...(reasoning === undefined ? {} : { reasoning }),
      ...(calls === undefined ? {} : { tool_calls: calls }),
      ...(id === undefined ? {} : { tool_call_id: id }),
      ...(name === undefined ? {} : { name }),
      train: false,
    }) as RowMessage;
  return {
    id: String(value['id']),
    messages: [
      { role: 'system', content: system, train: false },
      ...said
        .filter(
          ({ role, tool_calls: calls, tool_call_id: id }) =>
            !(role === 'user' && calls !== undefined) && !(role === 'tool' && hidden.has(id ?? '')),
        )
        .map(bare),
    ],
    chosen: bare(chosen),
    rejected: bare(rejected),
    tools,
    environment,
    task: String(value['task']),
    reason: String(value['reason']),
  };
}
