// Tests `callgym serve` as its users start it: as a process, with curl, with the Python client, and with a stop while
// calls are being made.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SessionBody } from '../support/server.ts';
import { environmentWith, ROOT, serve, stop } from '../support/served.ts';

const cli = join(ROOT, 'cli/callgym.js');
const TOKEN = 'a-token-for-serve-tests';

async function post<T>(url: string, body: object, token = TOKEN): Promise<{ status: number; body: T }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T };
}

describe('callgym serve', () => {
  test('says its URL in one line, serves, and stops when told', async () => {
    const served = await serve([], TOKEN);
    expect(served.line).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${served.url}/ready`)).status).toBe(200);
    expect(await stop(served)).toBe(0);
  });

  test('with --json: {url, token}; without CALLGYM_TOKEN a token is made, and told on stderr', async () => {
    const { line, stderr } = await serve(['--json']);
    const { url, token } = JSON.parse(line) as { url: string; token: string };
    await expect.poll(stderr).toContain(`control token: ${token}`);
    await expect.poll(stderr).toContain(`/console/order-desk#token=${token}`);
    expect((await post(`${url}/sessions`, { environment: 'order-desk' }, token)).status).toBe(201);
    expect((await post(`${url}/sessions`, { environment: 'order-desk' })).status).toBe(401);
  });

  test('a stop under traffic loses nothing that was acknowledged', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'callgym-serve-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const journal = join(dir, 'sessions.jsonl');
    const first = await serve(['--journal', journal, '--fsync'], TOKEN);
    const { id, tokens } = (await post<SessionBody>(`${first.url}/sessions`, { environment: 'order-desk' })).body;
    let acknowledged = 0;
    let cut = 0;
    const refused = new Set<number>();
    let going = true;
    const traffic = Array.from({ length: 8 }, async (_each, worker) => {
      for (let at = 0; going && at < 100; at++) {
        try {
          const { status } = await post(
            `${first.url}/s/${id}/calls`,
            { name: 'add_note', arguments: { customer_id: 'C1001', body: `${worker} ${at}` } },
            tokens.agent,
          );
          if (status === 200) acknowledged += 1;
          else refused.add(status);
        } catch {
          cut += 1;
          going = false;
        }
      }
    });
    await expect.poll(() => acknowledged).toBeGreaterThan(50);
    await stop(first);
    await Promise.all(traffic);
    expect([...refused].filter((status) => status !== 503)).toEqual([]);
    const second = await serve(['--journal', journal], TOKEN);
    const log = await fetch(`${second.url}/sessions/${id}/log`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const { entries } = (await log.json()) as { entries: unknown[] };
    expect(entries.length - 1).toBeGreaterThanOrEqual(acknowledged);
    // the log may hold calls whose answers did not arrive
    expect(entries.length - 1).toBeLessThanOrEqual(acknowledged + cut);
    await expect.poll(second.stderr).toContain('1 sessions live');
  });

  test.each([
    [['--host', '0.0.0.0'], undefined, 'CALLGYM_TOKEN'],
    [['--host', '::'], undefined, 'CALLGYM_TOKEN'],
    [['--host', 'example.com'], undefined, 'CALLGYM_TOKEN'],
    [['--port', 'x'], TOKEN, '--port'],
    [['--port', '70000'], TOKEN, '--port'],
    [['--idle', '0'], TOKEN, '--idle'],
    [['--log', 'loud'], TOKEN, '--log'],
    [[], 'short', 'CALLGYM_TOKEN'],
    [[], 'with a space in the middle', 'CALLGYM_TOKEN'],
    [['nowhere'], TOKEN, 'nowhere'],
    [['fixtures/environments/order-desk'], TOKEN, 'is named order-desk'],
  ] as const)('%j: one line, exit 2', (args, token, what) => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [cli, 'serve', 'fixtures/environments/order-desk', ...args],
      {
        cwd: ROOT,
        env: environmentWith(token),
        encoding: 'utf8',
      },
    );
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(what);
  });

  test('a port that is taken: one line, exit 2', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const child = spawn(process.execPath, [cli, 'serve', 'fixtures/environments/order-desk', '--port', String(port)], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (data: Buffer) => {
      stderr += data.toString();
    });
    const [code] = (await once(child, 'close')) as [number];
    taken.close();
    expect([code, stderr.trim()]).toEqual([2, expect.stringContaining('is taken')]);
  });

  test('arguments are not logged unless asked for; request ids are', async () => {
    const quiet = await serve(['--log', 'debug'], TOKEN);
    const loud = await serve(['--log', 'debug', '--log-arguments'], TOKEN);
    for (const { url } of [quiet, loud]) {
      const { id, tokens } = (await post<SessionBody>(`${url}/sessions`, { environment: 'order-desk' })).body;
      await post(
        `${url}/s/${id}/calls`,
        { name: 'find_customer_by_email', arguments: { email: 'secret@example.com' } },
        tokens.agent,
      );
    }
    await expect.poll(() => loud.stderr()).toContain('secret@example.com');
    await expect.poll(() => quiet.stderr()).toContain('"reqId":"r2"');
    expect(quiet.stderr()).not.toContain('secret@example.com');
  });
});

const python = spawnSync('python3', ['--version']).status === 0;

describe.skipIf(!python)('docs/callgym_client.py', () => {
  test('plays an episode with the standard library alone', async () => {
    const { url } = await serve([], TOKEN);
    const program = `
import sys
sys.path.insert(0, 'docs')
from callgym_client import Gym, GymError
with Gym(${JSON.stringify(url)}, ${JSON.stringify(TOKEN)}) as gym:
    assert [each['name'] for each in gym.environments()] == ['order-desk']
    session = gym.reset('order-desk')
    assert 'Policy' in session.prompt()['system']
    assert len(session.tools()) == 20 and len(session.tools('mcp')) == 20
    order = session.call('get_order', {'order_id': 'A20001'})
    assert order['ok'] and order['result']['status'] == 'pending'
    refused = session.call('get_order', {'order_id': 'A0'})
    assert not refused['ok'] and refused['error']['code'] == 'NOT_FOUND'
    first = session.call('add_note', {'customer_id': 'C1001', 'body': 'rang'}, key='k')
    assert session.call('add_note', {'customer_id': 'C1001', 'body': 'rang'}, key='k') == first
    assert [each['ok'] for each in session.batch([{'name': 'get_order', 'arguments': {'order_id': 'A20001'}}, {'name': 'nope', 'arguments': {}}])] == [True, False]
    assert len(session.fork(2).log()) == 3 and list(session.diff()) == ['contact_notes']
    try:
        session.verdict()
    except GymError as error:
        assert error.code == 'NO_TASK', error
    group = gym.reset('order-desk', count=3, trial_seed=5)
    assert len({each.id for each in group}) == 3
    for each in [session, *group]:
        each.close()
print('played')
`;
    expect(execFileSync('python3', ['-c', program], { cwd: ROOT, encoding: 'utf8' })).toBe('played\n');
  });

  test('uses nothing beyond the standard library', () => {
    const text = readFileSync(join(ROOT, 'docs/callgym_client.py'), 'utf8');
    const imports = [...text.matchAll(/^import ([\w.]+)$/gm)].map(([, name]) => name);
    expect(imports).toEqual(['http.client', 'json', 'threading', 'time', 'urllib.parse', 'uuid']);
  });
});
if (!python) process.stderr.write('docs/callgym_client.py is not tried: there is no python3\n');
