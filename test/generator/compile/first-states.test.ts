// Tests the states in which new rows begin, if only the description of the tool that makes the rows tells them.
import { expect, describe, test } from 'vitest';
import { saidFirst } from '../../../generator/compile/read/said-first.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

describe('the state of a new row', () => {
  const read = (text: string): unknown =>
    saidFirst(text, 'tickets?|jobs?', 'open|draft|pending|listed|in review|new')[0];
  test.each([
    ['Creates a ticket. It starts as open.', 'open'],
    ['Creates a ticket. The ticket starts as a draft.', 'draft'],
    ['Creates a ticket. A new ticket has status open.', 'open'],
    ['Creates a ticket. Tickets start in the status pending.', 'pending'],
    ['Creates a ticket. The ticket is created with status open.', 'open'],
    ['Creates a ticket. New tickets are created as draft.', 'draft'],
    ['Creates a ticket. It is initially pending.', 'pending'],
    ['Creates a ticket. The initial status is open.', 'open'],
    ['Creates a ticket. Starts in review.', 'in review'],
    ['Creates a ticket with status "open".', 'open'],
    ['Creates a ticket in the pending state.', 'pending'],
    ['Creates a draft ticket.', 'draft'],
    ['Saves a ticket as a draft.', 'draft'],
    ['Creates a ticket, which starts as open.', 'open'],
  ])('%s', (text, state) => expect(read(text)).toMatchObject({ state, not: false }));
  test.each([
    'Creates a new ticket.',
    'Creates a ticket. Only open tickets can be edited.',
    'Creates a ticket for an open job.',
    'Creates a ticket. It is open to everybody.',
    'Creates a ticket. The owner of a pending job is told.',
    'Closes a ticket that is open.',
  ])('never: %s', (text) => expect(read(text)).toBeUndefined());
  test('a flag may be off, and a state may last until a tool ends it', () => {
    expect(read('Adds a job. It is not listed at first.')).toMatchObject({ state: 'listed', not: true });
    expect(read('Adds a job. It is a draft until it is published.')).toMatchObject({ until: 'published' });
  });
});

describe('a create sets the state that its description names', () => {
  const order = {
    order_id: 'string',
    title: 'string',
    status: { type: 'string', enum: ['pending', 'open', 'done'] },
  } as const;
  test('in a status that the results list, although another state is the usual first', () => {
    const all = compile([
      tool('get_order', 'Get an order.', { order_id: 'string' }, order),
      tool('create_order', 'Create an order. It starts as open.', { title: 'string' }, order),
      tool('finish_order', 'Finish an order.', { order_id: 'string' }, order),
    ]);
    expect(flagOf(all, 'create_order')).toBe('');
    const call = playerOf(all);
    expect(call('create_order', { title: 'Mill' })).toMatchObject({ status: 'open' });
  });
  test('in a status that only this sentence and the verbs of other tools tell', () => {
    const all = compile([
      tool('list_tickets', 'List the tickets.'),
      tool('create_ticket', 'Creates a ticket in the queue. It starts as waiting.', { title: 'string' }),
      tool('close_ticket', 'Closes a ticket.', { ticket_id: 'string' }),
    ]);
    expect(flagOf(all, 'create_ticket')).toBe('');
    const call = playerOf(all);
    const ticket = call('create_ticket', { title: 'Lamp' });
    expect(ticket).toMatchObject({ title: 'Lamp', status: 'waiting' });
    const { id } = ticket as { id: string };
    expect(call('close_ticket', { ticket_id: id })).toMatchObject({ status: 'closed' });
  });
  test('in a flag that is off', () => {
    const unit = { unit_id: 'string', city: 'string', listed: 'boolean' } as const;
    const all = compile([
      tool('get_unit', 'Get a unit.', { unit_id: 'string' }, unit),
      tool('create_unit', 'Create a unit. It is not listed at first.', { city: 'string' }, unit),
    ]);
    expect(flagOf(all, 'create_unit')).toBe('');
    expect(playerOf(all)('create_unit', { city: 'Ghent' })).toMatchObject({ listed: false });
  });
  test('a state that no column can hold, or that lasts until something unknown happens, flags the tool', () => {
    const plain = { ticket_id: 'string', title: 'string' } as const;
    const asked = (sentence: string): string =>
      flagOf(
        compile([
          tool('get_ticket', 'Get a ticket.', { ticket_id: 'string' }, plain),
          tool('create_ticket', `Create a ticket. ${sentence}`, { title: 'string' }, plain),
        ]),
        'create_ticket',
      );
    expect(asked('It starts as open.')).toContain('It starts as open.');
    const all = compile([
      tool('get_order', 'Get an order.', { order_id: 'string' }, order),
      tool('create_order', 'Create an order. It is pending until the bank agrees.', { title: 'string' }, order),
    ]);
    expect(flagOf(all, 'create_order')).toContain('until the bank agrees');
  });
});

test('a state that tools lead to is no second first state', () => {
  const all = compile([
    tool('create_bid', 'Create a bid.', { title: 'string' }),
    tool('list_bids', 'List the bids.'),
    tool('accept_bid', 'Accept a pending bid.', { bid_id: 'string' }),
    tool('decline_bid', 'Decline a pending bid.', { bid_id: 'string' }),
    tool('withdraw_bid', 'Withdraw an accepted bid.', { bid_id: 'string' }),
  ]);
  expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  const call = playerOf(all);
  const row = call('create_bid', { title: 'Mill' }) as Record<string, string>;
  const args = { bid_id: row['bid_id'] ?? row['id'] ?? '' };
  expect(call('withdraw_bid', args)).toBe('PRECONDITION_FAILED');
  expect(call('accept_bid', args)).toMatchObject({ status: 'accepted' });
  expect(call('decline_bid', args)).toBe('PRECONDITION_FAILED');
  expect(call('withdraw_bid', args)).toMatchObject({ status: 'withdrawn' });
});

describe('a flag of a new row that no call gives', () => {
  const guide = { guide_id: 'string', name: 'string', active: 'boolean' } as const;
  const guides = (...more: ReturnType<typeof tool>[]) =>
    compile([
      tool('get_guide', 'Get a guide.', { guide_id: 'string' }, guide),
      tool('add_guide', 'Add a guide.', { name: 'string' }, guide),
      ...more,
    ]);
  const off = tool('deactivate_guide', 'Deactivate a guide.', { guide_id: 'string' }, guide);
  const on = tool('activate_guide', 'Activate a guide.', { guide_id: 'string' }, guide);
  test('nothing tells whether it is active, so the tool is flagged', () => {
    expect(flagOf(guides(), 'add_guide')).toContain('active');
    expect(flagOf(guides(off, on), 'add_guide')).toContain('active');
  });
  test('is what the deed of another tool ends', () => {
    expect(playerOf(guides(off))('add_guide', { name: 'Ulf Berg' })).toMatchObject({ active: true });
    expect(playerOf(guides(on))('add_guide', { name: 'Ulf Berg' })).toMatchObject({ active: false });
  });
  test('is false where only a deed makes it true', () => {
    const map = { map_id: 'string', title: 'string', archived: 'boolean', is_pinned: 'boolean' } as const;
    const all = compile([
      tool('get_map', 'Get a map.', { map_id: 'string' }, map),
      tool('create_map', 'Create a map.', { title: 'string' }, map),
    ]);
    expect(playerOf(all)('create_map', { title: 'Alps' })).toMatchObject({ archived: false, is_pinned: false });
  });
});
