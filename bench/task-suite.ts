// Measures how many audited tasks are made per second in both authored environments. The floor, that is, the least
// possible cost, is to play and judge the expected calls of the same tasks once.
import { makeTasks } from '../generator/tasks/make-tasks.ts';
import { goldScript, play } from '../envs/verification/script.ts';
import { World } from '../envs/world/world.ts';
import { loadEnvironment } from '../envs/folder/environment-folder.ts';
import { environmentPath, TAPE_ENVIRONMENTS } from './tape.ts';
import { result, type BenchResult } from './measure.ts';

const TASKS = 40;

export function benchTasks(): BenchResult[] {
  let [made, seconds, floor] = [0, 0, 0];
  for (const name of TAPE_ENVIRONMENTS) {
    const world = new World(loadEnvironment(environmentPath(name)));
    // this first run only warms up
    makeTasks(world, { count: TASKS / 4, seed: 2, existing: [] });
    let start = process.hrtime.bigint();
    const { tasks } = makeTasks(world, { count: TASKS, seed: 1, existing: [] });
    seconds += Number(process.hrtime.bigint() - start) / 1e9;
    made += tasks.length;
    start = process.hrtime.bigint();
    for (const task of tasks) play(world, task, goldScript(world, task));
    floor += Number(process.hrtime.bigint() - start) / 1e9;
    world.close();
  }
  return [result('tasks.audited', made / seconds, 'per s', made / floor)];
}
