// Tests the rows that are generated from a plan: columns agree with each other, for any seed and any number of rows.
import { fc, test as property } from '../../support/laws.ts';
import { describe, expect, test } from 'vitest';
import type { Environment, SeedRow } from '../../../envs/values/environment.ts';
import type { Json } from '../../../envs/values/json.ts';
import { parseClock } from '../../../envs/clock.ts';
import { makeRows } from '../../../generator/compile/rows/make-rows.ts';
import { PLAIN } from '../../../generator/compile/rows/kinds/plain-makers.ts';
import { textKinds } from '../../../generator/lexicon/pools/text-kinds.ts';
import { poolById } from '../../../generator/lexicon/pools/find-pool.ts';
import type { ColumnPlan, Plan, Reference, TablePlan } from '../../../generator/compile/plan/plan.ts';
import { makeSeed, parseRecipe } from '../../../generator/recipe/make-seed.ts';
import { splitName } from '../../../envs/words/split-words.ts';
import { draws } from '../../support/draws.ts';

const CLOCK = '2031-05-12T09:00:00Z';
const NOW = parseClock(CLOCK);

type Loose = Partial<ColumnPlan> & { readonly name: string };

function column(given: Loose): ColumnPlan {
  return {
    words: splitName(given.name),
    value: 'text',
    nullable: false,
    schema: {},
    description: '',
    shown: true,
    ...given,
  };
}

function table(name: string, noun: string, columns: readonly Loose[], more: Partial<TablePlan> = {}): TablePlan {
  return {
    name,
    words: noun.split(' '),
    kind: 'thing',
    about: '',
    key: [columns[0]?.name ?? ''],
    columns: columns.map(column),
    references: [],
    ...more,
  };
}

const to = (name: string, target: string, more: Partial<Reference> = {}): Reference => ({
  columns: [name],
  table: target,
  to: [name],
  onDelete: 'restrict',
  parent: false,
  ...more,
});

const date = { format: 'date' };
const time = { format: 'date-time' };

function rowsOf(tables: readonly TablePlan[], seed = 1, rows?: number): Record<string, SeedRow[]> {
  const plan: Plan = { title: 'test', description: '', tables };
  const { recipe } = makeRows(plan, { seed, ...(rows === undefined ? {} : { rows }) });
  parseRecipe(recipe, 'a recipe');
  const { finish: _finish, ...made } = recipe;
  const seeded = makeSeed({ ...made, as_made: true }, { clock: CLOCK } as Environment);
  return Object.groupBy(seeded, ({ table }: SeedRow) => table) as Record<string, SeedRow[]>;
}

function plain(found: Record<string, SeedRow[]>, name: string): Record<string, Json>[] {
  return (found[name] ?? []).map(({ row }) => row as Record<string, Json>);
}

const CLINIC: readonly TablePlan[] = [
  table('doctors', 'doctor', [{ name: 'doctor_id', role: 'minted' }, { name: 'name' }]),
  table(
    'slots',
    'slot',
    [
      { name: 'slot_id', role: 'minted' },
      { name: 'doctor_id', nullable: true, shown: false },
      { name: 'start_at', schema: time },
      { name: 'end_at', schema: time },
      { name: 'day', schema: date },
      { name: 'minutes', value: 'integer' },
    ],
    { references: [to('doctor_id', 'doctors')] },
  ),
  table(
    'appointments',
    'appointment',
    [
      { name: 'appointment_id', role: 'minted' },
      { name: 'slot_id' },
      { name: 'doctor_id' },
      { name: 'start_at', schema: time },
      {
        name: 'status',
        system: 'state',
        choices: ['booked', 'arrived', 'done', 'cancelled'],
        first: 'booked',
      },
      { name: 'cancelled_at', schema: time, nullable: true },
      { name: 'created_at', system: 'created', schema: time },
    ],
    { references: [to('slot_id', 'slots'), to('doctor_id', 'doctors')] },
  ),
];
const seeds = fc.integer({ min: 1, max: 100_000 });

describe('a clinic', () => {
  property.prop([seeds, fc.constantFrom(undefined, 30, 300)], { numRuns: draws(25) })(
    'has columns that agree',
    (seed, rows) => {
      const made = rowsOf(CLINIC, seed, rows);
      const slots = plain(made, 'slots');
      const appointments = plain(made, 'appointments');
      for (const slot of slots) {
        const [start, end] = [parseClock(String(slot['start_at'])), parseClock(String(slot['end_at']))];
        expect(start).toBeLessThan(end);
        expect(slot['day']).toBe(String(slot['start_at']).slice(0, 10));
        expect(slot['minutes']).toBe((end - start) / 60);
        const hour = Number(String(slot['start_at']).slice(11, 13));
        expect(hour).toBeGreaterThanOrEqual(8);
        expect(hour).toBeLessThanOrEqual(18);
        expect([0, 6]).not.toContain(new Date(start * 1000).getUTCDay());
      }
      const held = appointments.filter(({ status }) => status !== 'cancelled').map(({ slot_id }) => slot_id);
      expect(new Set(held).size).toBe(held.length);
      expect(held.length).toBeLessThan(slots.length);
      for (const each of appointments) {
        const slot = slots.find(({ slot_id }) => slot_id === each['slot_id']);
        expect(each['doctor_id']).toBe(slot?.['doctor_id']);
        expect(each['start_at']).toBe(slot?.['start_at']);
        const start = parseClock(String(each['start_at']));
        if (each['status'] === 'done') expect(start).toBeLessThan(NOW);
        if (each['status'] === 'booked') expect(start).toBeGreaterThan(NOW);
        expect(parseClock(String(each['created_at']))).toBeLessThanOrEqual(Math.min(NOW, start));
        expect(each['cancelled_at'] !== null).toBe(each['status'] === 'cancelled');
      }
    },
  );
});

const TRADE: readonly TablePlan[] = [
  table('customers', 'customer', [
    { name: 'customer_id', role: 'minted' },
    { name: 'first_name' },
    { name: 'last_name' },
    { name: 'name' },
    { name: 'email' },
  ]),
  table('planters', 'planter', [{ name: 'planter_id', role: 'minted' }, { name: 'name' }, { name: 'description' }]),
  table(
    'variants',
    'planter variant',
    [{ name: 'variant_id', role: 'minted' }, { name: 'planter_id' }, { name: 'price', value: 'real' }],
    {
      references: [to('planter_id', 'planters', { parent: true })],
    },
  ),
  table('transfers', 'transfer', [
    { name: 'transfer_id', role: 'minted' },
    { name: 'from_city' },
    { name: 'to_city' },
    { name: 'origin' },
    { name: 'destination' },
  ]),
  table(
    'orders',
    'order',
    [
      { name: 'order_id', role: 'minted' },
      { name: 'customer_id' },
      { name: 'customer_name' },
      { name: 'quantity', value: 'integer' },
      { name: 'unit_price', value: 'real' },
      { name: 'total', value: 'real' },
      { name: 'status', system: 'state', choices: ['pending', 'shipped', 'delivered', 'cancelled'], first: 'pending' },
      { name: 'shipped_at', schema: time, nullable: true },
      { name: 'delivered_at', schema: time, nullable: true },
      { name: 'created_at', system: 'created', schema: time },
      { name: 'updated_at', system: 'updated', schema: time },
    ],
    { references: [to('customer_id', 'customers')] },
  ),
  table('stays', 'stay', [
    { name: 'stay_id', role: 'minted' },
    { name: 'check_in', schema: date },
    { name: 'check_out', schema: date },
    { name: 'nights', value: 'integer' },
  ]),
  table('rooms', 'room', [
    { name: 'room_id', role: 'minted' },
    { name: 'min_price', value: 'real' },
    { name: 'max_price', value: 'real' },
    { name: 'capacity', value: 'integer' },
    { name: 'available_seats', value: 'integer' },
  ]),
];

describe('a shop', () => {
  // with this seed, a row is made exactly at the clock's start, so that no past moment comes after it
  property.prop([seeds, fc.constantFrom(undefined, 40, 400)], { numRuns: draws(25), examples: [[9014, undefined]] })(
    'has columns that agree',
    (seed, rows) => {
      const made = rowsOf(TRADE, seed, rows);
      const customers = plain(made, 'customers');
      for (const each of customers)
        expect(each['name']).toBe(`${String(each['first_name'])} ${String(each['last_name'])}`);
      for (const each of plain(made, 'transfers')) {
        expect(each['from_city']).not.toBe(each['to_city']);
        expect(each['origin']).not.toBe(each['destination']);
      }
      for (const variants of Object.values(
        Object.groupBy(plain(made, 'variants'), ({ planter_id }) => String(planter_id)),
      )) {
        const prices = (variants ?? []).map(({ price }) => Number(price));
        expect(Math.max(...prices) / Math.min(...prices)).toBeLessThan(1.6);
      }
      for (const each of plain(made, 'orders')) {
        expect(each['customer_name']).toBe(
          customers.find(({ customer_id }) => customer_id === each['customer_id'])?.['name'],
        );
        expect(Number(each['total'])).toBeCloseTo(Number(each['quantity']) * Number(each['unit_price']), 2);
        expect(each['delivered_at'] !== null).toBe(each['status'] === 'delivered');
        expect(each['shipped_at'] !== null).toBe(each['status'] === 'shipped' || each['status'] === 'delivered');
        for (const name of ['created_at', 'updated_at', 'delivered_at', 'shipped_at'])
          if (each[name] !== null) expect(parseClock(String(each[name]))).toBeLessThanOrEqual(NOW);
        for (const name of ['updated_at', 'delivered_at'])
          if (each[name] !== null) expect(String(each[name]) >= String(each['created_at'])).toBe(true);
      }
      for (const each of plain(made, 'stays')) {
        const nights = (Date.parse(String(each['check_out'])) - Date.parse(String(each['check_in']))) / 86_400_000;
        expect(nights).toBeGreaterThan(0);
        expect(each['nights']).toBe(nights);
      }
      for (const each of plain(made, 'rooms')) {
        expect(Number(each['min_price'])).toBeLessThan(Number(each['max_price']));
        expect(Number(each['available_seats'])).toBeLessThanOrEqual(Number(each['capacity']));
      }
    },
  );
});

test('every state stands in the rows, the first one most often; the same seed makes the same rows', () => {
  const counts = Object.groupBy(plain(rowsOf(TRADE, 3), 'orders'), ({ status }) => String(status));
  expect(Object.keys(counts).sort()).toEqual(['cancelled', 'delivered', 'pending', 'shipped']);
  expect((counts['pending']?.length ?? 0) >= (counts['delivered']?.length ?? 0)).toBe(true);
  expect(rowsOf(TRADE, 3)).toEqual(rowsOf(TRADE, 3));
  expect(rowsOf(TRADE, 3)).not.toEqual(rowsOf(TRADE, 4));
});

test('what nothing explains is told, and stays empty where it may', () => {
  const gizmo = table('gizmos', 'gizmo', [
    { name: 'gizmo_id', role: 'minted' },
    { name: 'frobnication' },
    { name: 'description', nullable: true },
    { name: 'body' },
  ]);
  const { unexplained } = makeRows({ title: '', description: '', tables: [gizmo] }, { seed: 1 });
  expect(unexplained).toEqual(['gizmos.frobnication', 'gizmos.body']);
  for (const row of plain(rowsOf([gizmo]), 'gizmos')) expect(row['description']).toBeNull();
});

test('ids have the form that schema or prose show', () => {
  const ids = (given: Partial<ColumnPlan>): Json[] =>
    plain(rowsOf([table('orders', 'order', [{ name: 'order_id', ...given }])]), 'orders').map(
      ({ order_id }) => order_id ?? null,
    );
  expect(ids({ description: 'The id, e.g. ORD-1001.' })[0]).toBe('ORD-1001');
  expect(String(ids({ schema: { examples: ['5f3a9cbe01'] } })[0])).toMatch(/^[0-9a-f]{10}$/);
  expect(String(ids({ schema: { format: 'uuid' } })[0])).toMatch(/^[0-9a-f-]{36}$/);
  expect(String(ids({ schema: { pattern: '^X[0-9]{3}$' } })[0])).toMatch(/^X\d{3}$/);
  expect(ids({})[0]).toBe('ord_1001');
  expect(new Set(ids({ schema: { examples: ['K7'] } })).size).toBe(12);
});

test('numbers within a parent count up, pairs never repeat, keys of two columns are one row', () => {
  const made = rowsOf([
    table('repos', 'repository', [{ name: 'owner' }, { name: 'name' }], { key: ['owner', 'name'] }),
    table(
      'issues',
      'issue',
      [{ name: 'owner' }, { name: 'repo' }, { name: 'number', value: 'integer' }, { name: 'title' }],
      {
        key: ['owner', 'repo', 'number'],
        references: [
          { columns: ['owner', 'repo'], table: 'repos', to: ['owner', 'name'], onDelete: 'cascade', parent: true },
        ],
      },
    ),
    table('stars', 'star', [{ name: 'owner' }, { name: 'repo' }, { name: 'title' }], {
      key: ['title'],
      references: [
        { columns: ['owner', 'repo'], table: 'repos', to: ['owner', 'name'], onDelete: 'cascade', parent: false },
      ],
    }),
  ]);
  const repos = new Set(plain(made, 'repos').map(({ owner, name }) => `${String(owner)}/${String(name)}`));
  for (const name of ['issues', 'stars'])
    for (const each of plain(made, name))
      expect(repos.has(`${String(each['owner'])}/${String(each['repo'])}`)).toBe(true);
  for (const issues of Object.values(
    Object.groupBy(plain(made, 'issues'), ({ owner, repo }) => `${String(owner)}/${String(repo)}`),
  ))
    expect(issues?.map(({ number }) => number)).toEqual((issues ?? []).map((_each, at) => at + 1));
});

test('every kind of text that stands alone has a maker, and every pool that one names is there', () => {
  const byRule = new Set(['name', 'title', 'category', 'description', 'body', 'note', 'reason', 'steps']);
  for (const kind of textKinds()) expect([kind, byRule.has(kind) || kind in PLAIN]).toEqual([kind, true]);
  for (const [kind, maker] of Object.entries(PLAIN))
    if (maker !== null && typeof maker === 'object' && 'item' in maker)
      expect([kind, poolById(maker.item)?.id]).toEqual([kind, maker.item]);
});

test('a bound that only says how large numbers may be at all makes no number', () => {
  const reminder = {
    name: 'due_reminder',
    value: 'integer' as const,
    schema: { minimum: -9007199254740991, maximum: 9007199254740991 },
  };
  for (const row of plain(rowsOf([table('cards', 'card', [{ name: 'card_id' }, reminder])]), 'cards'))
    expect(Math.abs(Number(row['due_reminder']))).toBeLessThan(10_000);
});

test('nobody was last seen before joining', () => {
  const members = table('members', 'member', [
    { name: 'member_id' },
    { name: 'last_contacted_at', schema: time },
    { name: 'created_at', system: 'created', schema: time },
  ]);
  for (const row of plain(rowsOf([members]), 'members'))
    expect(String(row['last_contacted_at']) >= String(row['created_at'])).toBe(true);
});

test('a stay ends with the departure, and a journey with the arrival', () => {
  const days = ['arrival', 'departure'].map((name) => ({ name, schema: { type: 'string', format: 'date' } }));
  const made = rowsOf([
    table('stays', 'stay', [{ name: 'stay_id' }, ...days]),
    table('trips', 'trip', [{ name: 'trip_id' }, { name: 'origin' }, ...days]),
  ]);
  expect(plain(made, 'stays').length).toBeGreaterThan(3);
  for (const row of plain(made, 'stays')) expect(String(row['arrival']) <= String(row['departure'])).toBe(true);
  for (const row of plain(made, 'trips')) expect(String(row['departure']) <= String(row['arrival'])).toBe(true);
});
