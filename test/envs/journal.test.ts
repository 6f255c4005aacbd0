import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Journal } from '../../envs/session/journal.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import { World } from '../../envs/world/world.ts';
import { draws } from '../support/draws.ts';
import { LEDGER } from '../support/ledger.ts';
import { SHOP } from '../support/shop.ts';
import { trafficCall } from '../support/traffic.ts';

const dir = mkdtempSync(join(tmpdir(), 'callgym-journal-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const world = new World(LEDGER);
const worldOf = (hash: string): World | undefined => (hash === world.hash ? world : undefined);

/**
 * Starts a process that makes calls, waits until it has acknowledged this many, and kills it in the middle of its work.
 */
function killAfter(file: string, calls: number): Promise<string> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [new URL('../support/traffic.ts', import.meta.url).pathname, 'run', file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      // the first line of output says that the process is ready
      if (text.split('\n').length > calls + 1) child.kill('SIGKILL');
    });
    child.on('close', () => done(text));
  });
}

const KILLS = draws(20);

test(`kill -9 at ${KILLS} moments under traffic: nothing acknowledged is lost, nothing else appears by half`, async () => {
  const file = join(dir, 'kill.jsonl');
  const acknowledged = new Map<string, string[]>();
  for (let kill = 0; kill < KILLS; kill++) {
    const text = await killAfter(file, 1 + ((kill * 13) % 37));
    const lines = text
      .split('\n')
      .slice(0, -1)
      .filter((line) => line !== 'ready');
    for (const line of lines) {
      const [, at = '', step = '', answer = ''] = /^(\d+) (\d+) (.*)$/.exec(line) ?? [];
      const known = acknowledged.get(`s${at}`) ?? [];
      known[Number(step) - 1] = answer;
      acknowledged.set(`s${at}`, known);
    }
  }
  const journal = new Journal(file);
  const store = new SessionStore(journal);
  expect(journal.restore(store, worldOf).restored).toBe(12);
  let calls = 0;
  for (let at = 0; at < 12; at++) {
    const session = store.get(`s${at}`);
    const known = acknowledged.get(session.id) ?? [];
    expect(session.entries.length).toBeGreaterThanOrEqual(known.length);
    const alone = new SessionStore();
    const same = alone.create({ id: 'alone', world, seed: at });
    for (let step = 0; step < session.entries.length; step++) {
      const answer = JSON.stringify(alone.call(same, trafficCall(at, step)));
      // the journal may hold a call that was written but not acknowledged when the process died
      if (known[step] !== undefined) expect(answer).toBe(known[step]);
      calls += 1;
    }
    expect(store.fullHash(session)).toBe(alone.fullHash(same));
    expect(store.call(session, trafficCall(at, session.entries.length))).toEqual(
      alone.call(same, trafficCall(at, same.entries.length)),
    );
  }
  expect(calls).toBeGreaterThan(10 * KILLS);
  journal.close();
});

test('forks, rewinds and closes come back; the journal is written anew without the dead', () => {
  const file = join(dir, 'events.jsonl');
  const journal = new Journal(file, { fsync: true });
  const store = new SessionStore(journal);
  const a = store.create({
    id: 'a',
    world,
    seed: 1,
    setup: { calls: [{ name: 'seed_balance', arguments: { id: 'a1', balance: 3 } }] },
  });
  for (let at = 0; at < 6; at++) store.call(a, { ...trafficCall(0, at), key: `k${at}` });
  store.advanceClock(a, 60);
  const b = store.fork(a, 4, 'b');
  store.rewind(a, 5);
  store.call(b, trafficCall(1, 9));
  store.close(store.create({ id: 'c', world, seed: 1 }));
  const hashes = [store.fullHash(a), store.fullHash(b)];
  journal.close();
  const again = new Journal(file);
  const restored = new SessionStore(again);
  expect(again.restore(restored, worldOf)).toEqual({ restored: 2, expired: 0, unknown: [], left: [] });
  expect([restored.fullHash(restored.get('a')), restored.fullHash(restored.get('b'))]).toEqual(hashes);
  expect(restored.get('a').entries.map((entry) => entry.key)).toEqual(['k0', 'k1', 'k2', 'k3', 'k4']);
  expect(readFileSync(file, 'utf8')).not.toContain('"c"');
  again.close();
});

test('a torn last line is dropped, a broken line in the middle is an error that names it', () => {
  const file = join(dir, 'torn.jsonl');
  const journal = new Journal(file);
  const store = new SessionStore(journal);
  store.call(store.create({ id: 'a', world, seed: 1 }), trafficCall(0, 0));
  journal.close();
  appendFileSync(file, '{"op":"call","id":"a","by":"ag');
  const torn = new Journal(file);
  const restored = new SessionStore(torn);
  torn.restore(restored, worldOf);
  expect(restored.get('a').entries).toHaveLength(1);
  torn.close();
  writeFileSync(file, `nonsense\n${readFileSync(file, 'utf8')}`);
  const broken = new Journal(file);
  expect(() => broken.restore(new SessionStore(), worldOf)).toThrow(/torn\.jsonl, line 1: is no JSON/);
  broken.close();
});

test('sessions of an environment that is not there are named and kept', () => {
  const file = join(dir, 'foreign.jsonl');
  const other = new World(SHOP);
  const journal = new Journal(file);
  const store = new SessionStore(journal);
  const a = store.create({ id: 'a', world: other, seed: 1 });
  store.call(a, { by: 'agent', name: 'send_mail', arguments: { customer_id: 'bo', body: 'x' } });
  store.create({ id: 'b', world, seed: 1 });
  journal.close();
  const again = new Journal(file);
  expect(again.restore(new SessionStore(), worldOf)).toEqual({
    restored: 1,
    expired: 0,
    unknown: [{ id: 'a', environment: other.hash }],
    left: [],
  });
  again.close();
  const third = new Journal(file);
  const restored = new SessionStore();
  expect(third.restore(restored, (hash) => (hash === other.hash ? other : worldOf(hash))).restored).toBe(2);
  expect(restored.get('a').entries).toHaveLength(1);
  third.close();
});

test('a call that cannot be written is not acknowledged and did not happen', () => {
  const file = join(dir, 'full.jsonl');
  const journal = new Journal(file);
  const store = new SessionStore(journal);
  const a = store.create({ id: 'a', world, seed: 1 });
  const before = store.fullHash(a);
  journal.close();
  expect(() => store.call(a, trafficCall(0, 0))).toThrow(/EBADF/);
  expect(a.entries).toHaveLength(0);
  expect(store.fullHash(a)).toBe(before);
});
