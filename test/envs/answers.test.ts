// Tests typed answers: which words count as saying the answer, as saying several values, or as guessing.
import { describe, expect, test } from 'vitest';
import type { Json } from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { TaskOutput } from '../../envs/values/task.ts';
import { judgeAnswer } from '../../envs/verification/answers.ts';
import { reasonsIn } from '../../envs/verification/reasons.ts';
import { traceOf } from '../../envs/verification/trace.ts';

const entry = (index: number, result: Json): LogEntry =>
  ({ index, by: 'agent', name: 'look', arguments: {}, ok: true, result, effect: 'read', committed: false }) as LogEntry;

const LOG: LogEntry[] = [
  entry(0, null),
  entry(1, {
    total: 1245.5,
    placed_at: '2031-05-03T10:00:00Z',
    items: [
      { title: 'Lamp', price: 20 },
      { title: 'Blue kettle', price: 45 },
    ],
    order_id: 'A20001',
    status: 'packed',
  }),
];

function judged(output: object, reply: string, log: readonly LogEntry[] = LOG, user = 'Please help me.'): boolean {
  const said = [
    { role: 'user', text: user, before: 0 },
    { role: 'assistant', text: reply, before: log.length - 1 },
  ];
  const wanted = { key: 'asked', ...output } as TaskOutput;
  return judgeAnswer(wanted, [wanted], said, log).pass === true;
}

const MONEY = { type: 'money', value: 1245.5 };
const DATE = { type: 'date', value: '2031-05-03' };
const COUNT = { type: 'count', value: 2 };
const ID = { type: 'id', value: 'A20001' };
const TEXT = { type: 'text', value: 'Blue kettle', among: ['Lamp'] };

describe('an answer', () => {
  test.each([
    ['money with its sign', MONEY, 'The total is $1,245.50.', true],
    ['money in words', MONEY, 'That makes 1245.50 dollars.', true],
    ['money beside the day it was paid', MONEY, 'You paid $1245.50 on 3 May 2031.', true],
    ['another amount', MONEY, 'The total is $1245.00.', false],
    ['a longer number', MONEY, 'The total is $11245.50.', false],
    ['two amounts to choose from', MONEY, 'It is $1245.50 or $1300.00.', false],
    ['an amount and a plain number to choose from', MONEY, 'It is $1245.50 or 1300.', false],
    ['a list of amounts', MONEY, 'It is $1, $2, $1245.50, $4 or $5.', false],
    ['a sum after its parts', MONEY, 'They cost $1000.00 and $245.50, $1245.50 together.', true],
    ['a sum after parts that make another one', MONEY, 'They cost $1000.00 and $300.00, $1245.50 together.', false],
    ['a date as written', DATE, 'It was placed on 2031-05-03.', true],
    ['a date in words', DATE, 'You ordered on 3 May 2031.', true],
    ['a date in American words', DATE, 'You ordered on May 3rd, 2031.', true],
    ['another day', DATE, 'You ordered on 4 May 2031.', false],
    ['a count in figures', COUNT, 'There are 2 items.', true],
    ['a count in words', COUNT, 'There are two items in it.', true],
    ['a count within an id', COUNT, 'Your order is A2.', false],
    ['a count in doubt', COUNT, 'There are 2 or 3 items.', false],
    ['an id', ID, 'Your order is A20001.', true],
    ['an id in a longer one', ID, 'Your order is A200012.', false],
    ['two ids to choose from', ID, 'It is A20001 or A20002.', false],
    ['an answer that is taken back', MONEY, 'The total is $1245.50. Or else it is $1300.00.', false],
    [
      'two answers, one of which is left to the reader',
      DATE,
      'I see 2031-05-03.\nI see 2031-05-04. One of them.',
      false,
    ],
    ['an answer after another is ruled out', MONEY, 'The other order was $45.00. This one is $1245.50.', true],
    ['a name, however written', TEXT, 'It is the blue  KETTLE.', true],
    ['a name within a word', TEXT, 'It is the blue kettledrum.', false],
    ['a name and its rival', TEXT, 'It is the Lamp or the Blue kettle.', false],
  ])('%s', (_what, output, reply, pass) => {
    expect(judged(output, reply)).toBe(pass);
  });

  test('an id beside reports of changes: the keys of the changed rows are asides, and a choice between ids is none', () => {
    const orders = ['A20002', 'A20003', 'A20004', 'A20005', 'A20006'];
    const changes = orders.map((order_id, at): LogEntry => ({
      ...entry(LOG.length + at, { order_id }),
      arguments: { order_id },
      effect: 'write',
      committed: true,
    }));
    const log = [...LOG, ...changes];
    const report = orders.map((order) => `Order ${order} is cancelled.`).join(' ');
    expect(judged(ID, `${report} You bought it with order A20001.`, log)).toBe(true);
    expect(judged(ID, `${report} You bought it with order A20001.`)).toBe(false);
    expect(judged(ID, `${report} You bought it with order A20001 or A20002.`, log)).toBe(false);
  });

  test('what no result shows was guessed', () => {
    expect(judged(MONEY, 'The total is $1245.50.', [entry(0, null)])).toBe(false);
    expect(judged({ ...COUNT, value: 7, from: ['Lamp', 'Blue kettle'] }, 'There are 7 in all.')).toBe(true);
    expect(judged({ ...COUNT, value: 7, from: ['Lamp', 'Red kettle'] }, 'There are 7 in all.')).toBe(false);
  });

  test('a value that the user named is no rival', () => {
    expect(judged(MONEY, 'It is not $1300.00 but $1245.50.', LOG, 'Did I pay $1300.00?')).toBe(true);
  });

  test.each([
    ['no_tool', 'I am sorry, I do not have a tool for that.'],
    ['no_tool', 'I am afraid none of my tools can do that.'],
    ['no_tool', 'There is no tool for that.'],
    ['no_tool', 'With my tools I cannot change your name.'],
    ['missing_information', 'I cannot go on without your address.'],
    ['invalid_value', 'That is not a valid size.'],
    ['not_allowed', 'Our rules do not allow that.'],
    ['not_found', 'I could not find this order.'],
    ['not_found', 'The reason is not_found: it is not allowed to guess.'],
  ])('a reason is heard: %s', (reason, text) => {
    expect(reasonsIn(text)).toEqual([reason]);
  });

  test('all reasons at once are none', () => {
    const said = 'It may be no_tool, not_found or not_allowed.';
    expect(judged({ type: 'reason', value: 'not_found' }, said)).toBe(false);
    const either = 'That is not_found. Or else: our rules do not allow it.';
    expect(judged({ type: 'reason', value: 'not_found' }, either)).toBe(false);
  });
});

test('calls stand in the trace where messages make them', () => {
  const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } } as const;
  const { steps, said, acted } = traceOf(LOG, [
    { role: 'user', content: 'Hello', acts: ['ask'] },
    { role: 'assistant', content: 'One moment.' },
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', content: '{}', tool_call_id: 'c' },
    { role: 'assistant', content: 'There it is.' },
  ]);
  expect(steps.map((step) => step.kind)).toEqual(['message', 'message', 'call', 'message']);
  expect(said.map(({ before }) => before)).toEqual([0, 0, 1]);
  expect(acted).toBe(true);
});

test('the digits of a key are no second count', () => {
  expect(judged({ type: 'count', value: 2 }, 'These 2 are ordered: loa_1001, and loa_1003. There are 2 loaves.')).toBe(
    true,
  );
  expect(judged({ type: 'count', value: 2 }, 'There are 2 or 1001 of them.')).toBe(false);
});

test('a computed count of none has its source in a list that was looked at', () => {
  const none = { type: 'count', value: 0, origin: { call: 1, at: '', how: 'computed' } };
  const log = (result: Json): LogEntry[] => [entry(0, null), entry(1, result)];
  expect(judged(none, 'There are 0 of them.', log({ items: [{ title: 'Lamp' }] }))).toBe(true);
  expect(judged(none, 'There are 0 of them.', log({ title: 'Lamp' }))).toBe(false);
});

describe('an answer in the words of a clerk', () => {
  test.each([
    ['a conditional that quotes it', MONEY, 'Your payout would be $1,245.50. I have not paid it out.', true],
    ['a conditional with its condition', MONEY, 'The total would be $1,245.50 if you ordered today.', false],
    ['a condition before it', MONEY, 'If you had paid in May, the total would be $1,245.50.', false],
    [
      'a conditional that is not so',
      MONEY,
      'With a discount it would come to $1,245.50, but this is not the case.',
      false,
    ],
    ['a conditional that the next sentence denies', MONEY, "It'd come to $1,245.50 on sale. It isn't.", false],
    ['a comparison with it', MONEY, "That isn't more than your total of $1,245.50, so nothing is due.", true],
    ['a comparison that leaves it open', MONEY, 'It is not more than $1,245.50.', false],
    ['a month in a title beside it', MONEY, '"Athens in May" comes to $1,245.50 so far.', true],
    ['a denial in a title beside it', MONEY, '"No more stumbling" comes to $1,245.50.', true],
    ['a thing that is not there', MONEY, "The total is $1,245.50. I'm afraid I don't have a table for 4 then.", true],
    ['something that the user has not', MONEY, "You don't have a voucher. That leaves $1,245.50 for you to pay.", true],
    ['an answer that is not there', MONEY, "$1,245.50, or so. I don't have a clear figure.", false],
    ['words about something that is not there', MONEY, 'Done (amount $1,245.50, no quotation to withdraw).', true],
    ['a no after it', MONEY, 'It is $1,245.50, no, that is wrong.', false],
    ['no idea of it', MONEY, 'I have no idea, maybe it is $1,245.50.', false],
  ])('%s', (_name, output, reply, expected) => {
    expect(judged(output, reply)).toBe(expected);
  });
});

describe('a count of none', () => {
  const none = { type: 'count', value: 0, key: 'controlled_drafts', origin: { call: 0, at: '', how: 'computed' } };
  test.each([
    ['None of his drafts was controlled.', true],
    ['He has no controlled drafts.', true],
    ['There are 0 controlled drafts.', true],
    ['Controlled drafts: none.', true],
    ['I have no idea how many drafts are controlled.', false],
    ['There is no message for you.', false],
    ['He has two controlled drafts.', false],
    ['No, he has two controlled drafts.', false],
    ['No, he has controlled drafts.', false],
    ['There is no doubt that he has controlled drafts.', false],
  ])('%s', (reply, expected) => {
    expect(judged(none, reply)).toBe(expected);
  });
});

test('a number that ends a name which a result shows is no count', () => {
  const plans = ['Senior 3', 'Go 5', 'Go 20', 'Go 50'].map((name) => ({ name, price: 9 }));
  const log = [...LOG, entry(2, { plans, megabytes_left: 18730 })];
  const left = { type: 'count', value: 18730 };
  const sells = 'At the moment we sell Senior 3, Go 5, Go 20 and Go 50.';
  expect(judged(left, `${sells} You still have 18730 MB left.`, log)).toBe(true);
  expect(judged(left, 'It is 3, 5, 20, 50 or 18730.', log)).toBe(false);
  expect(judged({ type: 'count', value: 5 }, 'You are on Go 5.', log)).toBe(false);
});
