// The work of `tasks --jobs N`: one environment a time.
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Task } from '../../envs/values/task.ts';
import { makeTasks, type MadeTasks, type MakeOptions } from '../../generator/tasks/make-tasks.ts';
import { loadTasksIfThere } from '../tasks-there.ts';
import { asJson } from '../../envs/values/json.ts';
import type { Job } from './job.ts';

export interface TasksItem {
  readonly dir: string;
  /** The file with the tasks that are there already. */
  readonly file: string;
}

export type TasksSetup = Pick<MakeOptions, 'count' | 'seed' | 'kinds' | 'band'>;

export interface TasksResult extends MadeTasks {
  readonly environment: string;
}

export type TasksJob = Job<TasksSetup, TasksItem, TasksResult>;

/** After this number of new tasks all of them are reported, so that they stay if the command is interrupted. */
const TOLD_EVERY = 10;

export const tasksJob: TasksJob = {
  open: async (setup) => ({
    do({ dir, file }, tell) {
      const world = openEnvironment(dir);
      try {
        let told = 0;
        const made = makeTasks(world, {
          ...setup,
          existing: loadTasksIfThere(file).filter((task) => task.environment === world.hash),
          tell(tasks: readonly Task[]) {
            if (tasks.length < told + TOLD_EVERY) return;
            told = tasks.length;
            tell(asJson(tasks));
          },
        });
        return { ...made, environment: world.environment.name };
      } finally {
        world.close();
      }
    },
  }),
};
