// Tests servers that share sessions through Redis, in one process: who owns a session, who takes it over, and that the
// log holds every acknowledged call.
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../envs/values/json.ts';
import { join, type TestNode } from '../../support/cluster.ts';
import { NO_REDIS, testRedis } from '../../support/redis.ts';
import { TOKEN, type SessionBody } from '../../support/server.ts';

interface Reply<T = Record<string, Json>> {
  readonly status: number;
  readonly body: T;
  readonly location: string | null;
}

async function ask<T = Record<string, Json>>(
  base: string,
  method: string,
  path: string,
  body?: Json,
  token = TOKEN,
): Promise<Reply<T>> {
  const response = await fetch(`${base}${path}`, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(120_000),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: JSON.parse(text === '' ? '{}' : text) as T,
    location: response.headers.get('location'),
  };
}

async function begin(base: string): Promise<SessionBody> {
  const made = await ask<SessionBody>(base, 'POST', '/sessions', { environment: 'order-desk' });
  expect(made.status).toBe(201);
  return made.body;
}

async function call(
  base: string,
  session: SessionBody,
  key: string,
  name = 'list_products',
  args: Json = {},
): Promise<Reply> {
  return await ask(base, 'POST', `/s/${session.id}/calls`, { name, arguments: args, key }, session.tokens.agent);
}

const ownerUrl = (session: SessionBody): string => new URL(session.urls.agent).origin;

describe.skipIf(NO_REDIS !== undefined)('a cluster', () => {
  test('an agent at the wrong server is sent to the owner; the control plane is served anywhere', async () => {
    const { url } = await testRedis();
    const a = await join(url, 'a');
    const b = await join(url, 'b');
    const session = await begin(a.url);
    const owner = ownerUrl(session);
    const other = owner === a.url ? b.url : a.url;
    expect(await call(owner, session, 'k1')).toMatchObject({ status: 200, body: { step: 1 } });
    const moved = await call(other, session, 'k2');
    expect(moved).toMatchObject({ status: 307, location: `${owner}/s/${session.id}/calls` });
    expect(moved.body).toMatchObject({ error: { code: 'MOVED', url: moved.location } });
    expect(await ask(other, 'GET', `/sessions/${session.id}`)).toMatchObject({ status: 200, body: { step: 1 } });
    const lists = await Promise.all([a, b].map(({ url: base }) => ask(base, 'GET', '/sessions')));
    for (const { body } of lists) expect(body['sessions']).toHaveLength(1);
    expect((await ask(other, 'DELETE', `/sessions/${session.id}`)).status).toBe(204);
    expect((await call(owner, session, 'k3')).status).toBe(410);
    expect((await call(other, session, 'k3')).status).toBe(410);
  });

  test('when a server dies, another goes on with its sessions, and a key makes the retry safe', async () => {
    const { url } = await testRedis();
    const a = await join(url, 'a');
    const session = await begin(a.url);
    for (let at = 1; at <= 5; at++) expect((await call(a.url, session, `k${at}`)).body['step']).toBe(at);
    const before = await ask(a.url, 'GET', `/sessions/${session.id}/state`);
    await ask(a.url, 'POST', `/sessions/${session.id}/rewind`, { step: 4 });
    const b = await join(url, 'b');
    await a.kill();
    expect(await waitFor(() => call(b.url, session, 'k4'), 200)).toMatchObject({ body: { step: 4 } });
    expect(await call(b.url, session, 'k5')).toMatchObject({ status: 200, body: { step: 5 } });
    const after = await ask(b.url, 'GET', `/sessions/${session.id}/state`);
    expect(after.body['hash']).toBe(before.body['hash']);
    expect(b.node.totals.adopted).toBe(1);
  });

  test('new sessions begin although a server has just died, whichever it was to take', async () => {
    const { url } = await testRedis();
    // a long lease, so that the records of dead servers outlast the test
    const lease = 60_000;
    const nodes = [await join(url, 'a', { lease }), await join(url, 'b', { lease }), await join(url, 'c', { lease })];
    const [first, ...others] = nodes as [TestNode, ...TestNode[]];
    const starts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const beginAll = async (): Promise<string[]> => {
      const made = await Promise.all(
        starts.map((seed) =>
          ask<SessionBody>(first.url, 'POST', '/sessions', { environment: 'order-desk', session_seed: seed }),
        ),
      );
      expect(made.map(({ status }) => status)).toEqual(starts.map(() => 201));
      return made.map(({ body }) => ownerUrl(body));
    };
    // a server reads the list of servers about once a second
    await expect.poll(async () => new Set(await beginAll()).size).toBe(3);
    for (const other of others) await other.kill();
    expect(new Set(await beginAll())).toEqual(new Set([first.url]));
  });

  test('a server that drains gives its sessions up, and a fork goes on by itself', async () => {
    const { url } = await testRedis();
    const a = await join(url, 'a');
    const session = await begin(a.url);
    await call(a.url, session, 'k1');
    const fork = (await ask<SessionBody>(a.url, 'POST', `/sessions/${session.id}/fork`, { step: 1 })).body;
    const b = await join(url, 'b');
    await a.node.drain();
    expect(a.server.sessions.size).toBe(0);
    expect(await call(a.url, session, 'k2')).toMatchObject({ status: 307, location: `${b.url}/s/${session.id}/calls` });
    expect(await call(b.url, session, 'k2')).toMatchObject({ status: 200, body: { step: 2 } });
    expect(await call(b.url, fork, 'k2')).toMatchObject({ status: 200, body: { step: 2 } });
    const made = await begin(a.url);
    expect(ownerUrl(made)).toBe(b.url);
  });

  test('a server that slept through its lease acknowledges nothing', async () => {
    const { url } = await testRedis();
    // the paused server's clock does not move, so it believes that it holds the lease
    const now = (): number => 1000;
    const a = await join(url, 'a', { now });
    const session = await begin(a.url);
    await call(a.url, session, 'k1');
    const b = await join(url, 'b');
    // stops the messages with which the server shows that it is alive
    await a.node.register.stopBeats();
    expect(await waitFor(() => call(b.url, session, 'k2'), 200)).toMatchObject({ body: { step: 2 } });
    const late = await call(a.url, session, 'late');
    expect(late).toMatchObject({ status: 503, body: { error: { code: 'SESSION_TAKEN' } } });
    const log = await ask(b.url, 'GET', `/sessions/${session.id}/log`);
    expect(log.body['entries']).toHaveLength(3);
    expect(a.node.log.totals.refused).toBe(1);
    // after the refusal, the server looks up the owner
    expect(await call(a.url, session, 'late')).toMatchObject({
      status: 307,
      location: `${b.url}/s/${session.id}/calls`,
    });
  });

  test('a late server whose port refuses connections is dead at once, and an owner that lives learns that it was struck off', async () => {
    const { url } = await testRedis();
    // a lease that does not end during the test
    const lease = 4_000_000;
    const [a, b, c] = [
      await join(url, 'a', { lease }),
      await join(url, 'b', { lease }),
      await join(url, 'c', { lease }),
    ];
    const session = await begin(a.url);
    const owner = [a, b, c].find(({ url: each }) => each === ownerUrl(session)) as TestNode;
    const [second, third] = [a, b, c].filter((each) => each !== owner) as [TestNode, TestNode];
    const late = async ({ node, door }: TestNode): Promise<void> => {
      await node.register.stopBeats();
      await third.door.ask((redis) => redis.pexpire(door.key('node:', node.register.id), lease / 4));
    };
    await late(owner);
    await owner.kill();
    expect(await call(second.url, session, 'k1')).toMatchObject({ status: 200, body: { step: 1 } });
    // the second server is alive, but another server believes that it is dead
    await late(second);
    const { hostname, port } = new URL(second.url);
    await second.server.app.server.close();
    second.server.app.server.closeAllConnections();
    expect(await call(third.url, session, 'k2')).toMatchObject({ status: 200, body: { step: 2 } });
    second.server.app.server.listen(Number(port), hostname);
    await second.node.register.beat();
    expect(await ask(second.url, 'GET', `/sessions/${session.id}`)).toMatchObject({ body: { step: 2 } });
    expect(second.node.totals.lost).toBe(1);
  });

  test('while Redis is away calls answer 503; afterwards they go on, and nothing acknowledged is lost', async () => {
    const redis = await testRedis();
    if (!redis.own) return;
    const a = await join(redis.url, 'a');
    const session = await begin(a.url);
    let acknowledged = 0;
    for (; acknowledged < 3; acknowledged++) await call(a.url, session, `k${acknowledged}`);
    await redis.stop();
    const away = await call(a.url, session, 'k3');
    expect(away).toMatchObject({ status: 503, body: { error: { code: 'CLUSTER_AWAY' } } });
    await redis.restart();
    expect(await waitFor(() => call(a.url, session, 'k3'), 200)).toMatchObject({ body: { step: 4 } });
    expect(await call(a.url, session, 'k2')).toMatchObject({ body: { step: 3 } });
  });

  test('calls that arrive together go to Redis in few commands', async () => {
    const { url } = await testRedis();
    const a = await join(url, 'a');
    const sessions = await Promise.all(Array.from({ length: 40 }, () => begin(a.url)));
    const before = a.node.log.totals.writes;
    const replies = await Promise.all(sessions.map((session) => call(a.url, session, 'k1')));
    expect(replies.map(({ status }) => status)).toEqual(sessions.map(() => 200));
    expect(a.node.log.totals.writes - before).toBeLessThanOrEqual(40);
    expect(a.node.log.totals.lines).toBe(80);
  });
});

async function waitFor(work: () => Promise<Reply>, status: number): Promise<Reply> {
  for (;;) {
    const reply = await work();
    if (reply.status === status) return reply;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}
