// The only connection of a process to the Redis of its cluster. While Redis does not answer, commands fail at once.
// They are not sent later, because their callers have already handled the failure.
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { badInput } from '../errors/gym-error.ts';
import { HttpError } from '../server/http-errors.ts';
import { SCRIPTS, type ScriptName } from './scripts.ts';

/**
 * The name of a cluster whose URL gives none; redis://host:6379?cluster=NAME gives one. Clusters with different names
 * have no keys in common.
 */
const DEFAULT_NAME = 'callgym';
/** Milliseconds after which a command counts as failed, so that no call waits forever for Redis. */
const COMMAND_MS = 2_000;
const RETRY_MS = 100;
const CONNECT_MS = 5_000;

const SHAS = Object.fromEntries(
  Object.entries(SCRIPTS).map(([name, lua]) => [name, createHash('sha1').update(lua).digest('hex')]),
) as Readonly<Record<ScriptName, string>>;

export class RedisDoor {
  private readonly redis: Redis;
  private readonly prefix: string;
  private ready = false;

  private constructor(redis: Redis, prefix: string) {
    this.redis = redis;
    this.prefix = prefix;
  }

  /** Connects to Redis, or throws an error of one line. */
  static async open(text: string): Promise<RedisDoor> {
    const url = redisUrl(text);
    const name = url.searchParams.get('cluster') ?? DEFAULT_NAME;
    url.search = '';
    const { Redis } = await import('ioredis');
    const redis = new Redis(url.href, {
      lazyConnect: true,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_MS,
      connectTimeout: CONNECT_MS,
      retryStrategy: () => RETRY_MS,
    });
    const door = new RedisDoor(redis, `${name}:`);
    // without a listener, ioredis would print its errors
    redis.on('error', () => undefined);
    redis.on('close', () => {
      door.ready = false;
    });
    redis.on('ready', () => {
      door.load().then(
        () => {
          door.ready = true;
        },
        () => redis.disconnect(true),
      );
    });
    try {
      await redis.connect();
      await door.load();
      door.ready = true;
    } catch (error) {
      redis.disconnect();
      throw badInput({
        path: `${url.protocol}//${url.host}`,
        what: `no Redis answers: ${(error as Error).message}`,
        mend: 'start one, or give the URL of another',
      });
    }
    return door;
  }

  get up(): boolean {
    return this.ready;
  }

  key(kind: string, name = ''): string {
    return `${this.prefix}${kind}${name}`;
  }

  async script(name: ScriptName, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    return await this.ask((redis) => redis.evalsha(SHAS[name], keys.length, ...keys, ...args));
  }

  /** Sends a command to Redis. A failure becomes the HTTP error 503, because the client's request is not to blame. */
  async ask<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    if (!this.ready) throw new HttpError('CLUSTER_AWAY', { what: 'Redis does not answer' });
    try {
      return await command(this.redis);
    } catch (error) {
      throw new HttpError('CLUSTER_AWAY', { what: (error as Error).message });
    }
  }

  private async load(): Promise<void> {
    for (const lua of Object.values(SCRIPTS)) await this.redis.script('LOAD', lua);
  }

  close(): void {
    this.redis.disconnect();
  }
}

export function redisUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^rediss?:$/.test(url.protocol))
    throw badInput({ path: text, what: 'is no URL of a Redis', mend: 'write it as redis://host:6379' });
  return url;
}
