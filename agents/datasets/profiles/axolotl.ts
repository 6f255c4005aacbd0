// axolotl, type chat_template: `train` per message, named by message_field_training.
import type { Json } from '../../../envs/values/json.ts';
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
          // schemas differ from tool to tool: as text they load with any row beside them
          tools: plainTools(tools).map((tool) => {
            const { function: own } = tool as unknown as { function: { [key: string]: Json } };
            return { type: 'function', function: { ...own, parameters: JSON.stringify(own['parameters'] ?? {}) } };
          }),
        },
      ],
      lint: (line) => lintChat(line['messages'] as readonly Json[]),
      back: (line) => toldOf(line['messages'] as readonly Json[]),
    },
  ],
};
