import { existsSync } from 'node:fs';
import { badInput } from '../envs/errors/gym-error.ts';
import { loadTasks } from '../envs/folder/environment-folder.ts';
import type { Task } from '../envs/values/task.ts';

export function loadTasksIfThere(file: string): Task[] {
  return existsSync(file) ? loadTasks(file) : [];
}

export function loadTasksOf(file: string): Task[] {
  if (!existsSync(file))
    throw badInput({ file, what: 'is not there', mend: 'callgym tasks ENV --count 20 makes tasks' });
  return loadTasks(file);
}

export function eachOnce(file: string, tasks: readonly Task[]): void {
  const names = new Set<string>();
  for (const { id } of tasks) {
    if (names.has(id)) throw badInput({ file, what: `has two tasks called ${id}` });
    names.add(id);
  }
}

/** Returns the error for a file that has no task for the present version of the environment. */
export const noTaskOf = (file: string, name: string): Error =>
  badInput({ file, what: `has no task of ${name} as it is now`, mend: 'callgym tasks ENV --count 20 makes tasks' });
