// Tests a store in which sessions share answers. It must behave like a store in which each session makes its own calls:
// the same answers, rows and logs, in any order of the group's calls.
import { fc, test } from '../support/laws.ts';
import { describe, expect, test as plain } from 'vitest';
import { SessionStore, type CallRequest } from '../../envs/session/session-store.ts';
import type { Session } from '../../envs/session/session.ts';
import { World } from '../../envs/world/world.ts';
import { LEDGER } from '../support/ledger.ts';
import { tool } from '../support/shop.ts';
import { draws } from '../support/draws.ts';

const world = new World(
  {
    ...LEDGER,
    tools: [
      ...LEDGER.tools,
      tool('count_limits', {}, 'read', [{ return: 'SELECT count(*) FROM limits', shape: 'value' }]),
      tool('what_time', {}, 'read', [{ return: 'now()', shape: 'value' }]),
      tool('offer_id', {}, 'read', [{ return: "new_id('of_')", shape: 'value' }]),
    ],
  },
  { pool: 2 },
);

// few calls and few arguments, so that different sessions often reach the same state
const call: fc.Arbitrary<CallRequest> = fc
  .oneof(
    fc.constant({ name: 'open_account', arguments: { owner: 'x' } }),
    fc.constant({ name: 'transfer', arguments: { from: 'a1', to: 'a2', amount: 1 } }),
    fc.constant({ name: 'transfer', arguments: { from: 'a1', to: 'nobody', amount: 1 } }),
    fc.constant({ name: 'close_account', arguments: { id: 'a3' } }),
    fc.constant({ name: 'get_account', arguments: { id: 'a1' } }),
    fc.constant({ name: 'count_accounts', arguments: {} }),
    fc.constant({ name: 'count_limits', arguments: {} }),
    fc.constant({ name: 'what_time', arguments: {} }),
    fc.constant({ name: 'offer_id', arguments: {} }),
    fc.constant({ name: 'get_account', arguments: { id: 5 } }),
    fc.constant({ name: 'constructor', arguments: {} }),
  )
  .map((each) => ({ by: 'agent', ...each }) as CallRequest);

type Act =
  | { readonly kind: 'call'; readonly who: number; readonly call: CallRequest; readonly key: boolean }
  | { readonly kind: 'rewind' | 'fork'; readonly who: number; readonly back: number }
  | { readonly kind: 'unbind' | 'clock' | 'look'; readonly who: number };
const who = fc.nat(3);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('call' as const), who, call, key: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('rewind' as const, 'fork' as const), who, back: fc.nat(4) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('unbind' as const, 'clock' as const, 'look' as const), who }),
  },
);

function play(acts: readonly Act[], memo: boolean): unknown[] {
  const store = new SessionStore(undefined, { memo });
  const sessions: Session[] = [0, 1, 2, 3].map((at) => store.create({ id: `s${at}`, world, seed: at === 3 ? 2 : 1 }));
  const seen: unknown[] = [];
  acts.forEach((each, at) => {
    const session = sessions[each.who] as Session;
    switch (each.kind) {
      case 'call':
        seen.push(
          store.make(
            session,
            each.key
              ? { ...each.call, key: `k${at % 5}${each.call.name}${JSON.stringify(each.call.arguments)}` }
              : each.call,
          ),
        );
        break;
      case 'rewind':
        store.rewind(session, Math.max(0, session.entries.length - each.back));
        break;
      case 'fork':
        sessions[each.who] = store.fork(session, Math.max(0, session.entries.length - each.back), `f${at}`);
        break;
      case 'unbind':
        store.unbind(session);
        break;
      case 'clock':
        store.advanceClock(session, 60);
        break;
      case 'look':
        seen.push(store.fullHash(session), store.diff(session));
        break;
    }
  });
  for (const session of store.all())
    seen.push(session.id, store.log(session), store.fullHash(session), store.diff(session));
  return seen;
}

describe('sessions that share answers', () => {
  test.prop([fc.array(act, { maxLength: 60 })], { numRuns: draws(300) })('are sessions that do not', (acts) => {
    expect(play(acts, true)).toEqual(play(acts, false));
  });

  plain('share again after everything known was forgotten, those that were there before too', () => {
    const store = new SessionStore(undefined, { memo: { characters: 32_000_000, states: 3 } });
    const [first, second, other] = ['a', 'b', 'c'].map((id) => store.create({ id, world, seed: 1 })) as [
      Session,
      Session,
      Session,
    ];
    // the store keeps a limited number of states; if there are more, it forgets all of them
    for (const id of ['a1', 'a2', 'a3', 'a4', 'a5'])
      store.call(other, { by: 'agent', name: 'open_account', arguments: { owner: id } });
    const read: CallRequest = { by: 'agent', name: 'get_account', arguments: { id: 'a1' } };
    store.call(first, read);
    const runs = countRuns(() => {
      store.call(second, read);
      store.call(first, read);
      store.call(second, read);
    });
    expect(runs).toBe(0);
  });

  plain('a group that does the same runs each call once', () => {
    const store = new SessionStore();
    const group = Array.from({ length: 16 }, (_each, at) => store.create({ id: `g${at}`, world, seed: 1 }));
    const calls: CallRequest[] = [
      { by: 'agent', name: 'get_account', arguments: { id: 'a1' } },
      { by: 'agent', name: 'transfer', arguments: { from: 'a1', to: 'a2', amount: 1 } },
      { by: 'agent', name: 'open_account', arguments: { owner: 'x' } },
      { by: 'agent', name: 'count_accounts', arguments: {} },
    ];
    const runs = countRuns(() => {
      for (const each of calls) for (const session of group) store.call(session, each);
    });
    expect(runs).toBe(calls.length);
    expect(new Set(group.map((session) => store.fullHash(session))).size).toBe(1);
  });
});

describe('sessions that begin apart', () => {
  const read: CallRequest = { by: 'agent', name: 'get_account', arguments: { id: 'a1' } };
  const strangers = (store: SessionStore, count: number): Session[] =>
    Array.from({ length: count }, (_each, at) => store.create({ id: `t${at}`, world, seed: 100 + at }));

  plain('share a read of rows that none of them has changed', () => {
    const store = new SessionStore();
    const sessions = strangers(store, 8);
    const runs = countRuns(() => {
      for (const session of sessions) store.call(session, read);
    });
    expect(runs).toBe(1);
  });

  plain('run a read of rows that they have changed, or of the clock, or of an id', () => {
    const store = new SessionStore();
    const [first, second] = strangers(store, 2) as [Session, Session];
    store.call(first, read);
    store.call(second, { by: 'agent', name: 'set_label', arguments: { id: 'a1', label: 'new' } });
    const runs = countRuns(() => {
      store.call(second, read);
      for (const name of ['what_time', 'offer_id'])
        for (const session of [first, second]) store.call(session, { by: 'agent', name, arguments: {} });
    });
    expect(runs).toBe(5);
  });
});

function countRuns(work: () => void): number {
  let runs = 0;
  const run = world.run.bind(world);
  world.run = (...args) => {
    runs += 1;
    return run(...args);
  };
  try {
    work();
  } finally {
    world.run = run;
  }
  return runs;
}
