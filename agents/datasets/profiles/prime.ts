// The format of prime-rl and verifiers. A row has a prompt and a completion; tools and call arguments are JSON text.
import type { Json } from '../../../envs/values/json.ts';
import { chatOf, lintChat, plainTools, prefixes, prefixLines, toldOf } from '../chat-shape.ts';
import type { Profile } from '../profile.ts';

export const primeProfile: Profile = {
  name: 'prime',
  about: 'prime-rl: prompt and completion, one row per trained message; RL prompts with info',
  outputs: [
    {
      name: '',
      from: 'rows',
      file: 'jsonl',
      make: ({ messages, tools }) =>
        prefixes(messages).map(({ before, message }) => ({
          prompt: chatOf(before),
          completion: chatOf([message]),
          tools: JSON.stringify(plainTools(tools)),
        })),
      lines: ({ messages, tools }) => prefixLines(messages, chatOf(messages), JSON.stringify(plainTools(tools))),
      lint: (line) => lintChat([...(line['prompt'] as readonly Json[]), ...(line['completion'] as readonly Json[])]),
      back: (line) => toldOf([...(line['prompt'] as readonly Json[]), ...(line['completion'] as readonly Json[])]),
    },
    {
      name: 'rl',
      from: 'tasks',
      file: 'jsonl',
      // no column is called `task` or `answer`, because verifiers uses these two names for other things
      make: ({ id, environment, task, session_seed: seed, messages, tools }) => [
        {
          example_id: id,
          prompt: chatOf(messages),
          info: JSON.stringify({
            environment: environment.name,
            hash: environment.hash,
            callgym_task: task,
            session_seed: seed,
            tools: plainTools(tools),
          }),
        },
      ],
      lint: (line) => lintChat(line['prompt'] as readonly Json[], { ends: false }),
    },
  ],
};
