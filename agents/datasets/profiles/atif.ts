// ATIF, the trajectory format with which Harbor and the NeMo Agent Toolkit exchange episodes. Each line is one
// trajectory.
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { argumentsOf } from '../row.ts';
import type { Profile, Told } from '../profile.ts';

export const atifProfile: Profile = {
  name: 'atif',
  about: 'ATIF v1.7 trajectories; is_copied_context on what is not trained',
  outputs: [
    {
      name: '',
      from: 'rows',
      file: 'jsonl',
      make: (row) => {
        const steps: JsonObject[] = [];
        for (const { role, content, reasoning, tool_calls: calls, tool_call_id: id, train } of row.messages) {
          if (role === 'tool') {
            const step = steps.at(-1) as JsonObject;
            const { results } = (step['observation'] ?? { results: [] }) as { results: readonly Json[] };
            steps[steps.length - 1] = {
              ...step,
              observation: { results: [...results, { source_call_id: id ?? '', content }] },
            };
            continue;
          }
          steps.push({
            step_id: steps.length + 1,
            source: role === 'assistant' ? 'agent' : role,
            message: content,
            ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
            ...(calls === undefined
              ? {}
              : {
                  tool_calls: calls.map((call) => ({
                    tool_call_id: call.id,
                    function_name: call.function.name,
                    arguments: argumentsOf(call),
                  })),
                }),
            ...(role === 'assistant' && !train ? { is_copied_context: true } : {}),
          });
        }
        return [
          {
            schema_version: 'ATIF-v1.7',
            session_id: row.id,
            agent: { name: row.agent, version: '1', tool_definitions: row.tools as Json },
            steps,
            final_metrics: {},
            extra: { environment: row.environment, task: row.task, reward: row.reward },
          },
        ];
      },
      lint: (line) => {
        const steps = line['steps'] as readonly JsonObject[];
        return steps.every(({ step_id: id }, at) => id === at + 1) ? undefined : 'steps that are not counted from 1';
      },
      back: (line): Told[] =>
        (line['steps'] as readonly JsonObject[]).flatMap((step): Told[] => {
          const calls = step['tool_calls'] as readonly { function_name: string; arguments: Json }[] | undefined;
          const { results } = (step['observation'] ?? { results: [] }) as { results: readonly { content: string }[] };
          return [
            {
              role: step['source'] === 'agent' ? 'assistant' : String(step['source']),
              content: String(step['message']),
              ...(calls === undefined
                ? {}
                : { calls: calls.map((call) => ({ name: call.function_name, arguments: call.arguments })) }),
            },
            ...results.map(({ content }) => ({ role: 'tool', content })),
          ];
        }),
    },
  ],
};
