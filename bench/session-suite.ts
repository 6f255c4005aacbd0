// Measures the costs of sessions: reset, binding to a connection, fork (copy), diff and memory.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openEnvironment } from '../envs/folder/environment-folder.ts';
import { SessionStore, type CallRequest } from '../envs/session/session-store.ts';
import type { Session } from '../envs/session/session.ts';
import type { World } from '../envs/world/world.ts';
import { median, microseconds, result, type BenchResult } from './measure.ts';
import { TAPE_ENVIRONMENTS, environmentPath, loadTape } from './tape.ts';

const TIMES = 200;

/** For each environment, a function that makes a write from a number. Another number changes another row. */
const TOUCH: Readonly<Record<string, (at: number) => CallRequest>> = {
  'order-desk': (at) => ({ by: 'agent', name: 'add_note', arguments: { customer_id: 'C1001', body: `note ${at}` } }),
  'carrier-care': (at) => ({
    by: 'agent',
    name: 'give_credit',
    arguments: { customer_id: 'M1001', amount: 5, reason: `reason ${at}` },
  }),
};

/** Measures both authored environments. For each figure, the slower environment counts. */
export function benchSessions(): BenchResult[] {
  const all = TAPE_ENVIRONMENTS.map((name) => {
    const world = openEnvironment(environmentPath(name));
    const tape = loadTape(name);
    const results = [
      benchReset(world, tape),
      ...[40, 200].map((length) => benchBind(world, tape, length)),
      benchFork(world, tape),
      benchDiff(world, TOUCH[name] as (at: number) => CallRequest),
    ];
    world.close();
    return results;
  });
  return (all[0] ?? []).map((first, at) =>
    all.map((results) => results[at] ?? first).reduce((a, b) => (b.value > a.value ? b : a)),
  );
}

function play(store: SessionStore, session: Session, tape: readonly CallRequest[], length: number, from = 0): void {
  for (let at = 0; at < length; at++) store.call(session, tape[(from + at) % tape.length] as CallRequest);
}

/**
 * Measures a reset after ten calls. The floor (the least possible cost) is a bare ROLLBACK and BEGIN after the same
 * calls.
 */
function benchReset(world: World, tape: readonly CallRequest[]): BenchResult {
  const store = new SessionStore(undefined, { memo: false });
  const session = store.create({ id: 'reset', world, seed: 1 });
  const mine: number[] = [];
  const floor: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    play(store, session, tape, 10, time * 10);
    mine.push(microseconds(() => store.reset(session)));
    play(store, session, tape, 10, time * 10);
    store.look(session, ({ db }) => {
      const [rollback, begin] = [db.prepare('ROLLBACK'), db.prepare('BEGIN')];
      floor.push(microseconds(() => (rollback.run(), begin.run())));
    });
    // the bare ROLLBACK reset the connection but not the log; the next lines reset both
    store.unbind(session);
    store.reset(session);
  }
  return result('session.reset', median(mine), 'µs', median(floor));
}

function benchBind(world: World, tape: readonly CallRequest[], length: number): BenchResult {
  const store = new SessionStore(undefined, { memo: false });
  const times: number[] = [];
  for (let time = 0; time < 120; time++) {
    const session = store.create({ id: `bind ${time}`, world, seed: time });
    play(store, session, tape, length, time * 17);
    store.unbind(session);
    times.push(microseconds(() => store.look(session, () => undefined)));
    store.close(session);
  }
  return result(`session.bind${length}`, median(times), 'µs');
}

function benchFork(world: World, tape: readonly CallRequest[]): BenchResult {
  const store = new SessionStore(undefined, { memo: false });
  const session = store.create({ id: 'fork', world, seed: 1 });
  play(store, session, tape, 60);
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) times.push(microseconds(() => store.fork(session, 40, `fork ${time}`)));
  return result('session.fork40', median(times), 'µs');
}

/** Measures the net diff of a session that changed 40 rows. */
function benchDiff(world: World, touch: (at: number) => CallRequest): BenchResult {
  const store = new SessionStore(undefined, { memo: false });
  const session = store.create({ id: 'diff', world, seed: 1 });
  for (let at = 0; at < 40; at++) store.call(session, touch(at));
  const rows = Object.values(store.diff(session)).reduce(
    (sum, table) => sum + table.inserted.length + table.updated.length,
    0,
  );
  if (rows < 40) throw new Error(`${rows} rows changed, not 40`);
  const times: number[] = [];
  for (let time = 0; time < TIMES; time++) times.push(microseconds(() => store.diff(session)));
  return result('session.diff40', median(times), 'µs');
}

/**
 * Runs 100,000 live sessions of ten calls in a separate process. 1,000 sessions picked at random must answer correctly.
 */
export function benchMemory(): BenchResult[] {
  const text = execFileSync(
    process.execPath,
    ['--expose-gc', fileURLToPath(new URL('many-sessions.ts', import.meta.url))],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const { bytes, perGib, total, wrong } = JSON.parse(text) as {
    bytes: number;
    perGib: number;
    total: number;
    wrong: number;
  };
  if (wrong > 0) throw new Error(`${wrong} of 1,000 sessions went on wrongly`);
  return [
    result('session.idle_bytes', bytes, 'bytes'),
    result('session.per_gib', perGib, 'sessions'),
    result('session.100k_rss', total / 2 ** 20, 'MiB'),
  ];
}
