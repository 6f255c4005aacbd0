// The kinds of work that the processes of `--jobs N` do. To add one, write a file in this folder and add a line to
// `Jobs` and to `JOBS`.
import type { AuditJob } from './audit-job.ts';
import type { BuildJob } from './build-job.ts';
import type { DatasetJob } from './dataset-job.ts';
import type { Job } from './job.ts';
import type { RunJob } from './run-job.ts';
import type { TasksJob } from './tasks-job.ts';
import type { VerifyJob } from './verify-job.ts';

export interface Jobs {
  readonly audit: AuditJob;
  readonly build: BuildJob;
  readonly dataset: DatasetJob;
  readonly run: RunJob;
  readonly tasks: TasksJob;
  readonly verify: VerifyJob;
}

export type JobKind = keyof Jobs;
export type SetupOf<K extends JobKind> = Jobs[K] extends Job<infer S, never, unknown> ? S : never;
export type ItemOf<K extends JobKind> = Jobs[K] extends Job<never, infer I, unknown> ? I : never;
export type ResultOf<K extends JobKind> = Jobs[K] extends Job<never, never, infer R> ? R : never;

export const JOBS: { readonly [K in JobKind]: () => Promise<Jobs[K]> } = {
  audit: async () => (await import('./audit-job.ts')).auditJob,
  build: async () => (await import('./build-job.ts')).buildJob,
  dataset: async () => (await import('./dataset-job.ts')).datasetJob,
  run: async () => (await import('./run-job.ts')).runJob,
  tasks: async () => (await import('./tasks-job.ts')).tasksJob,
  verify: async () => (await import('./verify-job.ts')).verifyJob,
};
