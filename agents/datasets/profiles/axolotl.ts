// axolotl's type chat_template: each message has the flag `train`, which the option message_field_training names.
import { checkedAs, type Json } from '../../../envs/values/json.ts';
import { chatOf, lintChat, plainTools, toldOf } from '../chat-shape.ts';
import type { Profile } from '../profile.ts';

export const axolotlProfile: Profile = {
  name: 'axolotl',
  about: 'axolotl chat_template: messages with train per message (message_field_training: train)',
  outputs: [
    {
      name: '',
      from: 'rows',
      file: 'jsonl',
      make: ({ messages, tools }) => [
        {
          messages: chatOf(messages).map((message, at) => ({ ...message, train: messages[at]?.train === true })),
          // schemas differ from tool to tool: as text they load together with any other row
          tools: plainTools(tools).map((tool) => {
            const { function: own } = checkedAs<{ function: { [key: string]: Json } }>(tool);
            return { type: 'function', function: { ...own, parameters: JSON.stringify(own['parameters'] ?? {}) } };
          }),
        },
      ],
      lint: (line) => lintChat(line['messages'] as readonly Json[]),
      back: (line) => toldOf(line['messages'] as readonly Json[]),
    },
  ],
};
