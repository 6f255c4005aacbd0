// Reads the tasks that a server offers from one file, such as a file of `callgym tasks --out`. Without such a file, the
// server reads the tasks in the folders of the environments.
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import type { Task } from '../envs/values/task.ts';
import { eachOnce, loadTasksOf, noTaskOf } from './tasks-there.ts';

/**
 * Returns the tasks of each environment, by its name. Throws if the file has no task for the present version of an
 * environment.
 */
export function tasksToServe(dirs: readonly string[], file: string): ReadonlyMap<string, readonly Task[]> {
  const all = loadTasksOf(file);
  return new Map(
    dirs.map((dir) => {
      const world = openEnvironment(dir, { pool: 1 });
      const { hash } = world;
      const { name } = world.environment;
      world.close();
      const own = all.filter((task) => task.environment === hash);
      eachOnce(file, own);
      if (own.length === 0) throw noTaskOf(file, name);
      return [name, own] as const;
    }),
  );
}
