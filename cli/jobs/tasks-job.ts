// The work of the processes of `tasks --jobs N`: makes the tasks of one environment. Used if there are at least as many
// environments as processes; otherwise the processes audit the drafts of one environment.
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Task } from '../../envs/values/task.ts';
import { makeTasks, type MadeTasks, type MakeOptions } from '../../generator/tasks/make-tasks.ts';
import type { World } from '../../envs/world/world.ts';
import { loadTasksIfThere } from '../tasks-there.ts';
import { asJson } from '../../envs/values/json.ts';
import type { Job } from './job.ts';

export interface TasksItem {
  readonly dir: string;
  /** The file with the existing tasks, of this environment and perhaps of others. */
  readonly file: string;
}

export type TasksSetup = Pick<MakeOptions, 'count' | 'seed' | 'kinds' | 'band'>;

export interface TasksResult extends MadeTasks {
  readonly environment: string;
}

export type TasksJob = Job<TasksSetup, TasksItem, TasksResult>;

export function existingIn(file: string, world: World): Task[] {
  return loadTasksIfThere(file).filter((task) => task.environment === world.hash);
}

/** Reports all tasks whenever at least TOLD_EVERY new ones are made, so that an interruption loses only a few. */
export function everyTenth(tell: (tasks: readonly Task[]) => void): (tasks: readonly Task[]) => void {
  let told = 0;
  return (tasks) => {
    if (tasks.length < told + TOLD_EVERY) return;
    told = tasks.length;
    tell(tasks);
  };
}

/** The number of new tasks between two reports. */
const TOLD_EVERY = 10;

export const tasksJob: TasksJob = {
  open: async (setup) => ({
    do({ dir, file }, tell) {
      const world = openEnvironment(dir);
      try {
        const made = makeTasks(world, {
          ...setup,
          existing: existingIn(file, world),
          tell: everyTenth((tasks) => tell(asJson(tasks))),
        });
        return { ...made, environment: world.environment.name };
      } finally {
        world.close();
      }
    },
  }),
};
