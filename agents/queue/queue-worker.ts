// A worker of a queue. The worker plays episodes of any run, on sessions of a server in its own process, and fetches
// each environment by its hash.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentStore } from '../../envs/folder/environment-files.ts';
import { loadTasks, openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Tracing } from '../../envs/server/trace-requests.ts';
import type { World } from '../../envs/world/world.ts';
import type { Task } from '../../envs/values/task.ts';
import { openAgent } from '../agents/agent-list.ts';
import { PlayerFailure, type PlayerOptions, type SitDown } from '../episodes/players.ts';
import { openLocalGym, type Gym } from '../http/local-gym.ts';
import { playOver, type PlayJob } from '../runs/play-job.ts';
import { openUser } from '../users/user-list.ts';
import { agentPrompt } from './agent-prompt.ts';
import {
  Unplayable,
  type QueueDoor,
  type QueuedJob,
  type QueuedResult,
  type RunCard,
  type WorkerRules,
} from './queue-door.ts';

export interface WorkerOptions extends WorkerRules {
  /** The folder in which fetched environments are stored. */
  readonly cache: string;
  /** Returns the time in seconds, for timings. */
  readonly clock: () => number;
  readonly tracing?: Tracing;
  readonly tell?: (id: string, reward: number | null) => void;
}

/**
 * The number of runs whose players and environments stay open. A worker has more open only while their episodes are
 * played.
 */
const READY_RUNS = 4;

interface ReadyRun {
  readonly play: PlayJob;
  readonly worlds: ReadonlyMap<string, { readonly world: World; readonly tasks: ReadonlyMap<string, Task> }>;
  close(): Promise<void>;
}

export class QueueWorker {
  private readonly door: QueueDoor;
  private readonly options: WorkerOptions;
  private readonly store: EnvironmentStore;
  private readonly runs = new Map<string, Promise<ReadyRun>>();
  /** The number of episodes being played, by run. */
  private readonly busy = new Map<string, number>();

  private constructor(door: QueueDoor, options: WorkerOptions) {
    this.door = door;
    this.options = options;
    this.store = new EnvironmentStore(options.cache);
  }

  static async start(door: QueueDoor, options: WorkerOptions): Promise<QueueWorker> {
    const worker = new QueueWorker(door, options);
    await door.worker((job, attempt) => worker.play(job, attempt), options);
    return worker;
  }

  private async play(job: QueuedJob, attempt: number): Promise<QueuedResult> {
    this.busy.set(job.run, (this.busy.get(job.run) ?? 0) + 1);
    try {
      const { play, worlds } = await this.ready(job.run);
      const place = worlds.get(job.environment);
      const task = place?.tasks.get(job.task);
      if (place === undefined || task === undefined) throw new Unplayable(`the run has no task ${job.task}`);
      const { world } = place;
      const id = `${world.environment.name}/${task.id}/${job.trial}`;
      const { episode, seconds } = await play({ id, world, task, trial: job.trial });
      if (episode.end_reason === 'infrastructure' && attempt < ATTEMPTS) throw new Error(String(episode.why));
      this.options.tell?.(id, episode.verdict.reward);
      return { line: JSON.stringify(episode), seconds };
    } catch (error) {
      if (error instanceof PlayerFailure) throw new Unplayable(error.message);
      throw error;
    } finally {
      this.busy.set(job.run, (this.busy.get(job.run) ?? 1) - 1);
    }
  }

  private async ready(run: string): Promise<ReadyRun> {
    let ready = this.runs.get(run);
    if (ready === undefined) {
      ready = this.open(run);
      this.runs.set(run, ready);
      ready.catch(() => this.runs.delete(run));
      await this.closeSome();
    }
    return await ready;
  }

  private async open(run: string): Promise<ReadyRun> {
    const card = await this.door.card(run);
    if (card === undefined) throw new Unplayable(`the card of run ${run} is gone: begin the run again`);
    const { agent, user } = await openPlayers(card);
    const places = await Promise.all(card.environments.map((each) => this.place(run, each)));
    const gym: Gym = await openLocalGym(places, this.options.tracing);
    const { seed, limits, greeting, system } = card;
    return {
      play: playOver(gym.client, {
        agent,
        user,
        seed,
        limits,
        clock: this.options.clock,
        ...(this.options.tracing === undefined ? {} : { tracer: this.options.tracing.tracer }),
        ...(greeting === undefined ? {} : { greeting }),
        ...(system === undefined ? {} : { system: agentPrompt(system) }),
      }),
      worlds: new Map(
        places.map(({ world, tasks }) => [world.hash, { world, tasks: new Map(tasks.map((task) => [task.id, task])) }]),
      ),
      async close() {
        await gym.close();
        for (const { world } of places) world.close();
        agent.close?.();
        user?.close?.();
      },
    };
  }

  private async place(
    run: string,
    { hash, tasks }: RunCard['environments'][number],
  ): Promise<{ dir: string; world: World; tasks: readonly Task[] }> {
    let dir = this.store.find(hash);
    if (dir === undefined) {
      const files = await this.door.environment(hash);
      if (files === undefined) throw new Unplayable(`the environment ${hash} is gone: begin the run again`);
      dir = this.store.put(hash, files);
    }
    // the file's name holds the run, the hash and the process id, because several workers may share the folder
    const file = join(this.options.cache, `${run}-${hash.slice(0, 12)}-${process.pid}.tasks.jsonl`);
    writeFileSync(file, tasks);
    try {
      return { dir, world: openEnvironment(dir, { pool: 1 }), tasks: loadTasks(file) };
    } finally {
      rmSync(file);
    }
  }

  private async closeSome(): Promise<void> {
    for (const [run, ready] of this.runs) {
      if (this.runs.size <= READY_RUNS) return;
      if ((this.busy.get(run) ?? 0) > 0) continue;
      this.runs.delete(run);
      await ready.then((one) => one.close()).catch(() => undefined);
    }
  }

  /** Finishes the episodes in progress and begins no others. */
  async close(): Promise<void> {
    await this.door.close();
    for (const ready of this.runs.values()) await ready.then((one) => one.close()).catch(() => undefined);
    this.runs.clear();
  }
}

/**
 * From this attempt on, an episode whose infrastructure failed is returned as it is. Earlier attempts throw, and the
 * queue then tries again, as often as the run's `attempts` allow.
 */
const ATTEMPTS = 3;

async function openPlayers(card: RunCard): Promise<{ agent: SitDown; user: SitDown | undefined }> {
  try {
    return {
      agent: await openAgent(card.agent, card.agentOptions as PlayerOptions),
      user: card.user === 'none' ? undefined : await openUser(card.user, card.userOptions as PlayerOptions),
    };
  } catch (error) {
    throw new Unplayable((error as Error).message);
  }
}
