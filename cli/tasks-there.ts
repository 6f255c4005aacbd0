// Reads the tasks of a file: all of them, or those of one environment.
import { existsSync } from 'node:fs';
import { badInput } from '../envs/errors/gym-error.ts';
import { loadTasks } from '../envs/folder/environment-folder.ts';
import type { Task } from '../envs/values/task.ts';

export function loadTasksIfThere(file: string): Task[] {
  return existsSync(file) ? loadTasks(file) : [];
}

/** Reads the tasks of a file that must be there. */
export function loadTasksOf(file: string): Task[] {
  if (!existsSync(file))
    throw badInput({ file, what: 'is not there', mend: 'callgym tasks ENV --count 20 makes tasks' });
  return loadTasks(file);
}

/** Fails where two tasks of one environment have the same name. */
export function eachOnce(file: string, tasks: readonly Task[]): void {
  const names = new Set<string>();
  for (const { id } of tasks) {
    if (names.has(id)) throw badInput({ file, what: `has two tasks called ${id}` });
    names.add(id);
  }
}

/** Returns the failure of a file without a task of an environment in its present version. */
export const noTaskOf = (file: string, name: string): Error =>
  badInput({ file, what: `has no task of ${name} as it is now`, mend: 'callgym tasks ENV --count 20 makes tasks' });
