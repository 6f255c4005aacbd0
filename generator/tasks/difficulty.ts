// Rates how hard a task is by three figures.
import type { Task } from '../../envs/values/task.ts';
import type { Fact, PlannedCall } from './plan.ts';

interface Asked {
  readonly kind: Task['kind'];
  readonly calls: readonly PlannedCall[];
  readonly facts: readonly Fact[];
  readonly outputs: readonly unknown[];
  readonly asked: ReadonlySet<string>;
  readonly insisted?: ReadonlySet<string>;
}

const HUNDRED = 100;

/**
 * Returns three figures from 0 to 1: the use of tools, the values that the agent must find out, and the amount of talk.
 */
export function difficultyOf(draft: Asked, calls: number): Task['difficulty'] {
  const tools = new Set(draft.calls.map(({ name }) => name)).size;
  const values = draft.calls.reduce((sum, call) => sum + Object.keys(call.arguments).length, 0);
  const told = draft.facts.length;
  const round = (value: number): number => Math.round(Math.min(value, 1) * HUNDRED) / HUNDRED;
  return {
    tools: round((calls + tools) / 20),
    information: round(Math.max(values - told, 0) / 12 + draft.outputs.length / 6),
    interaction: round((draft.asked.size + (draft.insisted?.size ?? 0) + (draft.kind === 'clarify' ? 2 : 0)) / 6),
  };
}
