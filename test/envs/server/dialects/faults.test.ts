// Tests that troubles around an episode never change its reward: a killed and restarted server, a server without room
// for sessions, a broken connection, and a client that disappears.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LiveUserHost } from '../../../../envs/server/live-user.ts';
import type { JsonObject } from '../../../../envs/values/json.ts';
import { episodeHost } from '../../../../agents/server/play-episodes.ts';
import { goldCalls, lastWords, plainTask, withFaces } from '../../../support/faces.ts';
import { modelServer } from '../../../support/model-server.ts';
import { TOKEN } from '../../../support/server.ts';

function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-faces-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('a server that was killed and started again goes on with the episodes of its journal', async () => {
  const dir = scratch();
  const before = await withFaces({ journal: join(dir, 'one.jsonl') });
  const task = plainTask('write');
  const row: JsonObject = { verifier_metadata: { environment: 'order-desk', task: task.id } };
  const seeded = await before.ask('POST', '/seed_session', { body: row });
  const nemo = { cookie: String([seeded.headers['set-cookie']].flat()[0]).split(';')[0] ?? '' };
  const ors = { 'x-session-id': 'kept' };
  await before.ask('POST', '/create', { headers: ors, body: { env_name: 'order-desk', task_spec: { task: task.id } } });
  const talk = await before.ask<{ id: string }>('POST', '/tau/environments', {
    body: { domain: 'order-desk', task_id: task.id },
  });
  const calls = goldCalls(task);
  const first = calls.slice(0, 1);
  const rest = calls.slice(1);
  for (const { name, arguments: args } of first) {
    await before.ask('POST', `/${name}`, { headers: nemo, body: args });
    await before.ask('POST', '/call', { headers: ors, body: { name, input: args } });
  }
  // the copied journal stands for that of a killed server, which closes nothing
  copyFileSync(join(dir, 'one.jsonl'), join(dir, 'two.jsonl'));
  const after = await withFaces({ journal: join(dir, 'two.jsonl') });
  for (const { name, arguments: args } of rest) {
    await after.ask('POST', `/${name}`, { headers: nemo, body: args });
    await after.ask('POST', '/call', { headers: ors, body: { name, input: args } });
  }
  const output = [{ type: 'message', role: 'assistant', content: lastWords(task) }];
  const verified = await after.ask('POST', '/verify', { headers: nemo, body: { ...row, response: { output } } });
  expect(verified.body).toMatchObject({ reward: 1, mask_sample: false });
  const finished = await after.ask('POST', '/call', {
    headers: ors,
    body: { name: 'finish', input: { answer: lastWords(task) } },
  });
  expect(finished.text).toContain('"reward":1');
  // a simulated user is lost with the server, so the episode gets no reward, not even 0
  const said = await after.ask('POST', `/tau/environments/${talk.body.id}/step`, { body: { action: 'Hello?' } });
  expect(said.body).not.toMatchObject({ terminated: true, reward: 1 });
  const verdict = await after.ask('POST', `/sessions/${talk.body.id}/verdict`);
  expect(verdict.body).toMatchObject({ reward: null });
});

test('a full server answers 503 with a time to come again, and makes nothing', async () => {
  const server = await withFaces({ limits: { sessions: 1 } });
  const task = plainTask();
  const row: JsonObject = { verifier_metadata: { environment: 'order-desk', task: task.id } };
  expect((await server.ask('POST', '/seed_session', { body: row })).status).toBe(200);
  const refused = [
    await server.ask('POST', '/seed_session', { body: row }),
    await server.ask('POST', '/reset', { body: row }),
    await server.ask('POST', '/create', { headers: { 'x-session-id': 'x' }, body: { task_spec: { task: task.id } } }),
    await server.ask('POST', '/tau/environments', { body: { domain: 'order-desk', task_id: task.id } }),
    await server.ask('POST', '/openenv/order-desk/reset', { body: {} }),
  ];
  for (const { status, headers, body } of refused) {
    expect(status).toBe(503);
    expect(headers['retry-after']).toBeDefined();
    expect(body).not.toHaveProperty('reward');
  }
  expect(server.server.sessions.size).toBe(1);
});

test('a request sent again after its line broke is answered, not made again', async () => {
  let release: () => void = () => undefined;
  const spoken: string[] = [];
  const users: LiveUserHost = {
    open: async () => ({
      messages: [{ role: 'user', content: 'Hello.' }],
      end: undefined,
      leave: () => undefined,
      saw: () => undefined,
      async answer(text) {
        spoken.push(text);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return { message: `I heard ${spoken.length}.`, done: false };
      },
    }),
  };
  const server = await withFaces({ liveUsers: users });
  const { hostname, port } = new URL(await server.server.listen(0, '127.0.0.1'));
  const task = plainTask();
  const made = await server.ask<{ id: string }>('POST', '/tau/environments', {
    body: { domain: 'order-desk', task_id: task.id },
  });
  const path = `/tau/environments/${made.body.id}/step`;
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const lost = request({ host: hostname, port, path, method: 'POST', headers });
  lost.on('error', () => undefined);
  lost.end(JSON.stringify({ action: 'How can I help?' }));
  while (spoken.length === 0) await new Promise((resolve) => setImmediate(resolve));
  lost.destroy();
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  const again = server.ask<{ observation: string }>('POST', path, { body: { action: 'How can I help?' } });
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  release();
  expect((await again).body.observation).toBe('user: I heard 1.');
  expect(spoken).toEqual(['How can I help?']);
});

test('the same call with the same X-Request-ID acts once, on any line', async () => {
  const server = await withFaces();
  const task = plainTask('write');
  const row: JsonObject = { verifier_metadata: { environment: 'order-desk', task: task.id } };
  const seeded = await server.ask('POST', '/seed_session', { body: row });
  const headers = {
    cookie: String([seeded.headers['set-cookie']].flat()[0]).split(';')[0] ?? '',
    'x-request-id': 'one',
  };
  const [call] = goldCalls(task);
  const first = await server.ask('POST', `/${call?.name ?? ''}`, { headers, body: call?.arguments ?? {} });
  const second = await server.ask('POST', `/${call?.name ?? ''}`, { headers, body: call?.arguments ?? {} });
  expect(second.text).toBe(first.text);
  const [served] = [...server.server.sessions.all()];
  expect(served?.session.entries).toHaveLength(1);
});

test.each(['/episodes', '/run'])(
  '%s: a client that vanishes in the middle of a whole episode ends it, and its seat',
  async (path) => {
    const model = await modelServer(() => ({ slow: 30_000, reply: { content: 'never' } }));
    const server = await withFaces({ episodes: episodeHost() });
    const { hostname, port } = new URL(await server.server.listen(0, '127.0.0.1'));
    const about = { environment: 'order-desk', task: plainTask().id, user: 'none' };
    const body =
      path === '/run' ? { verifier_metadata: about } : { ...about, model: { base_url: model.url, name: 'm' } };
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      'x-callgym-model': model.url,
    };
    const lost = request({ host: hostname, port, path, method: 'POST', headers });
    lost.on('error', () => undefined);
    lost.end(JSON.stringify(body));
    while (model.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(server.server.sessions.size).toBe(1);
    lost.destroy();
    while (server.server.sessions.size > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(server.server.sessions.size).toBe(0);
  },
);
