// Tests slots, which have a fixed time: one slot takes only one visit, even after the visit is over.
import { expect, test } from 'vitest';
import { SessionStore } from '../../../envs/session/session-store.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { World } from '../../../envs/world/world.ts';
import { compile, flagOf, listOf, tool } from '../../support/tools.ts';

const STATES = { type: 'string', enum: ['booked', 'arrived', 'done', 'cancelled'] } as const;
const slot = { slot_id: 'string', starts_at: 'string' } as const;
const appointment = { appointment_id: 'string', slot_id: 'string', starts_at: 'string', status: STATES } as const;
const tools = [
  tool('list_free_slots', 'List the free slots.', {}, { slots: listOf(slot) }),
  tool('book_appointment', 'Book a free slot.', { slot_id: 'string' }, appointment),
  tool('list_appointments', 'List all appointments.', {}, { appointments: listOf(appointment) }),
  tool('cancel_appointment', 'Cancel an appointment.', { appointment_id: 'string' }, appointment),
];
const held = (rows: readonly JsonObject[]): Json[] =>
  rows.flatMap((row) => (row['status'] === 'cancelled' ? [] : [row['slot_id'] ?? null]));

test.each([1, 2, 3])('seed %i: no slot of the generated rows has two visits that were not called off', (seed) => {
  const { environment } = compile(tools, {}, seed);
  const rows = environment.seed.flatMap(({ table, row }) => (table === 'appointments' ? [row] : []));
  expect(rows.map((row) => row['status'])).toEqual(expect.arrayContaining(['booked', 'done', 'cancelled']));
  expect(new Set(held(rows)).size).toBe(held(rows).length);
});

test('a slot whose visit is done is neither free nor booked again; one whose visit is cancelled is', () => {
  const compiled = compile(tools);
  expect(tools.map(({ name }) => flagOf(compiled, name)).join('')).toBe('');
  const store = new SessionStore();
  const session = store.create({ id: 's', world: new World(compiled.environment), seed: 1 });
  const call = (name: string, args: JsonObject = {}): Json => {
    const answer = store.call(session, { by: 'agent', name, arguments: args });
    return answer.ok ? answer.result : answer.error.code;
  };
  const { appointments } = call('list_appointments') as { appointments: JsonObject[] };
  const free = new Set((call('list_free_slots') as { slots: JsonObject[] }).slots.map((each) => each['slot_id']));
  const taken = new Set(held(appointments));
  for (const { slot_id: id = '', status = '' } of appointments) {
    expect(free.has(id), `${String(id)} ${String(status)}`).toBe(!taken.has(id));
    if (status === 'done') expect(call('book_appointment', { slot_id: id })).toBe('CONFLICT');
  }
  const off = appointments.find((each) => !taken.has(each['slot_id'] ?? null));
  expect(call('book_appointment', { slot_id: off?.['slot_id'] ?? '' })).toMatchObject({ status: 'booked' });
});
