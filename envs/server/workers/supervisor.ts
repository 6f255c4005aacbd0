// Runs the workers of one machine: one process per core, each with its own sessions. All workers listen on one shared
// port (the door). Each also has its own port, which appears in the URLs of its sessions. The supervisor starts the
// workers, chooses workers for new sessions and replaces a worker that dies.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { planToEnvironment, type ToSupervisor, type ToWorker, type WorkerPlan } from './messages.ts';
import { Placement } from './placement.ts';

export interface Supervised {
  /** The script that a worker runs. `args` are the arguments of the script. */
  readonly exec: string;
  readonly args: readonly string[];
  readonly workers: number;
  readonly token: string;
  readonly host: string;
  /** The number of the shared port; 0 means any free port. The workers' own ports have the next numbers. */
  readonly port: number;
  /** Seconds that a worker may take in addition to the usual time when it hands its sessions over. */
  readonly grace?: number;
  /** Called when every worker has ended because the cluster asked it to stop. */
  readonly onEmpty?: () => void;
  /** Called when a worker has died. `again` tells whether the supervisor replaces it. */
  readonly onDeath?: (worker: number, why: string, again: boolean) => void;
}

/** A worker that dies more often than this, without answering in between, is not replaced. */
const MOST_DEATHS = 5;
const STOP_MS = 20_000;

export class Supervisor {
  private readonly plan: Supervised;
  private readonly placement: Placement;
  private readonly running: (Worker | undefined)[];
  private readonly urls: (string | null)[];
  private readonly ports: number[];
  /**
   * For each worker, the number of its deaths since it last answered. Undefined until the worker has listened for the
   * first time.
   */
  private readonly deaths: (number | undefined)[];
  /** The workers that the cluster has asked to stop. */
  private readonly leaving = new Set<number>();
  private door = 0;
  private stopping = false;
  restored = 0;

  constructor(plan: Supervised) {
    this.plan = plan;
    this.placement = new Placement(plan.workers);
    this.running = Array.from({ length: plan.workers });
    this.urls = Array.from({ length: plan.workers }, () => null);
    this.ports = Array.from({ length: plan.workers }, (_each, at) => (plan.port === 0 ? 0 : plan.port + 1 + at));
    this.deaths = Array.from({ length: plan.workers });
  }

  /**
   * Starts all workers. Returns the URL of the shared port when every worker listens. If a worker fails, returns its
   * exit status.
   */
  async start(): Promise<{ readonly url: string } | { readonly status: number }> {
    cluster.setupPrimary({ exec: this.plan.exec, args: [...this.plan.args] });
    this.door = this.plan.port === 0 ? await freePort(this.plan.host) : this.plan.port;
    // the first worker starts alone, so that an error in the input is reported only once
    for (const group of [[0], Array.from({ length: this.plan.workers - 1 }, (_each, at) => at + 1)]) {
      const results = await Promise.all(group.map((index) => this.begin(index)));
      const failed = results.find((status) => status !== 0);
      if (failed !== undefined) {
        await this.stop();
        return { status: failed };
      }
    }
    const { host } = this.plan;
    return { url: `http://${host.includes(':') ? `[${host}]` : host}:${this.door}` };
  }

  get workerUrls(): readonly (string | null)[] {
    return this.urls;
  }

  /** Starts a worker. Resolves to 0 when it listens, or to its exit status if it ends before. */
  private begin(index: number): Promise<number> {
    const { workers, token, host } = this.plan;
    const plan: WorkerPlan = { index, workers, token, host, port: this.ports[index] ?? 0, door: this.door };
    const worker = cluster.fork(planToEnvironment(plan));
    this.running[index] = worker;
    return new Promise((resolve) => {
      worker.on('message', (message: ToSupervisor) => {
        if (message.kind === 'listening') resolve(0);
        this.heard(index, worker, message);
      });
      worker.on('exit', (code, signal) => {
        resolve(code ?? 1);
        this.died(index, worker, signal ?? `status ${code}`);
      });
    });
  }

  private heard(index: number, worker: Worker, message: ToSupervisor): void {
    switch (message.kind) {
      case 'listening':
        this.urls[index] = message.url;
        this.ports[index] = Number(new URL(message.url).port);
        this.restored += message.restored;
        this.deaths[index] ??= 0;
        this.placement.loaded(index, message.restored);
        this.tellPeers();
        break;
      case 'load':
        if (this.urls[index] !== null) this.placement.loaded(index, message.sessions);
        this.deaths[index] = 0;
        break;
      case 'leaves':
        this.leaving.add(index);
        break;
      case 'place':
        send(worker, {
          kind: 'placed',
          ask: message.ask,
          worker: this.placement.place(message.start, message.count) ?? null,
        });
        break;
    }
  }

  private died(index: number, worker: Worker, why: string): void {
    if (this.running[index] !== worker) return;
    this.running[index] = undefined;
    this.urls[index] = null;
    this.placement.away(index);
    this.tellPeers();
    const before = this.deaths[index];
    if (this.stopping || before === undefined) return;
    if (this.leaving.has(index)) {
      if (this.running.every((each) => each === undefined)) this.plan.onEmpty?.();
      return;
    }
    this.deaths[index] = before + 1;
    const again = before < MOST_DEATHS;
    this.plan.onDeath?.(index, why, again);
    if (again) void this.begin(index);
  }

  private tellPeers(): void {
    for (const worker of this.running) if (worker !== undefined) send(worker, { kind: 'peers', urls: this.urls });
  }

  /** Lets every worker finish its requests and end. A worker that takes too long is killed. */
  async stop(): Promise<void> {
    this.stopping = true;
    const live = this.running.filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
    const ended = live.map((worker) => once(worker, 'exit'));
    for (const worker of live) send(worker, { kind: 'stop' });
    const impatient = setTimeout(
      () => {
        for (const worker of live) worker.process.kill('SIGKILL');
      },
      STOP_MS + (this.plan.grace ?? 0) * 1000,
    );
    await Promise.all(ended);
    clearTimeout(impatient);
  }
}

function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}

async function freePort(host: string): Promise<number> {
  const probe = createServer();
  probe.listen(0, host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
