// A small imitation of a tau2-bench checkout with callgym's own data: two domains, whose files have the form of the
// real files.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const address = { address1: '1 Quay', address2: '', city: 'Ilm', country: 'USA', state: 'OR', zip: '97001' };

export const RETAIL_DB = {
  products: {
    '100': {
      name: 'Lantern',
      product_id: '100',
      variants: {
        '111': { item_id: '111', options: { color: 'red' }, available: true, price: 20.5 },
        '112': { item_id: '112', options: { color: 'blue' }, available: true, price: 23.0 },
        '113': { item_id: '113', options: { color: 'green' }, available: false, price: 19.0 },
      },
    },
  },
  users: {
    ada_1: {
      user_id: 'ada_1',
      name: { first_name: 'Ada', last_name: 'Kern' },
      address,
      email: 'ada@example.com',
      payment_methods: {
        gift_card_1: { source: 'gift_card', id: 'gift_card_1', balance: 30.0 },
        credit_card_1: { source: 'credit_card', id: 'credit_card_1', brand: 'visa', last_four: '4242' },
      },
      orders: ['#W1', '#W2'],
    },
  },
  orders: Object.fromEntries(
    (['pending', 'delivered'] as const).map((status, at) => [
      `#W${at + 1}`,
      {
        order_id: `#W${at + 1}`,
        user_id: 'ada_1',
        address,
        items: [{ name: 'Lantern', product_id: '100', item_id: '111', price: 20.5, options: { color: 'red' } }],
        status,
        fulfillments: [],
        payment_history: [{ transaction_type: 'payment', amount: 20.5, payment_method_id: 'gift_card_1' }],
      },
    ]),
  ),
};

const task = (id: string, actions: object[], more: object = {}): object => ({
  id,
  user_scenario: {
    persona: null,
    instructions: {
      reason_for_call: 'Cancel my order.',
      known_info: 'I am Ada.',
      unknown_info: null,
      task_instructions: 'Be brief.',
      domain: 'retail',
    },
  },
  initial_state: null,
  evaluation_criteria: {
    actions,
    communicate_info: [],
    nl_assertions: null,
    reward_basis: ['DB', 'COMMUNICATE'],
    ...more,
  },
});

export const RETAIL_TASKS = [
  task(
    '0',
    [
      { action_id: '0_0', name: 'get_order_details', arguments: { order_id: '#W1' } },
      { action_id: '0_1', name: 'cancel_pending_order', arguments: { order_id: '#W1', reason: 'no longer needed' } },
    ],
    { communicate_info: ['20.5'], reward_basis: ['DB', 'ACTION', 'COMMUNICATE'] },
  ),
  task(
    '1',
    [{ action_id: '1_0', name: 'cancel_pending_order', arguments: { order_id: '#W2', reason: 'no longer needed' } }],
    {
      nl_assertions: ['The agent is polite.'],
      reward_basis: ['DB', 'NL_ASSERTION'],
    },
  ),
  task('2', [], { reward_basis: ['DB', 'NL_ASSERTION'] }),
];

export const AIRLINE_DB = {
  flights: {
    HAT001: {
      origin: 'PDX',
      destination: 'SEA',
      flight_number: 'HAT001',
      scheduled_departure_time_est: '06:00:00',
      scheduled_arrival_time_est: '07:00:00',
      dates: {
        '2024-05-20': {
          status: 'available',
          available_seats: { basic_economy: 5, economy: 3, business: 1 },
          prices: { basic_economy: 50, economy: 80, business: 200 },
        },
        '2024-05-14': {
          status: 'landed',
          actual_departure_time_est: '2024-05-14T06:01:00',
          actual_arrival_time_est: '2024-05-14T07:01:00',
        },
      },
    },
  },
  users: {
    ben_2: {
      user_id: 'ben_2',
      name: { first_name: 'Ben', last_name: 'Oda' },
      address,
      email: 'ben@example.com',
      dob: '1980-02-03',
      payment_methods: {
        certificate_9: { source: 'certificate', id: 'certificate_9', amount: 100.0 },
        gift_card_9: { source: 'gift_card', id: 'gift_card_9', amount: 300.0 },
      },
      saved_passengers: [],
      membership: 'regular',
      reservations: [],
    },
  },
  reservations: {},
};

export const AIRLINE_TASKS = [
  task('0', [
    {
      name: 'book_reservation',
      arguments: {
        user_id: 'ben_2',
        origin: 'PDX',
        destination: 'SEA',
        flight_type: 'one_way',
        cabin: 'economy',
        flights: [{ flight_number: 'HAT001', date: '2024-05-20' }],
        passengers: [{ first_name: 'Ben', last_name: 'Oda', dob: '1980-02-03' }],
        payment_methods: [{ payment_id: 'certificate_9', amount: 80 }],
        total_baggages: 0,
        nonfree_baggages: 0,
        insurance: 'no',
      },
    },
  ]),
];

/** The file in the real format: TOML that leaves out fields with their default values. */
export const TELECOM_DB = `
[[plans]]
plan_id = "P1"
name = "Small"
data_limit_gb = 5.0
price_per_month = 30.0
data_refueling_price_per_gb = 2.0

[[customers]]
customer_id = "C1"
full_name = "Cleo Marsh"
date_of_birth = "1990-01-02"
email = "cleo@example.com"
phone_number = "555-000-0001"
account_status = "Active"
payment_methods = []
line_ids = ["L1"]
bill_ids = ["B1"]
created_at = "2025-01-15T10:30:00"
[customers.address]
street = "2 Quay"
city = "Ilm"
state = "OR"
zip_code = "97001"

[[lines]]
line_id = "L1"
phone_number = "555-000-0001"
status = "Active"
plan_id = "P1"
device_id = "D1"
data_used_gb = 6.5
roaming_enabled = false

[[devices]]
device_id = "D1"
device_type = "phone"
model = "M"
is_esim_capable = true
activated = true
activation_date = "2025-01-20T14:30:00"

[[bills]]
bill_id = "B1"
customer_id = "C1"
period_start = "2025-01-01"
period_end = "2025-01-31"
issue_date = "2025-01-05"
total_due = 30.0
due_date = "2025-01-19"
line_items = []
status = "Overdue"
`;

export const TELECOM_USER_DB = `
[device]
sim_card_status = "active"
[device.app_statuses.messaging]
app_name = "messaging"
[device.app_statuses.messaging.permissions]
sms = true
storage = true
phone = true
network = false
`;

const info = {
  env_type: 'user',
  func_name: 'set_user_info',
  arguments: { name: 'Cleo Marsh', phone_number: '555-000-0001' },
};

export const TELECOM_TASKS = [
  {
    id: '[mobile]flying',
    ticket: 'My phone has no service.',
    user_scenario: { persona: 'Calm.', instructions: 'Get the service back.' },
    initial_state: {
      initialization_actions: [info, { env_type: 'user', func_name: 'turn_airplane_mode_on', arguments: {} }],
    },
    evaluation_criteria: {
      actions: [{ name: 'toggle_airplane_mode', arguments: {}, requestor: 'user' }],
      env_assertions: [
        {
          env_type: 'user',
          func_name: 'assert_service_status',
          arguments: { expected_status: 'connected' },
          assert_value: true,
        },
      ],
      reward_basis: ['ENV_ASSERTION'],
    },
  },
  {
    id: '[mobile]used_up',
    user_scenario: {
      persona: null,
      instructions: { reason_for_call: 'Data does not work.', task_instructions: '', known_info: 'I am Cleo.' },
    },
    initial_state: { initialization_actions: [info] },
    evaluation_criteria: {
      actions: [
        {
          name: 'refuel_data',
          arguments: { customer_id: 'C1', line_id: 'L1', gb_amount: 2.0 },
          requestor: 'assistant',
        },
      ],
      env_assertions: [
        {
          env_type: 'user',
          func_name: 'assert_mobile_data_status',
          arguments: { expected_status: true },
          assert_value: true,
        },
      ],
      reward_basis: ['DB', 'ENV_ASSERTION'],
    },
  },
];

/** Makes a checkout that is removed when the test ends. `files` replaces files of a domain; null removes a file. */
export function makeCheckout(files: Record<string, object | string | null> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-checkout-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const all: Record<string, object | string | null> = {
    'retail/db.json': RETAIL_DB,
    'retail/tasks.json': RETAIL_TASKS,
    'retail/split_tasks.json': { train: ['0'], test: ['1', '2'] },
    'retail/policy.md': '# Retail policy\n\nBe kind.\n',
    'airline/db.json': AIRLINE_DB,
    'airline/tasks.json': AIRLINE_TASKS,
    'airline/split_tasks.json': { train: ['0'] },
    'airline/policy.md': '# Airline policy',
    'telecom/db.toml': TELECOM_DB,
    'telecom/user_db.toml': TELECOM_USER_DB,
    'telecom/tasks.json': TELECOM_TASKS,
    'telecom/main_policy.md': 'Help.',
    'telecom/tech_support_manual.md': 'Restart it.',
    ...files,
  };
  for (const [name, content] of Object.entries(all)) {
    if (content === null) continue;
    const file = join(dir, 'data', 'tau2', 'domains', name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return dir;
}
