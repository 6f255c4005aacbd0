// Tests rules which demand that the agent tells the price before the user says yes: which amounts a message tells, that
// an agent which tells no price fails, and that the stored solution and the oracle pass.
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { planOf } from '../../agents/agents/oracle-plan.ts';
import { Oracle } from '../../agents/agents/oracle.ts';
import { playEpisode } from '../../agents/episodes/play-episode.ts';
import type { Player, Seat } from '../../agents/episodes/players.ts';
import { ScriptedUser } from '../../agents/users/scripted.ts';
import { wishesOf } from '../../agents/users/wishes.ts';
import { loadEnvironment } from '../../envs/folder/environment-folder.ts';
import { makeRandom } from '../../envs/random.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import { checkedAs, plainJson, type Json, type JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { Verdict } from '../../envs/values/verdict.ts';
import { chargesIn, untoldCharges } from '../../envs/verification/charges.ts';
import { judge } from '../../envs/verification/judge.ts';
import { priceFaults } from '../../envs/verification/report-checks.ts';
import { evaluateRules, playTrace } from '../../envs/verification/rules.ts';
import { goldScript, play } from '../../envs/verification/script.ts';
import { amountsSaid } from '../../envs/words/amounts-said.ts';
import { World } from '../../envs/world/world.ts';
import { auditTask } from '../../generator/tasks/audit.ts';
import { entry } from '../support/log-entry.ts';

describe('the amounts of a message', () => {
  test.each([
    ['It costs $4.50.', [4.5]],
    ['The fee is 12.', [12]],
    ['The fee is twelve euros, and 15 more by express.', [12, 15]],
    ['You pay **1,245.50** in all.', [1245.5]],
    ['The fee is waived until 12 June.', []],
    ['You pay within 14 days, less 25 percent.', []],
    ['Seat 15 in coach 3 is free.', []],
    ['The fare is 30 per passenger.', [30]],
    ['The fee is 12 a month.', [12]],
    ['The fee is 9 each month, or 90 every year.', [9, 90]],
    ['Room 12 costs 80 a night for 2 adults.', [80]],
    ['The fee is 15 per card. Shall I?', [15]],
    ['The fee for order number 40 is 5.', [5]],
    ['The fee is shown on page 15.', []],
    ['The fee covers 3 checked items.', []],
  ])('%s', (text, amounts) => {
    expect(amountsSaid(text)).toEqual(amounts);
  });
});

describe('the charges of a change', () => {
  test('are those of its result that the proposal does not tell', () => {
    const result = { fee: 0, priceDifference: 3.3, charged: 3.3, totalPrice: 33.85, amount: 7 };
    expect(untoldCharges('Shall I move it?', result)).toBe('The price difference is $3.30. The total price is $33.85.');
    expect(untoldCharges('It costs $3.30 more, $33.85 in all. Shall I?', result)).toBe('');
  });

  test.each([
    [{ coffee: 3, discharge: 4, welfare: 5, subtotal: 6, total: 9 }, ['total']],
    [{ time_difference: 2, hours_total: 7, refund_total: 8, old_price: 5, sub_total: 6, balance_total: 7 }, []],
    [{ fees: 2, late_fees: 4, lateFee: 5, one_time_fee: 6 }, ['fees', 'late_fees', 'lateFee', 'one_time_fee']],
  ])('have a label that ends with the word for a price: %j', (result, labels) => {
    expect(chargesIn(result).map(({ label }) => label)).toEqual(labels);
  });

  test('may be told by any price of the result', () => {
    const change = entry(0, 'move_booking', 'write', {}, { fee: 0, charged: 3.3, totalPrice: 33.85 });
    const faults = (text: string): number => priceFaults(text, change, [], { log: [], told: '' }).length;
    expect(faults('Moving it costs $3.30. Shall I?')).toBe(0);
    expect(faults('Moving it costs $3.40. Shall I?')).toBe(1);
  });
});

const bank = new World(loadEnvironment(fileURLToPath(new URL('../../gallery/bank', import.meta.url))));
const WHO: JsonObject = { customer_number: '30990012', date_of_birth: '1976-01-29' };
const CARD: JsonObject = { card_id: 'card_2e88d1', express: true };

/**
 * Returns the rules that an express replacement breaks after these words. The words are the agent's, unless they are
 * "Yes." or begin with "User: ".
 */
function broken(...words: readonly string[]): string[] {
  const said = words.map((text) =>
    text === 'Yes.' || text.startsWith('User: ')
      ? { role: 'user' as const, text, acts: text === 'Yes.' ? ['confirm' as const] : [] }
      : { role: 'assistant' as const, text, acts: ['ask' as const] },
  );
  const events = [
    { name: 'identify_customer', arguments: WHO },
    ...said,
    { name: 'order_replacement_card', arguments: CARD },
  ];
  return evaluateRules(bank, { seed: 1, setup: { calls: [] } }, playTrace(bank, { events }), {}).map(
    ({ rule }) => rule,
  );
}

describe('a rule that demands the fee before the yes', () => {
  const ASK = 'I order a new card, by express. Shall I?';

  test('is kept by the fee in any words, in one sum or in parts', () => {
    const fee = playTrace(bank, {
      events: [
        { name: 'identify_customer', arguments: WHO },
        { name: 'order_replacement_card', arguments: CARD },
      ],
    }).at(-1);
    const amount = fee?.kind === 'call' ? (fee.entry.result as { data: { fee: number } }).data.fee : 0;
    expect(amount).toBeGreaterThan(0);
    expect(broken(`It costs ${amount.toFixed(2)}. ${ASK}`, 'Yes.')).toEqual([]);
    expect(broken(`The fee is ${amount}.`, ASK, 'Yes.')).toEqual([]);
  });

  test('is broken where only the user names the amount', () => {
    expect(broken('User: I once paid 27 euros for it.', ASK, 'Yes.')).toEqual(['17']);
    expect(broken('User: I once paid 12 euros, and 15 euros for express.', ASK, 'Yes.')).toEqual(['17']);
  });

  test('is broken without the fee, with another fee, and by the fee after the yes', () => {
    expect(broken(ASK, 'Yes.')).toEqual(['17']);
    expect(broken(`It costs 4.00. ${ASK}`, 'Yes.')).toEqual(['17']);
    expect(broken(ASK, 'Yes.', 'It costs 15.00 and 27.00.')).toEqual(['17']);
  });
});

const CALLS: readonly (readonly [string, JsonObject])[] = [
  ['identify_customer', WHO],
  ['list_cards', { customer_number: '30990012' }],
  ['order_replacement_card', CARD],
];

function taskOf(): Task {
  const store = new SessionStore();
  const session = store.create({ id: 'gold', world: bank, seed: 1 });
  const calls = CALLS.map(([name, args]) => {
    const answer = store.call(session, { by: 'agent', name, arguments: args });
    return { by: 'agent', name, arguments: args, result: plainJson((answer.ok ? answer.result : null) as Json) };
  });
  const diff = store.diff(session);
  store.close(session);
  const known = { customer_number: '30990012', date_of_birth: '1976-01-29' };
  const wish = 'order a replacement for my card, by express';
  return checkedAs<Task>({
    id: 'replacement',
    kind: 'write',
    environment: bank.hash,
    session_seed: 1,
    user: {
      persona: '',
      opening: `Hello, please ${wish}.`,
      goal: `You want to ${wish.replace('my', 'your')}.`,
      facts: Object.entries(known).map(([key, value]) => ({ key, value, say: 'asked' })),
    },
    gold: { calls, diff, outputs: [], end: 'done' },
    rules: ['17'],
    basis: ['state', 'collateral', 'rules', 'claims'],
    tags: [],
    difficulty: { tools: 0, information: 0, interaction: 0 },
  });
}

async function played(task: Task, spoil: (text: string) => string): Promise<Verdict> {
  const store = new SessionStore();
  const session = store.create({ id: 'played', world: bank, seed: 1 });
  const seat: Seat = {
    world: bank,
    task,
    trial: 0,
    system: '',
    tools: [],
    random: (purpose) => makeRandom(1, purpose),
    changes: () => store.diff(session),
  };
  const oracle = new Oracle(seat, planOf(task));
  const agent: Player = {
    next: async (messages) => {
      const move = await oracle.next(messages);
      return move.kind === 'say' ? { ...move, text: spoil(move.text) } : move;
    },
  };
  const { messages, end } = await playEpisode(
    { call: (by, name, args) => store.call(session, { by, name, arguments: args }) },
    { agent, user: new ScriptedUser(seat, wishesOf(task, bank)), opening: task.user.opening },
  );
  const verdict = judge(bank, task, store.log(session), { messages, end });
  store.close(session);
  return verdict;
}

describe('an episode under such a rule', () => {
  test("passes with gold's script, which tells the fee in its proposal", () => {
    const { verdict, messages } = play(bank, taskOf(), goldScript(bank, taskOf()));
    expect(verdict.failures).toEqual([]);
    expect(messages.some(({ role, content }) => role === 'assistant' && content.startsWith('The fee is $'))).toBe(true);
  });

  test('fails with a spoiled last answer, though the proposal tells the fee ahead', () => {
    const task = taskOf();
    const result = task.gold.calls.at(-1)?.result as { data: { fee: number } };
    const outputs = [{ key: 'fee', type: 'money', value: result.data.fee }];
    const asked = checkedAs<Task>({ ...task, gold: { ...task.gold, outputs }, basis: [...task.basis, 'outputs'] });
    const { gold, survivors, operators } = auditTask(bank, asked);
    expect([gold, survivors]).toEqual([true, []]);
    expect(operators).toMatchObject({
      'nothing said': { mutants: 1, killed: 1, equivalent: 0 },
      'another answer': { mutants: 2, killed: 2, equivalent: 0 },
      'several answers': { mutants: 1, killed: 1, equivalent: 0 },
    });
  });

  test('passes with the oracle where the first call of the change fails', async () => {
    const task = taskOf();
    const { result: _none, ...last } = task.gold.calls.at(-1)!;
    const failed = { ...last, error: { code: 'RATE_LIMITED', message: 'Too many requests.' } };
    const calls = [...task.gold.calls.slice(0, -1), failed, ...task.gold.calls.slice(-1)];
    const twice = checkedAs<Task>({ ...task, gold: { ...task.gold, calls } });
    const words: string[] = [];
    await played(twice, (text) => {
      words.push(text);
      return text;
    });
    expect(words.find((text) => text.includes('?') && text.includes('card'))).toMatch(/^The fee is /);
  });

  test('passes with the oracle, and fails where the same words leave out the fee', async () => {
    const task = taskOf();
    expect(await played(task, (text) => text)).toMatchObject({ reward: 1, failures: [] });
    const silent = await played(task, (text) => text.replace(/^The fee is [\d.,]+ euros\. /, ''));
    expect(silent.failures.map(({ part }) => part)).toEqual(['rules']);
    expect(silent.reward).toBe(0);
  });
});
