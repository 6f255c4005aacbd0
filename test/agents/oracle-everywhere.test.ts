// Tests that the oracle, an agent that knows the solution, passes the tasks of the bundled environments with the
// scripted user. If the verdict calls a true statement false, this test fails first.
import { expect, inject, test } from 'vitest';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Episode } from '../../envs/values/episode.ts';
import type { Task } from '../../envs/values/task.ts';
import { makeTasks } from '../../generator/tasks/make-tasks.ts';
import { drawnFromGallery } from '../support/gallery.ts';
import { runInTest, tasksOf } from '../support/played.ts';

/**
 * The number of environments in `npm test` (the tasks of these are needed by other tests anyway) and in the long run.
 */
const FEW = 2;
const MANY = 8;
const TASKS = 5;
/** The number of tasks of all environments together in the long run. */
const ALL_TASKS = 40;
const SEED = 77;

const isLong = inject('draws') === 'all';
const CHOSEN = drawnFromGallery(isLong ? MANY : FEW);

function tasksFor(dir: string): readonly Task[] {
  if (!isLong) return tasksOf(dir, TASKS);
  const world = openEnvironment(dir);
  const { tasks } = makeTasks(world, { count: Math.ceil(ALL_TASKS / CHOSEN.length), seed: SEED, existing: [] });
  world.close();
  return tasks;
}

test.each(CHOSEN)('%s', async (_name, dir) => {
  const tasks = tasksFor(dir);
  const run = await runInTest({ dirs: [dir], tasks: new Map([[dir, tasks]]), agent: 'oracle', user: 'scripted' });
  expect(tasks.length).toBeGreaterThan(0);
  expect(run.outcomes.filter(({ reward }) => reward !== 1)).toEqual([]);
  expect(run.episodes.filter((episode) => actsTooEarly(episode, tasks)).map(({ task }) => task)).toEqual([]);
});

/**
 * Tells whether the agent made calls for a late wish before the user told it. The user's own calls do not count,
 * because a user may look at the screen twice.
 */
function actsTooEarly({ task: id, messages }: Episode, tasks: readonly Task[]): boolean {
  const { user, gold } = tasks.find((task) => task.id === id) as Task;
  const later = user.later ?? [];
  return later.some(({ kind, text, call }) => {
    if (kind !== 'also') return false;
    const told = messages.findIndex(({ role, content }) => role === 'user' && content.includes(text));
    const before = messages
      .slice(0, told === -1 ? undefined : told)
      .flatMap(({ role, tool_calls: calls }) => (role === 'assistant' ? (calls ?? []) : []));
    return before.length > gold.calls.slice(0, call).filter(({ by }) => by === 'agent').length;
  });
}
