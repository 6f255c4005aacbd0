// Writes tasks as rows of NeMo Gym's datasets, for an agent that works without a user. A row holds the request to the
// Responses API and the names with which the verifier finds the task. Rows do not contain the stored solution.
import { promptFor } from '../../envs/server/prompt.ts';
import { parametersOf, toolsOf } from '../../envs/server/tool-listing.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';

export function taskRow(world: World, task: Task): JsonObject {
  const { name } = world.environment;
  const { system, opening } = promptFor(world, task, 'agent', { solo: true });
  return {
    id: `${name}/${task.id}`,
    responses_create_params: {
      input: [
        { role: 'system', content: system },
        { role: 'user', content: opening ?? '' },
      ],
      tools: toolsOf(world, 'agent', true).map((tool) => ({
        type: 'function',
        name: tool.name,
        description: tool.description,
        parameters: parametersOf(tool),
        strict: false,
      })),
      parallel_tool_calls: false,
    },
    verifier_metadata: { environment: name, task: task.id, user: 'none' },
    category: task.kind,
    environment_name: name,
  };
}

export const taskLines = (world: World, tasks: readonly Task[]): string =>
  tasks.map((task) => `${JSON.stringify(taskRow(world, task))}\n`).join('');
