// Tests how workers share sessions: the worker with the lowest load gets new sessions, requests of one start go to one
// worker, and ids name their worker.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEnvironment } from '../../../envs/folder/environment-folder.ts';
import { Capabilities, markOf } from '../../../envs/server/capabilities.ts';
import { HttpError } from '../../../envs/server/http-errors.ts';
import type { ToSupervisor } from '../../../envs/server/workers/messages.ts';
import { Placement } from '../../../envs/server/workers/placement.ts';
import { dealJournals, journalOf } from '../../../envs/server/workers/worker-journals.ts';
import { WorkerOwnership } from '../../../envs/server/workers/worker-ownership.ts';
import { Journal } from '../../../envs/session/journal.ts';
import { SessionStore } from '../../../envs/session/session-store.ts';
import { ORDER_DESK } from '../../support/server.ts';

test('new sessions go to the least loaded worker, and a start stays on one', () => {
  const placement = new Placement(3);
  expect(placement.place('a', 1)).toBeUndefined();
  for (const worker of [0, 1, 2]) placement.loaded(worker, worker);
  expect(placement.place('a', 8)).toBe(0);
  expect(placement.place('b', 1)).toBe(1);
  expect(placement.place('a', 8)).toBe(0);
  expect(placement.place('c', 1)).toBe(1);
  expect(placement.place('d', 1)).toBe(2);
  placement.away(0);
  expect(placement.place('a', 1)).not.toBe(0);
});

test('one start alone fills every worker in the end', () => {
  const placement = new Placement(2);
  placement.loaded(0, 0);
  placement.loaded(1, 0);
  const count = [0, 0];
  for (let at = 0; at < 1_000; at++) {
    const worker = placement.place('the only task', 1) ?? -1;
    count[worker] = (count[worker] ?? 0) + 1;
  }
  expect(Math.abs((count[0] ?? 0) - (count[1] ?? 0))).toBeLessThanOrEqual(128);
});

test('the first byte of an id names its worker; a client keeps its own names on one', async () => {
  const told: ToSupervisor[] = [];
  const ownership = new WorkerOwnership({ index: 1, workers: 3 }, (message) => told.push(message));
  const [first, , third] = [0, 1, 2].map((mark) => new Capabilities('a-token-of-workers', mark).newId());
  ownership.heard({ kind: 'peers', urls: ['http://127.0.0.1:1', 'http://127.0.0.1:2', null] });
  expect(ownership.ownerOf(first ?? '')).toEqual({ url: 'http://127.0.0.1:1', how: 'forward' });
  expect(ownership.ownerOf(new Capabilities('a-token-of-workers', 1).newId())).toBeUndefined();
  expect(() => ownership.ownerOf(third ?? '')).toThrow(HttpError);
  expect(ownership.ownerOfName(first ?? '')?.url).toBe('http://127.0.0.1:1');
  const placed = ownership.placeFor('start', 2, []);
  expect(told).toEqual([{ kind: 'place', ask: 1, start: 'start', count: 2 }]);
  ownership.heard({ kind: 'placed', ask: 1, worker: 0 });
  expect((await placed)?.url).toBe('http://127.0.0.1:1');
  ownership.port = 9001;
  expect(ownership.baseOf({ protocol: 'http', host: 'gym.example:8080' })).toBe('http://gym.example:9001');
});

test('a journal is dealt out again for another number of workers, forks and swept sessions included', () => {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-deal-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'sessions.jsonl');
  const world = openEnvironment(ORDER_DESK);
  onTestFinished(() => world.close());
  const ids = new Capabilities('a-token-of-workers');
  const alone = new SessionStore(new Journal(file));
  const kept = Array.from({ length: 12 }, (_each, seed) => {
    const session = alone.create({ id: ids.newId(), world, seed });
    for (let at = 0; at <= seed; at++)
      alone.call(session, { by: 'agent', name: 'find_customer_by_email', arguments: { email: `e${at}@example.com` } });
    return session;
  });
  const fork = alone.fork(kept[9] as (typeof kept)[0], 4, ids.newId());
  alone.close(kept[9] as (typeof kept)[0]);
  alone.expire(kept[3] as (typeof kept)[0]);
  const lengths = new Map([...alone.all()].map(({ id, entries }) => [id, entries.length]));
  expect(lengths.get(fork.id)).toBe(4);

  for (const workers of [3, 2, 1]) {
    dealJournals(file, workers);
    expect(readdirSync(dir).length).toBe(workers);
    const found = new Map<string, number>();
    let swept = 0;
    for (let worker = 0; worker < workers; worker++) {
      const journal = new Journal(journalOf(file, worker, workers));
      const store = new SessionStore();
      swept += journal.restore(store, () => world).expired;
      journal.close();
      for (const { id, entries } of store.all()) {
        expect(markOf(id) % workers).toBe(worker);
        found.set(id, entries.length);
      }
    }
    expect(swept).toBe(1);
    expect(found).toEqual(lengths);
  }
});
