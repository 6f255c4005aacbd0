// The format of slime: chat messages in which step_loss_mask marks the messages that are not trained on.
import type { Json } from '../../../envs/values/json.ts';
import { chatOf, lintChat, plainTools, toldOf } from '../chat-shape.ts';
import type { Profile } from '../profile.ts';

export const slimeProfile: Profile = {
  name: 'slime',
  about: 'slime: messages with step_loss_mask, tools as text (--tool-key tools)',
  outputs: [
    {
      name: '',
      from: 'rows',
      file: 'jsonl',
      make: ({ messages, tools }) => [
        {
          messages: chatOf(messages, { objects: true }).map((message, at) =>
            messages[at]?.role === 'assistant' ? { ...message, step_loss_mask: messages[at].train ? 1 : 0 } : message,
          ),
          tools: JSON.stringify(plainTools(tools)),
        },
      ],
      lint: (line) => lintChat(line['messages'] as readonly Json[], { objects: true }),
      back: (line) => toldOf(line['messages'] as readonly Json[]),
    },
  ],
};
