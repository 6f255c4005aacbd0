// NeMo Gym's dataset rows: the request of the Responses API, and what its verifier needs to find the task.
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { plainTools } from '../chat-shape.ts';
import type { Profile } from '../profile.ts';

export const nemoGymProfile: Profile = {
  name: 'nemo_gym',
  about: 'NeMo Gym: rows of tasks (responses_create_params, verifier_metadata)',
  outputs: [
    {
      name: '',
      from: 'tasks',
      file: 'jsonl',
      make: ({ id, environment, task, kind, session_seed: seed, messages, tools }) => [
        {
          id,
          responses_create_params: {
            input: messages.map(({ role, content }) => ({ role, content })),
            tools: plainTools(tools).map((tool) => {
              const { name, description, parameters } = (tool as JsonObject)['function'] as JsonObject;
              return {
                type: 'function',
                name: name as Json,
                description: description ?? '',
                parameters: parameters ?? { type: 'object', properties: {} },
                strict: false,
              };
            }),
            parallel_tool_calls: false,
          },
          verifier_metadata: { environment: environment.name, hash: environment.hash, task, session_seed: seed },
          category: kind,
          environment_name: environment.name,
        },
      ],
      lint: (line) => {
        const { input, tools } = line['responses_create_params'] as {
          input: readonly Json[];
          tools: readonly JsonObject[];
        };
        if (input.length === 0) return 'no input';
        const reserved = tools.find(({ name }) =>
          ['verify', 'seed_session', 'aggregate_metrics', 'mcp'].includes(String(name)),
        );
        return reserved === undefined ? undefined : `the tool name ${String(reserved['name'])} is reserved`;
      },
    },
  ],
};
