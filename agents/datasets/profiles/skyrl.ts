// The format of SkyRL. SkyRL trains on either the last assistant message or all of them, so a conversation in which
// only some assistant messages are trained on is split into several rows.
import type { Json } from '../../../envs/values/json.ts';
import { allTrained, chatOf, lintChat, plainTools, prefixes, toldOf } from '../chat-shape.ts';
import type { Profile } from '../profile.ts';

export const skyrlProfile: Profile = {
  name: 'skyrl',
  about: 'SkyRL: SFT (all_assistant, and last_assistant for rows with a mask), RL prompts',
  outputs: [
    {
      name: '',
      from: 'rows',
      file: 'jsonl',
      make: ({ messages, tools }) =>
        allTrained(messages)
          ? [{ messages: chatOf(messages), tools: JSON.stringify(plainTools(tools)) }]
          : 'not trained as a whole: it is in last_assistant',
      lint: (line) => lintChat(line['messages'] as readonly Json[]),
      back: (line) => toldOf(line['messages'] as readonly Json[]),
    },
    {
      name: 'last_assistant',
      from: 'rows',
      file: 'jsonl',
      make: ({ messages, tools }) =>
        allTrained(messages)
          ? 'trained as a whole: it is in the main file'
          : prefixes(messages).map(({ before, message }) => ({
              messages: chatOf([...before, message]),
              tools: JSON.stringify(plainTools(tools)),
            })),
      lint: (line) => lintChat(line['messages'] as readonly Json[]),
      back: (line) => toldOf(line['messages'] as readonly Json[]),
    },
    {
      name: 'rl',
      from: 'tasks',
      file: 'jsonl',
      make: ({ id, environment, task, kind, session_seed: seed, messages, tools, split }) => [
        {
          data_source: `callgym/${environment.name}`,
          prompt: chatOf(messages),
          env_class: 'callgym',
          reward_spec: { method: 'rule', ground_truth: id },
          extra_info: {
            environment: environment.name,
            hash: environment.hash,
            task,
            kind,
            session_seed: seed,
            split,
            tools: JSON.stringify(plainTools(tools)),
          },
        },
      ],
      lint: (line) => lintChat(line['prompt'] as readonly Json[], { ends: false }),
    },
  ],
};
