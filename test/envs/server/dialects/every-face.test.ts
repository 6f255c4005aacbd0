// Tests the same troubles in every trainer protocol: a restarted server, a fault of the server during an episode, a
// request that is sent twice, and a client that disappears. A trouble never gives a reward, and no call is executed
// twice.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../../envs/values/json.ts';
import type { Ownership } from '../../../../envs/server/ownership.ts';
import type { ServedSession } from '../../../../envs/server/served-session.ts';
import { FACE_PLAYERS, portOf, type Played } from '../../../support/face-players.ts';
import { facesFor, goldCalls, lastWords, plainTask, question, withFaces } from '../../../support/faces.ts';
import { overLines } from '../../../support/lost-lines.ts';
import { talkTo, TOKEN, type TestServer } from '../../../support/server.ts';

const TASK = plainTask('write');
const CALLS = goldCalls(TASK);
const FIRST = CALLS[0] ?? { name: 'none', arguments: {} };

/** Starts a server with a journal. It can be killed: nothing is closed, and the journal stays as it is. */
async function mortal(): Promise<{ server: TestServer; restart: () => Promise<TestServer> }> {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-restart-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  let life = 0;
  const file = (): string => join(dir, `${life}.jsonl`);
  const server = await withFaces({ journal: file() });
  const restart = (): Promise<TestServer> => {
    const before = file();
    life += 1;
    copyFileSync(before, file());
    return withFaces({ journal: file() });
  };
  return { server, restart };
}

async function gold(played: Played, from = 0, to = CALLS.length): Promise<void> {
  for (const { name, arguments: args } of CALLS.slice(from, to))
    expect(await played.call(name, args)).toMatchObject({ status: 200, told: undefined });
}

const sessionOf = ({ server }: TestServer): ServedSession => {
  const [served] = [...server.sessions.all()].slice(-1);
  if (served === undefined) throw new Error('no session lives');
  return served;
};

let clock = 0;
let shared: TestServer;
beforeAll(async () => {
  shared = talkTo(await facesFor({ now: () => clock }));
});
afterAll(() => shared.server.stop());

describe.each(FACE_PLAYERS)('$face', ({ face, take, ids, talks, idle }) => {
  test('killed in mid-episode and after its end: it goes on, acts once, and its verdict stands', async () => {
    const { server, restart } = await mortal();
    const played = await take(server, TASK);
    const id = ids ? 'request-1' : undefined;
    const once = await played.call(FIRST.name, FIRST.arguments, id);
    expect(once).toMatchObject({ status: 200, told: undefined });
    const second = await restart();
    const later = await played.again(second);
    if (talks) {
      // the simulated user was lost with the server, so every request is refused, and the client does not wait for an
      // end
      expect(await later.finish('Hello?')).toMatchObject({ status: 404, told: undefined });
      return;
    }
    if (ids) {
      // the client did not get the answer, so it sends the same request again; it now gets the answer, and the call is
      // not executed a second time
      const twice = await later.call(FIRST.name, FIRST.arguments, id);
      expect(twice.status).toBe(200);
      expect(sessionOf(second).session.entries).toHaveLength(1);
    }
    await gold(later, 1);
    expect(await later.finish(lastWords(TASK))).toMatchObject({ status: 200, told: 1 });
    const third = await restart();
    const kept = sessionOf(third);
    expect(kept.end).toBe('done');
    const body = { name: FIRST.name, arguments: FIRST.arguments };
    const refused = await third.ask('POST', `/s/${kept.session.id}/calls`, {
      token: third.server.sessions.token(kept, 'agent'),
      body,
    });
    expect(refused.status).toBe(409);
    expect(kept.session.entries).toHaveLength(CALLS.length);
  });

  test('without an id of its own, a request whose answer was lost acts once; one whose answer was read acts again', async ({
    skip,
  }) => {
    skip(face === 'OpenEnv, socket', 'a socket is the seat: when it breaks, the client begins a fork');
    const lines = await overLines(await withFaces());
    const played = await take(lines, TASK);
    if (talks) await played.finish(question(FIRST));
    const call = (): ReturnType<typeof played.call> =>
      talks ? played.finish(JSON.stringify(FIRST)) : played.call(FIRST.name, FIRST.arguments);
    const made = (): number => sessionOf(lines).session.entries.filter(({ by }) => by === 'agent').length;
    for (const round of [0, 1]) {
      const before = made();
      lines.lose = true;
      await call();
      lines.lose = false;
      expect(made()).toBe(before + 1);
      expect(await call()).toMatchObject({ status: 200 });
      expect(made()).toBe(before + 1);
      expect(await call()).toMatchObject({ status: 200 });
      expect([round, made()]).toEqual([round, before + 2]);
    }
  });

  test('without an id of its own, the first request after a restart does not act when it stands last in the log', async ({
    skip,
  }) => {
    skip(face.startsWith('OpenEnv') || talks, 'after a restart its client begins anew');
    const { server, restart } = await mortal();
    const played = await take(server, TASK);
    const told = await played.call(FIRST.name, FIRST.arguments);
    const second = await restart();
    const later = await played.again(second);
    const again = await later.call(FIRST.name, FIRST.arguments);
    expect(again.text.replaceAll(/"task_id".*|^data: .*\.\d+$/gm, '')).toContain(told.text.slice(-60));
    expect(sessionOf(second).session.entries).toHaveLength(1);
    expect((await later.call(FIRST.name, FIRST.arguments)).status).toBe(200);
    expect(sessionOf(second).session.entries).toHaveLength(2);
  });

  test('an outcome is decided once: other words after a restart change nothing', async ({ skip }) => {
    skip(face.startsWith('OpenEnv') || talks, 'after a restart its client begins anew');
    const { server, restart } = await mortal();
    const asked = plainTask('read');
    const played = await take(server, asked);
    for (const { name, arguments: args } of goldCalls(asked)) await played.call(name, args);
    // this reply does not contain the answer that the task asks for
    expect((await played.finish('I have looked.')).told).toBe(0);
    const second = await restart();
    expect(sessionOf(second).outcome).toMatchObject({ reward: 0, end: 'done' });
    const later = await played.again(second);
    expect((await later.finish(lastWords(asked))).told ?? 0).toBe(0);
    expect(sessionOf(second).outcome).toEqual(sessionOf(server).outcome);
  });

  test('a fault of ours in mid-episode: no reward, also after a restart', async () => {
    const { server, restart } = await mortal();
    const played = await take(server, TASK);
    const { sessions } = server.server;
    const make = sessions.make.bind(sessions);
    sessions.make = () => {
      throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    };
    const refused = await played.call(FIRST.name, FIRST.arguments);
    expect(refused.told).toBeUndefined();
    sessions.make = make;
    expect(sessionOf(server).fault).toContain('the disk is full');
    expect(sessionOf(await restart()).fault).toContain('the disk is full');
    // the conversation may continue, but it ends without a reward
    expect((await played.finish(lastWords(TASK))).told ?? null).toBeNull();
  });

  test('a 503 in mid-episode, because the server is busy: no reward', async ({ skip }) => {
    skip(face === 'OpenEnv, socket', 'a socket asks without requests');
    const server = await withFaces({ limits: { inFlight: 1 } });
    const played = await take(server, TASK);
    const held = connect(await portOf(server), '127.0.0.1');
    held.write(
      `POST /tasks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    await expect.poll(() => server.server.requests).toBe(1);
    expect(await played.call(FIRST.name, FIRST.arguments)).toMatchObject({ status: 503, told: undefined });
    held.destroy();
    await expect.poll(() => server.server.requests).toBe(0);
    expect(sessionOf(server).session.entries).toHaveLength(0);
    await gold(played);
    expect((await played.finish(lastWords(TASK))).told ?? null).toBeNull();
    expect(sessionOf(server).outcome).toMatchObject({ reward: null, masked: 'verifier_error' });
  });

  test('the same request twice, on two lines at once: it acts once', async ({ skip }) => {
    skip(!ids, 'a socket is one line, and asks strictly in turn');
    const played = await take(shared, TASK);
    const both = await Promise.all([
      played.call(FIRST.name, FIRST.arguments, 'one'),
      played.call(FIRST.name, FIRST.arguments, 'one'),
    ]);
    expect(both[1]?.text).toBe(both[0]?.text);
    expect(sessionOf(shared).session.entries).toHaveLength(1);
  });

  test('a client that vanishes: its seat goes, and a late request has no reward', async () => {
    const { sessions } = shared.server;
    clock += 10_000;
    sessions.sweep();
    const played = await take(shared, TASK);
    await gold(played, 0, 1);
    expect(sessions.size).toBe(1);
    clock += idle + 1;
    sessions.sweep();
    expect(sessions.size).toBe(0);
    expect((await played.finish(lastWords(TASK))).told ?? null).toBeNull();
  });
});

test('every call names its session before it is read, so that any server can lead it to its owner', async () => {
  const named: string[] = [];
  const note = (name: string): undefined => void named.push(name);
  const ownership: Ownership = {
    ownerOf: note,
    ownerOfName: async (name) => note(name),
    placeFor: () => undefined,
    others: () => [],
    baseOf: ({ protocol, host }) => `${protocol}://${host}`,
  };
  const server = await withFaces({ ownership });
  for (const { face, ownLine, take } of FACE_PLAYERS) {
    const played = await take(server, TASK);
    named.length = 0;
    await played.call(FIRST.name, FIRST.arguments);
    expect([face, named.length > 0]).toEqual([face, ownLine !== true]);
  }
});

test('two seats of one session find each other after a restart, and what was said stands', async () => {
  const { server, restart } = await mortal();
  const row = { verifier_metadata: { environment: 'order-desk', task: TASK.id, share: 'pair' } };
  const seeded = await server.ask('POST', '/seed_session', { body: row });
  expect(seeded.status).toBe(200);
  server.server.sessions.hear(sessionOf(server), 'user', 'Yes, please.');
  const after = await restart();
  const mine = { verifier_metadata: { ...row.verifier_metadata, side: 'user' } };
  expect((await after.ask('POST', '/seed_session', { body: mine })).status).toBe(200);
  expect(after.server.sessions.size).toBe(1);
  expect(sessionOf(after).words).toEqual([{ by: 'user', text: 'Yes, please.', after: 0 }]);
});

test.each([
  ['agent', 'user'],
  ['user', 'agent'],
] as const)('two seats keep their keys after restarts, the %s first: each opens its own side', async (...sides) => {
  const { server, restart } = await mortal();
  const ors = (side: string): { headers: Record<string, string> } => ({ headers: { 'x-session-id': `${side}'s` } });
  for (const side of sides)
    await server.ask('POST', '/create', {
      ...ors(side),
      body: { env_name: 'order-desk', task_spec: { task: TASK.id, share: 'pair', side } },
    });
  const owns = async (now: TestServer, side: string): Promise<string[]> => {
    const { body } = await now.ask<{ tools?: { name: string }[] }>('GET', '/task_tools', ors(side));
    return (body.tools ?? []).map(({ name }) => name).filter((name) => /^say_|^finish$/.test(name));
  };
  let now = server;
  for (const life of [1, 2, 3]) {
    expect([life, await owns(now, 'agent')]).toEqual([life, ['say_to_user', 'finish']]);
    expect([life, await owns(now, 'user')]).toEqual([life, ['say_to_agent']]);
    now = await restart();
  }
  // the user leaves for good, and the agent plays on
  expect((await now.ask('POST', '/delete', ors('user'))).status).toBe(200);
  now = await restart();
  expect((await now.ask('POST', '/ping', ors('user'))).status).toBe(410);
  expect((await now.ask('POST', '/ping', ors('agent'))).status).toBe(200);
  // the session ends, and both keys end with it
  await now.ask('POST', '/delete', ors('agent'));
  now = await restart();
  for (const side of sides) expect((await now.ask('POST', '/ping', ors(side))).status).toBe(410);
});

test('a fork has not the names of its origin, before and after a restart', async () => {
  const { server, restart } = await mortal();
  const ors = { 'x-session-id': 'origin' };
  await server.ask('POST', '/create', { headers: ors, body: { env_name: 'order-desk', task_spec: { task: TASK.id } } });
  const { id } = sessionOf(server).session;
  expect((await server.ask('POST', `/sessions/${id}/fork`, { body: { step: 0 } })).status).toBe(201);
  await server.ask('POST', '/delete', { headers: ors });
  const after = await restart();
  expect(after.server.sessions.size).toBe(1);
  expect((await after.ask('POST', '/ping', { headers: ors })).status).toBe(410);
});

test('a key that was closed stays closed after restarts, also one that never had a session', async () => {
  const { server, restart } = await mortal();
  const typed = (id: string): JsonObject => ({
    resources_session_id: id,
    task_data: { verifier_metadata: { environment: 'order-desk', task: TASK.id } },
  });
  const ors = { headers: { 'x-session-id': 'closed' } };
  const begin = { env_name: 'order-desk', task_spec: { task: TASK.id } };
  await server.ask('POST', '/seed_session', { body: typed('seeded') });
  for (const id of ['seeded', 'never']) await server.ask('POST', '/close_session', { body: typed(id) });
  await server.ask('POST', '/create', { ...ors, body: begin });
  await server.ask('POST', '/delete', ors);
  let now = await restart();
  for (const life of [1, 2]) {
    for (const id of ['seeded', 'never'])
      expect([life, id, (await now.ask('POST', '/seed_session', { body: typed(id) })).status]).toEqual([life, id, 409]);
    expect((await now.ask('POST', '/create', { ...ors, body: begin })).status).toBe(410);
    expect((await now.ask('POST', '/ping', ors)).status).toBe(410);
    expect(now.server.sessions.size).toBe(0);
    now = await restart();
  }
});
