// What the compiler makes of small domains, as a person would expect it: tables, readings, programs that work.
import { describe, expect, test } from 'vitest';
import { SessionStore } from '../../../envs/session/session-store.ts';
import { parseJson, type Json, type JsonObject } from '../../../envs/values/json.ts';
import { World } from '../../../envs/world/world.ts';
import { checkEnvironment } from '../../../generator/check/check-environment.ts';
import type { Compiled } from '../../../generator/compile/compile-domain.ts';
import type { PoolTool } from '../../../generator/pool/pool-tool.ts';
import { compile, flagsOf, listOf, readings, tool } from '../../support/tools.ts';

const ticket = { id: 'integer', title: 'string', status: 'string', priority: 'integer' } as const;
const TICKETS = [
  tool('create_ticket', 'Create a ticket.', { title: 'string', 'priority?': 'integer' }, ticket),
  tool('get_ticket', 'Get a ticket.', { ticket_id: 'integer' }, ticket),
  tool(
    'list_tickets',
    'List tickets, of one status if asked.',
    { 'status?': 'string', 'limit?': 'integer', 'offset?': 'integer' },
    { tickets: listOf(ticket) },
  ),
  tool('edit_ticket', 'Change a ticket.', { ticket_id: 'integer', 'title?': 'string', 'priority?': 'integer' }, ticket),
  tool('close_ticket', 'Close a ticket.', { ticket_id: 'integer' }, ticket),
  tool('delete_ticket', 'Delete a ticket.', { ticket_id: 'integer' }, { success: 'boolean' }),
];

/** Calls in one session. */
function play(compiled: Compiled): (name: string, args: JsonObject) => Json {
  const world = new World(compiled.environment);
  const store = new SessionStore();
  const session = store.create({ id: 'play', world, seed: 1 });
  return (name, args) => {
    const answer = store.call(session, { by: 'agent', name, arguments: args });
    return answer.ok ? answer.result : answer.error.code;
  };
}

describe('rows that are made, shown, changed, closed and deleted', () => {
  const compiled = compile(TICKETS);

  test('one table, and a reading for each tool', () => {
    expect([...compiled.model.tables.keys()]).toEqual(['tickets']);
    expect(readings(compiled)).toEqual({
      create_ticket: 'create',
      get_ticket: 'get',
      list_tickets: 'list',
      edit_ticket: 'update',
      close_ticket: 'transition',
      delete_ticket: 'delete',
    });
    expect(compiled.tools.flatMap((each) => each.flags)).toEqual([]);
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
    expect(call('edit_ticket', { ticket_id: id, title: 'Printer smokes' })).toMatchObject({
      title: 'Printer smokes',
      priority: 3,
    });
    expect(call('edit_ticket', { ticket_id: id })).toBe('INVALID_ARGUMENT');
    expect(call('close_ticket', { ticket_id: id })).toMatchObject({ status: 'closed' });
    expect(call('close_ticket', { ticket_id: id })).toBe('PRECONDITION_FAILED');
    const { tickets } = call('list_tickets', { status: 'closed' }) as { tickets: JsonObject[] };
    expect(tickets.every((each) => each['status'] === 'closed')).toBe(true);
    expect(tickets.some((each) => each['id'] === id)).toBe(true);
    expect(call('delete_ticket', { ticket_id: id })).toEqual({ success: true });
    expect(call('get_ticket', { ticket_id: id })).toBe('NOT_FOUND');
    expect(call('delete_ticket', { ticket_id: 1 })).toBe('NOT_FOUND');
  });
});

describe('one thing named three ways is one table', () => {
  const compiled = compile([
    tool('register_credit_card', 'Register a credit card.', { card_number: 'string' }, { card_id: 'string' }),
    tool('list_cards', 'List the cards.', {}, { credit_cards: listOf({ card_id: 'string', balance: 'number' }) }),
    tool('get_card_balance', 'Get the balance of a card.', { card_id: 'string' }, { balance: 'number' }),
    tool('buy_ticket', 'Buy a ticket with a card.', { card_id: 'string', price: 'number' }, { ticket_id: 'string' }),
  ]);

  test('and what is paid leaves its balance', () => {
    expect([...compiled.model.tables.keys()].filter((name) => name.includes('card'))).toHaveLength(1);
    const call = play(compiled);
    const { credit_cards: cards } = call('list_cards', {}) as { credit_cards: { card_id: string; balance: number }[] };
    const card = cards[0]!;
    expect(call('buy_ticket', { card_id: card.card_id, price: 10 })).toHaveProperty('ticket_id');
    expect(call('get_card_balance', { card_id: card.card_id })).toEqual({
      balance: expect.closeTo(card.balance - 10, 6),
    });
    expect(call('buy_ticket', { card_id: card.card_id, price: 1e9 })).toBe('PRECONDITION_FAILED');
    expect(call('buy_ticket', { card_id: 'none', price: 10 })).toBe('NOT_FOUND');
  });
});

describe('somebody signs in', () => {
  const compiled = compile([
    tool('login', 'Log in.', { username: 'string', password: 'string' }, { success: 'boolean' }),
    tool('logout', 'Log out.', {}, { success: 'boolean' }),
    tool('get_login_status', 'Whether somebody is logged in.', {}, { status: 'boolean' }),
    tool(
      'post_note',
      'Post a note for the current user.',
      { text: 'string' },
      { note_id: 'string', username: 'string' },
    ),
    tool(
      'get_my_notes',
      'Get the notes of the current user.',
      {},
      { notes: listOf({ note_id: 'string', text: 'string', username: 'string' }) },
    ),
    tool('delete_note', 'Delete a note.', { note_id: 'string' }, { success: 'boolean' }),
  ]);

  test('before anything is written, and rows belong to whoever made them', () => {
    const call = play(compiled);
    expect(call('post_note', { text: 'buy milk' })).toBe('UNAUTHENTICATED');
    const user = compiled.environment.seed.find(({ table }) => table === 'users')!.row as {
      user_name: string;
      password: string;
    };
    expect(call('login', { username: user.user_name, password: 'wrong' })).toBe('UNAUTHENTICATED');
    expect(call('login', { username: user.user_name, password: user.password })).toEqual({ success: true });
    expect(call('get_login_status', {})).toEqual({ status: true });
    expect(call('post_note', { text: 'buy milk' })).toMatchObject({ username: user.user_name });
    const { notes } = call('get_my_notes', {}) as { notes: JsonObject[] };
    expect(notes.every((note) => note['username'] === user.user_name)).toBe(true);
    expect(notes.some((note) => note['text'] === 'buy milk')).toBe(true);
    expect(call('logout', {})).toEqual({ success: true });
    expect(call('logout', {})).toBe('PRECONDITION_FAILED');
  });
});

describe('a device has one row', () => {
  const compiled = compile([
    tool(
      'start_engine',
      'Starts the engine of the boat.',
      { ignition: { type: 'string', enum: ['START', 'STOP'] } },
      { engine_state: { type: 'string', enum: ['running', 'stopped'] } },
    ),
    tool(
      'get_engine_state',
      'Gets the state of the engine of the boat.',
      {},
      { engine_state: { type: 'string', enum: ['running', 'stopped'] } },
    ),
    tool(
      'fill_tank',
      'Fills the tank of the boat, which can hold up to 80 litres.',
      { fuel_amount: 'number' },
      { fuel_level: 'number' },
    ),
    tool('get_fuel_level', 'Gets the fuel level of the boat.', {}, { fuel_level: 'number' }),
  ]);

  test('setters meet getters, words of one list stand for those of the other', () => {
    const call = play(compiled);
    expect(call('start_engine', { ignition: 'STOP' })).toEqual({ engine_state: 'stopped' });
    expect(call('start_engine', { ignition: 'START' })).toEqual({ engine_state: 'running' });
    expect(call('get_engine_state', {})).toEqual({ engine_state: 'running' });
    const { fuel_level: before } = call('get_fuel_level', {}) as { fuel_level: number };
    expect(call('fill_tank', { fuel_amount: 1000 })).toBe('INVALID_ARGUMENT');
    if (before < 79)
      expect(call('fill_tank', { fuel_amount: 1 })).toEqual({ fuel_level: expect.closeTo(before + 1, 6) });
  });
});

describe('what is no database', () => {
  const compiled = compile([
    tool('add', 'Add two numbers.', { a: 'number', b: 'number' }, { result: 'number' }),
    tool(
      'compute_exchange_rate',
      'Compute the exchange rate between two currencies.',
      { base_currency: 'string', target_currency: 'string', value: 'number' },
      { exchanged_value: 'number' },
    ),
    tool(
      'estimate_distance',
      'Estimate the distance between two cities.',
      { city_a: 'string', city_b: 'string' },
      { distance: 'number' },
    ),
    tool('estimate_harvest', 'Estimate the harvest from the rain.', { rain: 'number' }, { harvest: 'number' }),
  ]);

  test('is computed, agrees with itself, or is flagged', () => {
    const call = play(compiled);
    expect(call('add', { a: 2, b: 3 })).toEqual({ result: 5 });
    const rate = (from: string, to: string): number =>
      (
        call('compute_exchange_rate', { base_currency: from, target_currency: to, value: 1 }) as {
          exchanged_value: number;
        }
      ).exchanged_value;
    expect(rate('EUR', 'JPY') * rate('JPY', 'EUR')).toBeCloseTo(1, 3);
    expect(call('compute_exchange_rate', { base_currency: 'EUR', target_currency: 'XXX', value: 1 })).toBe('NOT_FOUND');
    expect(call('estimate_distance', { city_a: 'Paris', city_b: 'Rome' })).toEqual(
      call('estimate_distance', { city_a: 'Rome', city_b: 'Paris' }),
    );
    expect(flagsOf(compiled, 'estimate_harvest')).toContain('no formula');
  });
});

describe('without results, in another script, and doubtful', () => {
  test('a table that nobody describes has what such rows usually have', () => {
    const compiled = compile([
      tool('borrow_book', 'Lend a book to a member.', { book_id: 'string', member_id: 'string' }),
      tool('return_book', 'Take back a lent book.', { loan_id: 'string' }),
      tool('list_loans', 'List the loans of a member.', { member_id: 'string' }),
      tool('get_book', 'Get a book.', { book_id: 'string' }),
    ]);
    expect(readings(compiled)).toMatchObject({ borrow_book: 'create', list_loans: 'list', get_book: 'get' });
    expect(compiled.assumed).toEqual(expect.arrayContaining(['books.title', 'members.name']));
    expect(checkEnvironment(compiled.environment, compiled.recipe).failures).toEqual([]);
  });

  test('descriptions in Chinese say what a tool does', () => {
    const compiled = compile([
      tool('orderInfo', '查询订单', { order_id: 'string' }, { order_id: 'string', amount: 'number' }),
      tool('orderRemoval', '删除订单', { order_id: 'string' }, { success: 'boolean' }),
    ]);
    const effects = Object.fromEntries(compiled.environment.tools.map((each) => [each.name, each.effect]));
    expect(effects).toMatchObject({ orderInfo: 'read', orderRemoval: 'write' });
  });

  test('a free command is flagged', () => {
    expect(
      flagsOf(
        compile([tool('run_shell', 'Execute a shell command.', { command: 'string' }, { output: 'string' })]),
        'run_shell',
      ),
    ).not.toEqual([]);
  });

  test('a bound that no reader could hold is left out, and no table takes a name of the house', () => {
    const sample = { sample_id: 'string', size: { type: 'integer', maximum: 2 ** 63, minimum: 0 } } as const;
    const trace = { trace_body_id: 'string', label: 'string' } as const;
    const { environment } = compile([
      tool('get_sample', 'Get a sample.', { sample_id: 'string' }, sample),
      tool('list_samples', 'List samples.', { 'size?': sample.size }, listOf(sample)),
      tool('get_trace_body', 'Get a trace body.', { trace_body_id: 'string' }, trace),
      tool('list_trace_bodies', 'List trace bodies.', {}, listOf(trace)),
    ]);
    expect(parseJson(JSON.stringify(environment.tools))).toEqual(environment.tools);
    expect(JSON.stringify(environment.tools)).toContain('"minimum":0');
    expect(environment.schema).toContain('CREATE TABLE n_trace_bodies');
    new World(environment).close();
  });

  test('what nobody shows gets a marked tool, unless that is off', () => {
    const compiled = compile([
      tool('send_fax', 'Send a fax.', { recipient: 'string', message: 'string' }, { success: 'boolean' }),
    ]);
    expect(compiled.environment.tools.map(({ name }) => name)).toEqual(['send_fax', expect.stringMatching(/^list_/)]);
    expect(compiled.environment.tools[1]?.description).toMatch(/^Added by callgym/);
  });
});

describe('overrides', () => {
  test('pick another reading, bring a program, accept a flag', () => {
    const picked = compile(TICKETS, { tools: { close_ticket: { reading: 'settings set' } } });
    expect(readings(picked)['close_ticket']).toBe('settings set');
    const own = compile(TICKETS, {
      tools: { delete_ticket: { program: [{ fail: ['PERMISSION_DENIED', 'Tickets stay.'] }] } },
    });
    expect(own.environment.tools.find(({ name }) => name === 'delete_ticket')?.program).toEqual([
      { fail: ['PERMISSION_DENIED', 'Tickets stay.'] },
    ]);
    expect(() => compile(TICKETS, { tools: { close_ticket: { reading: 'nonsense' } } })).toThrow(
      /has no reading nonsense/,
    );
  });
});

describe('lists of new rows', () => {
  const member = { member_id: 'string', name: 'string', seat: 'integer' } as const;
  const compiled = compile([
    tool(
      'add_members',
      'Add several members.',
      { members: listOf({ name: 'string', 'seat?': 'integer' }) },
      {
        members: listOf(member),
      },
    ),
    tool('list_members', 'List the members.', {}, { members: listOf(member) }),
    tool('get_member', 'Get a member.', { member_id: 'string' }, member),
  ]);

  test('each is made, all or none, and shown afterwards', () => {
    expect(readings(compiled)['add_members']).toBe('create many');
    const call = play(compiled);
    const before = (call('list_members', {}) as { members: JsonObject[] }).members.length;
    const { members } = call('add_members', { members: [{ name: 'Ada', seat: 3 }, { name: 'Ben' }] }) as {
      members: { member_id: string; name: string }[];
    };
    expect(members.map(({ name }) => name)).toEqual(['Ada', 'Ben']);
    expect(new Set(members.map((each) => each.member_id)).size).toBe(2);
    expect(call('get_member', { member_id: members[1]?.member_id ?? '' })).toMatchObject({ name: 'Ben' });
    expect((call('list_members', {}) as { members: JsonObject[] }).members).toHaveLength(before + 2);
    expect(call('add_members', { members: [] })).toBe('INVALID_ARGUMENT');
    expect(call('add_members', { members: [{ name: 'Cy' }, { seat: 1 }] })).toBe('INVALID_ARGUMENT');
    expect((call('list_members', {}) as { members: JsonObject[] }).members).toHaveLength(before + 2);
  });

  test('hundreds at once, whatever their ids look like; one id twice makes none', () => {
    for (const key of [{ type: 'string', format: 'uuid' }, { type: 'string', maxLength: 16 }, { type: 'integer' }]) {
      const shown = listOf({ member_id: key, name: 'string' });
      const compiledSo = compile([
        tool(
          'add_members',
          'Add members.',
          { members: listOf({ 'member_id?': key, name: 'string' }) },
          { members: shown },
        ),
        tool('list_members', 'List the members.', {}, { members: shown }),
        tool('get_member', 'Get a member.', { member_id: key }, { member_id: key, name: 'string' }),
      ]);
      const call = play(compiledSo);
      const many = Array.from({ length: 300 }, (_none, at) => ({ name: `n${at}` }));
      const { members } = call('add_members', { members: many }) as { members: JsonObject[] };
      expect(new Set(members.map((each) => each['member_id'])).size).toBe(300);
      const id = key.type === 'integer' ? 7 : 'format' in key ? '00000000-0000-4000-8000-000000000001' : 'robin';
      const twice = [
        { member_id: id, name: 'a' },
        { member_id: id, name: 'b' },
      ];
      expect(call('add_members', { members: twice })).toBe('CONFLICT');
      expect(call('get_member', { member_id: id })).toBe('NOT_FOUND');
    }
  });
});

describe('what a path and a result leave unsaid', () => {
  const open = { type: 'object', properties: {} };
  const jobs = [
    routed(
      tool(
        'shop.jobs.create',
        'Creates a job.',
        { parent: 'string', 'label?': 'string' },
        { name: 'string', label: 'string' },
      ),
      'POST',
      '/v1/{parent}/jobs',
    ),
    routed(
      tool('shop.jobs.get', 'Gets a job.', { name: 'string' }, { name: 'string', label: 'string' }),
      'GET',
      '/v1/{name}',
    ),
    routed(tool('shop.jobs.delete', 'Deletes a job.', { name: 'string' }, {}), 'DELETE', '/v1/{name}'),
  ];

  test('a version is no collection, and a whole name is that of the thing', () => {
    const compiled = compile(jobs);
    expect([...compiled.model.tables.keys()]).toEqual(['jobs']);
    const call = play(compiled);
    const { name } = call('shop.jobs.create', { parent: 'shops/1', label: 'Sweep' }) as { name: string };
    expect(call('shop.jobs.get', { name })).toMatchObject({ label: 'Sweep' });
    call('shop.jobs.delete', { name });
    expect(call('shop.jobs.get', { name })).toBe('NOT_FOUND');
  });

  test('names that run together are the same, in the path and in its key', () => {
    const set = { pageSetName: 'string', colour: 'string' } as const;
    const compiled = compile([
      routed(tool('CreatePageSet', 'Creates a page set.', set, set), 'POST', '/pagesets'),
      routed(tool('GetPageSet', 'Gets a page set.', { pageSetName: 'string' }, set), 'GET', '/pagesets/{pageSetName}'),
      routed(
        tool('DeletePageSet', 'Deletes a page set.', { pageSetName: 'string' }, {}),
        'DELETE',
        '/pagesets/{pageSetName}',
      ),
    ]);
    expect([...compiled.model.tables.keys()]).toEqual(['page_sets']);
  });

  test('an object of which nothing is said holds the row', () => {
    const coupon = { couponNumber: 'string', colour: 'string' } as const;
    const compiled = compile([
      routed(tool('createCoupon', 'Create a coupon.', coupon, { items: open }), 'POST', '/coupons'),
      routed(
        tool('getCoupon', 'Get a coupon.', { couponNumber: 'string' }, { infos: open, items: open }),
        'GET',
        '/coupons/{couponNumber}',
      ),
    ]);
    const call = play(compiled);
    call('createCoupon', { couponNumber: 'c-7', colour: 'red' });
    expect(call('getCoupon', { couponNumber: 'c-7' })).toEqual({
      infos: {},
      items: expect.objectContaining({ coupon_number: 'c-7', colour: 'red' }),
    });
  });

  test('a list of keys of its own kind needs no table', () => {
    const cell = { cell_name: 'string', cells: { type: 'array', items: { type: 'string' } } } as const;
    const compiled = compile([
      routed(tool('CreateCell', 'Creates a cell.', cell, cell), 'POST', '/cells'),
      routed(tool('GetCell', 'Gets a cell.', { cell_name: 'string' }, cell), 'GET', '/cells/{cell_name}'),
    ]);
    const call = play(compiled);
    call('CreateCell', { cell_name: 'a', cells: ['b', 'c'] });
    expect(call('GetCell', { cell_name: 'a' })).toEqual({ cell_name: 'a', cells: ['b', 'c'] });
    expect([...compiled.model.tables.keys()]).toEqual(['cells']);
  });
});

describe('what toolkits without many words mean', () => {
  test('what is logged is kept and listed again, though nobody says what comes back', () => {
    const compiled = compile([
      tool('get_member', 'Look up a member.', { member_id: 'string' }),
      tool('log_workout', 'Log a workout of a member.', {
        member_id: 'string',
        activity: 'string',
        minutes: 'integer',
      }),
      tool('get_workout_history', 'Get the workouts that a member logged.', { member_id: 'string' }),
    ]);
    const call = play(compiled);
    const member_id = firstKey(compiled, 'members');
    const before = (call('get_workout_history', { member_id }) as JsonObject[]).length;
    call('log_workout', { member_id, activity: 'rowing', minutes: 20 });
    const after = call('get_workout_history', { member_id }) as JsonObject[];
    expect(after).toHaveLength(before + 1);
    expect(after.at(-1)).toMatchObject({ activity: 'rowing' });
  });

  test('states begin somewhere, and what is restarted runs', () => {
    const member = { member_id: 'string', status: 'string' } as const;
    const compiled = compile([
      tool('get_member', 'Get a member.', { member_id: 'string' }, member),
      tool('freeze_membership', 'Freeze a membership.', { member_id: 'string' }, member),
      tool('terminate_membership', 'Terminate a membership.', { member_id: 'string' }, member),
      tool('get_server', 'Get a server.', { server_id: 'string' }, { server_id: 'string', state: 'string' }),
      tool('start_server', 'Start a server.', { server_id: 'string' }, { state: 'string' }),
      tool('stop_server', 'Stop a server.', { server_id: 'string' }, { state: 'string' }),
      tool('restart_server', 'Restart a running server.', { server_id: 'string' }, { state: 'string' }),
    ]);
    expect(compiled.model.statuses.get('members')?.[0]).toBe('active');
    expect(compiled.model.statuses.get('servers')).toEqual(['started', 'stopped']);
    const call = play(compiled);
    const server_id = firstKey(compiled, 'servers');
    call('stop_server', { server_id });
    expect(call('restart_server', { server_id })).toBe('PRECONDITION_FAILED');
    call('start_server', { server_id });
    expect(call('restart_server', { server_id })).toEqual({ state: 'started' });
  });

  test('a number by which all tools ask is the key, and a new one is made', () => {
    const parcel = { tracking_no: 'string', address: 'string', status: 'string' } as const;
    const compiled = compile([
      tool('create_parcel', 'Create a parcel.', { address: 'string' }, { tracking_no: 'string', status: 'string' }),
      tool('get_parcel', 'Get a parcel.', { tracking_no: 'string' }, parcel),
      tool('cancel_parcel', 'Cancel a parcel.', { tracking_no: 'string' }, { success: 'boolean' }),
      tool(
        'update_address',
        'Send a parcel elsewhere.',
        { tracking_no: 'string', address: 'string' },
        { success: 'boolean' },
      ),
    ]);
    const call = play(compiled);
    const { tracking_no } = call('create_parcel', { address: 'Mill Lane 7' }) as { tracking_no: string };
    expect(tracking_no).not.toBe('');
    expect(call('get_parcel', { tracking_no })).toMatchObject({ address: 'Mill Lane 7' });
    expect(call('cancel_parcel', { tracking_no })).toEqual({ success: true });
    expect(call('get_parcel', { tracking_no })).toMatchObject({ status: 'cancelled' });
  });

  test('what is paid is owed no more', () => {
    const compiled = compile([
      tool(
        'get_student',
        'Get a student.',
        { student_id: 'integer' },
        { student_id: 'integer', balance_due: 'number' },
      ),
      tool('pay_tuition', 'Pay tuition.', { student_id: 'integer', amount: 'number' }, { balance_due: 'number' }),
    ]);
    const call = play(compiled);
    const student_id = firstKey(compiled, 'students') as number;
    const { balance_due: owed } = call('get_student', { student_id }) as { balance_due: number };
    expect(call('pay_tuition', { student_id, amount: 1 })).toEqual({ balance_due: expect.closeTo(owed - 1, 6) });
  });

  test('a row shows what it is paired with, and a saved one is among the saved', () => {
    const song = { song_id: 'string', title: 'string' } as const;
    const compiled = compile([
      tool('search_songs', 'Search songs.', { 'query?': 'string' }, { songs: listOf(song) }),
      tool(
        'get_playlist',
        'Get a playlist.',
        { playlist_id: 'string' },
        { playlist_id: 'string', songs: listOf(song) },
      ),
      tool(
        'add_song_to_playlist',
        'Add a song to a playlist.',
        { playlist_id: 'string', song_id: 'string' },
        { ok: 'boolean' },
      ),
      tool(
        'remove_song_from_playlist',
        'Remove a song.',
        { playlist_id: 'string', song_id: 'string' },
        { ok: 'boolean' },
      ),
      tool('save_song', 'Save a song as a favourite.', { song_id: 'string' }, { ok: 'boolean' }),
      tool('list_saved_songs', 'List the saved songs.', {}, { songs: listOf(song) }),
    ]);
    const call = play(compiled);
    const idsOf = (shown: Json): string[] =>
      (shown as { songs: { song_id: string }[] }).songs.map((each) => each.song_id);
    const playlist_id = firstKey(compiled, 'playlists');
    const has = idsOf(call('get_playlist', { playlist_id }));
    const [gone = ''] = has;
    const other = idsOf(call('search_songs', {})).find((id) => !has.includes(id)) ?? '';
    expect(call('add_song_to_playlist', { playlist_id, song_id: other })).toEqual({ ok: true });
    expect(call('remove_song_from_playlist', { playlist_id, song_id: gone })).toEqual({ ok: true });
    expect(new Set(idsOf(call('get_playlist', { playlist_id })))).toEqual(new Set([...has.slice(1), other]));
    const saved = idsOf(call('list_saved_songs', {}));
    const fresh = idsOf(call('search_songs', {})).find((id) => !saved.includes(id)) ?? '';
    call('save_song', { song_id: fresh });
    expect(idsOf(call('list_saved_songs', {}))).toContain(fresh);
  });

  test('what stands behind the last dot says what is done', () => {
    const issue = { key: 'string', summary: 'string', status: 'string' } as const;
    const compiled = compile([
      tool('issues.create', 'Create an issue.', { summary: 'string' }, { key: 'string', status: 'string' }),
      tool('issues.get', 'Get an issue.', { issue_key: 'string' }, issue),
      tool('issues.search', 'Search issues.', { 'text?': 'string' }, { issues: listOf(issue) }),
      tool('issues.transition', 'Move an issue.', { issue_key: 'string', status: 'string' }, { status: 'string' }),
      tool('issues.comment', 'Comment on an issue.', { issue_key: 'string', body: 'string' }, { comment_id: 'string' }),
    ]);
    expect(readings(compiled)).toEqual({
      'issues.create': 'create',
      'issues.get': 'get',
      'issues.search': 'list',
      'issues.transition': 'update',
      'issues.comment': 'create',
    });
    const call = play(compiled);
    const { key } = call('issues.create', { summary: 'Printer on fire' }) as { key: string };
    expect(call('issues.transition', { issue_key: key, status: 'closed' })).toEqual({ status: 'closed' });
    expect(call('issues.get', { issue_key: key })).toEqual({ key, summary: 'Printer on fire', status: 'closed' });
  });

  test('money goes from one account to another, and a loan costs nothing at once', () => {
    const compiled = compile([
      tool('get_account', 'Get an account.', { account_id: 'string' }, { account_id: 'string', balance: 'number' }),
      tool(
        'transfer_money',
        'Transfer money.',
        { from_account: 'string', to_account: 'string', amount: 'number' },
        {
          ok: 'boolean',
        },
      ),
      tool('apply_loan', 'Apply for a loan.', { account_id: 'string', amount: 'number' }, { loan_id: 'string' }),
      tool(
        'get_loan',
        'Get a loan.',
        { loan_id: 'string' },
        { loan_id: 'string', amount: 'number', remaining: 'number' },
      ),
    ]);
    const call = play(compiled);
    const [from = '', to = ''] = compiled.environment.seed
      .filter(({ table }) => table === 'accounts')
      .map(({ row }) => String(row['account_id']));
    const owns = (account_id: string): number => (call('get_account', { account_id }) as { balance: number }).balance;
    const [mine, theirs] = [owns(from), owns(to)];
    expect(call('transfer_money', { from_account: from, to_account: to, amount: 1 })).toEqual({ ok: true });
    expect([owns(from), owns(to)]).toEqual([expect.closeTo(mine - 1, 6), expect.closeTo(theirs + 1, 6)]);
    expect(call('transfer_money', { from_account: from, to_account: to, amount: 1e9 })).toBe('PRECONDITION_FAILED');
    const { loan_id } = call('apply_loan', { account_id: to, amount: 1e6 }) as { loan_id: string };
    expect(call('get_loan', { loan_id })).toMatchObject({ amount: 1e6, remaining: 1e6 });
    expect(owns(to)).toBeCloseTo(theirs + 1, 6);
  });

  test('a lock is locked by locking it, a lamp on by turning it on', () => {
    const compiled = compile([
      tool('lock_door', 'Lock the door.', {}, { locked: 'boolean' }),
      tool('unlock_door', 'Unlock the door.', {}, { locked: 'boolean' }),
      tool('get_door', 'Tell whether the door is locked.', {}, { locked: 'boolean' }),
      tool('list_lamps', 'List the lamps.', {}, { lamps: listOf({ lamp_id: 'string', is_on: 'boolean' }) }),
      tool('turn_on_lamp', 'Turn a lamp on.', { lamp_id: 'string' }, { lamp_id: 'string', is_on: 'boolean' }),
      tool('turn_off_lamp', 'Turn a lamp off.', { lamp_id: 'string' }, { lamp_id: 'string', is_on: 'boolean' }),
    ]);
    const call = play(compiled);
    call('unlock_door', {});
    expect(call('get_door', {})).toEqual({ locked: false });
    call('lock_door', {});
    expect(call('get_door', {})).toEqual({ locked: true });
    const { lamps } = call('list_lamps', {}) as { lamps: { lamp_id: string; is_on: boolean }[] };
    const { lamp_id, is_on } = lamps[0]!;
    expect(call(is_on ? 'turn_off_lamp' : 'turn_on_lamp', { lamp_id })).toEqual({ lamp_id, is_on: !is_on });
    expect(call(is_on ? 'turn_off_lamp' : 'turn_on_lamp', { lamp_id })).toBe('PRECONDITION_FAILED');
  });

  test('an order is one row with its items, and costs what they cost', () => {
    const item = { dish_id: 'string', quantity: 'integer' } as const;
    const compiled = compile([
      tool('list_dishes', 'List the dishes.', {}, { dishes: listOf({ dish_id: 'string', price: 'number' }) }),
      tool(
        'place_order',
        'Place an order.',
        { items: listOf(item), address: 'string' },
        {
          order_id: 'string',
          total: 'number',
          status: 'string',
        },
      ),
      tool(
        'get_order_status',
        'Get the status of an order.',
        { order_id: 'string' },
        {
          order_id: 'string',
          status: { type: 'string', enum: ['placed', 'cooking', 'delivered', 'cancelled'] },
          total: 'number',
          items: listOf(item),
        },
      ),
      tool('cancel_order', 'Cancel an order.', { order_id: 'string' }, { status: 'string' }),
    ]);
    const call = play(compiled);
    const { dishes } = call('list_dishes', {}) as { dishes: { dish_id: string; price: number }[] };
    const items = [{ dish_id: dishes[0]!.dish_id, quantity: 2 }];
    const made = call('place_order', { items, address: 'Mill Lane 7' }) as { order_id: string; total: number };
    expect(made).toMatchObject({ status: 'placed', total: expect.closeTo(2 * dishes[0]!.price, 2) });
    const { order_id } = made;
    expect(call('get_order_status', { order_id })).toEqual({ order_id, status: 'placed', total: made.total, items });
    expect(call('cancel_order', { order_id })).toEqual({ status: 'cancelled' });
    expect(call('cancel_order', { order_id })).toBe('PRECONDITION_FAILED');
  });

  test('an object with a key means the row of that key', () => {
    const customer = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } } as const;
    const order = { order_id: 'string', note: 'string', customer } as const;
    const compiled = compile([
      tool('get_customer', 'Get a customer.', { customer_id: 'string' }, { id: 'string', name: 'string' }),
      tool('get_order', 'Get an order.', { order_id: 'string' }, order),
      tool('create_order', 'Create an order.', { note: 'string', customer }, order),
    ]);
    const call = play(compiled);
    const [, second] = compiled.environment.seed.filter(({ table }) => table === 'customers').map(({ row }) => row);
    const id = String(second?.['customer_id']);
    const made = call('create_order', { note: 'Side door', customer: { id } }) as JsonObject;
    expect(made).toMatchObject({ note: 'Side door', customer: { id, name: second?.['name'] } });
    expect(call('create_order', { note: 'Side door', customer: { id: 'none' } })).toBe('NOT_FOUND');
  });

  test('one key is one thing, and what is put in is added', () => {
    const stock = { sku: 'string', name: 'string', quantity: 'integer' } as const;
    const compiled = compile([
      tool('get_stock', 'Get the stock of an item.', { sku: 'string' }, stock),
      tool(
        'receive_goods',
        'Book goods in.',
        { sku: 'string', quantity: 'integer' },
        { sku: 'string', quantity: 'integer' },
      ),
      tool('add_item', 'Add a new item.', { sku: 'string', name: 'string', location: 'string' }, { sku: 'string' }),
    ]);
    expect([...compiled.model.tables.keys()]).toHaveLength(1);
    const call = play(compiled);
    expect(call('add_item', { sku: 'lamp-9', name: 'Lamp', location: 'A3' })).toEqual({ sku: 'lamp-9' });
    call('receive_goods', { sku: 'lamp-9', quantity: 5 });
    expect(call('get_stock', { sku: 'lamp-9' })).toEqual({ sku: 'lamp-9', name: 'Lamp', quantity: 5 });
  });

  test('the id of a leave request is not that of a call', () => {
    const request = { request_id: 'integer', employee_id: 'integer', status: 'string' } as const;
    const compiled = compile([
      tool('get_employee', 'Get an employee.', { employee_id: 'integer' }, { employee_id: 'integer', name: 'string' }),
      tool('request_leave', 'Request leave.', { employee_id: 'integer' }, { request_id: 'integer', status: 'string' }),
      tool('approve_leave', 'Approve a leave request.', { request_id: 'integer' }, { status: 'string' }),
      tool('list_leave_requests', 'List leave requests.', {}, { requests: listOf(request) }),
    ]);
    const call = play(compiled);
    const employee_id = firstKey(compiled, 'employees');
    const { request_id } = call('request_leave', { employee_id }) as { request_id: number };
    expect(call('approve_leave', { request_id })).toEqual({ status: 'approved' });
    const { requests } = call('list_leave_requests', {}) as { requests: JsonObject[] };
    expect(requests).toContainEqual({ request_id, employee_id, status: 'approved' });
  });

  test('everybody has a watchlist of their own', () => {
    const compiled = compile([
      tool('login', 'Log in.', { username: 'string', password: 'string' }, { ok: 'boolean' }),
      tool('get_stock', 'Get a stock.', { symbol: 'string' }, { symbol: 'string', price: 'number' }),
      tool('add_to_watchlist', 'Add a stock to the watchlist of the user.', { symbol: 'string' }, { ok: 'boolean' }),
      tool(
        'get_watchlist',
        'Get the watchlist of the user.',
        {},
        { watchlist: { type: 'array', items: { type: 'string' } } },
      ),
    ]);
    expect(compiled.model.tables.get('watchlist')?.key).toHaveLength(2);
    const users = compiled.environment.seed.filter(({ table }) => table === 'users').map(({ row }) => row);
    const shown = users.slice(0, 2).map((user) => {
      const call = play(compiled);
      const [name = ''] = compiled.model.tables.get('users')?.key ?? [];
      const before = call('login', {
        username: String(user['user_name'] ?? user[name]),
        password: String(user['password']),
      });
      expect(before).toEqual({ ok: true });
      return JSON.stringify(call('get_watchlist', {}));
    });
    expect(shown[0]).not.toBe(shown[1]);
  });

  test('a change that nothing shows is told', () => {
    const compiled = compile([
      tool('get_lamp', 'Get a lamp.', { lamp_id: 'string' }, { lamp_id: 'string', colour: 'string' }),
      tool('set_lamp_owner', 'Set the owner of a lamp.', { lamp_id: 'string', owner: 'string' }, { ok: 'boolean' }),
    ]);
    expect(flagsOf(compiled, 'set_lamp_owner')).toEqual(['unseen change']);
  });
});

/** The key of the first row of a table. */
function firstKey(compiled: Compiled, table: string): string | number {
  const row = compiled.environment.seed.find((each) => each.table === table)?.row ?? {};
  return row[compiled.model.tables.get(table)?.key[0] ?? ''] as string | number;
}

/** A tool that stands at a route. */
function routed(plain: PoolTool, method: string, path: string): PoolTool {
  const names = new Set([...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name));
  const all = Object.keys((plain.parameters['properties'] ?? {}) as object);
  return {
    ...plain,
    http: { method, path, in: Object.fromEntries(all.map((name) => [name, names.has(name) ? 'path' : 'body'])) },
  } as PoolTool;
}
