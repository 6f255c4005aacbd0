import type { JsonObject } from '../../envs/values/json.ts';

const EPISODE_SECONDS = 600;
export const ORACLE_AT = 'server/oracle.py';
export const CANARIES_AT = 'canaries.txt';
export const PLAN_AT = 'validation/runtime.json';

export interface Declared {
  readonly hash: string;
  readonly tools: readonly string[];
  readonly tasks: number;
}

/** Returns the `validation:` block of openenv.yaml. */
export function openEnvValidation({ hash, tools, tasks }: Declared): JsonObject {
  return {
    reward: { range: [0, 1], oracle_tolerance: 0, floor_margin: 0.95 },
    resources: { cpu: 1, memory_mb: 512, disk_mb: 1024, episode_timeout_s: EPISODE_SECONDS },
    network: { mode: 'no-network' },
    execution: {
      kind: 'openenv_ws',
      probe_path: PLAN_AT,
      dockerfile: 'Dockerfile',
      context: '.',
      agent_boundary: 'api',
      requires_credentials: false,
    },
    capabilities: {
      verifier: { kind: 'reward_channel' },
      oracle: { form: 'script', location: ORACLE_AT },
      task_api: true,
      canaries: CANARIES_AT,
      declared_tools: [...tools],
      declared_task_count: { train: tasks },
    },
    task_distribution: { dataset_version: hash },
    types: { tags: ['tool-use', 'multi-turn', 'stateful', 'verified'] },
  };
}

/**
 * Returns the plan of the episode that OpenEnv's validator plays: the agent ends the episode at once. The validator
 * wants a reward for every step, but only the last step of an episode has one, so this episode has a single step.
 */
export function openEnvPlan(task: string | undefined, finish: string): JsonObject {
  return {
    plan_schema_version: '1',
    reset: { episode_id: 'validation', seed: 0, options: task === undefined ? {} : { task_id: task } },
    actions: [{ type: 'call_tool', tool_name: finish, arguments: { answer: 'Nothing was done.' } }],
  };
}
