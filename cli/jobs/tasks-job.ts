// The work of `tasks --jobs N`: one environment a time. Where there are fewer environments than processes, the command's
// own process makes the tasks, and the others audit the drafts.
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Task } from '../../envs/values/task.ts';
import { makeTasks, type MadeTasks, type MakeOptions } from '../../generator/tasks/make-tasks.ts';
import type { World } from '../../envs/world/world.ts';
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

export function existingIn(file: string, world: World): Task[] {
  return loadTasksIfThere(file).filter((task) => task.environment === world.hash);
}

/** Reports all tasks whenever there are some more, so that they stay if the command is interrupted. */
export function everyTenth(tell: (tasks: readonly Task[]) => void): (tasks: readonly Task[]) => void {
  let told = 0;
  return (tasks) => {
    if (tasks.length < told + TOLD_EVERY) return;
    told = tasks.length;
    tell(tasks);
  };
}

/** After this number of new tasks all of them are reported, so that they stay if the command is interrupted. */
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
