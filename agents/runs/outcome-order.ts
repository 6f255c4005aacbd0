// Orders the episodes of a complete run by environment, task and trial.
import type { Outcome } from './outcome.ts';

export function inOrder(a: Outcome, b: Outcome): number {
  return (
    compareText(a.environment, b.environment) ||
    compareText(a.hash, b.hash) ||
    compareText(a.task, b.task) ||
    a.trial - b.trial
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
