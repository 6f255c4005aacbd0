// Tests how an episode is compared with the task's stored solution. Each case gives the calls of both and the verdict
// that must follow.
import { describe, expect, test } from 'vitest';
import { makeRandom } from '../../envs/random.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import type { Setup } from '../../envs/session/session.ts';
import type { Diff } from '../../envs/values/diff.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { Task } from '../../envs/values/task.ts';
import type { Verdict } from '../../envs/values/verdict.ts';
import { ADVERSARIES, playAdversary } from '../../envs/verification/adversaries.ts';
import { mutantsOf } from '../../envs/verification/gold-mutants.ts';
import { judge } from '../../envs/verification/judge.ts';
import { goldScript, play } from '../../envs/verification/script.ts';
import { World } from '../../envs/world/world.ts';
import { LEDGER } from '../support/ledger.ts';
import { taskByHand } from '../support/task-by-hand.ts';

const world = new World(LEDGER);

/** A call as [tool, arguments]. The text "$k" in an argument means the result of the k-th call of the same list. */
type Move = readonly [name: string, args: JsonObject];

function playMoves(moves: readonly Move[], setup: Setup, seed = 7): { log: LogEntry[]; diff: Diff; results: Json[] } {
  const store = new SessionStore();
  const session = store.create({ id: 's', world, seed, setup });
  const results: Json[] = [];
  const fill = (value: Json): Json => {
    if (typeof value === 'string') return value.replace(/\$(\d)/g, (_all, at: string) => String(results[Number(at)]));
    if (Array.isArray(value)) return (value as readonly Json[]).map(fill);
    return value;
  };
  for (const [name, args] of moves) {
    const answer = store.call(session, {
      by: 'agent',
      name,
      arguments: Object.fromEntries(Object.entries(args).map(([key, value]) => [key, fill(value)])),
    });
    results.push(answer.ok ? answer.result : null);
  }
  return { log: store.log(session), diff: store.diff(session), results };
}

interface Case {
  readonly what: string;
  readonly gold: readonly Move[];
  readonly played: readonly Move[];
  readonly setup?: Setup;
  readonly task?: Partial<Task>;
  readonly outputs?: Task['gold']['outputs'];
  readonly accept?: readonly (readonly Move[])[];
  readonly end?: Task['gold']['end'];
  /**
   * "equal" expects reward 1. Other words name the parts that must fail. Null expects no reward, because it cannot be
   * known.
   */
  readonly expect: 'equal' | 'state' | 'collateral' | 'both' | 'calls' | 'assertions' | 'lost' | null;
}

const SETUP: Setup = { calls: [] };

function verdictOf(each: Case): Verdict {
  const setup = each.setup ?? SETUP;
  const gold = playMoves(each.gold, setup);
  const task: Task = {
    id: each.what,
    kind: 'write',
    environment: world.hash,
    session_seed: 7,
    ...(setup.calls.length === 0 ? {} : { setup: setup.calls }),
    ...(setup.patch === undefined ? {} : { patch: setup.patch }),
    user: { persona: 'p', opening: 'o', goal: 'g', facts: [] },
    gold: {
      calls: gold.log.slice(1).map(({ by, name, arguments: args, ok, result, error }) => ({
        by,
        name,
        arguments: args,
        ...(ok ? { result: result ?? null } : { error: error! }),
      })),
      diff: gold.diff,
      outputs: each.outputs ?? [],
      end: 'done',
    },
    ...(each.accept === undefined ? {} : { accept: each.accept.map((moves) => playMoves(moves, setup).diff) }),
    rules: [],
    basis: ['state', 'collateral'],
    tags: [],
    difficulty: { tools: 0, information: 0, interaction: 0 },
    ...each.task,
  };
  const { log } = playMoves(each.played, setup);
  const extras = each.end === undefined ? {} : { end: each.end };
  const verdict = judge(world, task, log, extras);
  // a brief verdict has the same reward, but stops after the first failed part
  const brief = judge(world, task, log, { ...extras, brief: true });
  expect(brief.reward).toBe(verdict.reward);
  expect(brief.failures).toEqual(verdict.failures.filter(({ part }) => part === verdict.failures[0]?.part));
  return verdict;
}

const open = (owner: string, label?: string): Move => [
  'open_account',
  label === undefined ? { owner } : { owner, label },
];
const pay = (from: string, to: string, amount = 1, memo?: string): Move => [
  'transfer',
  memo === undefined ? { from, to, amount } : { from, to, amount, memo },
];
const CASES: readonly Case[] = [
  // runs that are equal
  { what: 'nothing asked, nothing done', gold: [], played: [], expect: 'equal' },
  { what: 'the same calls', gold: [open('x'), pay('a1', '$0')], played: [open('x'), pay('a1', '$0')], expect: 'equal' },
  {
    what: 'extra reads',
    gold: [open('x')],
    played: [['count_accounts', {}], open('x'), ['get_account', { id: 'a1' }]],
    expect: 'equal',
  },
  {
    what: 'a refused call in between',
    gold: [open('x')],
    played: [['get_account', { id: 'zz' }], ['set_balance', { id: 'zz', balance: 1 }], open('x')],
    expect: 'equal',
  },
  {
    what: 'a call with bad arguments in between',
    gold: [open('x')],
    played: [['open_account', { owner: 3 }], open('x')],
    expect: 'equal',
  },
  {
    what: 'commuting writes in another order',
    gold: [open('x'), open('y')],
    played: [open('y'), open('x')],
    expect: 'equal',
  },
  {
    what: 'commuting updates in another order',
    gold: [
      ['set_balance', { id: 'a1', balance: 1 }],
      ['set_balance', { id: 'a2', balance: 2 }],
    ],
    played: [
      ['set_balance', { id: 'a2', balance: 2 }],
      ['set_balance', { id: 'a1', balance: 1 }],
    ],
    expect: 'equal',
  },
  {
    what: 'detour and repair',
    gold: [['set_balance', { id: 'a1', balance: 5 }]],
    played: [
      ['set_balance', { id: 'a1', balance: 9 }],
      ['set_balance', { id: 'a1', balance: 5 }],
    ],
    expect: 'equal',
  },
  {
    what: 'detour elsewhere and back',
    gold: [['set_balance', { id: 'a1', balance: 5 }]],
    played: [
      ['set_balance', { id: 'a2', balance: 9 }],
      ['set_balance', { id: 'a1', balance: 5 }],
      ['set_balance', { id: 'a2', balance: 200 }],
    ],
    expect: 'equal',
  },
  {
    what: 'made and removed again',
    gold: [open('x')],
    played: [open('y'), ['remove_account', { id: '$0' }], open('x')],
    expect: 'equal',
  },
  {
    what: 'removed and made again under another id',
    gold: [['remove_account', { id: 'a3' }]],
    played: [
      ['rename_account', { id: 'a3', to: 'a9' }],
      ['remove_account', { id: 'a9' }],
    ],
    expect: 'equal',
  },
  {
    what: 'gold repairs, the episode goes straight',
    gold: [
      ['set_balance', { id: 'a1', balance: 9 }],
      ['set_balance', { id: 'a1', balance: 5 }],
    ],
    played: [['set_balance', { id: 'a1', balance: 5 }]],
    expect: 'equal',
  },
  {
    what: 'an update that changes nothing',
    gold: [],
    played: [['set_balance', { id: 'a1', balance: 100 }]],
    expect: 'equal',
  },
  { what: 'an upsert to the same value', gold: [], played: [['limit', { name: 'daily', value: 10 }]], expect: 'equal' },
  // runs whose state differs
  { what: 'nothing done', gold: [open('x')], played: [], expect: 'state' },
  { what: 'another exact value', gold: [open('x')], played: [open('y')], expect: 'state' },
  { what: 'another amount', gold: [pay('a1', 'a2', 5)], played: [pay('a1', 'a2', 6)], expect: 'state' },
  { what: 'an update missing', gold: [['set_balance', { id: 'a1', balance: 5 }]], played: [], expect: 'state' },
  {
    what: 'an update to another value',
    gold: [['set_balance', { id: 'a1', balance: 5 }]],
    played: [['set_balance', { id: 'a1', balance: 6 }]],
    expect: 'state',
  },
  {
    what: 'the wrong row updated',
    gold: [['set_balance', { id: 'a1', balance: 5 }]],
    played: [['set_balance', { id: 'a2', balance: 5 }]],
    expect: 'both',
  },
  { what: 'a removal missing', gold: [['remove_account', { id: 'a3' }]], played: [], expect: 'state' },
  {
    what: 'the wrong row removed',
    gold: [['unlimit', { name: 'daily' }]],
    played: [['remove_account', { id: 'a3' }]],
    expect: 'both',
  },
  { what: 'half of two writes', gold: [open('x'), open('y')], played: [open('x')], expect: 'state' },
  {
    what: 'made twice where two were asked, one differs',
    gold: [open('x'), open('y')],
    played: [open('x'), open('x')],
    expect: 'state',
  },
  {
    what: 'a boolean turned the other way',
    gold: [['freeze', { id: 'a1', frozen: true }]],
    played: [['freeze', { id: 'a1', frozen: false }]],
    expect: 'state',
  },
  {
    what: 'updated instead of inserted',
    gold: [['limit', { name: 'weekly', value: 1 }]],
    played: [['limit', { name: 'daily', value: 1 }]],
    expect: 'both',
  },
  // runs with an unwanted change
  { what: 'an extra row', gold: [open('x')], played: [open('x'), open('y')], expect: 'collateral' },
  { what: 'a double submit', gold: [open('x')], played: [open('x'), open('x')], expect: 'collateral' },
  {
    what: 'an unasked mail',
    gold: [open('x')],
    played: [open('x'), ['mail', { to: 'x', body: 'hi' }]],
    expect: 'collateral',
  },
  {
    what: 'an extra update of another row',
    gold: [open('x')],
    played: [open('x'), ['set_balance', { id: 'a2', balance: 0 }]],
    expect: 'collateral',
  },
  {
    what: 'an extra column of the same row',
    gold: [['set_balance', { id: 'a1', balance: 5 }]],
    played: [
      ['set_balance', { id: 'a1', balance: 5 }],
      ['set_owner', { id: 'a1', owner: 'me' }],
    ],
    expect: 'collateral',
  },
  {
    what: 'an extra column of a new row',
    gold: [open('x')],
    played: [open('x'), ['set_balance', { id: '$0', balance: 5 }]],
    expect: 'state',
  },
  {
    what: 'an extra removal',
    gold: [open('x')],
    played: [open('x'), ['unlimit', { name: 'daily' }]],
    expect: 'collateral',
  },
  {
    what: 'a cascade takes children along',
    gold: [['set_balance', { id: 'a3', balance: 1 }]],
    played: [
      ['set_balance', { id: 'a3', balance: 1 }],
      ['remove_account', { id: 'a1' }],
    ],
    expect: 'collateral',
  },
  { what: 'something done where nothing was asked', gold: [], played: [open('x')], expect: 'collateral' },
  // ids that the environment makes
  {
    what: 'other ids, equal rows',
    gold: [open('x', 'one'), pay('a1', '$0')],
    played: [open('x', 'another label'), pay('a1', '$0')],
    expect: 'equal',
  },
  {
    what: 'a reference to the wrong new row',
    gold: [open('x'), open('y'), pay('$0', 'a1')],
    played: [open('x'), open('y'), pay('$1', 'a1')],
    expect: 'state',
  },
  {
    what: 'two references swapped',
    gold: [open('x'), open('y'), pay('$0', '$1')],
    played: [open('x'), open('y'), pay('$1', '$0')],
    expect: 'state',
  },
  {
    what: 'a reference to an old row instead of a new one',
    gold: [open('x'), pay('$0', 'a1')],
    played: [open('x'), pay('a2', 'a1')],
    expect: 'state',
  },
  {
    what: 'a reference to a new row instead of an old one',
    gold: [open('x'), pay('a2', 'a1')],
    played: [open('x'), pay('$0', 'a1')],
    expect: 'state',
  },
  {
    what: 'equal twins, either may be paid',
    gold: [open('x', 'a'), open('x', 'b'), pay('$0', 'a1')],
    played: [open('x', 'a'), open('x', 'b'), pay('$1', 'a1')],
    expect: 'equal',
  },
  {
    what: 'both twins paid once, not one twice',
    gold: [open('x', 'a'), open('x', 'b'), pay('$0', 'a1', 1), pay('$1', 'a1', 2)],
    played: [open('x', 'a'), open('x', 'b'), pay('$0', 'a1', 1), pay('$0', 'a1', 2)],
    expect: 'state',
  },
  {
    what: 'a chain of new rows in another order',
    gold: [open('x'), open('y'), open('z'), pay('$0', '$1'), pay('$1', '$2')],
    played: [open('z'), open('y'), open('x'), pay('$1', '$0'), pay('$2', '$1')],
    expect: 'equal',
  },
  {
    what: 'a chain that is closed wrongly',
    gold: [open('x'), open('y'), open('z'), pay('$0', '$1'), pay('$1', '$2')],
    played: [open('x'), open('y'), open('z'), pay('$0', '$1'), pay('$2', '$1')],
    expect: 'state',
  },
  {
    what: 'a ring of three against a ring of three',
    gold: [
      open('x', 'a'),
      open('x', 'b'),
      open('x', 'c'),
      ['link', { a: '$0', b: '$1' }],
      ['link', { a: '$1', b: '$2' }],
      ['link', { a: '$2', b: '$0' }],
    ],
    played: [
      open('x', 'a'),
      open('x', 'b'),
      open('x', 'c'),
      ['link', { a: '$1', b: '$0' }],
      ['link', { a: '$0', b: '$2' }],
      ['link', { a: '$2', b: '$1' }],
    ],
    expect: 'equal',
  },
  {
    what: 'one ring of six is not two rings of three',
    gold: [
      ...[1, 2, 3, 4, 5, 6].map((n) => open('x', `l${n}`)),
      ...[
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
        [4, 5],
        [5, 0],
      ].map(([a, b]): Move => ['link', { a: `$${a}`, b: `$${b}` }]),
    ],
    played: [
      ...[1, 2, 3, 4, 5, 6].map((n) => open('x', `l${n}`)),
      ...[
        [0, 1],
        [1, 2],
        [2, 0],
        [3, 4],
        [4, 5],
        [5, 3],
      ].map(([a, b]): Move => ['link', { a: `$${a}`, b: `$${b}` }]),
    ],
    expect: 'state',
  },
  {
    what: 'a composite key of new ids',
    gold: [open('x'), ['link', { a: '$0', b: 'a1' }]],
    played: [open('x'), ['link', { a: '$0', b: 'a1' }]],
    expect: 'equal',
  },
  {
    what: 'a composite key the other way round',
    gold: [open('x'), ['link', { a: '$0', b: 'a1' }]],
    played: [open('x'), ['link', { a: 'a1', b: '$0' }]],
    expect: 'state',
  },
  {
    what: 'the same rows in another order',
    gold: [pay('a1', 'a2', 1), pay('a2', 'a3', 2)],
    played: [pay('a2', 'a3', 2), pay('a1', 'a2', 1)],
    expect: 'equal',
  },
  // times that the environment sets
  {
    what: 'done at another time',
    gold: [['close_account', { id: 'a1' }]],
    played: [open('x'), ['remove_account', { id: '$0' }], ['close_account', { id: 'a1' }]],
    expect: 'equal',
  },
  { what: 'a timestamp not set', gold: [['close_account', { id: 'a1' }]], played: [], expect: 'state' },
  {
    what: 'a timestamp set and cleared',
    gold: [],
    played: [
      ['close_account', { id: 'a1' }],
      ['reopen_account', { id: 'a1' }],
    ],
    expect: 'equal',
  },
  {
    what: 'a timestamp set that gold leaves null',
    gold: [],
    played: [['close_account', { id: 'a1' }]],
    expect: 'collateral',
  },
  { what: 'a timestamp merely moved', gold: [], played: [['touch_account', { id: 'a1' }]], expect: 'equal' },
  // free text
  {
    what: 'other prose',
    gold: [['mail', { to: 'x', body: 'Hello' }]],
    played: [['mail', { to: 'x', body: 'Good day to you' }]],
    expect: 'equal',
  },
  {
    what: 'no prose where there is some',
    gold: [['mail', { to: 'x', body: 'Hello' }]],
    played: [['mail', { to: 'x', body: ' ' }]],
    expect: 'state',
  },
  { what: 'prose where gold has none', gold: [open('x')], played: [open('x', 'mine')], expect: 'state' },
  {
    what: 'prose to another receiver',
    gold: [['mail', { to: 'x', body: 'Hello' }]],
    played: [['mail', { to: 'y', body: 'Hello' }]],
    expect: 'state',
  },
  {
    what: 'prose with the listed value',
    gold: [['mail', { to: 'x', body: 'It costs 42.50 now' }]],
    played: [['mail', { to: 'x', body: 'The price: 42.50.' }]],
    outputs: [{ key: 'price', type: 'money', value: '42.50' }],
    expect: 'equal',
  },
  {
    what: 'prose without the listed value',
    gold: [['mail', { to: 'x', body: 'It costs 42.50 now' }]],
    played: [['mail', { to: 'x', body: 'The price: 142.50' }]],
    outputs: [{ key: 'price', type: 'money', value: '42.50' }],
    expect: 'state',
  },
  {
    what: 'prose that names the right new id',
    gold: [open('x', 'k'), ['mail', { to: 'x', body: 'Your account is $0' }]],
    played: [open('x', 'l'), ['mail', { to: 'x', body: '$0 it is' }]],
    expect: 'equal',
  },
  {
    what: 'prose that names the wrong new id',
    gold: [open('x'), open('y'), ['mail', { to: 'x', body: 'Your account is $0' }]],
    played: [open('x'), open('y'), ['mail', { to: 'x', body: 'Your account is $1' }]],
    expect: 'state',
  },
  {
    what: 'prose rewritten in place',
    gold: [['set_label', { id: 'a1', label: 'new' }]],
    played: [['set_label', { id: 'a1', label: 'fresh' }]],
    expect: 'equal',
  },
  {
    what: 'prose cleared',
    gold: [['set_label', { id: 'a1', label: 'new' }]],
    played: [['set_label', { id: 'a1', label: null }]],
    expect: 'state',
  },
  // real numbers and other values
  {
    what: 'REAL sums in another order',
    gold: [['add_rates', { id: 'a1', parts: [0.1, 0.2, 0.3, 1e10] }]],
    played: [['add_rates', { id: 'a1', parts: [1e10, 0.3, 0.2, 0.1] }]],
    expect: 'equal',
  },
  {
    what: 'REAL beyond the tolerance',
    gold: [['add_rates', { id: 'a1', parts: [1] }]],
    played: [['add_rates', { id: 'a1', parts: [1.0001] }]],
    expect: 'state',
  },
  {
    what: 'REAL back to its value',
    gold: [],
    played: [['add_rates', { id: 'a1', parts: [0.1, -0.1] }]],
    expect: 'equal',
  },
  {
    what: 'an integer is exact',
    gold: [['set_balance', { id: 'a1', balance: 1_000_000_000_000 }]],
    played: [['set_balance', { id: 'a1', balance: 1_000_000_000_001 }]],
    expect: 'state',
  },
  {
    what: 'text is not a number',
    gold: [['set_extra', { id: 'a1', extra: 5 }]],
    played: [['set_extra', { id: 'a1', extra: '5' }]],
    expect: 'state',
  },
  {
    what: 'null is not an empty text',
    gold: [['set_extra', { id: 'a1', extra: '' }]],
    played: [['set_extra', { id: 'a1', extra: null }]],
    expect: 'state',
  },
  { what: 'text differs by case', gold: [open('Ann')], played: [open('ann')], expect: 'state' },
  {
    what: 'JSON with other spacing and key order',
    gold: [['set_meta', { id: 'a1', meta: '{"a":1,"b":[2]}' }]],
    played: [['set_meta', { id: 'a1', meta: '{ "b": [2], "a": 1 }' }]],
    expect: 'equal',
  },
  {
    what: 'JSON with another value',
    gold: [['set_meta', { id: 'a1', meta: '{"a":1}' }]],
    played: [['set_meta', { id: 'a1', meta: '{"a":2}' }]],
    expect: 'state',
  },
  // keys that change
  {
    what: 'a key changed',
    gold: [['rename_account', { id: 'a3', to: 'a9' }]],
    played: [['rename_account', { id: 'a3', to: 'a9' }]],
    expect: 'equal',
  },
  {
    what: 'a key changed otherwise',
    gold: [['rename_account', { id: 'a3', to: 'a9' }]],
    played: [['rename_account', { id: 'a3', to: 'a8' }]],
    expect: 'equal',
  },
  { what: 'a key not changed', gold: [['rename_account', { id: 'a3', to: 'a9' }]], played: [], expect: 'state' },
  // accepted alternatives, columns that are not compared, and calls that set up the start state
  {
    what: 'an accepted alternative',
    gold: [pay('a1', 'a2')],
    accept: [[pay('a1', 'a3')]],
    played: [pay('a1', 'a3')],
    expect: 'equal',
  },
  {
    what: 'neither gold nor an alternative',
    gold: [pay('a1', 'a2')],
    accept: [[pay('a1', 'a3')]],
    played: [pay('a2', 'a3')],
    expect: 'state',
  },
  {
    what: 'gold and the alternative together',
    gold: [pay('a1', 'a2')],
    accept: [[pay('a1', 'a3')]],
    played: [pay('a1', 'a2'), pay('a1', 'a3')],
    expect: 'collateral',
  },
  {
    what: 'a free column',
    gold: [pay('a1', 'a2', 5)],
    played: [pay('a1', 'a2', 6)],
    task: { free: ['transfers.amount'] },
    expect: 'equal',
  },
  {
    what: 'a free column of an update',
    gold: [],
    played: [['set_owner', { id: 'a1', owner: 'me' }]],
    task: { free: ['accounts.owner'] },
    expect: 'equal',
  },
  {
    what: 'the set-up is no change',
    setup: { calls: [{ by: 'control', name: 'seed_balance', arguments: { id: 'a1', balance: 7 } }] },
    gold: [open('x')],
    played: [open('x')],
    expect: 'equal',
  },
  {
    what: 'the set-up undone is a change',
    setup: { calls: [{ by: 'control', name: 'seed_balance', arguments: { id: 'a1', balance: 7 } }] },
    gold: [],
    played: [['set_balance', { id: 'a1', balance: 100 }]],
    expect: 'collateral',
  },
  {
    what: 'a row of the patch is old',
    setup: {
      calls: [],
      patch: {
        accounts: {
          inserted: [{ account_id: 'acc_p', owner: 'p', opened_at: '2031-01-01T00:00:00Z' }],
          updated: [],
          deleted: [],
        },
      },
    },
    gold: [pay('acc_p', 'a1')],
    played: [pay('acc_p', 'a1')],
    expect: 'equal',
  },
  {
    what: 'another row than that of the patch',
    setup: {
      calls: [],
      patch: {
        accounts: {
          inserted: [{ account_id: 'acc_p', owner: 'p', opened_at: '2031-01-01T00:00:00Z' }],
          updated: [],
          deleted: [],
        },
      },
    },
    gold: [pay('acc_p', 'a1')],
    played: [pay('a2', 'a1')],
    expect: 'state',
  },
  // calls that the agent must make
  {
    what: 'the look-up was made',
    gold: [['get_account', { id: 'a1' }]],
    played: [
      ['count_accounts', {}],
      ['get_account', { id: 'a1' }],
    ],
    task: { basis: ['calls', 'state', 'collateral'] },
    expect: 'equal',
  },
  {
    what: 'the look-up was not made',
    gold: [['get_account', { id: 'a1' }]],
    played: [],
    task: { basis: ['calls', 'state', 'collateral'] },
    expect: 'calls',
  },
  {
    what: 'the look-up was made elsewhere',
    gold: [['get_account', { id: 'a1' }]],
    played: [['get_account', { id: 'a2' }]],
    task: { basis: ['calls'] },
    expect: 'calls',
  },
  {
    what: 'a look-up that must be refused',
    gold: [['get_account', { id: 'zz' }]],
    played: [['get_account', { id: 'zz' }]],
    task: { basis: ['calls'] },
    expect: 'equal',
  },
  {
    what: 'two look-ups, made once',
    gold: [
      ['get_account', { id: 'a1' }],
      ['get_account', { id: 'a1' }],
    ],
    played: [['get_account', { id: 'a1' }]],
    task: { basis: ['calls'] },
    expect: 'calls',
  },
  {
    what: 'a look-up of a new row by its name here',
    gold: [['set_balance', { id: 'a1', balance: 5 }], open('x'), ['get_account', { id: '$1' }]],
    played: [
      open('x'),
      open('x'),
      ['remove_account', { id: '$0' }],
      ['set_balance', { id: 'a1', balance: 5 }],
      ['get_account', { id: '$1' }],
    ],
    task: { basis: ['calls', 'state', 'collateral'] },
    expect: 'equal',
  },
  {
    what: 'a look-up of the wrong new row',
    gold: [open('x'), open('y'), ['get_account', { id: '$0' }]],
    played: [open('x'), open('y'), ['get_account', { id: '$1' }]],
    task: { basis: ['calls', 'state', 'collateral'] },
    expect: 'calls',
  },
  {
    what: 'calls do not count where they are no part of the basis',
    gold: [['get_account', { id: 'a1' }]],
    played: [],
    expect: 'equal',
  },
  // assertions about the final state
  {
    what: 'an assertion that holds',
    gold: [['set_balance', { id: 'a1', balance: 5 }]],
    played: [['set_balance', { id: 'a1', balance: 5 }]],
    task: {
      basis: ['assertions'],
      assertions: [{ name: 'assert_balance', arguments: { id: 'a1', balance: 5 }, expect: true }],
    },
    expect: 'equal',
  },
  {
    what: 'an assertion that does not hold',
    gold: [['set_balance', { id: 'a1', balance: 5 }]],
    played: [],
    task: {
      basis: ['assertions'],
      assertions: [{ name: 'assert_balance', arguments: { id: 'a1', balance: 5 }, expect: true }],
    },
    expect: 'assertions',
  },
  {
    what: 'an assertion in words',
    gold: [],
    played: [],
    task: { basis: ['assertions'], assertions: [{ text: 'The agent is polite.' }] },
    expect: null,
  },
  {
    what: 'a failed assertion beside one in words',
    gold: [],
    played: [],
    task: {
      basis: ['assertions'],
      assertions: [{ text: 'polite' }, { name: 'assert_balance', arguments: { id: 'a1', balance: 5 }, expect: true }],
    },
    expect: 'assertions',
  },
  {
    what: 'assertions only: other changes do not count',
    gold: [],
    played: [open('x')],
    task: {
      basis: ['assertions'],
      assertions: [{ name: 'assert_balance', arguments: { id: 'a1', balance: 100 }, expect: true }],
    },
    expect: 'equal',
  },
  // ends of episodes
  {
    what: 'everything right, but out of turns',
    gold: [open('x')],
    played: [open('x')],
    end: 'max_turns',
    expect: 'lost',
  },
  {
    what: 'everything right, but the agent crashed',
    gold: [open('x')],
    played: [open('x')],
    end: 'agent_error',
    expect: 'lost',
  },
  { what: 'the fault was the user’s', gold: [open('x')], played: [], end: 'user_error', expect: null },
  { what: 'the fault was ours', gold: [open('x')], played: [open('x')], end: 'infrastructure', expect: null },
  { what: 'done', gold: [open('x')], played: [open('x')], end: 'done', expect: 'equal' },
];

test('there are at least 60 cases, each with a name of its own', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(CASES.map((each) => each.what)).size).toBe(CASES.length);
});

describe('judge', () => {
  test.each(CASES)('$what: $expect', (each) => {
    const verdict = verdictOf(each);
    const failing = [...new Set(verdict.failures.map((failure) => failure.part))].sort();
    if (each.expect === 'equal') expect(verdict).toMatchObject({ reward: 1, failures: [] });
    else if (each.expect === null) expect(verdict.reward).toBe(null);
    else if (each.expect === 'lost') expect(verdict).toMatchObject({ reward: 0, failures: [] });
    else {
      expect(verdict.reward).toBe(0);
      expect(failing).toEqual(each.expect === 'both' ? ['collateral', 'state'] : [each.expect]);
      for (const part of failing) expect(verdict.parts[part]).toEqual({ pass: false });
      for (const failure of verdict.failures) expect(failure.message.length).toBeGreaterThan(10);
    }
  });
});

test('a session that was played just now is judged like its log', () => {
  const told = { opening: 'Please open an account for x.', facts: { owner: 'x' } };
  const task = { ...taskByHand(world, { ...told, calls: [['open_account', { owner: 'x' }]] }), tags: [] };
  const scripts = [goldScript(world, task), ...mutantsOf(world, task, makeRandom(1)).map(({ script }) => script)];
  const rewards = scripts.map((script) => {
    const { verdict, log, messages } = play(world, task, script);
    expect(verdict).toEqual(judge(world, task, log, { messages, end: script.end }));
    expect(play(world, task, script, { brief: true }).verdict.reward).toBe(verdict.reward);
    return verdict.reward;
  });
  expect(new Set(rewards)).toEqual(new Set([1, 0]));
  for (const each of ADVERSARIES) {
    const { verdict, log, messages } = playAdversary(world, task, each);
    expect(verdict).toEqual(judge(world, task, log, { messages, end: 'done' }));
    expect(playAdversary(world, task, each, 1, { brief: true }).verdict.reward).toBe(verdict.reward);
  }
});
