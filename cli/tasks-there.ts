// Reads the tasks of a file, if the file exists.
import { existsSync } from 'node:fs';
import { loadTasks } from '../envs/folder/environment-folder.ts';
import type { Task } from '../envs/values/task.ts';

export function loadTasksIfThere(file: string): Task[] {
  return existsSync(file) ? loadTasks(file) : [];
}
