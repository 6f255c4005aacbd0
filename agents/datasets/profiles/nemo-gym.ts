// NeMo Gym's dataset rows: the request to the Responses API, and the data with which the server finds the task. The
// output `rl` is for agents that work alone; `rl_talk` is for agents that talk with a simulated user.
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { plainTools } from '../chat-shape.ts';
import type { Profile, ProfileOutput, TaskRow } from '../profile.ts';
import type { RowMessage } from '../row.ts';

/** Paths that NeMo Gym's server uses for itself. A tool with such a name could not be called. */
const RESERVED = new Set([
  'seed_session',
  'verify',
  'close_session',
  'aggregate_metrics',
  'reverify_mode',
  'mcp',
  'reset',
  'step',
  'close',
  'run',
]);

export const nemoGymProfile: Profile = {
  name: 'nemo_gym',
  about: 'NeMo Gym: rows of tasks (responses_create_params, verifier_metadata), alone and with a live user',
  outputs: [
    output('rl', 'none', ({ alone }) => alone),
    output('rl_talk', 'scripted', ({ messages, tools }) => ({ messages, tools })),
  ],
};

function output(
  name: string,
  user: string,
  told: (row: TaskRow) => { readonly messages: readonly RowMessage[]; readonly tools: readonly Json[] },
): ProfileOutput {
  return {
    name,
    from: 'tasks',
    file: 'jsonl',
    make: (row) => {
      const { id, environment, task, kind, session_seed: seed } = row;
      const { messages, tools } = told(row);
      return [
        {
          id,
          responses_create_params: {
            input: messages.map(({ role, content }) => ({ role, content })),
            tools: plainTools(tools).map(flatTool),
            parallel_tool_calls: false,
          },
          verifier_metadata: { environment: environment.name, hash: environment.hash, task, user, session_seed: seed },
          category: kind,
          environment_name: environment.name,
        },
      ];
    },
    lint: (line) => {
      const { input, tools } = line['responses_create_params'] as {
        input: readonly Json[];
        tools: readonly JsonObject[];
      };
      if (input.length === 0) return 'no input';
      const reserved = tools.find((tool) => RESERVED.has(String(tool['name'])));
      return reserved === undefined ? undefined : `the tool name ${String(reserved['name'])} is reserved`;
    },
  };
}

function flatTool(tool: Json): JsonObject {
  const { name, description, parameters } = (tool as JsonObject)['function'] as JsonObject;
  return {
    type: 'function',
    name: name as Json,
    description: description ?? '',
    parameters: parameters ?? { type: 'object', properties: {} },
    strict: false,
  };
}
