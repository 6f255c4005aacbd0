// Tests the import of a tau2-bench checkout: rows, policy, tasks whose stored solutions are played, and rewards by
// tau2-bench's rules.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadEnvironment, loadTasks, openEnvironment } from '../../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../../envs/session/session-store.ts';
import { judge, setupOf } from '../../../envs/verification/judge.ts';
import type { EpisodeMessage } from '../../../envs/values/episode.ts';
import type { Verdict } from '../../../envs/values/verdict.ts';
import { conform } from '../../../generator/tau2/conform.ts';
import { importTau2 } from '../../../generator/tau2/import-tau2.ts';
import { makeCheckout, RETAIL_DB, RETAIL_TASKS } from '../../support/tau2-checkout.ts';

function out(): string {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-tau2-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Writes the answer as JSON and reads it back, which turns number objects into plain numbers. */
function shown(answer: object): object {
  return JSON.parse(JSON.stringify(answer)) as object;
}

function imported(domain: string, split?: string) {
  const [made] = importTau2({
    checkout: makeCheckout(),
    out: out(),
    domains: [domain],
    ...(split === undefined ? {} : { split }),
  });
  const world = openEnvironment(made!.path);
  onTestFinished(() => world.close());
  return { made: made!, world, tasks: loadTasks(join(made!.path, 'tasks.jsonl')) };
}

describe('import', () => {
  test('writes environments that open, with every row and task', () => {
    const dir = out();
    const environments = importTau2({ checkout: makeCheckout(), out: dir });
    expect(environments.map(({ name, tools, tasks, rows }) => [name, tools, tasks, rows])).toEqual([
      ['tau2-retail', 16, 3, 15],
      ['tau2-airline', 14, 1, 9],
      ['tau2-telecom', 13, 2, 7],
    ]);
    expect(readFileSync(join(dir, 'tau2-airline', 'policy.md'), 'utf8')).toBe('# Airline policy\n');
    const world = openEnvironment(join(dir, 'tau2-retail'));
    const store = new SessionStore();
    const session = store.create({ id: 's', world, seed: 1 });
    for (const [id, user] of Object.entries(RETAIL_DB.users))
      expect(
        shown(store.call(session, { by: 'agent', name: 'get_user_details', arguments: { user_id: id } })),
      ).toMatchObject({ result: user });
    for (const [id, order] of Object.entries(RETAIL_DB.orders))
      expect(
        shown(store.call(session, { by: 'agent', name: 'get_order_details', arguments: { order_id: id } })),
      ).toMatchObject({ result: order });
    world.close();
  });

  test('the fixtures hold programs and no data', () => {
    for (const domain of ['retail', 'airline', 'telecom']) {
      const environment = loadEnvironment(fileURLToPath(new URL(`../../../fixtures/tau2/${domain}`, import.meta.url)));
      expect([environment.seed, environment.policy]).toEqual([[], '']);
      for (const { name, program } of environment.tools)
        expect(JSON.stringify(program).length, name).toBeLessThan(5 * 1024);
    }
  });

  test('telecom: what the files leave out is as new; two policies become one', () => {
    const { world, made } = imported('telecom');
    expect(made).toMatchObject({ tools: 13, user_tools: 30 });
    expect(world.environment.policy).toBe(
      '<main_policy>\nHelp.\n</main_policy>\n<tech_support_policy>\nRestart it.\n</tech_support_policy>\n',
    );
    const store = new SessionStore();
    const session = store.create({ id: 's', world, seed: 1 });
    const get = (id: string) =>
      shown(store.call(session, { by: 'agent', name: 'get_details_by_id', arguments: { id } }));
    expect(get('D1')).toMatchObject({
      result: { imei: null, activation_date: '2025-01-20 14:30:00', last_esim_transfer_date: null },
    });
    expect(get('L1')).toMatchObject({
      result: { data_refueling_gb: 0, roaming_enabled: false, suspension_start_date: null },
    });
    expect(get('C1')).toMatchObject({
      result: { created_at: '2025-01-15 10:30:00', goodwill_credit_used_this_year: 0 },
    });
    expect(store.call(session, { by: 'user', name: 'check_status_bar', arguments: {} })).toMatchObject({
      result: 'Status Bar: 📶³ Good | 5G | 📱 Data Enabled | 🔋 80%',
    });
  });

  test('telecom: the two worlds are one after every write', () => {
    const { world, tasks } = imported('telecom');
    const store = new SessionStore();
    const session = store.create({ id: 's', world, seed: 1, setup: setupOf(tasks[1]!) });
    const user = (name: string) => {
      const answer = store.call(session, { by: 'user', name, arguments: {} });
      return answer.ok ? answer.result : answer.error.message;
    };
    const agent = (name: string, args: Record<string, string | number>) =>
      store.call(session, { by: 'agent', name, arguments: args });
    expect(user('run_speed_test')).toBe('Speed test failed: No Connection.');
    agent('refuel_data', { customer_id: 'C1', line_id: 'L1', gb_amount: 2 });
    expect(user('run_speed_test')).toContain('220.00 Mbps (Excellent)');
    agent('send_payment_request', { customer_id: 'C1', bill_id: 'B1' });
    expect(user('check_payment_request')).toContain('bill B1 of 30.0 USD');
    expect(user('make_payment')).toBe('Payment of 30.0 USD has been made for bill B1.');
    expect(user('make_payment')).toBe('You do not have a payment request.');
    expect(shown(agent('get_details_by_id', { id: 'B1' }))).toMatchObject({ result: { status: 'Paid' } });
    agent('suspend_line', { customer_id: 'C1', line_id: 'L1', reason: 'lost' });
    expect(user('reboot_device')).toBe(
      'Restarting network services...\nStatus Bar: 📵 No Signal | 📵 Data Disabled | 🔋 80%',
    );
  });

  test('twice gives the same bytes', () => {
    const checkout = makeCheckout();
    const [one, other] = [out(), out()];
    for (const dir of [one, other]) importTau2({ checkout, out: dir });
    for (const file of ['environment.json', 'seed.jsonl', 'tools.json', 'tasks.jsonl'])
      expect(readFileSync(join(one, 'tau2-retail', file))).toEqual(readFileSync(join(other, 'tau2-retail', file)));
  });

  test('a task whose set-up cannot be played is left out with its reason; the others are there', () => {
    const odd = {
      id: 'odd',
      initial_state: { initialization_actions: [{ env_type: 'user', func_name: 'paint_it_blue', arguments: {} }] },
      evaluation_criteria: null,
    };
    const [made] = importTau2({
      checkout: makeCheckout({ 'retail/tasks.json': [odd, ...RETAIL_TASKS] }),
      out: out(),
      domains: ['retail'],
    });
    expect(made).toMatchObject({
      tasks: 3,
      rejected: [{ task: 'odd', reason: expect.stringContaining('paint_it_blue') }],
    });
  });

  test('a split takes its tasks only', () => {
    expect(imported('retail', 'test').tasks.map((task) => task.id)).toEqual(['1', '2']);
  });

  const broken: [string, Record<string, object | string | null>, { domains?: string[]; split?: string }, string][] = [
    ['no tasks', { 'retail/tasks.json': null }, {}, '/tasks.json: is not there'],
    ['no database', { 'retail/db.json': null }, {}, 'nor is db.toml'],
    ['no policy', { 'retail/policy.md': null }, {}, '/policy.md: is not there'],
    ['no split file', { 'retail/split_tasks.json': null }, { split: 'train' }, '/split_tasks.json: is not there'],
    ['no such split', {}, { split: 'nope' }, 'has no split nope'],
    ['a split of other tasks', { 'retail/split_tasks.json': { train: ['77'] } }, { split: 'train' }, 'names task 77'],
    ['broken JSON', { 'retail/db.json': '{' }, {}, 'is no JSON'],
    ['a database of another shape', { 'retail/db.json': { products: [] } }, {}, 'products is not an object'],
    ['an order without a user', { 'retail/db.json': { ...RETAIL_DB, users: {} } }, {}, 'does not fit'],
    ['tasks that are none', { 'retail/tasks.json': { a: 1 } }, {}, 'is no list of tasks'],
    ['no such domain', {}, { domains: ['nope'] }, 'there is no domain nope'],
  ];
  test.each(broken)('%s: one clear line', (_what, files, options, says) => {
    expect(() => importTau2({ checkout: makeCheckout(files), out: out(), domains: ['retail'], ...options })).toThrow(
      says,
    );
    expect(() => importTau2({ checkout: join(out(), 'nowhere'), out: out() })).toThrow('is not there');
  });
});

describe('rewards', () => {
  const reply = (content: string): readonly EpisodeMessage[] => [{ role: 'assistant', content }];

  function after(domain: string, at: number, play: 'gold' | 'nothing', messages?: readonly EpisodeMessage[]): Verdict {
    const { world, tasks } = imported(domain);
    const task = tasks[at]!;
    const store = new SessionStore();
    const session = store.create({ id: 's', world, seed: task.session_seed, setup: setupOf(task) });
    if (play === 'gold')
      for (const { by, name, arguments: args } of task.gold.calls) store.call(session, { by, name, arguments: args });
    return judge(world, task, store.log(session), messages === undefined ? {} : { messages });
  }

  test('after gold every part that code can check is 1; COMMUNICATE with the reply that carries it', () => {
    const silent = after('retail', 0, 'gold');
    expect(silent.parts).toMatchObject({
      state: { pass: true },
      collateral: { pass: true },
      calls: { pass: true },
      outputs: { pass: null },
    });
    expect(silent.reward).toBeNull();
    expect(after('retail', 0, 'gold', reply('You get 20.5 dollars back.')).reward).toBe(1);
    expect(after('retail', 0, 'gold', reply('You get your money back.'))).toMatchObject({
      reward: 0,
      parts: { outputs: { pass: false } },
    });
    expect(after('retail', 0, 'nothing', reply('20.5')).reward).toBe(0);
    expect(after('airline', 0, 'gold').reward).toBe(1);
    expect(after('airline', 0, 'nothing').reward).toBe(0);
  });

  test('NL_ASSERTION without assertions is 1; with assertions unjudged, and the reward null', () => {
    expect(after('retail', 2, 'gold')).toMatchObject({ reward: 1, parts: { assertions: { pass: true } } });
    expect(after('retail', 1, 'gold')).toMatchObject({
      reward: null,
      parts: { assertions: { pass: null } },
      unjudged: ['assertion: The agent is polite.'],
    });
  });

  test('assertions over the environment: true after gold, false without', () => {
    for (const at of [0, 1]) {
      expect(after('telecom', at, 'gold')).toMatchObject({ reward: 1, parts: { assertions: { pass: true } } });
      expect(after('telecom', at, 'nothing')).toMatchObject({ reward: 0, parts: { assertions: { pass: false } } });
    }
    expect(imported('telecom').tasks.map((task) => [task.kind, task.user.opening])).toEqual([
      ['dual', 'My phone has no service.'],
      ['write', ''],
    ]);
  });

  test('a gold call that fails upstream is kept with its error', () => {
    const { tasks } = imported('retail');
    expect(tasks[1]!.gold.calls[0]).toMatchObject({ error: { message: 'Non-pending order cannot be cancelled' } });
  });
});

describe('conform', () => {
  const call = (name: string, args: object, content: string, more: object = {}): object => ({
    requestor: 'assistant',
    name,
    arguments: args,
    error: content.startsWith('Error: '),
    content,
    db_diff: [],
    user_db_diff: null,
    ...more,
  });
  const cancelled = [
    { op: 'replace', path: '/orders/#W1/status', value: 'cancelled' },
    { op: 'replace', path: '/orders/#W1/cancel_reason', value: 'no longer needed' },
    {
      op: 'add',
      path: '/orders/#W1/payment_history/1',
      value: { transaction_type: 'refund', amount: 20.5, payment_method_id: 'gift_card_1' },
    },
    { op: 'replace', path: '/users/ada_1/payment_methods/gift_card_1/balance', value: 50.5 },
  ];
  const result = (order: object): string => JSON.stringify(order);
  const order = {
    ...RETAIL_DB.orders['#W1'],
    cancel_reason: null,
    exchange_items: null,
    exchange_new_items: null,
    exchange_payment_method_id: null,
    exchange_price_difference: null,
    return_items: null,
    return_payment_method_id: null,
  };
  const done = {
    ...order,
    status: 'cancelled',
    cancel_reason: 'no longer needed',
    payment_history: [
      order.payment_history![0],
      { transaction_type: 'refund', amount: 20.5, payment_method_id: 'gift_card_1' },
    ],
  };
  const args = { order_id: '#W1', reason: 'no longer needed' };

  function against(...lines: object[]) {
    const { world, tasks } = imported('retail');
    const file = join(out(), 'replays.jsonl');
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return conform(world, tasks, [file]);
  }

  test('equal calls are equal: result, error text, what they changed', () => {
    expect(
      against({
        task_id: '0',
        calls: [
          call('get_order_details', { order_id: '#W1' }, result(order)),
          call('cancel_pending_order', args, result(done), { db_diff: cancelled }),
          call('cancel_pending_order', args, 'Error: Non-pending order cannot be cancelled'),
        ],
      }),
    ).toEqual({ calls: 3, equal: 3, equal_strict: 3, unequal: [] });
  });

  test('each kind of difference is told', () => {
    const { unequal } = against({
      task_id: '0',
      calls: [
        call('get_order_details', { order_id: '#W1' }, result({ ...order, status: 'lost' })),
        call('get_order_details', { order_id: '#W9' }, result(order)),
        call('get_order_details', { order_id: '#W1' }, 'Error: Order not found'),
        call('get_order_details', { order_id: '#W9' }, 'Error: No such order'),
        call('cancel_pending_order', args, result(done), { db_diff: cancelled.slice(1) }),
      ],
    });
    expect(unequal.map((each) => each.kind)).toEqual(['result', 'error', 'error', 'error_text', 'state']);
  });

  test("Python's argument errors and unknown tools are equal, not to the letter, when the same argument is named", () => {
    const lines = [
      call(
        'get_order_details',
        {},
        "Error: RetailTools.get_order_details() missing 1 required positional argument: 'order_id'",
      ),
      call(
        'get_order_details',
        { order_id: '#W1', x: 1 },
        "Error: RetailTools.get_order_details() got an unexpected keyword argument 'x'",
      ),
      call('find_user_id_by_email', { email: 5 }, "Error: 'int' object has no attribute 'lower'"),
      call('teleport', {}, "Error: Tool 'teleport' not found."),
    ];
    expect(against({ task_id: '0', calls: lines })).toMatchObject({ calls: 4, equal: 4, equal_strict: 0 });
    const other = call(
      'get_order_details',
      {},
      "Error: RetailTools.get_order_details() missing 1 required positional argument: 'user_id'",
    );
    expect(against({ task_id: '0', calls: [other] })).toMatchObject({ equal: 0 });
  });

  test('a probe counts alone, after the gold and the calls before it', () => {
    const probe = (more: object): object => ({
      base_task_id: '0',
      n_preceding_gold_calls: 2,
      preceding_calls: [],
      ...call('get_order_details', { order_id: '#W1' }, result(done)),
      ...more,
    });
    expect(against(probe({}))).toMatchObject({ calls: 1, equal: 1 });
    expect(against(probe({ n_preceding_gold_calls: 1 }))).toMatchObject({ calls: 1, equal: 0 });
    expect(
      against(
        probe({
          n_preceding_gold_calls: 0,
          preceding_calls: [{ ...call('cancel_pending_order', args, ''), error: false }],
        }),
      ),
    ).toMatchObject({ equal: 1 });
    expect(
      against(probe({ preceding_calls: [{ ...call('cancel_pending_order', args, ''), error: false }] })),
    ).toMatchObject({ equal: 0 });
    expect(against(probe({ base_task_id: 'unknown' }))).toMatchObject({ calls: 1, equal: 0 });
  });

  test('a line that is no recording is refused', () => {
    expect(() => against({ nothing: 1 })).toThrow('is no recording');
  });
});
