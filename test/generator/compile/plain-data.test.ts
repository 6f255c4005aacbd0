// Tests that a value which a call must give is stored under any name, unless it only controls the call.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, schemaOf, tool } from '../../support/tools.ts';

const person = schemaOf({ name: 'string', email: 'string', 'country?': 'string' });
const kiln = { kiln_id: 'string', title: 'string', status: 'string' } as const;

const kilns = (args: Record<string, JsonObject | 'string' | 'number' | 'boolean'>) =>
  compile([
    tool('list_kilns', 'List kilns.', { 'status?': { type: 'string', enum: ['cold', 'fired'] } }),
    tool('get_kiln', 'Get a kiln.', { kiln_id: 'string' }),
    tool('create_kiln', 'Create a kiln in status cold.', { title: 'string', ...args }),
    tool('fire_kiln', 'Marks a kiln as fired.', { kiln_id: 'string', ...args }),
  ]);
const made = (all: ReturnType<typeof kilns>, given: JsonObject) => {
  const call = playerOf(all);
  const row = call('create_kiln', { title: 'North', ...given }) as JsonObject;
  return { call, id: String(row['kiln_id'] ?? row['id']), row };
};

describe('an object', () => {
  test.each(['lender', 'sponsor', 'keeper', 'billing_party'])('%s of plain members is stored', (name) => {
    const all = kilns({ [name]: person });
    expect(flagOf(all, 'create_kiln')).toBe('');
    const given = { name: 'Ada Holm', email: 'ada@holm.example' };
    const { call, id } = made(all, { [name]: given });
    expect(call('get_kiln', { kiln_id: id })).toMatchObject({ [name]: given });
  });
  test('may be left out, and a row of the seed has a person in it', () => {
    const all = kilns({ 'lender?': person });
    const { row } = made(all, {});
    expect(row['lender'] ?? null).toBeNull();
    const { call } = made(all, {});
    expect(JSON.stringify(call('list_kilns', {}))).toMatch(/"lender":\{"name":"[A-Z]\w+ /);
  });
  test.each(['flags', 'send_options', 'query'])('%s says how the call runs, so it flags the tool', (name) => {
    expect(flagOf(kilns({ [name]: person }), 'create_kiln')).toContain(name);
  });
  test('with members that tell nothing flags the tool', () => {
    expect(flagOf(kilns({ lender: { type: 'object' } }), 'create_kiln')).toContain('lender');
  });
});

describe('a value beside a change of state', () => {
  test.each([
    ['fuel_used', 'number', 4.5],
    ['firer', 'string', 'Ada'],
    ['cone', 'string', '06'],
  ] as const)('%s is stored', (name, type, value) => {
    const all = kilns({ [`${name}?`]: type });
    expect(flagOf(all, 'fire_kiln')).toBe('');
    const { call, id } = made(all, {});
    expect(call('fire_kiln', { kiln_id: id, [name]: value })).toMatchObject({ status: 'fired', [name]: value });
    expect(call('get_kiln', { kiln_id: id })).toMatchObject({ [name]: value });
  });
  test.each([
    ['quantity', 'number'],
    ['target_shelf', 'string'],
    ['mode', 'string'],
    ['loud', 'boolean'],
    ['oven_id', 'string'],
    ['glow', { type: 'string', enum: ['red', 'white'] }],
  ] as const)('%s may change what the call does, so it flags the tool', (name, type) => {
    expect(flagOf(kilns({ [name]: type }), 'fire_kiln')).toContain(name);
  });
});

test('the reason of a deletion goes with the row', () => {
  const all = compile([
    tool('list_kilns', 'List kilns.', {}, { kilns: { type: 'array', items: schemaOf(kiln) } }),
    tool('delete_kiln', 'Delete a kiln.', { kiln_id: 'string', removal_reason: 'string' }),
  ]);
  expect(flagOf(all, 'delete_kiln')).toBe('');
});
