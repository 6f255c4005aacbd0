// Tests how a user understands proposals and questions. Facts about the world make no difference, an explanation is not
// a part of a proposal, a condition tells which wish is meant, and a user who is asked for something that it does not
// know says so.
import { describe, expect, test } from 'vitest';
import type { Move, Seat } from '../../agents/episodes/players.ts';
import { readSentences } from '../../agents/language/sentences.ts';
import { plainAmounts, proposalCore } from '../../agents/users/proposal-core.ts';
import { scriptedUser } from '../../agents/users/scripted.ts';
import { weighProposal, type Weighed } from '../../agents/users/weigh-proposal.ts';
import { wishAbout, wishesIn } from '../../agents/users/wish-parts.ts';
import { wishOf } from '../../agents/users/wishes.ts';
import { makeRandom } from '../../envs/random.ts';
import type { Task } from '../../envs/values/task.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import type { World } from '../../envs/world/world.ts';
import { part } from '../support/part.ts';

function weigh(tool: string, args: JsonObject, told: string, proposal: string): Weighed['kind'] {
  const asked = readSentences(proposal).filter(({ kind }) => kind === 'permission');
  return weighProposal(proposal, asked.map(({ text }) => text).join(' '), {
    wishes: [wishOf({ name: tool, arguments: args }, [], () => [])],
    told,
    order: 'unknown',
  }).kind;
}

describe('facts of the world', () => {
  const gym = 'Please book a place in the yoga class for me.';
  test.each([
    'Shall I book a place in the yoga class for 9.00 dollars?',
    'A place costs 14.50 euros. Shall I book a place in the yoga class?',
    "I'd book a place in the yoga class (cancelled for free until Friday). OK?",
  ])('%s', (proposal) => {
    expect(['wanted', 'unsure']).toContain(weigh('book_class', { class: 'yoga', revision: 1 }, gym, proposal));
  });

  test('an amount with decimals is no time of day', () => {
    expect(plainAmounts('It costs 12.00 euros.')).toBe('It costs 12 euros.');
    expect(plainAmounts('Take 7.50 off.')).toBe('Take $7.50 off.');
    expect(plainAmounts('We meet at 9.30.')).toBe('We meet at 9.30.');
  });

  test('a number that the wish does not name is not wrong, and "you" is the user', () => {
    const told = 'Please assign the issue about the compass to me.';
    const args = { assignee: 'mlopez', revision: 1 };
    expect(weigh('assign_issue', args, told, 'There are 4 of 5 in it. Shall I assign the issue to you?')).not.toBe(
      'value',
    );
  });

  test('another amount than the wish names is no yes', () => {
    const told = 'Move 475 euros from my current account to my savings account.';
    expect(weigh('confirm_move', { quote: 'q1' }, told, 'Shall I move 745.00 euros to your savings account?')).toBe(
      'unclear',
    );
  });
});

test('the core of a proposal is without its explanation, asides and prices', () => {
  expect(proposalCore('Your account is open again. Shall I close the ticket as solved?')).toBe(
    'Shall I close the ticket as solved?',
  );
  expect(proposalCore("It isn't locked, so I'd close the ticket. OK?")).toBe("I'd close the ticket. OK?");
  expect(proposalCore('Shall I book it (two nights, no refund) for 80 dollars?')).toBe('Shall I book it?');
  expect(proposalCore('The table is by the window.')).toBeUndefined();
});

describe('a condition', () => {
  const wishes = wishesIn(
    'You want to return the lamp of order A7, refunded the way you paid; then you want to order one more kettle on your Visa ending in 8450; then you want to hear when order A9 arrives.',
    1,
  );
  test('quotes the wish that the proposal is about, in the first person', () => {
    expect(wishes).toHaveLength(2);
    expect(
      wishAbout(wishes, 'Shall I take back the lamp of order A7 and refund $20 to your Visa ending in 8450?'),
    ).toBe('I want to return the lamp of order A7, refunded the way I paid.');
    expect(wishAbout(wishes, 'Shall I order the kettle?')).toBe(
      'I want to order one more kettle on my Visa ending in 8450.',
    );
    expect(wishAbout(wishes, 'Shall I?')).toBeUndefined();
  });
});

describe('sentences', () => {
  test.each([
    'All done?',
    'All settled then?',
    'Is there anything more?',
    'Anything more I can do?',
    'Is everything working now?',
  ])('an end: %s', (text) => expect(readSentences(text)[0]?.kind).toBe('more'));
  test.each(['Send it?', 'Approve it?', 'Cancel it for you?', 'Send?', 'Confirm it as your booking?'])(
    'a yes: %s',
    (text) => expect(readSentences(text)[0]?.kind).toBe('permission'),
  );
  test('a quoted sentence at the end does not hide the question after it', () => {
    const quote = 'I will be there at noon.';
    expect(readSentences(`The text is "${quote}" Send it?`, [quote]).map(({ kind }) => kind)).toEqual([
      'tells',
      'permission',
    ]);
  });
});

const facts = [
  { key: 'email', value: 'sunny.day@example.com', say: 'asked' as const },
  { key: 'birth_date', value: '1988-07-02', say: 'asked' as const },
];
const task = part<Task>({
  id: 't',
  kind: 'write',
  user: {
    persona: '',
    opening: 'Hello, please renew my loan.',
    goal: 'You want to renew your loan. Your email is sunny.day@example.com, your birth date is 2 July 1988.',
    facts,
  },
  gold: { calls: [], diff: {}, outputs: [], end: 'done' },
});

async function hears(text: string): Promise<string> {
  const { sit } = await scriptedUser.open('', {});
  const seat = { world: part<World>({ environment: { seed: [] } }), task, trial: 0, system: '', tools: [] };
  const user = sit({ ...seat, random: (purpose) => makeRandom(1, purpose) } satisfies Seat);
  await user.next([]);
  const move: Move = await user.next([
    { role: 'user', content: task.user.opening },
    { role: 'assistant', content: text },
  ]);
  return move.kind === 'say' ? move.text : move.kind;
}

test('asked for what it does not know, the user says so and offers what it knows, without telling it', async () => {
  const card = await hears('What is the number on your library card?');
  expect(card).toMatch(/don't know my card number.*e-mail address/);
  expect(card).not.toContain('sunny');
  expect(await hears('Your phone number and date of birth, please?')).toMatch(
    /2 July 1988.*don't know my phone number/,
  );
  expect(await hears('Your card number or e-mail, please?')).not.toContain("don't know");
});
