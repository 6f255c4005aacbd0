// Reads the tasks that a server offers from one file, such as callgym tasks --out made it, instead of from the folders of
// the environments.
import { existsSync } from 'node:fs';
import { badInput } from '../envs/errors/gym-error.ts';
import { loadTasks, openEnvironment } from '../envs/folder/environment-folder.ts';
import type { Task } from '../envs/values/task.ts';

/** Returns the tasks by the environment's name. Each environment must have one, in its present version. */
export function tasksToServe(dirs: readonly string[], file: string): ReadonlyMap<string, readonly Task[]> {
  if (!existsSync(file))
    throw badInput({ file, what: 'is not there', mend: `callgym tasks ENV --count 20 --out ${file} makes tasks` });
  const all = loadTasks(file);
  return new Map(
    dirs.map((dir) => {
      const world = openEnvironment(dir, { pool: 1 });
      const { hash } = world;
      const { name } = world.environment;
      world.close();
      const own = all.filter((task) => task.environment === hash);
      const twice = own.find(({ id }, at) => own.findIndex((each) => each.id === id) !== at);
      if (twice !== undefined) throw badInput({ file, what: `has two tasks of ${name} called ${twice.id}` });
      if (own.length === 0)
        throw badInput({ file, what: `has no task of ${name} as it is now`, mend: `callgym tasks ${name} makes some` });
      return [name, own] as const;
    }),
  );
}
