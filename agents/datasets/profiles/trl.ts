// The formats of Hugging Face TRL. Call arguments are objects, as chat templates require; tools are JSON text,
// because Arrow would add null fields to objects. TRL has no training flag per message, so a second output has one
// prompt and completion per trained message.
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { allTrained, chatOf, lintChat, plainTools, prefixes, prefixLines, toldOf } from '../chat-shape.ts';
import type { Profile } from '../profile.ts';
import type { RowMessage } from '../row.ts';

const chat = (messages: readonly RowMessage[]): JsonObject[] =>
  chatOf(messages, { objects: true, reasoning: true, names: true });
const listing = (tools: readonly Json[]): string => JSON.stringify(plainTools(tools));

export const trlProfile: Profile = {
  name: 'trl',
  about: 'TRL: messages, prompt and completion (trained message by message), DPO, KTO',
  outputs: [
    {
      name: 'messages',
      from: 'rows',
      file: 'jsonl',
      make: ({ messages, tools }) =>
        allTrained(messages)
          ? [{ messages: chat(messages), tools: listing(tools) }]
          : 'not trained as a whole: it is in prompt_completion',
      lint: (line) => lintTools(line) ?? lintChat(line['messages'] as readonly Json[], { objects: true }),
      back: (line) => toldOf(line['messages'] as readonly Json[]),
    },
    {
      name: 'prompt_completion',
      from: 'rows',
      file: 'jsonl',
      make: ({ messages, tools }) =>
        prefixes(messages).map(({ before, message }) => ({
          prompt: chat(before),
          completion: chat([message]),
          tools: listing(tools),
        })),
      lines: ({ messages, tools }) => prefixLines(messages, chat(messages), listing(tools)),
      lint: (line) =>
        lintTools(line) ??
        lintChat(line['prompt'] as readonly Json[], { ends: false, objects: true }) ??
        lintOne(line['completion'] as readonly JsonObject[]),
      back: (line) => toldOf([...(line['prompt'] as readonly Json[]), ...(line['completion'] as readonly Json[])]),
    },
    {
      name: 'dpo',
      from: 'pairs',
      file: 'jsonl',
      make: ({ messages, chosen, rejected, tools }) => [
        { prompt: chat(messages), chosen: chat([chosen]), rejected: chat([rejected]), tools: listing(tools) },
      ],
      lint: (line) =>
        lintTools(line) ??
        lintChat(line['prompt'] as readonly Json[], { ends: false, objects: true }) ??
        lintOne(line['chosen'] as readonly JsonObject[]) ??
        lintOne(line['rejected'] as readonly JsonObject[]),
    },
    {
      name: 'kto',
      from: 'pairs',
      file: 'jsonl',
      // each completion is a single message: in a longer one, TRL would also train on messages of users and tools
      make: ({ messages, chosen, rejected, tools }) =>
        [chosen, rejected].map((message) => ({
          prompt: chat(messages),
          completion: chat([message]),
          label: message === chosen,
          tools: listing(tools),
        })),
      lint: (line) =>
        lintTools(line) ??
        (typeof line['label'] === 'boolean' ? undefined : 'no label') ??
        lintChat(line['prompt'] as readonly Json[], { ends: false, objects: true }) ??
        lintOne(line['completion'] as readonly JsonObject[]),
    },
  ],
};

function lintTools(line: JsonObject): string | undefined {
  return typeof line['tools'] === 'string' && Array.isArray(JSON.parse(line['tools']))
    ? undefined
    : 'tools that are no JSON text';
}

function lintOne(messages: readonly JsonObject[]): string | undefined {
  return messages.length === 1 && messages[0]?.['role'] === 'assistant' ? undefined : 'not one assistant message';
}
