// The format of ms-swift: OpenAI's messages, with the tools as JSON text and a flag `loss` in each message.
import type { Json } from '../../../envs/values/json.ts';
import { chatOf, lintChat, plainTools, toldOf } from '../chat-shape.ts';
import type { Profile } from '../profile.ts';

export const swiftProfile: Profile = {
  name: 'swift',
  about: 'ms-swift: messages with loss per message; DPO with rejected_messages',
  outputs: [
    {
      name: '',
      from: 'rows',
      file: 'jsonl',
      make: ({ messages, tools }) => [
        {
          messages: chatOf(messages).map((message, at) =>
            messages[at]?.role === 'assistant' ? { ...message, loss: messages[at].train } : message,
          ),
          tools: JSON.stringify(plainTools(tools)),
        },
      ],
      lint: (line) =>
        typeof line['tools'] === 'string' ? lintChat(line['messages'] as readonly Json[]) : 'tools that are no text',
      back: (line) => toldOf(line['messages'] as readonly Json[]),
    },
    {
      name: 'dpo',
      from: 'pairs',
      file: 'jsonl',
      make: ({ messages, chosen, rejected, tools }) => [
        {
          messages: chatOf([...messages, chosen]),
          rejected_messages: chatOf([...messages, rejected]),
          tools: JSON.stringify(plainTools(tools)),
        },
      ],
      lint: (line) =>
        (line['messages'] as readonly Json[]).length === (line['rejected_messages'] as readonly Json[]).length
          ? undefined
          : 'two answers of different length',
    },
  ],
};
