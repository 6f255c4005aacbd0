// Makes the tasks of one environment with several processes: this process drafts the tasks, and other processes audit
// the drafts.
import { badInput } from '../../envs/errors/gym-error.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Task } from '../../envs/values/task.ts';
import { makeTasksAhead } from '../../generator/tasks/make-tasks.ts';
import type { JobPool } from './job-pool.ts';
import { everyTenth, existingIn, type TasksItem, type TasksResult, type TasksSetup } from './tasks-job.ts';

export async function makeWithAuditors(
  setup: TasksSetup,
  { dir, file }: TasksItem,
  pool: JobPool<'audit'>,
  jobs: number,
  tell: (tasks: readonly Task[]) => void,
): Promise<TasksResult> {
  const world = openEnvironment(dir);
  try {
    const made = await makeTasksAhead(
      world,
      { ...setup, existing: existingIn(file, world), tell: everyTenth(tell) },
      async (task, options) => {
        const done = await pool.do({ dir, task, options });
        if ('result' in done) return done.result;
        throw 'error' in done ? done.error : badInput({ file: dir, what: done.died });
      },
      jobs,
    );
    return { ...made, environment: world.environment.name };
  } finally {
    world.close();
  }
}
