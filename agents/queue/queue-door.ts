// The queue of episodes in Redis. BullMQ holds the jobs. Redis also holds one card per run with the data that all its
// episodes share, and the environments, which workers fetch by hash.
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Queue, QueueEvents, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { redisUrl } from '../../envs/cluster/redis-door.ts';
import { badInput } from '../../envs/errors/gym-error.ts';
import type { EnvironmentFiles } from '../../envs/folder/environment-files.ts';
import { checkedAs, parseJson, type JsonObject } from '../../envs/values/json.ts';

export interface QueuedJob {
  /** The id of the run's card. */
  readonly run: string;
  readonly environment: string;
  readonly task: string;
  readonly trial: number;
}

/** An episode as a worker returns it: one line for episodes.jsonl. */
export interface QueuedResult {
  readonly line: string;
  readonly seconds: number;
}

/** The data that all episodes of a run share. A worker reads the card once for each run that it opens. */
export interface RunCard {
  readonly agent: string;
  readonly user: string;
  readonly agentOptions: JsonObject;
  readonly userOptions: JsonObject;
  readonly seed: number;
  readonly limits: { readonly turns: number; readonly errors: number };
  readonly greeting?: string;
  /** The agent's instructions. The text {policy} in them is replaced by the environment's policy. */
  readonly system?: string;
  readonly environments: readonly { readonly hash: string; readonly name: string; readonly tasks: string }[];
}

export interface WorkerRules {
  readonly name: string;
  /** The number of episodes that a worker plays at the same time. */
  readonly concurrency: number;
  /** The number of episodes that all workers of the queue together may begin per minute. */
  readonly perMinute?: number | undefined;
  /**
   * Milliseconds without a sign of life after which a worker counts as dead. Its episodes are then played by other
   * workers.
   */
  readonly lock?: number;
}

export type EpisodeQueue = Queue<QueuedJob, QueuedResult>;

const QUEUE = 'episodes';
const DEFAULT_NAME = 'callgym';
/** Seconds for which cards and environments are kept after their last use: a week. */
const KEEP_S = 7 * 86_400;
const CONNECT_MS = 5_000;
const LOCK_MS = 10_000;
const MOST_STALLED = 100;

export class QueueDoor {
  readonly url: string;
  private readonly redis: Redis;
  private readonly prefix: string;
  private episodes: EpisodeQueue | undefined;
  private readonly open_: { close(): Promise<void> }[] = [];

  private constructor(redis: Redis, url: string, prefix: string) {
    this.redis = redis;
    this.url = url;
    this.prefix = prefix;
  }

  static async open(text: string): Promise<QueueDoor> {
    const url = redisUrl(text);
    const name = url.searchParams.get('cluster') ?? DEFAULT_NAME;
    url.search = '';
    const { Redis } = await import('ioredis');
    const redis = new Redis(url.href, { lazyConnect: true, maxRetriesPerRequest: null, connectTimeout: CONNECT_MS });
    let problem = '';
    redis.on('error', (error) => {
      problem = error.message;
    });
    const late = setTimeout(() => redis.disconnect(), CONNECT_MS);
    try {
      await redis.connect();
    } catch (error) {
      redis.disconnect();
      throw badInput({
        path: `${url.protocol}//${url.host}`,
        what: `no Redis answers: ${problem === '' ? (error as Error).message : problem}`,
        mend: 'start one, or give the URL of another',
      });
    } finally {
      clearTimeout(late);
    }
    return new QueueDoor(redis, url.href, name);
  }

  private get connection(): { connection: Redis; prefix: string } {
    return { connection: this.redis, prefix: `${this.prefix}:queue` };
  }

  async queue(): Promise<EpisodeQueue> {
    const bull = await import('bullmq');
    this.episodes ??= this.opened(new bull.Queue<QueuedJob, QueuedResult>(QUEUE, this.connection));
    return this.episodes;
  }

  async events(): Promise<QueueEvents> {
    const bull = await import('bullmq');
    const events = this.opened(new bull.QueueEvents(QUEUE, this.connection));
    events.on('error', () => undefined);
    await events.waitUntilReady();
    return events;
  }

  async worker(
    play: (job: QueuedJob, attempt: number) => Promise<QueuedResult>,
    options: WorkerRules,
  ): Promise<Worker<QueuedJob, QueuedResult>> {
    const bull = await import('bullmq');
    const worker = new bull.Worker<QueuedJob, QueuedResult>(
      QUEUE,
      async ({ data, attemptsMade }) => {
        try {
          return await play(data, attemptsMade + 1);
        } catch (error) {
          if (error instanceof Unplayable) throw new bull.UnrecoverableError(error.message);
          throw error;
        }
      },
      {
        ...this.connection,
        name: options.name,
        concurrency: options.concurrency,
        lockDuration: options.lock ?? LOCK_MS,
        stalledInterval: (options.lock ?? LOCK_MS) / 2,
        maxStalledCount: MOST_STALLED,
        ...(options.perMinute === undefined ? {} : { limiter: { max: options.perMinute, duration: 60_000 } }),
      },
    );
    worker.on('error', () => undefined);
    return this.opened(worker);
  }

  async counts(): Promise<JsonObject> {
    const queue = await this.queue();
    const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'completed', 'failed');
    const { waiting = 0, prioritized = 0, ...rest } = counts;
    return { waiting: waiting + prioritized, ...rest, workers: await queue.getWorkersCount() };
  }

  async putCard(id: string, card: RunCard): Promise<void> {
    await this.put(`card:${id}`, JSON.stringify(card));
  }

  async card(id: string): Promise<RunCard | undefined> {
    const text = await this.get(`card:${id}`);
    return text === undefined ? undefined : checkedAs<RunCard>(parseJson(text));
  }

  async putEnvironment(hash: string, files: () => EnvironmentFiles): Promise<void> {
    const key = `environment:${hash}`;
    if ((await this.redis.expire(this.key(key), KEEP_S)) === 0) await this.put(key, JSON.stringify(files()));
  }

  async environment(hash: string): Promise<EnvironmentFiles | undefined> {
    const text = await this.get(`environment:${hash}`);
    return text === undefined ? undefined : (JSON.parse(text) as EnvironmentFiles);
  }

  private async put(name: string, text: string): Promise<void> {
    await this.redis.set(this.key(name), gzipSync(text), 'EX', KEEP_S);
  }

  private async get(name: string): Promise<string | undefined> {
    const bytes = await this.redis.getBuffer(this.key(name));
    return bytes === null ? undefined : gunzipSync(bytes).toString();
  }

  private key(name: string): string {
    return `${this.prefix}:queue:${name}`;
  }

  private opened<T extends { close(): Promise<void> }>(one: T): T {
    this.open_.push(one);
    return one;
  }

  async close(): Promise<void> {
    for (const each of this.open_.reverse()) await each.close().catch(() => undefined);
    this.redis.disconnect();
  }
}

/** Thrown if another attempt would fail in the same way, for example because the run or the environment is gone. */
export class Unplayable extends Error {}
