import type { DatasetHands } from '../../agents/datasets/dataset-hands.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import { checkedAs } from '../../envs/values/json.ts';
import type { DatasetItem, DatasetJobSetup } from './dataset-job.ts';
import { JobPool } from './job-pool.ts';

export class DatasetPool {
  private readonly setup: Omit<DatasetJobSetup, 'draft'>;
  private readonly jobs: number;
  private pool: JobPool<'dataset'> | undefined;

  constructor(setup: Omit<DatasetJobSetup, 'draft'>, jobs: number) {
    this.setup = setup;
    this.jobs = jobs;
  }

  readonly handsOf = (draft: string): DatasetHands => {
    const { jobs } = this;
    const pool = new JobPool('dataset', { ...this.setup, draft }, { jobs });
    this.pool = pool;
    return {
      count: jobs,
      look: (items) =>
        resultsOf(
          pool,
          items.map((item) => ({ kind: 'look', item })),
        ),
      write: (items) =>
        resultsOf(
          pool,
          items.map((item) => ({ kind: 'write', item })),
        ),
    };
  };

  async close(): Promise<void> {
    await this.pool?.close();
  }
}

async function* resultsOf<R>(pool: JobPool<'dataset'>, items: readonly DatasetItem[]): AsyncGenerator<R, void, void> {
  for await (const done of pool.inOrder(items)) {
    if ('error' in done) throw done.error;
    if ('died' in done) throw badInput({ path: '--jobs', what: done.died, mend: 'try --jobs 1' });
    yield checkedAs<R>(done.result);
  }
}
