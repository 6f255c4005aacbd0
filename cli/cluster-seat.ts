// The cluster part of `callgym serve --cluster URL`: reads the flags, joins this server to the cluster, and leaves the
// cluster at the end.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClusterNode } from '../envs/cluster/cluster-node.ts';
import { fetchEnvironment } from '../envs/cluster/fetch-environment.ts';
import { RedisDoor } from '../envs/cluster/redis-door.ts';
import { badInput } from '../envs/errors/gym-error.ts';
import { EnvironmentStore } from '../envs/folder/environment-files.ts';
import type { GymServer, ServerOptions } from '../envs/server/server.ts';
import type { Invocation } from './command.ts';
import { wholeOption } from './options.ts';

export interface ClusterWish {
  readonly url: string;
  readonly node: string | undefined;
  readonly advertise: string | undefined;
  readonly environments: string;
  readonly lease: number;
  readonly grace: number;
}

export const CLUSTER_OPTIONS = {
  cluster: { type: 'string', value: 'URL', about: 'redis://… of the servers that share their sessions' },
  node: { type: 'string', value: 'ID', about: "this server's name in the cluster; host and port" },
  advertise: { type: 'string', value: 'HOST', about: 'the name or address by which others reach this machine' },
  'environment-cache': {
    type: 'string',
    value: 'DIR',
    about: 'folders of environments by hash; others are fetched from other servers into it',
  },
  lease: { type: 'string', value: 'MS', about: 'a server that is silent for so long counts as dead; 1200' },
  grace: { type: 'string', value: 'SECONDS', about: 'that live users may go on talking when the server drains; 30' },
} as const;

const LEASE_MS = 1_200;
const GRACE_S = 30;

export function readCluster(
  options: Invocation['options'],
  { host, token, journal, dialects }: { host: string; token: string | undefined; journal: unknown; dialects: unknown },
): ClusterWish | undefined {
  const given = (name: string): string | undefined => {
    const value = options[name];
    return typeof value === 'string' ? value : undefined;
  };
  const url = given('cluster');
  if (url === undefined) {
    const vain = Object.keys(CLUSTER_OPTIONS).find((name) => options[name] !== undefined);
    if (vain !== undefined) throw badInput({ path: `--${vain}`, what: 'needs --cluster URL' });
    return undefined;
  }
  if (token === undefined)
    throw badInput({
      path: '--cluster',
      what: 'the servers of a cluster share one control token',
      mend: 'set CALLGYM_TOKEN to the same secret everywhere',
    });
  if (journal !== undefined)
    throw badInput({ path: '--journal', what: 'Redis keeps the sessions of a cluster', mend: 'leave --journal out' });
  if (dialects !== undefined)
    throw badInput({
      path: '--dialects',
      what: 'faces for trainers keep their seats in one server',
      mend: 'serve them without --cluster; agents of a cluster use the native API, MCP or the original paths',
    });
  const advertise = given('advertise');
  if (advertise === undefined && /^(?:0\.0\.0\.0|::)$/.test(host))
    throw badInput({
      path: `--host ${host}`,
      what: 'does not tell other servers how to reach this one',
      mend: 'add --advertise HOST',
    });
  return {
    url,
    node: given('node'),
    advertise,
    environments: given('environment-cache') ?? join(tmpdir(), 'callgym-environments'),
    lease: wholeOption(options, 'lease', 100, 600_000) ?? LEASE_MS,
    grace: wholeOption(options, 'grace', 0, 86_400) ?? GRACE_S,
  };
}

export class ClusterSeat {
  private readonly node: ClusterNode;
  private readonly wish: ClusterWish;
  /** Resolves when the cluster asks this server to drain: to hand its sessions over and to stop. */
  readonly asked: Promise<void>;
  private server: GymServer | undefined;

  private constructor(wish: ClusterWish, node: ClusterNode, asked: Promise<void>) {
    this.wish = wish;
    this.node = node;
    this.asked = asked;
  }

  static async open(wish: ClusterWish, { token, idle }: { token: string; idle: number }): Promise<ClusterSeat> {
    const door = await RedisDoor.open(wish.url);
    const asked = Promise.withResolvers<void>();
    const parts = { store: new EnvironmentStore(wish.environments), token };
    let seat: ClusterSeat | undefined;
    const node = new ClusterNode(door, {
      name: wish.node,
      lease: wish.lease,
      idle,
      fetch: async (nameOrHash, urls) => {
        const shelf = seat?.server?.shelf;
        return shelf !== undefined && (await fetchEnvironment(parts, shelf, nameOrHash, urls));
      },
      onDrain: () => asked.resolve(),
    });
    seat = new ClusterSeat(wish, node, asked.promise);
    return seat;
  }

  /** The options that a server needs because it is in a cluster. */
  get part(): Pick<ServerOptions, 'ownership' | 'sessionLog' | 'answers'> {
    const { node } = this;
    return { ownership: node, sessionLog: node.log, answers: { began: node.began, ready: node.ready } };
  }

  /** Joins the cluster. Must be called after the server has begun to listen, because the cluster gets its URL. */
  async enter(server: GymServer, listening: string): Promise<void> {
    this.server = server;
    const url = new URL(listening);
    if (this.wish.advertise !== undefined) url.hostname = this.wish.advertise;
    await this.node.join(server, url.origin);
    process.stderr.write(`cluster: ${this.node.register.id} at ${url.origin}\n`);
  }

  /** Hands the sessions over to other servers, stops the server and leaves the cluster. */
  async leave(server: GymServer): Promise<void> {
    try {
      await this.node.drain(this.wish.grace);
      process.stderr.write(`drained: ${this.node.totals.released} sessions given up\n`);
    } catch (error) {
      process.stderr.write(`not drained: ${(error as Error).message}\n`);
    }
    await this.node.register.stop();
    await server.stop();
    await this.node.leave();
  }
}
