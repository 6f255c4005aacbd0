// Measures the cost of judging a recorded episode again, and the cost of finding out whether the agent or the user is
// to blame. The floor (the least possible cost) of both is judging the episode's log.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAgent } from '../agents/agents/agent-list.ts';
import { openLocalGym } from '../agents/http/local-gym.ts';
import { attribute } from '../agents/keep/attribute.ts';
import { runEpisodes } from '../agents/runs/run-episodes.ts';
import { RunFolder, RUN_FILES } from '../agents/runs/run-folder.ts';
import { readEpisode } from '../agents/runs/read-episode.ts';
import { replay, RunRecord } from '../agents/runs/run-record.ts';
import { verifyRun } from '../agents/runs/verify-run.ts';
import { openUser } from '../agents/users/user-list.ts';
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import { judge } from '../envs/verification/judge.ts';
import { makeTasks } from '../generator/tasks/make-tasks.ts';
import { microseconds, result, type BenchResult } from './measure.ts';
import { environmentPath, TAPE_ENVIRONMENTS } from './tape.ts';

const TASKS = 40;
const TRIALS = 4;

export async function benchKeeping(): Promise<BenchResult[]> {
  const environments = TAPE_ENVIRONMENTS.map((name) => {
    const dir = environmentPath(name);
    const world = openEnvironment(dir);
    return { dir, world, tasks: makeTasks(world, { count: TASKS, seed: 1, existing: [] }).tasks };
  });
  const place = mkdtempSync(join(tmpdir(), 'callgym-bench-'));
  const gym = await openLocalGym(environments);
  try {
    const folder = RunFolder.open(join(place, 'run'), { head: { seed: 1 }, environments });
    await runEpisodes(gym.client, folder, {
      environments,
      agent: await openAgent('noisy:1', {}),
      user: await openUser('scripted', {}),
      trials: TRIALS,
      seed: 1,
      concurrency: 16,
    });
    folder.finish({});
    folder.close();
    const { dir } = folder;
    verifyRun(dir);
    const verified = microseconds(() => void verifyRun(dir)) / 1000;
    const run = RunRecord.open(dir);
    const played = readFileSync(join(dir, RUN_FILES.episodes), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const episode = readEpisode(line, dir);
        const [world, task] = [run.worldOf(episode.environment.hash), run.taskOf(episode)];
        return { episode, world, task, log: replay(world, task, episode) };
      });
    const judged = microseconds(() => {
      for (const { episode, world, task, log } of played)
        judge(world, task, log, { messages: episode.messages, end: episode.end_reason });
    });
    const failed = played.filter(({ episode }) => episode.verdict.reward === 0);
    const blamed = microseconds(() => {
      for (const { episode, world, task, log } of failed) attribute(world, task, episode, log);
    });
    run.close();
    const floor = judged / 1000 / played.length;
    return [
      result('verify.episode', verified / played.length, 'ms', floor),
      result('attribute.episode', blamed / 1000 / failed.length, 'ms', floor),
    ];
  } finally {
    await gym.close();
    for (const { world } of environments) world.close();
    rmSync(place, { recursive: true, force: true });
  }
}
