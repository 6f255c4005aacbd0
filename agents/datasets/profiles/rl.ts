// Tasks as prompts for any trainer. A line holds the request that begins the session, the first messages, and the place
// where the trainer finds the verdict.
import type { Json } from '../../../envs/values/json.ts';
import { chatOf, lintChat, plainTools } from '../chat-shape.ts';
import type { Profile } from '../profile.ts';

export const rlProfile: Profile = {
  name: 'rl',
  about: 'tasks as prompts, with what begins their sessions and what judges them',
  outputs: [
    {
      name: '',
      from: 'tasks',
      file: 'jsonl',
      make: ({ id, environment, task, kind, difficulty, calls, tags, session_seed: seed, messages, tools }) => [
        {
          id,
          prompt: chatOf(messages),
          tools: JSON.stringify(plainTools(tools)),
          environment: environment.name,
          hash: environment.hash,
          task,
          session_seed: seed,
          kind,
          difficulty,
          calls,
          tags,
          verifier: {
            begin: 'POST /sessions',
            body: { environment: environment.hash, task, user: 'scripted' },
            talk: 'POST /s/{id}/messages',
            act: 'POST /s/{id}/calls',
            verdict: 'POST /sessions/{id}/verdict',
          },
        },
      ],
      lint: (line) => lintChat(line['prompt'] as readonly Json[], { ends: false }),
    },
  ],
};
