// The format of prime-rl and verifiers: prompt and completion, with arguments and tools as JSON text.
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
      // the row has no columns named `task` and `answer`, because verifiers gives these names a meaning of its own
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
