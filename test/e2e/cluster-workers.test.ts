// Tests `serve --workers 2 --cluster`. Each worker is a server of the cluster. A killed worker is started again; until
// then, the other worker serves its sessions. A machine that is told to stop hands its sessions over and ends.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ask, type Reply } from '../../bench/ask-server.ts';
import { startServer, TOKEN } from '../../bench/cluster-server.ts';
import { RedisDoor } from '../../envs/cluster/redis-door.ts';
import { nameOf, readNodes } from '../../envs/cluster/register.ts';
import { NO_REDIS, testRedis } from '../support/redis.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Session {
  readonly id: string;
  readonly urls: { readonly agent: string };
  readonly tokens: { readonly agent: string };
}

function workersOf(pid: number | undefined): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
}

describe.skipIf(NO_REDIS !== undefined || process.platform !== 'linux')('workers in a cluster', () => {
  test('sessions of a killed worker go on in the other, another worker comes, and drain ends the machine', async () => {
    const { url } = await testRedis();
    const more = ['--workers', '2', '--node', 'machine'];
    const server = await startServer({ redis: url, lease: 1_000, more });
    const agent = new Agent({ keepAlive: true });
    const door = await RedisDoor.open(url);
    onTestFinished(() => {
      server.child.kill('SIGKILL');
      agent.destroy();
      door.close();
    });
    const names = async (): Promise<string[]> => (await readNodes(door)).map(({ id }) => nameOf(id));
    expect(await names()).toEqual(['machine.0', 'machine.1']);

    const made = await Promise.all(
      Array.from({ length: 40 }, (_each, seed) =>
        ask(agent, `${server.url}/sessions`, TOKEN, { environment: 'order-desk', session_seed: seed + 1 }),
      ),
    );
    const sessions = made.map(({ body }) => JSON.parse(body) as Session);
    // both workers hold sessions, and a session's URL leads directly to its worker
    expect(new Set(sessions.map(({ urls }) => new URL(urls.agent).origin)).size).toBe(2);
    const call = async ({ id, tokens }: Session, key: string): Promise<Reply> => {
      const wish = { name: 'list_products', arguments: {}, key };
      const reply = await ask(agent, `${server.url}/s/${id}/calls`, tokens.agent, wish, 30_000);
      return reply.location === undefined ? reply : await ask(agent, reply.location, tokens.agent, wish, 30_000);
    };
    for (const session of sessions) expect(await call(session, 'first')).toMatchObject({ status: 200 });

    const [victim = 0] = workersOf(server.child.pid);
    process.kill(victim, 'SIGKILL');
    for (const session of sessions)
      await expect
        .poll(async () => (await call(session, 'second').catch(() => undefined))?.body, { interval: 50 })
        .toContain('"step":2');
    await expect.poll(names).toEqual(['machine.0', 'machine.1']);
    expect(workersOf(server.child.pid)).not.toContain(victim);

    const ended = once(server.child, 'exit');
    const told = execFileSync(
      process.execPath,
      ['cli/callgym.js', 'drain', '--cluster', url, '--node', 'machine', '--json'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    expect(JSON.parse(told)).toMatchObject({ node: 'machine', drained: true });
    expect(await ended).toEqual([0, null]);
    expect(await names()).toEqual([]);
  });
});
