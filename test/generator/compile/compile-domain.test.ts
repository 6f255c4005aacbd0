// Tests the environments that the compiler makes from small domains. A tool that works behaves as a person would
// expect; every other tool tells why it does not work.
import { describe, expect, test } from 'vitest';
import { SessionStore } from '../../../envs/session/session-store.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';
import { mcpTool } from '../../../envs/server/tool-listing.ts';
import { World } from '../../../envs/world/world.ts';
import { checkEnvironment } from '../../../generator/check/check-environment.ts';
import type { Compiled } from '../../../generator/compile/compile-domain.ts';
import type { PoolTool } from '../../../generator/pool/pool-tool.ts';
import { compile, flagOf, listOf, readings, tool } from '../../support/tools.ts';

const ticket = { id: 'integer', title: 'string', status: 'string', priority: 'integer' } as const;
const TICKETS = [
  tool(
    'create_ticket',
    'Create a ticket.',
    { title: 'string', 'priority?': 'integer' },
    { id: 'integer', title: 'string', status: 'string', 'priority?': 'integer' },
  ),
  tool(
    'get_ticket',
    'Get a ticket.',
    { ticket_id: 'integer' },
    { id: 'integer', title: 'string', status: 'string', 'priority?': 'integer' },
  ),
  tool(
    'list_tickets',
    'List tickets, of one status if asked.',
    { 'status?': 'string', 'limit?': 'integer', 'offset?': 'integer' },
    { tickets: listOf({ id: 'integer', title: 'string', status: 'string', 'priority?': 'integer' }) },
  ),
  tool(
    'edit_ticket',
    'Change a ticket.',
    { ticket_id: 'integer', 'title?': 'string', 'priority?': 'integer' },
    { id: 'integer', title: 'string' },
  ),
  tool('close_ticket', 'Close a ticket.', { ticket_id: 'integer' }, { id: 'integer', status: 'string' }),
  tool('delete_ticket', 'Delete a ticket.', { ticket_id: 'integer' }, { success: 'boolean' }),
];
void ticket;

function play(compiled: Compiled): (name: string, args: JsonObject) => Json {
  const world = new World(compiled.environment);
  const store = new SessionStore();
  const session = store.create({ id: 'play', world, seed: 1 });
  return (name, args) => {
    const answer = store.call(session, { by: 'agent', name, arguments: args });
    return answer.ok ? answer.result : answer.error.code;
  };
}

function served(compiled: Compiled): Record<string, string> {
  return Object.fromEntries(compiled.tools.map((each) => [each.name, each.flags[0] ?? each.match?.rule ?? '']));
}

describe('rows that are made, shown, changed, closed and deleted', () => {
  const compiled = compile(TICKETS);

  test('one table, and a reading for each tool', () => {
    expect(compiled.plan.tables.map(({ name }) => name)).toEqual(['tickets']);
    expect(served(compiled)).toEqual({
      create_ticket: 'create',
      get_ticket: 'get',
      list_tickets: 'list',
      edit_ticket: 'update',
      close_ticket: 'state',
      delete_ticket: 'delete',
    });
  });

  test('check proves it, and its laws were not empty', () => {
    const report = checkEnvironment(compiled.environment, compiled.recipe);
    expect(report.failures).toEqual([]);
    expect(Object.keys(report.laws)).toEqual(
      expect.arrayContaining([
        'created, then got',
        'created, then listed',
        'deleted, then not found',
        'not done twice',
        'pages cover once',
      ]),
    );
  });

  test('the programs do what they say', () => {
    const call = play(compiled);
    const made = call('create_ticket', { title: 'Printer on fire', priority: 3 }) as JsonObject;
    const id = made['id'] as number;
    expect(call('get_ticket', { ticket_id: id })).toMatchObject({ title: 'Printer on fire', priority: 3 });
    expect(call('edit_ticket', { ticket_id: id, title: 'Printer smokes' })).toMatchObject({ title: 'Printer smokes' });
    expect(call('get_ticket', { ticket_id: id })).toMatchObject({ title: 'Printer smokes', priority: 3 });
    expect(call('edit_ticket', { ticket_id: id })).toBe('INVALID_ARGUMENT');
    expect(call('close_ticket', { ticket_id: id })).toMatchObject({ status: 'closed' });
    expect(call('close_ticket', { ticket_id: id })).toBe('PRECONDITION_FAILED');
    const { tickets } = call('list_tickets', { status: 'closed' }) as { tickets: JsonObject[] };
    expect(tickets.every((each) => each['status'] === 'closed')).toBe(true);
    expect(tickets.some((each) => each['id'] === id)).toBe(true);
    expect(call('delete_ticket', { ticket_id: id })).toEqual({ success: true });
    expect(call('get_ticket', { ticket_id: id })).toBe('NOT_FOUND');
    expect(call('delete_ticket', { ticket_id: 1_000_000 })).toBe('NOT_FOUND');
  });
});

describe('keys of several parts', () => {
  const place = { owner: 'string', repo: 'string' } as const;
  const compiled = compile([
    tool('create_issue', 'Create an issue in a repository.', { ...place, title: 'string' }),
    tool('get_issue', 'Get an issue.', { ...place, issue_number: 'integer' }),
    tool('list_issues', 'List the issues of a repository.', { ...place }),
    tool('update_issue', 'Change an issue.', { ...place, issue_number: 'integer', 'title?': 'string' }),
    tool('delete_issue', 'Delete an issue.', { ...place, issue_number: 'integer' }),
  ]);

  test('the number counts within its repository, and only that row is touched', () => {
    expect(compiled.plan.tables.find(({ name }) => name === 'issues')?.key).toEqual(
      ['owner', 'repository', 'id'].map((each) => (each === 'id' ? expect.any(String) : each)),
    );
    const call = play(compiled);
    const row = compiled.environment.seed.find(({ table }) => table === 'issues')?.row as JsonObject;
    const at = { owner: row['owner'] as string, repo: row['repository'] as string };
    const before = (call('list_issues', at) as JsonObject[]).length;
    const made = call('create_issue', { ...at, title: 'Crash at start' }) as JsonObject;
    const number = made['issue_number'] as number;
    expect(call('get_issue', { ...at, issue_number: number })).toMatchObject({ title: 'Crash at start' });
    expect(call('get_issue', { owner: 'somebody', repo: at.repo, issue_number: number })).toBe('NOT_FOUND');
    call('update_issue', { ...at, issue_number: number, title: 'Crash at every start' });
    expect(call('get_issue', { ...at, issue_number: number })).toMatchObject({ title: 'Crash at every start' });
    expect(call('list_issues', at)).toHaveLength(before + 1);
    expect(call('delete_issue', { ...at, issue_number: number })).toMatchObject({ success: true });
    expect(call('list_issues', at)).toHaveLength(before);
  });
});

describe('things inside things', () => {
  const compiled = compile([
    tool('create_board', 'Create a board.', { name: 'string' }),
    tool('list_boards', 'List all boards.', {}),
    tool('add_list_to_board', 'Add a list to a board.', { boardId: 'string', name: 'string' }),
    tool('get_lists', 'Get the lists of a board.', { boardId: 'string' }),
    tool('add_card_to_list', 'Add a card to a list.', { 'boardId?': 'string', listId: 'string', name: 'string' }),
    tool('get_card', 'Get a card.', { cardId: 'string' }),
    tool('get_cards_by_list_id', 'Fetch the cards of a list.', { 'boardId?': 'string', listId: 'string' }),
    tool('move_card', 'Move a card to another list.', { cardId: 'string', listId: 'string' }),
    tool('delete_card', 'Delete a card.', { cardId: 'string' }),
    tool('list_members', 'List the names of all members.', {}),
    tool('assign_member_to_card', 'Assign a member to a card.', { cardId: 'string', memberId: 'string' }),
    tool('remove_member_from_card', 'Take a member off a card.', { cardId: 'string', memberId: 'string' }),
  ]);

  test('the child is written, moved and deleted; the parent never', () => {
    expect(Object.values(served(compiled))).toEqual(
      expect.arrayContaining(['create', 'list', 'get', 'update', 'delete', 'link', 'unlink']),
    );
    const call = play(compiled);
    const boards = call('list_boards', {}) as JsonObject[];
    const board = boards[0]?.['id'] as string;
    const [from, to] = ['Doing', 'Done'].map(
      (name) => (call('add_list_to_board', { boardId: board, name }) as JsonObject)['id'] as string,
    ) as [string, string];
    const card = (call('add_card_to_list', { boardId: board, listId: from, name: 'Paint the door' }) as JsonObject)[
      'id'
    ] as string;
    expect(call('add_card_to_list', { boardId: 'none', listId: from, name: 'x' })).toBe('NOT_FOUND');
    expect(call('get_cards_by_list_id', { listId: from })).toHaveLength(1);
    expect(call('move_card', { cardId: card, listId: to })).toMatchObject({ id: card, listId: to });
    expect(call('get_cards_by_list_id', { listId: from })).toEqual([]);
    expect(call('get_cards_by_list_id', { boardId: board, listId: to })).toHaveLength(1);
    const member = (call('list_members', {}) as JsonObject[])[0]?.['id'] as string;
    expect(call('assign_member_to_card', { cardId: card, memberId: member })).toEqual({ success: true });
    expect(call('assign_member_to_card', { cardId: card, memberId: member })).toBe('CONFLICT');
    expect(call('remove_member_from_card', { cardId: card, memberId: member })).toEqual({ success: true });
    expect(call('remove_member_from_card', { cardId: card, memberId: member })).toBe('NOT_FOUND');
    call('delete_card', { cardId: card });
    expect(call('get_card', { cardId: card })).toBe('NOT_FOUND');
    expect(call('list_boards', {})).toEqual(boards);
    expect(call('list_members', {})).toHaveLength((call('list_members', {}) as Json[]).length);
  });
});

describe('taking something makes a booking of it, never another of its kind', () => {
  const compiled = compile([
    tool('list_free_slots', 'List the free slots.', {}, { slots: listOf({ slot_id: 'string', starts_at: 'string' }) }),
    tool(
      'book_appointment',
      'Book a free slot.',
      { slot_id: 'string', reason: 'string' },
      { appointment_id: 'string', starts_at: 'string' },
    ),
    tool(
      'get_appointment',
      'Get an appointment.',
      { appointment_id: 'string' },
      {
        appointment_id: 'string',
        slot_id: 'string',
        starts_at: 'string',
        status: { type: 'string', enum: ['booked', 'cancelled'] },
      },
    ),
    tool(
      'cancel_appointment',
      'Cancel an appointment.',
      { appointment_id: 'string' },
      { appointment_id: 'string', status: { type: 'string', enum: ['booked', 'cancelled'] } },
    ),
  ]);

  test('what is booked is no longer free, what is cancelled is free again', () => {
    expect(Object.values(served(compiled)).every((each) => !each.includes(' '))).toBe(true);
    const call = play(compiled);
    const free = (): string[] =>
      (call('list_free_slots', {}) as { slots: JsonObject[] }).slots.map((slot) => slot['slot_id'] as string);
    const [slot = ''] = free();
    const made = call('book_appointment', { slot_id: slot, reason: 'pain' }) as JsonObject;
    expect(free()).not.toContain(slot);
    expect(call('book_appointment', { slot_id: slot, reason: 'pain' })).toBe('CONFLICT');
    expect(call('cancel_appointment', { appointment_id: made['appointment_id'] as string })).toMatchObject({
      status: 'cancelled',
    });
    expect(free()).toContain(slot);
  });
});

describe('a thing that one party has at a time', () => {
  const court = { court_id: 'string', name: 'string', 'surface?': 'string' } as const;
  const booking = {
    booking_id: 'string',
    court_id: 'string',
    starts_at: 'string',
    ends_at: 'string',
    status: 'string',
  } as const;
  const tools = [
    tool('list_courts', 'List all courts.', {}, { courts: listOf(court) }),
    tool('book_court', 'Book a court.', { court_id: 'string', starts_at: 'string', ends_at: 'string' }, booking),
    tool('get_booking', 'Get a booking.', { booking_id: 'string' }, booking),
    tool('cancel_booking', 'Cancel a booking.', { booking_id: 'string' }, booking),
    tool(
      'update_booking',
      'Change a booking.',
      { booking_id: 'string', 'starts_at?': 'string', 'ends_at?': 'string' },
      booking,
    ),
  ];
  const courts = (): {
    book: (at: string, until: string, which?: number) => Json;
    call: (name: string, args: JsonObject) => Json;
  } => {
    const compiled = compile(tools);
    for (const { name } of tools) expect(flagOf(compiled, name)).toBe('');
    const call = play(compiled);
    const { courts: all } = call('list_courts', {}) as { courts: JsonObject[] };
    const book = (at: string, until: string, which = 0): Json =>
      call('book_court', { court_id: all[which]?.['court_id'] ?? '', starts_at: at, ends_at: until });
    return { book, call };
  };
  test('has no two bookings that overlap', () => {
    const { book } = courts();
    expect(book('2039-05-01T10:00:00Z', '2039-05-01T11:00:00Z')).toMatchObject({ starts_at: '2039-05-01T10:00:00Z' });
    expect(book('2039-05-01T10:30:00Z', '2039-05-01T11:30:00Z')).toBe('CONFLICT');
    // the same times, written in another time zone
    expect(book('2039-05-01T12:30:00+02:00', '2039-05-01T13:30:00+02:00')).toBe('CONFLICT');
    expect(book('2039-05-01T11:00:00Z', '2039-05-01T12:00:00Z')).toMatchObject({ ends_at: '2039-05-01T12:00:00Z' });
    expect(book('2039-05-01T10:30:00Z', '2039-05-01T11:30:00Z', 1)).toHaveProperty('booking_id');
  });
  test('is free again when its booking is cancelled, and no booking is moved onto another one', () => {
    const { book, call } = courts();
    const first = book('2039-05-01T10:00:00Z', '2039-05-01T11:00:00Z') as JsonObject;
    const second = book('2039-05-01T12:00:00Z', '2039-05-01T13:00:00Z') as JsonObject;
    const id = second['booking_id'] ?? '';
    expect(call('update_booking', { booking_id: id, starts_at: '2039-05-01T10:30:00Z' })).toBe('CONFLICT');
    expect(call('update_booking', { booking_id: id, starts_at: '2039-05-01T12:30:00Z' })).toHaveProperty('booking_id');
    call('cancel_booking', { booking_id: first['booking_id'] ?? '' });
    expect(call('update_booking', { booking_id: id, starts_at: '2039-05-01T10:30:00Z' })).toHaveProperty('booking_id');
  });
});

describe('lists of objects', () => {
  const item = {
    type: 'object',
    properties: { id: { type: 'string' }, title: { type: 'string' } },
    required: ['id', 'title'],
  } as const;
  const compiled = compile([
    tool('create_notes', 'Create several notes.', { notes: listOf({ title: 'string' }) }),
    tool('list_notes', 'List all notes.', {}),
    tool('update_notes', 'Change several notes.', { notes: { type: 'array', items: item } }),
    tool('delete_notes', 'Delete notes.', { noteIds: { type: 'array', items: { type: 'string' } } }),
  ]);

  test('each is made, changed or deleted, all or none', () => {
    const call = play(compiled);
    const made = call('create_notes', { notes: [{ title: 'one' }, { title: 'two' }] }) as JsonObject[];
    expect(made).toHaveLength(2);
    const ids = made.map((each) => each['id'] as string);
    expect(
      call('update_notes', {
        notes: [
          { id: ids[0] ?? '', title: 'first' },
          { id: 'none', title: 'x' },
        ],
      }),
    ).toBe('NOT_FOUND');
    expect((call('list_notes', {}) as JsonObject[]).some((each) => each['title'] === 'first')).toBe(false);
    call('update_notes', { notes: [{ id: ids[0] ?? '', title: 'first' }] });
    expect((call('list_notes', {}) as JsonObject[]).some((each) => each['title'] === 'first')).toBe(true);
    expect(call('delete_notes', { noteIds: [...ids, 'none'] })).toBe('NOT_FOUND');
    const before = (call('list_notes', {}) as Json[]).length;
    call('delete_notes', { noteIds: ids });
    expect(call('list_notes', {})).toHaveLength(before - 2);
  });
});

describe('what is not proven is not served', () => {
  test('a call of a flagged tool answers with the reason of its flag', () => {
    const compiled = compile([
      ...TICKETS,
      tool('tidy_tickets', 'Tidy tickets.'),
      tool('amend_ticket', 'Update a ticket. Writes {"by": "you"} into the log.', {
        ticket_id: 'integer',
        'title?': 'string',
      }),
      tool('ripen_ticket', `Ripen a ticket. ${'Then the moon rises, '.repeat(30)}`, { ticket_id: 'integer' }),
    ]);
    const world = new World(compiled.environment);
    const store = new SessionStore();
    const session = store.create({ id: 'flagged', world, seed: 1 });
    for (const [name, args] of [
      ['tidy_tickets', {}],
      ['amend_ticket', { ticket_id: 1 }],
      ['ripen_ticket', { ticket_id: 1 }],
    ] as const) {
      const why = flagOf(compiled, name);
      expect(why).not.toBe('');
      const said = why.replaceAll('{', '(').replaceAll('}', ')').replace(/\.$/, '');
      expect(store.call(session, { by: 'agent', name, arguments: args })).toMatchObject({
        ok: false,
        error: { code: 'UNAVAILABLE', message: `${name} is not simulated: ${said}.` },
      });
    }
    world.close();
  });

  const flagged: readonly (readonly [string, readonly PoolTool[], string])[] = [
    [
      'a query language',
      [tool('search_issues', 'Search.', { jql: { type: 'string', description: 'A JQL query.' } }), ...TICKETS],
      'search_issues',
    ],
    [
      'an argument whose effect nothing tells',
      [
        ...TICKETS,
        tool('list_old_tickets', 'List old tickets.', { fuzziness: 'number' }, { tickets: listOf({ id: 'integer' }) }),
      ],
      'list_old_tickets',
    ],
    [
      'a verb that nobody knows',
      [...TICKETS, tool('defragment_ticket', 'Defragments a ticket.', { ticket_id: 'integer' })],
      'defragment_ticket',
    ],
    [
      'an optional key',
      [...TICKETS, tool('read_ticket', 'Read a ticket.', { 'ticket_id?': 'integer' })],
      'read_ticket',
    ],
    ['rows of whoever asks', [...TICKETS, tool('get_my_tickets', 'My tickets.', {})], 'get_my_tickets'],
    [
      'the recent ones, where nothing has a date',
      [...TICKETS, tool('list_recent_tickets', 'Recent tickets.', {})],
      'list_recent_tickets',
    ],
    [
      'a list whose result is one object',
      [...TICKETS, tool('show_tickets', 'Shows tickets.', {}, { id: 'integer', title: 'string' })],
      'show_tickets',
    ],
    [
      'a total that nothing tells',
      [
        tool('create_order', 'Create an order.', { customer: 'string' }, { order_id: 'string', total: 'number' }),
        tool('get_order', 'Get it.', { order_id: 'string' }, { order_id: 'string', total: 'number' }),
      ],
      'create_order',
    ],
  ];
  test.each(flagged)('%s', (_what, tools, name) => {
    const compiled = compile(tools);
    expect(flagOf(compiled, name)).not.toBe('');
    expect(play(compiled)(name, {})).toMatch(/UNAVAILABLE|INVALID_ARGUMENT/);
  });
});

describe('an optional argument that proves nothing', () => {
  const compiled = compile([
    ...TICKETS,
    tool(
      'search_tickets',
      'Search tickets by text.',
      { query: 'string', 'filterByFormula?': { type: 'string', description: 'A formula.' } },
      { tickets: listOf({ id: 'integer', title: 'string' }) },
    ),
  ]);

  test('is refused when it is given, and the rest of the tool works', () => {
    const call = play(compiled);
    call('create_ticket', { title: 'Zebra on the lawn' });
    expect(call('search_tickets', { query: 'zebra' })).toMatchObject({ tickets: [{ title: 'Zebra on the lawn' }] });
    expect(call('search_tickets', { query: 'zebra', filterByFormula: '1=1' })).toBe('UNAVAILABLE');
  });
});

describe('hints are laws', () => {
  test('titles and hints travel to MCP, and a tool that only refuses is not called a read', () => {
    const hints = { title: 'Shut it', read_only: false, destructive: true, idempotent: true };
    const compiled = compile([
      ...TICKETS.filter(({ name }) => name !== 'close_ticket'),
      { ...tool('close_ticket', 'Close a ticket.', { ticket_id: 'integer' }, { id: 'integer' }), hints },
      tool('ponder', 'Ponder a while.', {}),
    ]);
    const listed = (name: string): JsonObject => {
      const found = compiled.environment.tools.find((each) => each.name === name);
      return found === undefined ? {} : (mcpTool(found)['annotations'] as JsonObject);
    };
    expect(listed('close_ticket')).toMatchObject({
      title: 'Shut it',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
    });
    expect(listed('get_ticket')).toMatchObject({ readOnlyHint: true });
    expect(listed('ponder')['readOnlyHint']).toBeUndefined();
  });

  test('what only reads is never read as a write, whatever its verb', () => {
    const hinted: PoolTool = { ...tool('post_tickets', 'Posts.', { title: 'string' }), hints: { read_only: true } };
    const compiled = compile([...TICKETS, hinted]);
    expect(compiled.environment.tools.find((each) => each.name === 'post_tickets')?.effect).toBe('read');
    expect(readings(compiled)['post_tickets']).not.toBe('create');
  });
});

describe('overrides', () => {
  test('another reading, a program, an argument that only shapes, the key of a thing', () => {
    const program = [{ return: 'SELECT 1 AS one', shape: 'row' }] as const;
    const compiled = compile(
      [
        ...TICKETS,
        tool('ping', 'Ping.', {}),
        tool('fetch_tickets', 'Fetch tickets.', { 'style?': 'string' }),
        tool('get_shelf', 'Get a shelf.', { place: 'string' }, { place: 'string', width: 'integer' }),
        tool('list_shelves', 'List shelves.', {}),
      ],
      {
        tools: { ping: { program }, fetch_tickets: { shapes: ['style'] } },
        things: { shelf: { key: 'place' } },
      },
    );
    expect(play(compiled)('ping', {})).toEqual({ one: 1 });
    expect(flagOf(compiled, 'fetch_tickets')).toBe('');
    expect(flagOf(compiled, 'get_shelf')).toBe('');
  });

  test('a wrong name or a program that vetting refuses is an error', () => {
    expect(() => compile(TICKETS, { tools: { clsoe_ticket: { reading: 'state' } } })).toThrow(
      /clsoe_ticket.*names no tool/s,
    );
    expect(() => compile(TICKETS, { tools: { close_ticket: { reading: 'nothing' } } })).toThrow(
      /has no reading nothing/,
    );
    expect(() =>
      compile(TICKETS, { tools: { close_ticket: { program: [{ return: 'SELECT x FROM nowhere', shape: 'row' }] } } }),
    ).toThrow(/overrides.json/);
    expect(() => compile(TICKETS, { tools: { close_ticket: { shapes: ['nope'] } } })).toThrow(/no argument/);
  });
});

describe('names', () => {
  const programs = (compiled: Compiled): Map<string, string> =>
    new Map(compiled.environment.tools.map((each) => [each.name, JSON.stringify(each.program)]));

  test('the order of tools changes nothing, nor does an unrelated tool', () => {
    const first = programs(compile(TICKETS));
    expect(programs(compile([...TICKETS].reverse()))).toEqual(first);
    const more = programs(
      compile([...TICKETS, tool('set_volume', 'Set it.', { level: 'integer' }), tool('get_volume', 'Get it.', {})]),
    );
    for (const [name, program] of first) expect(more.get(name)).toBe(program);
  });

  test('swapping the places of names changes only names', () => {
    const renamed = TICKETS.map((each) => ({ ...each, name: `zz_${each.name}` }));
    const [a, b] = [programs(compile(TICKETS)), programs(compile(renamed))];
    for (const [name, program] of a) expect(b.get(`zz_${name}`)).toBe(program);
  });
});
