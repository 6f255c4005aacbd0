// The facts about an episode that the figures need. They are small enough to keep a run of any length in memory.
import type { Episode } from '../../envs/values/episode.ts';
import { canonicalJson, type Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { VerdictPart } from '../../envs/values/verdict.ts';

export interface Outcome {
  readonly id: string;
  readonly environment: string;
  readonly hash: string;
  readonly task: string;
  readonly trial: number;
  readonly kind: Task['kind'];
  readonly tags: readonly string[];
  readonly difficulty: 'easy' | 'medium' | 'hard';
  /** The number of calls in the task's stored solution. */
  readonly calls: number;
  readonly reward: 0 | 1 | null;
  readonly end: Episode['end_reason'];
  readonly failed: readonly VerdictPart[];
  readonly toolErrors: number;
  readonly looped: boolean;
  readonly quitEarly: boolean;
  /** The number of the agent's messages. */
  readonly turns: number;
  readonly tokens: { readonly prompt: number; readonly completion: number };
  readonly unearned: number;
  readonly planted: string | undefined;
  /** The kinds of the alarms that the episode raised. */
  readonly alarms: readonly string[];
}

const SAME_CALLS = 3;

export function outcomeOf(episode: Episode, task: Task): Outcome {
  const { id, environment, trial, steps, messages, verdict, end_reason: end, usage, agent } = episode;
  const mine = steps.filter(({ by }) => by === 'agent');
  const wants = Object.keys(task.gold.diff).length > 0;
  const { planted, unearned } = (agent ?? {}) as { planted?: { mistake?: string }; unearned?: number };
  return {
    id,
    environment: environment.name,
    hash: environment.hash,
    task: episode.task,
    trial,
    kind: task.kind,
    tags: task.tags,
    difficulty: difficultyOf(task),
    calls: task.gold.calls.length,
    reward: verdict.reward,
    end,
    failed: [...new Set(verdict.failures.map(({ part }) => part))],
    toolErrors: mine.filter(({ ok }) => !ok).length,
    looped: hasLoop(mine),
    quitEarly: verdict.reward === 0 && wants && !steps.some(({ ok, name }) => ok && changes(task, name)),
    turns: messages.filter(({ role }) => role === 'assistant').length,
    tokens: {
      prompt: (usage?.agent.prompt ?? 0) + (usage?.user.prompt ?? 0),
      completion: (usage?.agent.completion ?? 0) + (usage?.user.completion ?? 0),
    },
    unearned: unearned ?? 0,
    planted: planted?.mistake,
    alarms: (episode.alarms ?? []).map(({ kind }) => kind),
  };
}

/** Turns the three estimated difficulties of a task into one word. */
export function difficultyOf({ difficulty }: Task): Outcome['difficulty'] {
  const sum = Math.min(difficulty.tools, 1) + difficulty.information + difficulty.interaction;
  return sum < 0.5 ? 'easy' : sum < 1 ? 'medium' : 'hard';
}

/**
 * Tells whether the solution's last call uses this tool. A failed episode without a successful call of this tool counts
 * as ended early.
 */
function changes(task: Task, name: string): boolean {
  return task.gold.calls.at(-1)?.name === name;
}

/** Tells whether one call was made at least SAME_CALLS times with the same outcome. */
function hasLoop(steps: Episode['steps']): boolean {
  const seen = new Map<string, number>();
  return steps.some((step) => {
    const key = canonicalJson([step.name, step.arguments, (step.ok ? step.result : step.error) as Json]);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    return times >= SAME_CALLS;
  });
}
