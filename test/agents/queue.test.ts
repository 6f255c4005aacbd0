// Tests a run whose episodes the workers of a queue play. The run folder must have the same bytes as that of a local
// run, even if a worker dies during an episode. A worker has no environments of its own; it receives them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openAgent } from '../../agents/agents/agent-list.ts';
import { DEFAULT_EPISODE_LIMITS } from '../../agents/episodes/play-episode.ts';
import { playInQueue } from '../../agents/queue/play-in-queue.ts';
import { QueueDoor, type RunCard } from '../../agents/queue/queue-door.ts';
import { QueueWorker } from '../../agents/queue/queue-worker.ts';
import { runJobs } from '../../agents/runs/run-episodes.ts';
import { RunFolder } from '../../agents/runs/run-folder.ts';
import { readEnvironmentFiles } from '../../envs/folder/environment-files.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { folder, runInTest, tasksOf } from '../support/played.ts';
import { NO_REDIS, testRedis } from '../support/redis.ts';
import { ORDER_DESK } from '../support/server.ts';

const AGENT = 'noisy:0.3';
const TRIALS = 2;
/**
 * A worker that is silent for this many milliseconds counts as dead. On a busy machine, a living worker is never silent
 * for so long.
 */
const LOCK = 5_000;

async function open(url: string): Promise<QueueDoor> {
  const door = await QueueDoor.open(url);
  onTestFinished(() => door.close());
  return door;
}

function filesOf(dir: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'timings.jsonl')
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file.slice(dir.length), readFileSync(file, 'utf8')]),
  );
}

async function runInQueue(url: string, card: Partial<RunCard> = {}): Promise<string> {
  const tasks = tasksOf(ORDER_DESK, 5);
  const world = openEnvironment(ORDER_DESK, { pool: 1 });
  const environments = [{ world, tasks }];
  const agent = await openAgent(AGENT, {});
  const head = { agent: agent.about, trials: TRIALS, seed: 1 };
  const out = join(folder(), 'run');
  const kept = RunFolder.open(out, { head, environments });
  const door = await open(url);
  await door.putEnvironment(world.hash, () => readEnvironmentFiles(ORDER_DESK));
  const { play, close } = await playInQueue(door, head, {
    agent: AGENT,
    user: 'scripted',
    agentOptions: {},
    userOptions: {},
    seed: 1,
    limits: DEFAULT_EPISODE_LIMITS,
    environments: [
      {
        hash: world.hash,
        name: world.environment.name,
        tasks: tasks.map((task) => `${JSON.stringify(task)}\n`).join(''),
      },
    ],
    ...card,
  });
  try {
    await runJobs(play, kept, { environments, trials: TRIALS, concurrency: 100 });
    kept.finish({});
  } finally {
    await close();
    kept.close();
    world.close();
  }
  return out;
}

describe.skipIf(NO_REDIS !== undefined)('a queue of episodes', () => {
  test('two workers, and one that dies with episodes under way: the run folder is that of a run at home', async () => {
    const { url } = await testRedis();
    const home = await runInTest({
      dirs: [ORDER_DESK],
      tasks: new Map([[ORDER_DESK, tasksOf(ORDER_DESK, 5)]]),
      agent: AGENT,
      user: 'scripted',
      trials: TRIALS,
    });
    const dying = await open(url);
    let taken = 0;
    const both = Promise.withResolvers<void>();
    const worker = await dying.worker(
      () => {
        taken += 1;
        if (taken === 2) both.resolve();
        return new Promise(() => undefined);
      },
      { name: 'dying', concurrency: 2, lock: 1_000 },
    );
    const running = runInQueue(url);
    await both.promise;
    // closes the worker so that it does not report on its episodes
    await worker.close(true);
    for (const name of ['one', 'two']) {
      const worker = await QueueWorker.start(await open(url), {
        name,
        cache: join(folder(), 'cache'),
        concurrency: 2,
        lock: LOCK,
        clock: () => 0,
      });
      onTestFinished(() => worker.close());
    }
    const out = await running;
    expect(taken).toBe(2);
    expect(filesOf(out)).toEqual(filesOf(home.out));
    const counts = await (await open(url)).counts();
    expect(counts).toMatchObject({ waiting: 0, active: 0, failed: 0 });
  });

  test('an agent that cannot play ends the run with its own words', async () => {
    const { url } = await testRedis();
    const worker = await QueueWorker.start(await open(url), {
      name: 'one',
      cache: join(folder(), 'cache'),
      concurrency: 2,
      clock: () => 0,
    });
    onTestFinished(() => worker.close());
    await expect(runInQueue(url, { agent: 'stranger' })).rejects.toThrow('"stranger" is not known');
  });
});
