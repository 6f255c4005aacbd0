// Tests troubles in episodes that the server plays as a whole (POST /episodes, and NeMo Gym's POST /run). No trouble of
// the server or of the model's endpoint gives a reward, and no episode is played twice for one key.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { episodeHost } from '../../../../agents/server/play-episodes.ts';
import type { JsonObject } from '../../../../envs/values/json.ts';
import { goldCalls, lastWords, plainTask, withFaces } from '../../../support/faces.ts';
import { modelServer, type ModelServer } from '../../../support/model-server.ts';
import type { Answer, TestServer } from '../../../support/server.ts';

const TASK = plainTask('write');

interface Told {
  readonly reward?: number | null;
  readonly end?: string;
  readonly id?: string;
  readonly mask_sample?: boolean;
}

/** A model that plays the task's stored solution without talking to a user. */
async function goldModel(): Promise<ModelServer & { asks: () => number }> {
  const model = await modelServer(({ messages }) => {
    const made = messages.filter(({ role }) => role === 'tool').length;
    const next = goldCalls(TASK)[made];
    return next === undefined ? { content: lastWords(TASK) } : { calls: [next] };
  });
  return { ...model, asks: () => model.asked.length };
}

const DOORS = [
  {
    door: '/episodes',
    ask: (server: TestServer, model: ModelServer, more: JsonObject = {}): Promise<Answer<Told>> =>
      server.ask<Told>('POST', '/episodes', {
        body: {
          environment: 'order-desk',
          task: TASK.id,
          user: 'none',
          model: { base_url: model.url, name: 'm' },
          ...more,
        },
      }),
  },
  {
    door: '/run',
    ask: (server: TestServer, model: ModelServer): Promise<Answer<Told>> =>
      server.ask<Told>('POST', '/run', {
        headers: { 'x-callgym-model': model.url },
        body: { verifier_metadata: { environment: 'order-desk', task: TASK.id } },
      }),
  },
] as const;

describe.each(DOORS)('$door', ({ ask }) => {
  test('a fault of ours in mid-episode is no reward, and leaves no session', async () => {
    const server = await withFaces({ episodes: episodeHost() });
    const { sessions } = server.server;
    const make = sessions.make.bind(sessions);
    sessions.make = () => {
      throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    };
    const { status, body } = await ask(server, await goldModel());
    expect(status === 200 ? body.reward : null).toBeNull();
    expect(JSON.stringify(body)).not.toMatch(/"reward":[01]/);
    expect(sessions.size).toBe(0);
    sessions.make = make;
    expect((await ask(server, await goldModel())).body.reward).toBe(1);
  });

  test("a model's 503 in mid-episode is tried again; one that stays is no reward", async () => {
    const server = await withFaces({ episodes: episodeHost() });
    let troubles = 0;
    const down = { status: 503, error: { message: 'loading' } };
    const flaky = await modelServer(({ messages }) => {
      const made = messages.filter(({ role }) => role === 'tool').length;
      if (made === 1 && troubles++ === 0) return down;
      const next = goldCalls(TASK)[made];
      return next === undefined ? { content: lastWords(TASK) } : { calls: [next] };
    });
    expect((await ask(server, flaky)).body.reward).toBe(1);
    expect(troubles).toBeGreaterThan(1);
    const gone = await modelServer((_request, at) => (at === 0 ? { calls: goldCalls(TASK).slice(0, 1) } : down));
    const { status, body } = await ask(server, gone);
    expect(status === 200 ? body.reward : null).toBeNull();
    expect(server.server.sessions.size).toBe(0);
  });

  test('the server is killed in mid-episode and started again: the half-played session has no reward, and goes', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'callgym-whole-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    let clock = 0;
    const first = await withFaces({ episodes: episodeHost(), journal: join(dir, 'one.jsonl') });
    const slow = await modelServer((_request, at) =>
      at === 0 ? { calls: goldCalls(TASK).slice(0, 1) } : { slow: 60_000, reply: { content: 'late' } },
    );
    const lost = ask(first, slow).catch(() => undefined);
    await expect.poll(() => slow.asked.length).toBe(2);
    copyFileSync(join(dir, 'one.jsonl'), join(dir, 'two.jsonl'));
    const second = await withFaces({ episodes: episodeHost(), journal: join(dir, 'two.jsonl'), now: () => clock });
    const [kept] = [...second.server.sessions.all()];
    expect(kept?.session.entries).toHaveLength(1);
    expect(kept?.outcome).toBeUndefined();
    expect((await ask(second, await goldModel())).body.reward).toBe(1);
    expect(kept?.session.entries).toHaveLength(1);
    clock += 1_801;
    second.server.sessions.sweep();
    expect(second.server.sessions.size).toBe(0);
    void lost;
  });
});

test('the same key on two lines at once, and later: one episode, one answer', async () => {
  const server = await withFaces({ episodes: episodeHost() });
  const [{ ask }] = DOORS;
  const model = await goldModel();
  const [one, two] = await Promise.all([ask(server, model, { key: 'pair' }), ask(server, model, { key: 'pair' })]);
  expect(two?.body).toEqual(one?.body);
  expect(one?.body.reward).toBe(1);
  const asked = model.asks();
  expect(asked).toBe(goldCalls(TASK).length + 1);
  expect((await ask(server, model, { key: 'pair' })).body.id).toBe(one?.body.id);
  expect(model.asks()).toBe(asked);
  expect((await ask(server, model, { key: 'pair', trial_seed: 9 })).status).toBe(409);
});

test('/run twice on two lines: two episodes, each in a session of its own', async () => {
  const server = await withFaces({ episodes: episodeHost() });
  const [, { ask }] = DOORS;
  const model = await goldModel();
  const both = await Promise.all([ask(server, model), ask(server, model)]);
  expect(both.map(({ body }) => body.reward)).toEqual([1, 1]);
  expect(server.server.sessions.size).toBe(0);
});
