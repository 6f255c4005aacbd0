// Finds the reason why a draft makes no task: a flaw that an audit found, or a task with the same words as its twin. A
// twin is nearly the same task, but wants another outcome.
import { canonicalJson, type Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { ADVERSARIES } from '../../envs/verification/adversaries.ts';
import type { TaskAudit } from './audit-report.ts';

export function shapeOf(task: Task): string {
  return task.gold.calls.map(({ name }) => name).join(' ');
}

export function sameWords(a: Task, b: Task): boolean {
  // a task and its twin from a story may share the goal, because their start states differ
  const isPatched = canonicalJson((a.patch ?? null) as Json) !== canonicalJson((b.patch ?? null) as Json);
  return a.user.opening === b.user.opening && (isPatched || a.user.goal === b.user.goal);
}

/**
 * Returns the flaw of a task, or of a task and its twin. An adversary is an agent that deserves no reward, such as one
 * that does nothing. If one adversary passes all the given tasks, this is a flaw too.
 */
export function flawOf(audits: readonly TaskAudit[]): string | undefined {
  for (const audit of audits) {
    const [reason] = audit.reasons;
    if (reason !== undefined) return reason;
  }
  const adversary = ADVERSARIES.find((each) => audits.every(({ adversaries }) => adversaries[each]));
  return adversary === undefined ? undefined : `${adversary} passes`;
}

export function short(reason: string): string {
  return reason
    .split(':')
    .slice(0, 2)
    .join(':')
    .replace(/"[^"]*"|'[^']*'|\d+/g, '…')
    .slice(0, 80);
}
