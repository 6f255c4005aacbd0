// OpenAI's strict fine-tuning format, which Azure, Together and Fireworks also read. A message that is not trained on
// has `weight` 0.
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { chatOf, hasDistinctNames, lintChat, plainTools, toldOf } from '../chat-shape.ts';
import type { Profile } from '../profile.ts';
import type { RowMessage } from '../row.ts';

const MESSAGE_KEYS = new Set(['role', 'content', 'tool_calls', 'tool_call_id', 'weight']);

export const openaiProfile: Profile = {
  name: 'openai',
  about: "OpenAI's chat fine-tuning (strict), and preference pairs",
  outputs: [
    {
      name: '',
      from: 'rows',
      file: 'jsonl',
      make: ({ messages, tools }) =>
        hasDistinctNames(tools)
          ? [{ messages: weighted(messages), tools: plainTools(tools), parallel_tool_calls: isParallel(messages) }]
          : 'tools whose names come out alike',
      lint: lintRow,
      back: (line) => toldOf(line['messages'] as readonly Json[]),
    },
    {
      name: 'dpo',
      from: 'pairs',
      file: 'jsonl',
      make: ({ messages, chosen, rejected, tools }) =>
        hasDistinctNames(tools)
          ? [
              {
                input: { messages: bare(messages), tools: plainTools(tools), parallel_tool_calls: true },
                preferred_output: bare([chosen]),
                non_preferred_output: bare([rejected]),
              },
            ]
          : 'tools whose names come out alike',
      lint: (line) => {
        const strange = unknownKey(line, ['input', 'preferred_output', 'non_preferred_output']);
        if (strange !== undefined) return strange;
        const { messages } = line['input'] as { messages: readonly Json[] };
        if ((messages.at(-1) as JsonObject)['role'] === 'assistant') return 'the prompt ends with the assistant';
        for (const key of ['preferred_output', 'non_preferred_output']) {
          const output = line[key] as readonly JsonObject[];
          if (output.length !== 1 || output[0]?.['role'] !== 'assistant') return `${key} is not one assistant message`;
        }
        return lintChat(messages, { ends: false });
      },
    },
  ],
};

function weighted(messages: readonly RowMessage[]): JsonObject[] {
  return bare(messages).map((message, at) =>
    messages[at]?.role === 'assistant' && !messages[at].train ? { ...message, weight: 0 } : message,
  );
}

/** Returns the messages in OpenAI's form, without the empty content of messages that only call tools. */
function bare(messages: readonly RowMessage[]): JsonObject[] {
  return chatOf(messages).map((message) => {
    if (message['tool_calls'] === undefined || message['content'] !== '') return message;
    const { content: _content, ...rest } = message;
    return rest as JsonObject;
  });
}

function isParallel(messages: readonly RowMessage[]): boolean {
  return messages.some(({ tool_calls: calls }) => (calls?.length ?? 0) > 1);
}

function lintRow(line: JsonObject): string | undefined {
  const strange = unknownKey(line, ['messages', 'tools', 'parallel_tool_calls']);
  if (strange !== undefined) return strange;
  const messages = line['messages'] as readonly JsonObject[];
  for (const message of messages) {
    const key = Object.keys(message).find((each) => !MESSAGE_KEYS.has(each));
    if (key !== undefined) return `a message has the key ${key}`;
    const { role, weight } = message;
    if (weight !== undefined && (role !== 'assistant' || (weight !== 0 && weight !== 1)))
      return 'a weight that is none';
  }
  if (!messages.some(({ role, weight }) => role === 'assistant' && weight !== 0)) return 'nothing in it is trained';
  return lintChat(messages);
}

function unknownKey(line: JsonObject, known: readonly string[]): string | undefined {
  const key = Object.keys(line).find((each) => !known.includes(each));
  return key === undefined ? undefined : `it has the key ${key}`;
}
