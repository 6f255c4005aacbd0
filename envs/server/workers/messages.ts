// The messages between the supervisor process and its worker processes.

/** The instructions of the supervisor for one worker. */
export interface WorkerPlan {
  readonly index: number;
  readonly workers: number;
  readonly token: string;
  readonly host: string;
  /** The port of this worker alone. 0 means any free port. */
  readonly port: number;
  /** The port that all workers share. */
  readonly door: number;
}

export type ToWorker =
  | { readonly kind: 'peers'; readonly urls: readonly (string | null)[] }
  | { readonly kind: 'placed'; readonly ask: number; readonly worker: number | null }
  | { readonly kind: 'stop' };

export type ToSupervisor =
  | { readonly kind: 'listening'; readonly url: string; readonly restored: number }
  /** The cluster asked this worker to stop, so the supervisor does not replace it. */
  | { readonly kind: 'leaves' }
  | { readonly kind: 'load'; readonly sessions: number }
  | { readonly kind: 'place'; readonly ask: number; readonly start: string; readonly count: number };

export const WORKER_PLAN = 'CALLGYM_WORKER';

export function planToEnvironment(plan: WorkerPlan): Record<string, string> {
  return { [WORKER_PLAN]: JSON.stringify(plan) };
}
