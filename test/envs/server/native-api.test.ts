// Tests callgym's own API as its users see it: environments, sessions, calls, forks (copies) and rewinds, and verdicts.
import { describe, expect, test } from 'vitest';
import { openEnvironment } from '../../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../../envs/session/session-store.ts';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { GymServer } from '../../../envs/server/server.ts';
import { makeServer, ORDER_DESK, talkTo, TOKEN, type SessionBody } from '../../support/server.ts';

const CANCEL = { order_id: 'A20001', reason: 'no longer needed' };

function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-server-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Makes an order desk with one task, to cancel an order. */
function withTask(): string {
  const dir = join(scratch(), 'order-desk');
  cpSync(ORDER_DESK, dir, { recursive: true });
  const world = openEnvironment(dir);
  const store = new SessionStore();
  const session = store.create({ id: 'gold', world, seed: 7 });
  const answer = store.call(session, { by: 'agent', name: 'cancel_order', arguments: CANCEL });
  if (!answer.ok) throw new Error(answer.error.message);
  const task = {
    id: 'cancel-1',
    kind: 'write',
    environment: world.hash,
    session_seed: 7,
    user: { persona: 'Marta', opening: 'I want to cancel A20001.', goal: 'Cancel A20001.', facts: [] },
    gold: {
      calls: [{ by: 'agent', name: 'cancel_order', arguments: CANCEL, result: answer.result }],
      diff: store.diff(session),
      outputs: [],
      end: 'done',
    },
    faults: [{ tool: 'get_order', attempt: 1, kind: 'UNAVAILABLE' }],
    rules: [],
    basis: ['state', 'collateral'],
    tags: [],
    difficulty: { tools: 1, information: 1, interaction: 1 },
  };
  writeFileSync(join(dir, 'tasks.jsonl'), `${JSON.stringify(task)}\n`);
  world.close();
  return dir;
}

describe('environments', () => {
  test('are listed by name, page by page', async () => {
    const { ask } = await makeServer();
    type Page = { environments: { name: string; hash: string }[]; next: string | null };
    const first = (await ask<Page>('GET', '/environments?limit=1')).body;
    expect(first.environments.map((each) => each.name)).toEqual(['carrier-care']);
    const second = (await ask<Page>('GET', `/environments?limit=1&after=${first.next}`)).body;
    expect(second.environments.map((each) => each.name)).toEqual(['order-desk']);
    expect(second.next).toBeNull();
    expect(second.environments[0]!.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('are found by name and by hash', async () => {
    const { ask } = await makeServer();
    const byName = (await ask<{ hash: string; tools: unknown[] }>('GET', '/environments/order-desk')).body;
    const byHash = (await ask<{ hash: string }>('GET', `/environments/${byName.hash}`)).body;
    expect(byHash).toEqual(byName);
    expect((await ask('GET', '/environments/nope')).status).toBe(404);
    const session = await ask<SessionBody>('POST', '/sessions', { body: { environment: byName.hash } });
    expect(session.status).toBe(201);
  });

  test('one that is broken is told and does not stop the others', async () => {
    const dir = join(scratch(), 'broken');
    cpSync(ORDER_DESK, dir, { recursive: true });
    const head = JSON.parse(readFileSync(join(dir, 'environment.json'), 'utf8')) as Record<string, unknown>;
    writeFileSync(join(dir, 'environment.json'), JSON.stringify({ ...head, name: 'broken' }));
    const copies = Array.from({ length: 17 }, (_each, at) => {
      const copy = join(scratch(), `copy-${at}`);
      cpSync(ORDER_DESK, copy, { recursive: true });
      writeFileSync(join(copy, 'environment.json'), JSON.stringify({ ...head, name: `copy-${at}` }));
      return copy;
    });
    const { ask, server } = await makeServer({ environments: [dir, ...copies] });
    // if there are more than a few environments, each is opened on its first use
    expect(server.shelf.openCount).toBe(0);
    writeFileSync(join(dir, 'schema.sql'), 'CREATE TABLE nonsense');
    const page = await ask<{ environments: { name: string; hash: string | null; problem?: string }[] }>(
      'GET',
      '/environments?limit=3',
    );
    expect(page.body.environments[0]).toMatchObject({ name: 'broken', hash: null });
    expect(page.body.environments[0]!.problem).toContain('schema.sql');
    expect(page.body.environments[1]!.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(await ask('POST', '/sessions', { body: { environment: 'broken' } })).toMatchObject({
      status: 500,
      body: { error: { code: 'ENVIRONMENT_BROKEN' } },
    });
    expect((await ask('POST', '/sessions', { body: { environment: 'copy-3' } })).status).toBe(201);
  });
});

describe('a session', () => {
  test('is begun, played, looked at, forked, rewound, reset and ended', async () => {
    const { ask, session, call } = await makeServer();
    const mine = await session();
    expect(mine.step).toBe(0);
    const read = await call(mine, 'get_order', { order_id: 'A20001' });
    expect(read.body).toMatchObject({ step: 1, ok: true, result: { order_id: 'A20001', status: 'pending' } });
    const refused = await call(mine, 'cancel_order', { order_id: 'A0', reason: 'no longer needed' });
    expect(refused.status).toBe(200);
    expect(refused.body).toMatchObject({ step: 2, ok: false, error: { code: 'NOT_FOUND' } });
    expect((await call(mine, 'cancel_order', CANCEL)).body.ok).toBe(true);

    const { entries } = (
      await ask<{ entries: { index: number; name: string; ok: boolean }[] }>('GET', `/sessions/${mine.id}/log`)
    ).body;
    expect(entries.map((each) => each.name)).toEqual(['setup', 'get_order', 'cancel_order', 'cancel_order']);
    const diff = (await ask<Record<string, unknown>>('GET', `/sessions/${mine.id}/diff`)).body;
    expect(Object.keys(diff)).toContain('orders');
    expect((await ask('GET', `/sessions/${mine.id}/diff?from=0&to=2`)).body).toEqual({});

    const fork = (await ask<SessionBody>('POST', `/sessions/${mine.id}/fork`, { body: { step: 2 } })).body;
    expect(fork.step).toBe(2);
    expect((await ask('GET', `/sessions/${fork.id}/diff`)).body).toEqual({});

    const state = (
      await ask<{ tables: Record<string, { order_id: string; status: string }[]>; hash: string }>(
        'GET',
        `/sessions/${mine.id}/state?table=orders`,
      )
    ).body;
    expect(state.tables['orders']!.find((row) => row.order_id === 'A20001')!.status).toBe('cancelled');
    const page = (
      await ask<{ tables: Record<string, unknown[]> }>(
        'GET',
        `/sessions/${mine.id}/state?table=orders&limit=2&offset=1`,
      )
    ).body;
    expect(page.tables['orders']).toEqual(state.tables['orders']!.slice(1, 3));
    // the request may name a table or leave the parameter out; an empty name is an error
    for (const name of ['', 'no_such_table'])
      expect([name, (await ask('GET', `/sessions/${mine.id}/state?table=${name}`)).status]).toEqual([
        name,
        name === '' ? 400 : 404,
      ]);

    expect((await ask('POST', `/sessions/${mine.id}/rewind`, { body: { step: 99 } })).status).toBe(409);
    expect((await ask<SessionBody>('POST', `/sessions/${mine.id}/rewind`, { body: { step: 1 } })).body.step).toBe(1);
    expect((await ask<SessionBody>('POST', `/sessions/${mine.id}/reset`)).body.step).toBe(0);
    expect((await ask('DELETE', `/sessions/${mine.id}`)).status).toBe(204);
    expect((await ask('GET', `/sessions/${mine.id}`)).status).toBe(410);
    expect((await ask('GET', '/sessions/never-given')).status).toBe(404);
  });

  test('a batch goes on after a refused call, and its answers are those of single calls', async () => {
    const { ask, session, call } = await makeServer();
    const [one, other] = [await session(), await session()];
    const calls = [
      { name: 'get_order', arguments: { order_id: 'A0' } },
      { name: 'cancel_order', arguments: CANCEL },
      { name: 'get_order', arguments: { order_id: 'A20001' } },
    ];
    const { results } = (
      await ask<{ results: unknown[] }>('POST', `/s/${one.id}/batch`, { token: one.tokens.agent, body: { calls } })
    ).body;
    const singles = [];
    for (const each of calls) singles.push((await call(other, each.name, each.arguments)).body);
    expect(results).toEqual(singles);
  });

  test('a key makes a call idempotent: a retry after a lost answer does not act twice', async () => {
    const { ask, session, call } = await makeServer();
    const mine = await session();
    const note = { customer_id: 'C1001', body: 'rang' };
    const first = await call(mine, 'add_note', note, { key: 'k1' });
    const again = await call(mine, 'add_note', note, { key: 'k1' });
    expect(again.body).toEqual(first.body);
    const { entries } = (await ask<{ entries: unknown[] }>('GET', `/sessions/${mine.id}/log`)).body;
    expect(entries).toHaveLength(2);
    expect((await call(mine, 'add_note', { ...note, body: 'other' }, { key: 'k1' })).status).toBe(409);
  });

  test('the tools of a side come in three formats, and the control side can call all', async () => {
    const { ask, session } = await makeServer();
    const mine = await session({ environment: 'carrier-care' });
    type Tools = {
      tools: { name?: string; function?: { name: string }; input_schema?: unknown; inputSchema?: unknown }[];
    };
    const of = (token: string, format: string): Promise<{ body: Tools }> =>
      ask<Tools>('GET', `/s/${mine.id}/tools?format=${format}`, { token });
    const openai = (await of(mine.tokens.agent, 'openai')).body.tools.map((each) => each.function!.name);
    const anthropic = (await of(mine.tokens.agent, 'anthropic')).body.tools;
    const mcp = (await of(mine.tokens.user, 'mcp')).body.tools;
    expect(openai).toHaveLength(19);
    expect(anthropic.map((each) => each.name)).toEqual(openai);
    expect(anthropic[0]!.input_schema).toBeDefined();
    expect(mcp.map((each) => each.name)).toContain('toggle_airplane_mode');
    expect(mcp.map((each) => each.name)).not.toContain('set_phone');
    const control = await ask<{ ok: boolean }>('POST', `/sessions/${mine.id}/calls`, {
      body: { name: 'assert_service', arguments: { service: 'no_service' } },
    });
    expect(control.status).toBe(200);
    const before = (await ask<{ now: string }>('GET', `/sessions/${mine.id}/state?table=plans`)).body.now;
    await ask('POST', `/sessions/${mine.id}/clock`, { body: { seconds: 3600 } });
    const after = (await ask<{ now: string }>('GET', `/sessions/${mine.id}/state?table=plans`)).body.now;
    expect(Date.parse(after) - Date.parse(before)).toBe(3_600_000);
  });

  test('arguments keep their numbers as written', async () => {
    const { server, ask, session } = await makeServer();
    const mine = await session();
    const sent = await ask('POST', `/s/${mine.id}/calls`, {
      token: mine.tokens.agent,
      payload: '{"name":"issue_gift_card","arguments":{"customer_id":"C1001","amount":20.0}}',
    });
    expect(sent.status).toBe(200);
    const log = await server.app.inject({
      url: `/sessions/${mine.id}/log`,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(log.payload).toContain('"amount":20.0');
  });
});

describe('a task', () => {
  test('prompts its sides, suffers its faults, and is judged', async () => {
    const { ask, call, session } = await makeServer({ environments: [withTask()] });
    const tasks = (await ask<{ tasks: { id: string }[] }>('GET', '/environments/order-desk/tasks')).body.tasks;
    expect(tasks.map((each) => each.id)).toEqual(['cancel-1']);
    expect((await ask('POST', '/sessions', { body: { environment: 'order-desk', task: 'nope' } })).status).toBe(404);
    const group = (
      await ask<{ sessions: SessionBody[] }>('POST', '/sessions', {
        body: { environment: 'order-desk', task: 'cancel-1', count: 3 },
      })
    ).body.sessions;
    expect(new Set(group.map((each) => each.id)).size).toBe(3);
    const [mine, other] = group as [SessionBody, SessionBody];

    type Prompt = { system: string; policy: string; opening: string };
    const agent = (await ask<Prompt>('GET', `/s/${mine.id}/prompt`, { token: mine.tokens.agent })).body;
    const user = (await ask<Prompt>('GET', `/s/${mine.id}/prompt`, { token: mine.tokens.user })).body;
    expect(agent.opening).toBe('I want to cancel A20001.');
    const policy = openEnvironment(ORDER_DESK).environment.policy.trim();
    expect(agent.system.split(policy).length).toBe(2);
    expect(agent.system).toContain('Today is Monday, 2031-05-12');
    expect(agent.policy).toBe('');
    const apart = (await ask<Prompt>('GET', `/s/${mine.id}/prompt?policy=apart`, { token: mine.tokens.agent })).body;
    expect(apart.system).not.toContain(policy);
    expect(apart.policy.trim()).toBe(policy);
    expect(agent.system).not.toContain('Cancel A20001.');
    expect(user.system).toContain('Cancel A20001.');
    expect(user.policy).toBe('');

    expect((await call(mine, 'get_order', { order_id: 'A20001' })).body.error).toMatchObject({ code: 'UNAVAILABLE' });
    expect((await call(mine, 'get_order', { order_id: 'A20001' })).body.ok).toBe(true);
    type Verdict = { reward: number | null; failures: { part: string }[] };
    const undone = (await ask<Verdict>('POST', `/sessions/${mine.id}/verdict`)).body;
    expect(undone.reward).toBe(0);
    await call(mine, 'cancel_order', CANCEL);
    expect((await ask<Verdict>('POST', `/sessions/${mine.id}/verdict`, { body: {} })).body.reward).toBe(1);
    expect(
      (await ask<Verdict>('POST', `/sessions/${mine.id}/verdict`, { body: { end: 'infrastructure' } })).body.reward,
    ).toBeNull();
    expect((await ask<Verdict>('POST', `/sessions/${other.id}/verdict`)).body.reward).toBe(0);
    expect((await ask('POST', `/sessions/${(await session()).id}/verdict`)).body).toMatchObject({
      error: { code: 'NO_TASK' },
    });
  });
});

describe('across restarts', () => {
  test('the journal gives sessions back with their tokens; swept ones can be revived', async () => {
    const journal = join(scratch(), 'sessions.jsonl');
    let clock = 0;
    const options = { environments: [ORDER_DESK], token: TOKEN, journal, now: () => clock };
    const first = await GymServer.make(options);
    const one = talkTo(first);
    const [kept, swept, ended] = [await one.session(), await one.session({ ttl_s: 5 }), await one.session()];
    await one.call(kept, 'cancel_order', CANCEL);
    await one.call(swept, 'cancel_order', CANCEL);
    const hash = async (talk: typeof one, id: string): Promise<string> =>
      (await talk.ask<{ hash: string }>('GET', `/sessions/${id}/state?table=orders`)).body.hash;
    const before = await hash(one, kept.id);
    await one.ask('DELETE', `/sessions/${ended.id}`);
    clock = 10;
    first.sessions.sweep();
    expect((await one.call(swept, 'get_order', { order_id: 'A20001' })).status).toBe(410);
    await first.stop();

    const second = await GymServer.make(options);
    onTestFinished(() => second.stop());
    const two = talkTo(second);
    expect(second.restored).toMatchObject({ restored: 1, expired: 1 });
    expect(await hash(two, kept.id)).toBe(before);
    expect((await two.call(kept, 'get_order', { order_id: 'A20001' })).body).toMatchObject({
      step: 2,
      result: { status: 'cancelled' },
    });
    expect((await two.call(swept, 'get_order', { order_id: 'A20001' })).status).toBe(410);
    const revived = await two.ask<SessionBody>('POST', `/sessions/${swept.id}/revive`);
    expect(revived.body).toMatchObject({ id: swept.id, step: 1, ttl_s: 5 });
    expect((await two.call(swept, 'get_order', { order_id: 'A20001' })).body).toMatchObject({
      step: 2,
      result: { status: 'cancelled' },
    });
    expect((await two.ask('POST', `/sessions/${ended.id}/revive`)).status).toBe(410);
    clock = 30;
    second.sessions.sweep();
    expect((await two.ask('DELETE', `/sessions/${swept.id}`)).status).toBe(204);
    expect((await two.ask('POST', `/sessions/${swept.id}/revive`)).status).toBe(410);
  });
});

describe('progress and groups', () => {
  test('a check is met from the step that made it so, and a fork goes on from its own', async () => {
    const { ask, call, session } = await makeServer({ environments: [withTask()] });
    const mine = await session({ task: 'cancel-1', user: 'none' });
    type Told = { met: number; of: number; checks: { id: string; held: boolean | null; first_step: number | null }[] };
    const progress = async (id: string): Promise<Told> =>
      (await ask<Told & Record<string, never>>('GET', `/sessions/${id}/progress`)).body;
    expect(await progress(mine.id)).toMatchObject({ met: 0, of: 5 });
    await call(mine, 'get_order', { order_id: 'A20001' });
    await call(mine, 'cancel_order', CANCEL);
    const done = await progress(mine.id);
    expect(done).toMatchObject({ met: 5, of: 5 });
    expect(done.checks.map(({ first_step: step }) => step)).toEqual([2, 2, 2, 2, 2]);
    const { sessions } = (
      await ask<{ sessions: SessionBody[] }>('POST', `/sessions/${mine.id}/fork`, { body: { step: 1, count: 3 } })
    ).body;
    expect(sessions.map(({ step }) => step)).toEqual([1, 1, 1]);
    expect(new Set(sessions.map(({ tokens }) => tokens.agent)).size).toBe(3);
    const [one, two] = sessions;
    if (one === undefined || two === undefined) throw new Error('no forks');
    await call(one, 'cancel_order', CANCEL);
    expect([(await progress(one.id)).met, (await progress(two.id)).met]).toEqual([5, 0]);
    await ask('POST', `/sessions/${mine.id}/rewind`, { body: { step: 1 } });
    expect((await progress(mine.id)).met).toBe(0);
    const bare = await session();
    expect((await ask('GET', `/sessions/${bare.id}/progress`)).status).toBe(409);
  });

  test('a group that does not fit is not made at all', async () => {
    const { ask, session, server } = await makeServer({ limits: { sessions: 3 } });
    const mine = await session();
    expect((await ask('POST', `/sessions/${mine.id}/fork`, { body: { step: 0, count: 3 } })).status).toBe(503);
    expect(server.sessions.size).toBe(1);
  });
});
