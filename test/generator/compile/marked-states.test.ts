// Tests tools that set a state although their names have no known verb: "Mark a fee paid", job_done.
import { describe, expect, test } from 'vitest';
import { compile, flagOf, playerOf, readings, tool } from '../../support/tools.ts';

const STATUS = { type: 'string', enum: ['planned', 'done', 'cancelled'] } as const;

const garage = (pay = 'Mark a fee paid.', done = 'Close a planned job with its labour hours.') =>
  compile([
    tool('fee_add', 'Add a fee.', { title: 'string', amount: 'number' }),
    tool('fee_list', 'List fees.', { 'unpaid?': { type: 'boolean', description: 'Only unpaid' } }),
    tool('fee_pay', pay, { fee_id: 'integer', method: { type: 'string', enum: ['cash', 'card'] } }),
    tool('job_add', 'Add a job.', { title: 'string' }),
    tool('job_list', 'List jobs.', { 'status?': STATUS }),
    tool('job_cancel', 'Cancel a planned job.', { job_id: 'integer' }),
    tool('job_done', done, { job_id: 'integer', hours: { type: 'number', minimum: 0 } }),
  ]);

describe('a state where the name has no verb', () => {
  test('"Mark a fee paid" leads to paid, and unpaid fees are those that are not', () => {
    const all = garage();
    expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
    const call = playerOf(all);
    const { id } = call('fee_add', { title: 'Wash', amount: 12 }) as { id: number };
    const unpaid = () => (call('fee_list', { unpaid: true }) as { id: number }[]).map((fee) => fee.id);
    expect(unpaid()).toContain(id);
    expect(call('fee_pay', { fee_id: id, method: 'card' })).toMatchObject({
      id,
      paid: true,
      method: 'card',
      amount: 12,
    });
    expect(unpaid()).not.toContain(id);
    expect((call('fee_list', { unpaid: false }) as { id: number }[]).map((fee) => fee.id)).toContain(id);
    expect(call('fee_pay', { fee_id: id, method: 'cash' })).toBe('PRECONDITION_FAILED');
    expect(call('fee_pay', { fee_id: 77, method: 'cash' })).toBe('NOT_FOUND');
  });
  test('job_done leads to done and keeps the hours that the sentence names', () => {
    const call = playerOf(garage());
    const { id } = call('job_add', { title: 'Brakes' }) as { id: number };
    const other = call('job_add', { title: 'Tyres' }) as { id: number };
    expect(call('job_done', { job_id: id, hours: 2.5 })).toMatchObject({ id, status: 'done', hours: 2.5 });
    expect(call('job_done', { job_id: id, hours: 2 })).toBe('PRECONDITION_FAILED');
    expect(call('job_cancel', { job_id: id })).toBe('PRECONDITION_FAILED');
    expect(call('job_cancel', { job_id: other.id })).toMatchObject({ status: 'cancelled' });
    expect(call('job_list', { status: 'done' })).toEqual(expect.arrayContaining([expect.objectContaining({ id })]));
  });
  test('another state than the verb, or no change in the description, is no evidence', () => {
    expect(readings(garage('Mark a fee late.'))['fee_pay']).toBe('');
    expect(readings(garage('Pays a fee.'))['fee_pay']).toBe('');
    expect(readings(garage(undefined, 'Whether a job is done.'))['job_done']).toBe('');
    expect(flagOf(garage(undefined, 'Close a planned job with its unpaid hours.'), 'job_done')).not.toBe('');
  });
});

test('what another tool begins leads to no state of its own when it ends', () => {
  const berths = (...more: ReturnType<typeof tool>[]) =>
    compile([
      tool('berth_add', 'Add a berth.', { code: 'string', depth: 'number' }),
      tool('berth_list', 'List berths.'),
      tool('berth_release', 'Free a berth.', { berth_code: 'string' }),
      ...more,
    ]);
  expect(flagOf(berths(), 'berth_release')).toBe('');
  const assign = tool('berth_assign', 'Put a boat in a berth.', { berth_code: 'string', boat: 'string' });
  expect(flagOf(berths(assign), 'berth_release')).toContain('released');
});
