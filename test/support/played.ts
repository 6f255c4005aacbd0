// Runs in tests: real sockets, a folder of their own, tasks made once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { openAgent } from '../../agents/agents/agent-list.ts';
import { DEFAULT_EPISODE_LIMITS, type EpisodeLimits } from '../../agents/episodes/play-episode.ts';
import type { PlayerOptions } from '../../agents/episodes/players.ts';
import { openLocalGym } from '../../agents/http/local-gym.ts';
import type { Outcome } from '../../agents/runs/outcome.ts';
import { runEpisodes } from '../../agents/runs/run-episodes.ts';
import { RunFolder } from '../../agents/runs/run-folder.ts';
import { openUser } from '../../agents/users/user-list.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Episode } from '../../envs/values/episode.ts';
import type { Task } from '../../envs/values/task.ts';
import { makeTasks } from '../../generator/tasks/make-tasks.ts';
import { readFileSync } from 'node:fs';

const made = new Map<string, readonly Task[]>();

/** Audited tasks of an environment, the same in every test of a file. */
export function tasksOf(dir: string, count: number): readonly Task[] {
  const key = `${dir} ${count}`;
  let tasks = made.get(key);
  if (tasks === undefined) {
    const world = openEnvironment(dir);
    tasks = makeTasks(world, { count, seed: 1, existing: [] }).tasks;
    world.close();
    made.set(key, tasks);
  }
  return tasks;
}

export interface Setting {
  readonly dirs: readonly string[];
  readonly tasks: ReadonlyMap<string, readonly Task[]>;
  readonly agent: string;
  readonly user: string;
  readonly options?: PlayerOptions;
  readonly trials?: number;
  readonly seed?: number;
  readonly concurrency?: number;
  readonly limits?: EpisodeLimits;
  readonly out?: string;
}

export interface RunInTest {
  readonly out: string;
  readonly episodes: readonly Episode[];
  readonly outcomes: readonly Outcome[];
}

export function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-run-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A folder for all tests of a file; asked for where the file begins. */
export function lasting(): string {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-tests-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export async function runInTest(setting: Setting): Promise<RunInTest> {
  const { dirs, tasks, options = {}, trials = 1, seed = 1, concurrency = 4, limits = DEFAULT_EPISODE_LIMITS } = setting;
  const out = setting.out ?? join(folder(), 'run');
  const environments = dirs.map((dir) => ({
    dir,
    world: openEnvironment(dir, { pool: 1 }),
    tasks: tasks.get(dir) ?? [],
  }));
  const agent = await openAgent(setting.agent, options);
  const user = setting.user === 'none' ? undefined : await openUser(setting.user, options);
  const gym = await openLocalGym(environments);
  const kept = RunFolder.open(out, { head: { agent: agent.about, trials, seed }, environments });
  try {
    await runEpisodes(gym.client, kept, {
      environments,
      agent,
      user,
      trials,
      seed,
      concurrency,
      limits,
    });
    kept.finish({});
  } finally {
    kept.close();
    await gym.close();
    for (const { world } of environments) world.close();
  }
  return {
    out,
    outcomes: kept.outcomes(),
    episodes: readFileSync(join(out, 'episodes.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Episode),
  };
}
