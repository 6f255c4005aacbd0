// Measures whole episodes over HTTP, with the server in this process: episodes per second, and the memory of a thousand
// episodes at once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAgent } from '../agents/agents/agent-list.ts';
import { openLocalGym } from '../agents/http/local-gym.ts';
import { runEpisodes } from '../agents/runs/run-episodes.ts';
import { RunFolder } from '../agents/runs/run-folder.ts';
import { openUser } from '../agents/users/user-list.ts';
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import { goldScript, play } from '../envs/verification/script.ts';
import { makeTasks } from '../generator/tasks/make-tasks.ts';
import { result, type BenchResult } from './measure.ts';
import { environmentPath, TAPE_ENVIRONMENTS } from './tape.ts';

const TASKS = 40;
const TRIALS = 13;
const MIB = 1024 * 1024;

export async function benchEpisodes(): Promise<BenchResult[]> {
  const environments = TAPE_ENVIRONMENTS.map((name) => {
    const dir = environmentPath(name);
    const world = openEnvironment(dir);
    return { dir, world, tasks: makeTasks(world, { count: TASKS, seed: 1, existing: [] }).tasks };
  });
  const place = mkdtempSync(join(tmpdir(), 'callgym-bench-'));
  const gym = await openLocalGym(environments);
  const [agent, user] = [await openAgent('oracle', {}), await openUser('scripted', {})];
  /** Plays episodes and returns the seconds that they took and the most memory that was used. */
  const timed = async (
    name: string,
    trials: number,
    concurrency: number,
  ): Promise<{ seconds: number; rss: number; episodes: number }> => {
    const folder = RunFolder.open(join(place, name), { head: { name }, environments });
    let rss = 0;
    const start = process.hrtime.bigint();
    await runEpisodes(gym.client, folder, {
      environments,
      agent,
      user,
      trials,
      seed: 1,
      concurrency,
      clock: () => Number(process.hrtime.bigint()) / 1e9,
      tell: () => {
        rss = Math.max(rss, process.memoryUsage.rss());
      },
    });
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    const episodes = folder.count;
    folder.close();
    return { seconds, rss, episodes };
  };
  try {
    await timed('warm', 1, 16);
    const few = await timed('few', 5, 16);
    const many = await timed('many', TRIALS, 1000);
    const start = process.hrtime.bigint();
    for (const { world, tasks } of environments) for (const task of tasks) play(world, task, goldScript(world, task));
    const floor = (TASKS * environments.length) / (Number(process.hrtime.bigint() - start) / 1e9);
    return [
      result('episodes.scripted', few.episodes / few.seconds, 'per s', floor),
      result('episodes.1000_at_once', many.episodes / many.seconds, 'per s', few.episodes / few.seconds),
      result('episodes.1000_rss', many.rss / MIB, 'MiB'),
    ];
  } finally {
    await gym.close();
    for (const { world } of environments) world.close();
    rmSync(place, { recursive: true, force: true });
  }
}
