// The chat_template format of axolotl. Each message has the flag `train`; axolotl's option message_field_training names
// this flag.
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
          // the schemas are written as text, because the data loader fails on rows whose schemas differ in shape
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
