// What OpenEnv's validator wants to know of an environment, as its manifest says it.
import type { JsonObject } from '../../envs/values/json.ts';

const EPISODE_SECONDS = 600;
export const ORACLE_AT = 'server/oracle.py';
export const CANARIES_AT = 'canaries.txt';

export interface Declared {
  readonly hash: string;
  /** The tools of the agent, by name. */
  readonly tools: readonly string[];
  readonly tasks: number;
}

/** The `validation:` block of openenv.yaml. */
export function openEnvValidation({ hash, tools, tasks }: Declared): JsonObject {
  return {
    reward: { range: [0, 1], oracle_tolerance: 0, floor_margin: 0.95 },
    resources: { cpu: 1, memory_mb: 512, disk_mb: 1024, episode_timeout_s: EPISODE_SECONDS },
    network: { mode: 'no-network' },
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
