// Tests rules about the states of rows that one tool states about another tool, or about a parent row.
import { expect, test } from 'vitest';
import type { Json } from '../../../envs/values/json.ts';
import { compile, flagOf, listOf, playerOf, tool } from '../../support/tools.ts';

const note = { note_id: 'string', title: 'string', locked: 'boolean' } as const;
const notes = (lock: string) => [
  tool('get_note', 'Get a note.', { note_id: 'string' }, note),
  tool('create_note', 'Create a note.', { title: 'string' }, note),
  tool('update_note', 'Update a note.', { note_id: 'string', title: 'string' }, note),
  tool('delete_note', 'Delete a note.', { note_id: 'string' }),
  tool('lock_note', `Lock a note. ${lock}`, { note_id: 'string' }, note),
  tool('unlock_note', 'Unlock a note.', { note_id: 'string' }, note),
];

test.each([
  'A locked note can be neither updated nor deleted.',
  'Locked notes cannot be edited or deleted.',
  'It cannot be changed or deleted afterwards.',
  'While it is locked, it cannot be changed or removed.',
  'A note that is locked can no longer be changed or deleted.',
])('"%s" in lock_note is kept by the tools that edit and delete notes', (rule) => {
  const all = compile(notes(rule));
  expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  const call = playerOf(all);
  const { note_id: id } = call('create_note', { title: 'Rivets' }) as { note_id: string };
  expect(call('update_note', { note_id: id, title: 'Bolts' })).toMatchObject({ title: 'Bolts' });
  call('lock_note', { note_id: id });
  expect(call('update_note', { note_id: id, title: 'Nuts' })).toBe('PRECONDITION_FAILED');
  expect(call('delete_note', { note_id: id })).toBe('PRECONDITION_FAILED');
  call('unlock_note', { note_id: id });
  expect(call('update_note', { note_id: id, title: 'Nuts' })).toMatchObject({ title: 'Nuts' });
  expect(call('delete_note', { note_id: id })).not.toBe('PRECONDITION_FAILED');
});

test('a rule about deleting alone leaves the edits free, also where the tool that edits states it', () => {
  const [get, create, , remove, lock, unlock] = notes('');
  const update = tool(
    'update_note',
    'Update a note. Locked notes cannot be deleted.',
    { note_id: 'string', title: 'string' },
    note,
  );
  const all = compile([get, create, update, remove, lock, unlock].flatMap((each) => each ?? []));
  const call = playerOf(all);
  const { note_id: id } = call('create_note', { title: 'Rivets' }) as { note_id: string };
  call('lock_note', { note_id: id });
  expect(call('update_note', { note_id: id, title: 'Bolts' })).toMatchObject({ title: 'Bolts' });
  expect(call('delete_note', { note_id: id })).toBe('PRECONDITION_FAILED');
});

test('a rule about a deed that no verb names flags the tool that states it', () => {
  const all = compile(notes('A locked note cannot be seen from the street.'));
  expect(flagOf(all, 'lock_note')).toContain('seen from the street');
});

const order = { order_id: 'string', title: 'string', status: { type: 'string', enum: ['draft', 'placed'] } } as const;
const line = { line_id: 'string', order_id: 'string', quantity: 'integer' } as const;
const orders = (add: string, update: string, place: string) => [
  tool('get_order', 'Get an order.', { order_id: 'string' }, order),
  tool('create_order', 'Create an order. It starts as a draft.', { title: 'string' }, order),
  tool('set_order_status', 'Set the status of an order.', { order_id: 'string', status: order.status }, order),
  tool('add_line', `Add a line to an order.${add}`, { order_id: 'string', quantity: 'integer' }, line),
  tool('update_line', `Update a line.${update}`, { line_id: 'string', quantity: 'integer' }, line),
  tool('delete_line', `Delete a line.${place}`, { line_id: 'string' }),
  tool('list_lines', 'List the lines of an order.', { order_id: 'string' }, { lines: listOf(line) }),
];

test('a line keeps the rules about the order that it belongs to', () => {
  const all = compile([
    ...orders('', ' Lines of placed orders cannot be changed.', ''),
    tool('place_order', 'Place an order. A placed order accepts no more lines.', { order_id: 'string' }, order),
  ]);
  expect(['update_line', 'add_line', 'delete_line'].map((name) => flagOf(all, name))).toEqual(['', '', '']);
  const call = playerOf(all);
  const { order_id } = call('create_order', { title: 'Sails' }) as { order_id: string };
  const { line_id } = call('add_line', { order_id, quantity: 2 }) as { line_id: string };
  expect(call('update_line', { line_id, quantity: 3 })).toMatchObject({ quantity: 3 });
  call('set_order_status', { order_id, status: 'placed' });
  expect(call('update_line', { line_id, quantity: 4 })).toBe('PRECONDITION_FAILED');
  expect(call('list_lines', { order_id })).toMatchObject({ lines: [{ quantity: 3 }] as Json });
});

test('a first sentence may say in which state the other row must be', () => {
  const [get, create, set, , ...rest] = orders('', '', '');
  const add = tool('add_line', 'Add a line to a draft order.', { order_id: 'string', quantity: 'integer' }, line);
  const all = compile([get, create, set, add, ...rest].flatMap((each) => each ?? []));
  expect(flagOf(all, 'add_line')).toBe('');
  const call = playerOf(all);
  const { order_id } = call('create_order', { title: 'Sails' }) as { order_id: string };
  expect(call('add_line', { order_id, quantity: 2 })).toMatchObject({ quantity: 2 });
  call('set_order_status', { order_id, status: 'placed' });
  expect(call('add_line', { order_id, quantity: 3 })).toBe('PRECONDITION_FAILED');
});

test('a first sentence may name several states', () => {
  const status = { type: 'string', enum: ['draft', 'open', 'placed'] } as const;
  const all = compile([
    tool('create_order', 'Create an order. It starts as a draft.', { title: 'string' }),
    tool('list_orders', 'List orders.', { 'status?': status }),
    tool('set_order_status', 'Set the status of an order.', { order_id: 'string', status }),
    tool('rename_order', 'Change the title of a draft or open order.', { order_id: 'string', title: 'string' }),
  ]);
  expect(flagOf(all, 'rename_order')).toBe('');
  const call = playerOf(all);
  const { id: order_id } = call('create_order', { title: 'Sails' }) as { id: string };
  expect(call('rename_order', { order_id, title: 'Oars' })).toMatchObject({ title: 'Oars' });
  call('set_order_status', { order_id, status: 'open' });
  expect(call('rename_order', { order_id, title: 'Ropes' })).toMatchObject({ title: 'Ropes' });
  call('set_order_status', { order_id, status: 'placed' });
  expect(call('rename_order', { order_id, title: 'Masts' })).toBe('PRECONDITION_FAILED');
});

test('a cancelled row may stay where rows have a state, so a cancel of a state that is none of them is flagged', () => {
  const all = (status: string[]) =>
    compile([
      tool('create_job', 'Create a job.', { title: 'string', 'status?': { type: 'string', enum: status } }),
      tool('list_jobs', 'List jobs.'),
      tool('cancel_job', 'Cancel a job.', { job_id: 'string' }),
      tool('discard_job', 'Discard a job.', { job_id: 'string' }),
    ]);
  expect(flagOf(all(['queued', 'done']), 'cancel_job')).not.toBe('');
  expect(flagOf(all(['queued', 'done']), 'discard_job')).toBe('');
  expect(flagOf(all(['queued', 'done', 'cancelled']), 'cancel_job')).toBe('');
});
