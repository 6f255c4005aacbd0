// Plays runs in tests: over real sockets, in separate folders, with tasks that are made once.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
import { loadEnvironment, openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Episode } from '../../envs/values/episode.ts';
import type { Task } from '../../envs/values/task.ts';
import { World } from '../../envs/world/world.ts';
import { makeTasks } from '../../generator/tasks/make-tasks.ts';
import { madeOnce } from './made-once.ts';

/** The sizes of the sets of tasks. A test takes the first tasks of the smallest set that is large enough. */
const SETS = [5, 24] as const;
export const MOST_TASKS = 24;

/** Returns audited tasks of an environment, the same in every test. The first test of a run makes them. */
export function tasksOf(dir: string, count: number): readonly Task[] {
  const size = SETS.find((each) => each >= count);
  if (size === undefined) throw new Error(`tasksOf gives ${MOST_TASKS} tasks at most, not ${count}`);
  return madeOnce(`tasks ${dir} ${size}`, () => {
    const environment = loadEnvironment(dir);
    const half = Math.ceil(size / 2);
    const world = new World(environment);
    const { tasks: told } = makeTasks(world, { count: half, seed: 1, existing: [] });
    // an environment with stories makes no tasks without them, and tests need kinds of tasks that only random drawing
    // gives
    const { stories: _stories, ...bare } = environment;
    const { tasks: drawn } = makeTasks(new World(bare), { count: size - told.length, seed: 1, existing: told });
    // without stories the world differs only in its hash, so the tasks get the hash of the whole environment
    return drawn
      .flatMap((task, at) => [{ ...task, environment: world.hash }, ...told.slice(at, at + 1)])
      .concat(told.slice(drawn.length));
  }).slice(0, count);
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

/** Makes a folder for all tests of a file; it is removed at the end. Call this at the beginning of the file. */
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
