// Starts servers of a cluster inside the test's process. They are stopped when the test ends.
import { onTestFinished } from 'vitest';
import { ClusterNode, type ClusterOptions } from '../../envs/cluster/cluster-node.ts';
import { RedisDoor } from '../../envs/cluster/redis-door.ts';
import { GymServer, type ServerOptions } from '../../envs/server/server.ts';
import { ORDER_DESK, TOKEN } from './server.ts';

/** The length of a lease in milliseconds. It is long enough for a server on a busy machine to renew it in time. */
const LEASE = 4_000;

export interface TestNode {
  readonly node: ClusterNode;
  readonly server: GymServer;
  readonly url: string;
  readonly door: RedisDoor;
  /** Ends a server as if its process had died: it sends nothing more to Redis. */
  kill(): Promise<void>;
}

export async function join(
  url: string,
  name: string,
  more: Partial<ClusterOptions> = {},
  serving: Partial<ServerOptions> = {},
): Promise<TestNode> {
  const door = await RedisDoor.open(url);
  const node = new ClusterNode(door, { name, idle: 600, lease: LEASE, ...more });
  const server = await GymServer.make({
    environments: [ORDER_DESK],
    token: TOKEN,
    ownership: node,
    sessionLog: node.log,
    answers: { began: node.began, ready: node.ready },
    ...serving,
  });
  const at = await server.listen(0, '127.0.0.1');
  await node.join(server, at);
  let live = true;
  const kill = async (): Promise<void> => {
    if (!live) return;
    live = false;
    door.close();
    await server.stop();
  };
  onTestFinished(kill);
  return { node, server, url: at, door, kill };
}
