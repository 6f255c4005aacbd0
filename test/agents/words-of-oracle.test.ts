// Tests words of the oracle and of the tasks: the names with which it asks for a value, rates, quoted sentences, and
// filings that open no ticket.
import { expect, test } from 'vitest';
import { nameToAsk, unknownValues } from '../../agents/agents/oracle-choice.ts';
import { askFor } from '../../agents/agents/oracle-words.ts';
import { factsAsked, knownFacts } from '../../agents/users/known-facts.ts';
import { tellFact } from '../../agents/users/tell-fact.ts';
import type { Seat } from '../../agents/episodes/players.ts';
import { makeRandom } from '../../envs/random.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { Known } from '../../envs/verification/derivable.ts';
import { deedsIn } from '../../envs/words/deeds.ts';
import { measured } from '../../envs/words/measured.ts';
import type { World } from '../../envs/world/world.ts';
import { asQuote } from '../../generator/tasks/later.ts';
import { part } from '../support/part.ts';

test('the oracle asks for a value of the user by its common name, whatever the tool calls it', () => {
  const facts = [
    { key: 'email', value: 'ann@example.com', say: 'asked' as const },
    { key: 'spot', value: 'quayside', say: 'asked' as const },
  ];
  const task = part<Task>({ user: { facts, goal: '' } });
  expect(nameToAsk(task, 'mail', 'ann@example.com')).toBe('email');
  expect(nameToAsk(task, 'mail', 'ben@example.com')).toBe('mail');
  expect(nameToAsk(task, 'branch', 'quayside')).toBe('branch');
});

test('the address of somebody else is asked for and told apart from the own one', () => {
  const facts = [
    { key: 'email', value: 'ann@example.com', say: 'asked' as const },
    { key: 'mate_mail', value: 'pia@example.com', say: 'asked' as const },
  ];
  const task = part<Task>({ user: { facts, goal: 'You want to share it. Your email is ann@example.com.' } });
  expect(nameToAsk(task, 'mail', 'pia@example.com')).toBe('mate mail');
  const asked = askFor(['mate mail'], 0, makeRandom(1, 'ask'));
  expect(asked).toContain("your mate's e-mail address");
  const known = knownFacts(task);
  expect(factsAsked(asked, known).map(({ key }) => key)).toEqual(['mate_mail']);
  expect(factsAsked('What is your e-mail address?', known).map(({ key }) => key)).toEqual(['email']);
  expect(known.map(tellFact)).toContain("my mate's e-mail address is pia@example.com");
});

test('the last word of a rate is no unit', () => {
  expect(measured('times a day')).toBeUndefined();
  expect(measured('price per hour')).toBeUndefined();
  expect(measured('rest minute')).toEqual({ what: 'rest', unit: 'minute' });
});

test('a changed mind quotes a sentence', () => {
  expect(asQuote('Good grasp of the work.')).toBe('"Good grasp of the work"');
  expect(asQuote('3 May 2031')).toBe('3 May 2031');
});

test('filing a document opens no ticket', () => {
  expect([...deedsIn('I have filed a copy of the plan in the archive.')]).not.toContain('ticket');
  expect([...deedsIn('I have filed a formal complaint.')]).toContain('ticket');
  expect([...deedsIn('I have raised a case with the workshop.')]).toContain('ticket');
});

test('the oracle asks for "your card number", and for other values of the user by their names', () => {
  const facts = [
    { key: 'card', value: '20708194', say: 'asked' as const },
    { key: 'badge', value: 'B.7095', say: 'asked' as const },
    { key: 'file_code', value: '7503', say: 'asked' as const },
    { key: 'order', value: 'A-1', say: 'asked' as const },
  ];
  const goal = 'You want a hold. Your card is 20708194, your badge is B.7095, your file code is 7503.';
  const task = part<Task>({ user: { facts, goal } });
  expect(nameToAsk(task, 'card', '20708194')).toBe('your card number');
  expect(nameToAsk(task, 'badge', 'B.7095')).toBe('your badge number');
  expect(nameToAsk(task, 'file_code', '7503')).toBe('your file code');
  expect(nameToAsk(task, 'order', 'A-1')).toBe('order');
  const asked = [0, 1, 2].map((times) => askFor(['your card number', 'order'], times, makeRandom(1, 'ask')));
  for (const text of asked) expect(text).toContain('your card number and the order');
});

const tools = new Map([
  [
    'orders_list',
    {
      tool: {
        name: 'orders_list',
        effect: 'read' as const,
        parameters: { properties: { state: { enum: ['held', 'gone'] }, name: { type: 'string' } } },
      },
    },
  ],
  [
    'open_dispute',
    {
      tool: {
        name: 'open_dispute',
        effect: 'write' as const,
        parameters: { properties: { reason: { enum: ['wrong_amount', 'not_received'] } } },
      },
    },
  ],
]);

test('the oracle asks for no filter and for no reason that is in the words of the wish', () => {
  const seatOf = (goal: string, facts: { key: string; value: string; say: 'asked' }[] = []): Seat =>
    part<Seat>({
      world: part<World>({ tools, environment: { policy: '' } }),
      task: part<Task>({ user: { goal, facts } }),
    });
  const asked = (seat: Seat, name: string, args: JsonObject): string[] =>
    unknownValues(seat, { name, arguments: args }, new Known()).map(({ value }) => String(value));
  expect(asked(seatOf('You want your tables.'), 'orders_list', { state: 'held' })).toEqual([]);
  expect(asked(seatOf('You want your tables.'), 'orders_list', { name: 'Ann' })).toEqual(['Ann']);
  const because = 'You want to dispute it because it is the wrong amount.';
  expect(asked(seatOf(because), 'open_dispute', { reason: 'wrong_amount' })).toEqual([]);
  expect(asked(seatOf('You want to dispute it.'), 'open_dispute', { reason: 'wrong_amount' })).toEqual([
    'wrong_amount',
  ]);
  // the oracle asks the user for a value if it is a fact of the user
  const fact = { key: 'reason', value: 'wrong_amount', say: 'asked' as const };
  expect(asked(seatOf(because, [fact]), 'open_dispute', { reason: 'wrong_amount' })).toEqual(['wrong_amount']);
});

test('a time that was said in words is known', () => {
  const known = new Known();
  known.tell('Could you book us in at half past eight?');
  expect(known.isTold('20:30')).toBe(true);
  expect(known.isTold('18:00')).toBe(false);
});
