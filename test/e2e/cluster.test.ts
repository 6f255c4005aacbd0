// Tests three servers of a cluster as processes while clients make calls. Servers are killed or paused and Redis is
// restarted; no acknowledged call may be lost or made twice. `npm run measure:cluster` is the large version.
import { Agent } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, type Reply } from '../../bench/ask-server.ts';
import { startServer, TOKEN, type Server } from '../../bench/cluster-server.ts';
import { driveCluster } from '../../bench/drive-cluster.ts';
import { NO_REDIS, testRedis } from '../support/redis.ts';

interface Session {
  readonly id: string;
  readonly urls: { readonly agent: string };
  readonly tokens: { readonly agent: string };
}

async function start(redis: string): Promise<Server> {
  const server = await startServer({ redis, lease: 1_000 });
  onTestFinished(() => {
    server.child.kill('SIGKILL');
  });
  return server;
}

describe.skipIf(NO_REDIS !== undefined)('a cluster of processes', () => {
  const usual = { nodes: 3, sessions: 60, seed: 7, clients: 6, lease: 1_000, between: [300, 900] } as const;

  test('60 sessions, 3 killed servers: 0 acknowledged calls lost, 0 doubled', async () => {
    const { url } = await testRedis();
    const figures = await driveCluster({ ...usual, redis: url, kills: 3 });
    expect(figures).toMatchObject({ sessions: 60, kills: 3, lost: 0, doubled: 0, strange: [] });
    // each session had calls after the last kill
    expect(figures.calls).toBeGreaterThanOrEqual(60);
  });

  test('60 sessions, 2 servers that sleep past their lease and wake up in traffic: 0 lost, 0 doubled', async () => {
    const { url } = await testRedis();
    const figures = await driveCluster({ ...usual, redis: url, kills: 0, sleeps: 2 });
    expect(figures).toMatchObject({ lost: 0, doubled: 0, strange: [] });
    // each pause ends when another server has taken over a session of the paused server
    expect(figures.adopted).toBeGreaterThanOrEqual(2);
  });

  test('60 sessions, Redis killed and started again twice in traffic: 503, then all go on, 0 lost, 0 doubled', async () => {
    const redis = await testRedis();
    if (!redis.own) return;
    const figures = await driveCluster({
      ...usual,
      redis: redis.url,
      kills: 0,
      restarts: 2,
      restartRedis: () => redis.restart(),
    });
    expect(figures).toMatchObject({ lost: 0, doubled: 0, strange: [] });
    expect(figures.refused['CLUSTER_AWAY']).toBeGreaterThan(0);
    expect(figures.calls).toBeGreaterThanOrEqual(60);
  });

  test('a server that sleeps while another takes its session on acknowledges nothing when it wakes up', async () => {
    const { url } = await testRedis();
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const [a, b] = [await start(url), await start(url)];
    const { body: told } = await ask(agent, `${a.url}/sessions`, TOKEN, { environment: 'order-desk' });
    const { id, urls, tokens } = JSON.parse(told) as Session;
    const [owner, other] = new URL(urls.agent).origin === a.url ? [a, b] : [b, a];
    const call = (server: Server, key: string): Promise<Reply> =>
      ask(agent, `${server.url}/s/${id}/calls`, tokens.agent, { name: 'list_products', arguments: {}, key }, 60_000);
    expect(await call(owner, 'first')).toMatchObject({ status: 200 });
    owner.child.kill('SIGSTOP');
    // the calls wait in the socket of the paused server until the server continues
    const late = Promise.all(['late 1', 'late 2', 'late 3'].map((key) => call(owner, key)));
    await expect.poll(async () => (await call(other, 'second')).status, { interval: 50 }).toBe(200);
    owner.child.kill('SIGCONT');
    for (const { status, body } of await late) {
      expect([307, 503]).toContain(status);
      expect(body).toMatch(/"code":"(MOVED|SESSION_TAKEN)"/);
    }
    const { body: log } = await ask(agent, `${other.url}/sessions/${id}/log`, TOKEN);
    const { entries } = JSON.parse(log) as { entries: { key?: string }[] };
    expect(entries.flatMap(({ key }) => key ?? [])).toEqual(['first', 'second']);
    // after one refusal, the server knows who owns the session
    expect(await call(owner, 'third')).toMatchObject({ status: 307, location: `${other.url}/s/${id}/calls` });
  });
});
