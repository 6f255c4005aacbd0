// `callgym serve --workers N`: the part that starts the worker processes, and the part that runs in each worker.
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Capabilities } from '../envs/server/capabilities.ts';
import { WORKER_PLAN, type ToSupervisor, type ToWorker, type WorkerPlan } from '../envs/server/workers/messages.ts';
import { Supervisor } from '../envs/server/workers/supervisor.ts';
import { dealJournals, journalOf } from '../envs/server/workers/worker-journals.ts';
import { WorkerOwnership } from '../envs/server/workers/worker-ownership.ts';
import { listen } from './listen.ts';
import { makeServer, seatOf, type ServeWish } from './serve-one.ts';

const LOAD_MS = 500;

export interface Serving {
  readonly url: string;
  readonly token: string;
  readonly workers: readonly (string | null)[];
  readonly restored: number;
  /**
   * Resolves when the workers have ended on their own: with 0 if each was asked to hand its sessions over, with 1 if
   * one died too often.
   */
  readonly ended: Promise<0 | 1>;
  stop(): Promise<void>;
}

/** Starts the workers. If one of them cannot start, returns its exit status. */
export async function supervise(wish: ServeWish): Promise<Serving | { readonly status: number }> {
  const token = wish.token ?? new Capabilities().token;
  if (wish.journal !== undefined) dealJournals(wish.journal, wish.workers);
  const ended = Promise.withResolvers<0 | 1>();
  const supervisor = new Supervisor({
    exec: fileURLToPath(new URL('callgym.js', import.meta.url)),
    args: process.argv.slice(2),
    workers: wish.workers,
    token,
    host: wish.host,
    port: wish.port,
    onDeath(worker, why, again) {
      process.stderr.write(
        `worker ${worker} died (${why})${again ? ' and is started again' : '; it dies too often'}\n`,
      );
      if (!again) ended.resolve(1);
    },
    onEmpty: () => ended.resolve(0),
    ...(wish.cluster === undefined ? {} : { grace: wish.cluster.grace }),
  });
  const started = await supervisor.start();
  if ('status' in started) return started;
  return {
    ...started,
    token,
    workers: supervisor.workerUrls,
    restored: supervisor.restored,
    ended: ended.promise,
    stop: () => supervisor.stop(),
  };
}

/**
 * Returns the instructions that the supervisor gave to this process. Returns undefined if this process is not a worker.
 */
export function workerPlan(): WorkerPlan | undefined {
  const text = process.env[WORKER_PLAN];
  return text === undefined ? undefined : (JSON.parse(text) as WorkerPlan);
}

export async function work(wish: ServeWish, plan: WorkerPlan): Promise<void> {
  try {
    await workUntilStopped(wish, plan);
  } finally {
    // unref lets the process end although its channel to the supervisor is open; a disconnect would hide the exit
    // status
    process.channel?.unref();
  }
}

async function workUntilStopped(wish: ServeWish, plan: WorkerPlan): Promise<void> {
  const tell = (message: ToSupervisor): void => {
    if (process.connected) process.send?.(message);
  };
  const ownership = new WorkerOwnership(plan, tell);
  const stopped = new Promise<void>((resolve) => {
    process.on('message', (message: ToWorker) => {
      if (message.kind === 'stop') resolve();
      else ownership.heard(message);
    });
  });
  // Ctrl-C in a terminal reaches the workers too, but the supervisor tells them when to end
  process.on('SIGINT', () => undefined);
  const { index, workers, host, port, door, token } = plan;
  // in a cluster each worker joins as a server of its own, and Redis knows which worker owns a session
  const seat = await seatOf({ ...wish, token, ...workerNode(wish, index) });
  const server = await makeServer(wish, {
    token,
    ownership,
    mark: index,
    ...seat?.part,
    ...(wish.journal === undefined ? {} : { journal: journalOf(wish.journal, index, workers) }),
  });
  const url = await listen(server, port, host, '0');
  ownership.port = Number(new URL(url).port);
  await server.openDoor(door, host);
  await seat?.enter(server, reachable(url));
  const { restored } = server.restored;
  tell({ kind: 'listening', url: reachable(url), restored });
  let told = restored;
  const telling = setInterval(() => {
    if (server.sessions.size !== told) tell({ kind: 'load', sessions: (told = server.sessions.size) });
  }, LOAD_MS);
  await Promise.race([
    stopped,
    once(process, 'SIGTERM'),
    once(process, 'disconnect'),
    ...(seat === undefined ? [] : [seat.asked.then(() => tell({ kind: 'leaves' }))]),
  ]);
  clearInterval(telling);
  await (seat === undefined ? server.stop() : seat.leave(server));
  await wish.traces?.close();
}

/**
 * Gives each worker its own name in the cluster: the name of the option --node and the worker's number, such as "a.0".
 */
function workerNode({ cluster }: ServeWish, index: number): Pick<ServeWish, 'cluster'> {
  const node = cluster?.node === undefined ? undefined : `${cluster.node}.${index}`;
  return { cluster: cluster === undefined ? undefined : { ...cluster, node } };
}

/** Returns the URL with which this machine reaches a server that listens on all addresses. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
