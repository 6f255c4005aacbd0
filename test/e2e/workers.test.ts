// Tests `callgym serve --workers 2` as its users start it: both processes have sessions, one process is killed, all are
// stopped, and the journal is opened again with another number of workers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SessionBody } from '../support/server.ts';
import { ROOT, serve, stop, type Served } from '../support/served.ts';

const TOKEN = 'a-token-for-worker-tests';
const LOOK = { name: 'find_customer_by_email', arguments: { email: 'nobody@example.com' } };

async function ask<T>(url: string, body?: object, token = TOKEN): Promise<{ status: number; body: T }> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

const newSession = async (url: string, seed: number): Promise<SessionBody> =>
  (await ask<SessionBody>(`${url}/sessions`, { environment: 'order-desk', session_seed: seed })).body;
const call = (base: string, { id, tokens }: SessionBody): Promise<{ status: number; body: { step: number } }> =>
  ask(`${base}/s/${id}/calls`, LOOK, tokens.agent);

test('workers share the sessions, outlive the death of one, and hand the journal on', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-workers-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const journal = ['--journal', join(dir, 'sessions.jsonl')];
  const served = await serve(['--workers', '2', ...journal], TOKEN);
  const { url } = served;

  const sessions: SessionBody[] = [];
  for (let seed = 1; seed <= 6; seed++) sessions.push(await newSession(url, seed));
  const portOf = ({ urls }: SessionBody): string => new URL(urls.agent).port;
  const ports = [...new Set(sessions.map(portOf))];
  expect(ports.length).toBe(2);
  for (const port of ports) expect(sessions.filter((each) => portOf(each) === port).length).toBe(3);

  for (const session of sessions) expect((await call(new URL(session.urls.agent).origin, session)).body.step).toBe(1);
  for (const session of sessions) expect((await call(url, session)).body.step).toBe(2);
  const other = `http://127.0.0.1:${ports[0]}`;
  for (const session of sessions) expect((await call(other, session)).body.step).toBe(3);

  // kills the first worker process
  const pids = (await readPids(served)).filter((pid) => pid !== served.child.pid);
  expect(pids.length).toBe(2);
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await until(() => served.stderr().includes('is started again'));
  for (const session of sessions) {
    const codes: unknown[] = [];
    await until(async () => {
      const { status, body } = await call(url, session).catch(() => ({ status: 0, body: {} as { step: number } }));
      codes.push(status === 200 ? body.step : status);
      return status === 200;
    });
    // status 0 means that the connection led to the dead worker, 503 that the session waits for the new worker
    expect(codes.filter((each) => ![0, 503].includes(each as number))).toEqual([4]);
  }
  expect(await stop(served)).toBe(0);

  const alone = await serve(journal, TOKEN);
  for (const session of sessions) expect((await call(alone.url, session)).body.step).toBe(5);
  const fork = await ask<SessionBody>(`${alone.url}/sessions/${sessions[0]?.id}/fork`, { step: 2 });
  expect(fork.body.step).toBe(2);
  expect(await stop(alone)).toBe(0);

  const three = await serve(['--workers', '3', ...journal], TOKEN);
  for (const session of sessions) expect((await call(three.url, session)).body.step).toBe(6);
  expect((await call(three.url, fork.body)).body.step).toBe(3);
  const list = await ask<{ sessions: unknown[]; next: null }>(`${three.url}/sessions?limit=100`);
  expect(list.body).toMatchObject({ next: null });
  expect(list.body.sessions.length).toBe(7);
  expect(await stop(three)).toBe(0);
});

test('a fault of the input is told once, and ends with its status', async () => {
  const child = spawn(process.execPath, ['cli/callgym.js', 'serve', '/nowhere', '--port', '0', '--workers', '2'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(2);
  expect(stderr.match(/nowhere/g)?.length).toBe(1);
});

async function readPids({ child }: Served): Promise<number[]> {
  const { readFileSync } = await import('node:fs');
  return readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').map(Number);
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100));
}
