// Tests the index of the keys in a log: it finds the same entries as a search through the whole log, after calls,
// batches, rewinds, forks (copies), and a restart from the journal.
import { fc, test } from '../support/laws.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { GymError } from '../../envs/errors/gym-error.ts';
import { Journal } from '../../envs/session/journal.ts';
import { placeOfKey } from '../../envs/session/log-keys.ts';
import { SessionStore, type CallRequest } from '../../envs/session/session-store.ts';
import type { Session } from '../../envs/session/session.ts';
import type { Audience } from '../../envs/values/tool-schema.ts';
import { World } from '../../envs/world/world.ts';
import { LEDGER } from '../support/ledger.ts';
import { draws } from '../support/draws.ts';

const world = new World(LEDGER);
const dir = mkdtempSync(join(tmpdir(), 'callgym-log-keys-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const KEYS = ['a', 'b', 'c', 'sent 1', 'sent 2'];
const CALLERS: readonly Audience[] = ['agent', 'user'];
const call: fc.Arbitrary<CallRequest> = fc
  .record({
    by: fc.constantFrom(...CALLERS),
    key: fc.option(fc.constantFrom(...KEYS), { nil: undefined }),
    id: fc.constantFrom('a1', 'a2'),
  })
  .map(({ by, key, id }) => ({
    by,
    name: 'set_balance',
    arguments: { id, balance: 1 },
    ...(key === undefined ? {} : { key }),
  }));
type Move =
  | { kind: 'call'; call: CallRequest }
  | { kind: 'batch'; calls: CallRequest[] }
  | { kind: 'rewind' | 'fork'; share: number }
  | { kind: 'restart' };
const share = fc.double({ min: 0, max: 1, noNaN: true });
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 8, arbitrary: call.map((each) => ({ kind: 'call' as const, call: each })) },
  { weight: 2, arbitrary: fc.array(call, { maxLength: 4 }).map((calls) => ({ kind: 'batch' as const, calls })) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('rewind' as const, 'fork' as const), share }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

function searched({ entries }: Session, by: Audience, key: string): number | undefined {
  const at = entries.findIndex((entry) => entry.key === key && entry.by === by);
  return at < 0 ? undefined : at;
}

let runs = 0;

test.prop([fc.array(move, { maxLength: 30 })], { numRuns: draws(150) })('the index equals the search', (moves) => {
  const file = join(dir, `${++runs}.jsonl`);
  let store = new SessionStore(new Journal(file));
  let session = store.create({ id: 's0', world, seed: 1 });
  moves.forEach((each, at) => {
    const step = 'share' in each ? Math.round(each.share * session.entries.length) : 0;
    try {
      if (each.kind === 'call') store.call(session, each.call);
      if (each.kind === 'batch') store.batch(session, each.calls);
    } catch (error) {
      if (!(error instanceof GymError && error.code === 'KEY_REUSED')) throw error;
    }
    if (each.kind === 'rewind') store.rewind(session, step);
    if (each.kind === 'fork') session = store.fork(session, step, `s${at + 1}`);
    if (each.kind === 'restart') {
      const journal = new Journal(file);
      store = new SessionStore(journal);
      journal.restore(store, () => world);
      session = store.get(session.id);
    }
    for (const live of store.all())
      for (const by of CALLERS)
        for (const key of KEYS) expect(placeOfKey(live.entries, by, key)).toBe(searched(live, by, key));
  });
});
