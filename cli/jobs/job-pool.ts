// Lets several processes do work of one kind. Results come in the order of the items, so that the number of processes
// does not change the files of a command. If a process dies, its items are tried once more. If the process of an item
// dies again, that item fails, and the others continue.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import { GymError, type GymErrorCode } from '../../envs/errors/gym-error.ts';
import { checkedAs, parseJson, type Json } from '../../envs/values/json.ts';
import { JOBS, type ItemOf, type JobKind, type ResultOf, type SetupOf } from './job-list.ts';
import type { Job } from './job.ts';
import type { FromJob, ToJob, ToldError } from './job-messages.ts';

export interface PoolOptions {
  readonly jobs: number;
  /** The largest number of items that one process works on at the same time; 1 if undefined. */
  readonly each?: number;
  /** The script that the processes run. Tests replace it. */
  readonly script?: string;
}

/** The outcome of an item: a result, an error, or a message that its processes died. */
export type Done<R> = { readonly result: R } | { readonly error: Error } | { readonly died: string };

interface Waiting {
  readonly item: string;
  readonly resolve: (done: Done<never>) => void;
  readonly tell: (part: Json) => void;
  deaths: number;
}

const MOST_DEATHS = 2;
/** The script that the processes run. Its name ends like this file's: ".ts" in a checkout and ".js" in the package. */
const SCRIPT = fileURLToPath(new URL(`job-process${import.meta.url.slice(-3)}`, import.meta.url));

export class JobPool<K extends JobKind> {
  private readonly open: ToJob;
  private readonly options: PoolOptions;
  private readonly busy = new Map<ChildProcess, Set<number>>();
  private readonly items = new Map<number, Waiting>();
  private readonly queue: number[] = [];
  private count = 0;
  private closed = false;

  constructor(kind: K, setup: SetupOf<K>, options: PoolOptions) {
    this.open = { kind: 'open', job: kind, setup: JSON.stringify(setup) };
    this.options = options;
  }

  /** Lets a process do one item. The promise never rejects: an error is a part of its value. */
  do(item: ItemOf<K>, tell: (part: Json) => void = () => undefined): Promise<Done<ResultOf<K>>> {
    return new Promise((resolve) => {
      const at = this.count++;
      const text = JSON.stringify(item);
      this.items.set(at, { item: text, resolve: resolve as Waiting['resolve'], tell, deaths: 0 });
      this.queue.push(at);
      this.dispatch();
    });
  }

  /**
   * Lets the processes do the items, and yields the results in the order of the items. At most `ahead` results wait to
   * be taken, so that few are kept in memory.
   */
  async *inOrder(
    items: Iterable<ItemOf<K>>,
    tell?: (item: ItemOf<K>, part: Json) => void,
  ): AsyncGenerator<Done<ResultOf<K>>, void, void> {
    const ahead = 8 * this.options.jobs * (this.options.each ?? 1);
    const begun: Promise<Done<ResultOf<K>>>[] = [];
    for (const item of items) {
      begun.push(this.do(item, (part) => tell?.(item, part)));
      if (begun.length >= ahead) yield await (begun.shift() as Promise<Done<ResultOf<K>>>);
    }
    for (const each of begun) yield await each;
  }

  private dispatch(): void {
    const { jobs, each = 1 } = this.options;
    for (let [next] = this.queue; next !== undefined && !this.closed; [next] = this.queue) {
      const [free] = this.roomFor(next, each);
      const idle = free !== undefined && free[1].size === 0;
      const [child, at] = idle || this.busy.size >= jobs ? (free ?? []) : this.start();
      if (child === undefined || at === undefined) return;
      this.queue.shift();
      at.add(next);
      send(child, { kind: 'item', at: next, item: (this.items.get(next) as Waiting).item });
    }
  }

  /**
   * Returns the processes that can take another item; those with the fewest items come first. An item whose process
   * died gets a process of its own, because a second death must not affect other items.
   */
  private roomFor(next: number, each: number): [ChildProcess, Set<number>][] {
    const isSuspect = (item: number): boolean => (this.items.get(item)?.deaths ?? 0) > 0;
    return [...this.busy]
      .filter(([, at]) => at.size === 0 || (at.size < each && !isSuspect(next) && ![...at].some(isSuspect)))
      .sort(([, a], [, b]) => a.size - b.size);
  }

  private start(): [ChildProcess, Set<number>] {
    const cache = getCompileCacheDir();
    const child = fork(this.options.script ?? SCRIPT, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }) },
    });
    const at = new Set<number>();
    this.busy.set(child, at);
    child.on('message', (message: FromJob) => this.heard(child, at, message));
    child.on('exit', (code, signal) => this.died(child, at, signal ?? `status ${code}`));
    send(child, this.open);
    return [child, at];
  }

  private heard(child: ChildProcess, at: Set<number>, message: FromJob): void {
    if (message.kind === 'told') {
      this.items.get(message.at)?.tell(parseJson(message.part));
      return;
    }
    if (message.kind === 'done') {
      at.delete(message.at);
      this.settle(message.at, { result: checkedAs(parseJson(message.result)) });
    } else if (message.at === null) {
      // the error belongs to no item: the process could not start its work, so all of its items fail
      for (const each of at) this.settle(each, { error: errorOf(message.error) });
      at.clear();
      this.busy.delete(child);
      child.kill();
    } else {
      at.delete(message.at);
      this.settle(message.at, { error: errorOf(message.error) });
    }
    this.dispatch();
  }

  private died(child: ChildProcess, at: ReadonlySet<number>, why: string): void {
    this.busy.delete(child);
    if (this.closed) return;
    for (const each of at) {
      const waiting = this.items.get(each) as Waiting;
      waiting.deaths += 1;
      if (waiting.deaths < MOST_DEATHS) this.queue.unshift(each);
      else this.settle(each, { died: `its process died ${MOST_DEATHS} times (${why})` });
    }
    this.dispatch();
  }

  private settle(at: number, done: Done<never>): void {
    this.items.get(at)?.resolve(done);
    this.items.delete(at);
  }

  /** Ends the processes. Items that are not done are dropped. */
  async close(): Promise<void> {
    this.closed = true;
    const live = [...this.busy.keys()];
    for (const [child, at] of this.busy)
      if (at.size > 0) child.kill('SIGKILL');
      else if (child.connected) child.disconnect();
    await Promise.all(live.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  }
}

/** Does items and yields the results in their order: in this process if `jobs` is 1, otherwise in several processes. */
export async function* workInOrder<K extends JobKind>(
  kind: K,
  setup: SetupOf<K>,
  items: Iterable<ItemOf<K>>,
  { jobs, tell }: { readonly jobs: number; readonly tell?: (item: ItemOf<K>, part: Json) => void },
): AsyncGenerator<Done<ResultOf<K>>, void, void> {
  if (jobs > 1) {
    const pool = new JobPool(kind, setup, { jobs });
    try {
      yield* pool.inOrder(items, tell);
    } finally {
      await pool.close();
    }
    return;
  }
  const job = checkedAs<Job<SetupOf<K>, ItemOf<K>, ResultOf<K>>>(await JOBS[kind]());
  const work = await job.open(setup);
  try {
    for (const item of items) {
      let done: Done<ResultOf<K>>;
      try {
        done = { result: await work.do(item, (part) => tell?.(item, part)) };
      } catch (error) {
        done = { error: error as Error };
      }
      yield done;
    }
  } finally {
    await work.close?.();
  }
}

function send(child: ChildProcess, message: ToJob): void {
  // a process that has died gets no message; its exit event deals with its items
  if (child.connected) child.send(message, () => undefined);
}

function errorOf({ message, stack, gym, name }: ToldError): Error {
  if (gym !== undefined) return new GymError(gym.code as GymErrorCode, gym.fields);
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}
