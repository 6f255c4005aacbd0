// Tests the user without a model: it answers questions in any wording, tells no facts that were not asked for, and
// invents none.
import { describe, expect, test } from 'vitest';
import { makeRandom } from '../../envs/random.ts';
import type { Task } from '../../envs/values/task.ts';
import { plainWords, says } from '../../envs/words/spoken.ts';
import type { World } from '../../envs/world/world.ts';
import type { Move, Player, Seat } from '../../agents/episodes/players.ts';
import { scriptedUser } from '../../agents/users/scripted.ts';
import { NOTHING_ASKED, PERMISSIONS, QUESTIONS, REFUSALS, UNWANTED } from './phrasings.ts';
import { part } from '../support/part.ts';

type Say = 'open' | 'asked' | 'insist' | 'wrong_first';
const FACTS: readonly (readonly [key: string, value: string | number, say: Say])[] = [
  ['email', 'sunny.day@example.com', 'asked'],
  ['first_name', 'Ada', 'asked'],
  ['last_name', 'Kern', 'asked'],
  ['postcode', '60629', 'asked'],
  ['phone_number', '555-0143-210', 'asked'],
  ['birth_date', '1988-07-02', 'asked'],
  ['orders placed at', '2031-04-20T18:59:00Z', 'asked'],
  ['reason', 'no longer needed', 'asked'],
  ['amount', 179, 'asked'],
  ['quantity', 3, 'asked'],
  ['new street', '531 Beatty Haven', 'asked'],
  ['new city', 'Denver', 'asked'],
  ['payment_methods label', 'Visa ending in 5087', 'asked'],
];

function taskWith(facts: typeof FACTS, more: Partial<Task> = {}): Task {
  return part<Task>({
    id: 't',
    kind: 'write',
    user: {
      persona: '',
      opening: 'Hello, I would like to cancel one of my orders, please.',
      goal: 'You want to cancel an order. Your email is sunny.day@example.com, your first name is Ada, your last name is Kern, your postcode is 60629, your phone number is 555-0143-210, your birth date is 2 July 1988.',
      facts: facts.map(([key, value, say]) => ({ key, value, say })),
    },
    gold: { calls: [], diff: {}, outputs: [], end: 'done' },
    ...more,
  });
}

async function userOf(task: Task, seed = 1): Promise<Player> {
  const { sit } = await scriptedUser.open('', {});
  return sit({
    world: part<World>({ environment: { seed: [] } }),
    task,
    trial: 0,
    system: '',
    tools: [],
    random: (purpose: string) => makeRandom(seed, purpose),
  } satisfies Seat);
}

/** Returns the answer of a new user to this message. The user has already said its first words. */
async function hears(text: string, task = taskWith(FACTS), seed = 1): Promise<Move & { kind: 'say' }> {
  const user = await userOf(task, seed);
  await user.next([]);
  const move = await user.next([
    { role: 'user', content: task.user.opening },
    { role: 'assistant', content: text },
  ]);
  if (move.kind !== 'say') throw new Error(`the user did not speak but ${move.kind}`);
  return move;
}

describe('a user with one more wish', () => {
  const later = [{ kind: 'also' as const, call: 0, text: 'Thanks. Also, where is my order A7?' }];
  const plain = taskWith(FACTS);
  const task = { ...plain, user: { ...plain.user, later } };

  test('takes a report with a no for an answer when it is asked for more, and tells the wish', async () => {
    const { text } = await hears(
      '2 of the lines cannot be filled. Is there anything else that I can do for you?',
      task,
    );
    expect(text).toBe(later[0]?.text);
  });

  test('repeats the wish that is discussed now', async () => {
    const two = [...later, { kind: 'also' as const, call: 0, text: 'And one about my flat.' }];
    const user = await userOf({ ...task, user: { ...task.user, later: two } });
    const say = async (content: string): Promise<Move> => user.next([{ role: 'assistant', content }]);
    await user.next([]);
    await say('Is there anything else that I can do for you?');
    const move = await say('What colour should it have?');
    expect(move.kind === 'say' ? move.text : '').toContain('where is my order A7?');
  });
});

describe('the last words', () => {
  const read = taskWith(FACTS, { gold: { calls: [], diff: {}, outputs: [], end: 'done' } });

  test.each([
    'It is taken until 9 November 2031.',
    'You owe $18.80 in all.',
    'Not all of it would come back, so it stays.',
  ])('to "%s" are not glad', async (text) => {
    const { end, text: said } = await hears(text, read);
    expect(end).toBe('done');
    expect(said).not.toMatch(/perfect|great|wonderful|very much/i);
  });
});

function disclosed(text: string): string[] {
  const plain = plainWords(text);
  return FACTS.filter(([key, value]) => says(plain, value, key)).map(([key]) => key);
}

test('a refusal that asks for something the user does not have is a refusal', async () => {
  const refused = taskWith([], { gold: { calls: [], diff: {}, outputs: [], end: 'refused' } });
  const move = await hears(
    'Cancelling the order is not allowed without a receipt. Send us one and we can do it.',
    refused,
  );
  expect(move.end).toBe('refused');
});

const ASKED = Object.entries(QUESTIONS).flatMap(([keys, texts]) => texts.map((text) => [keys, text] as const));

describe('questions', () => {
  test('there are enough of them', () => {
    expect(
      ASKED.length + NOTHING_ASKED.length + PERMISSIONS.length + UNWANTED.length + REFUSALS.length,
    ).toBeGreaterThan(300);
    expect(PERMISSIONS.length + UNWANTED.length + REFUSALS.length).toBeGreaterThanOrEqual(100);
  });

  test('answered right in at least 95 of 100 wordings, and never with what was not asked for', async () => {
    const wrong: string[] = [];
    const leaks: string[] = [];
    for (const [keys, text] of ASKED) {
      const wanted =
        keys === 'unknown'
          ? []
          : FACTS.map(([key]) => key).filter(
              (key) => keys.split(/ (?=[a-z]+_|postcode|email|phone)/).includes(key) || keys === key,
            );
      const said = disclosed((await hears(text)).text);
      if (wanted.some((key) => !said.includes(key))) wrong.push(`${text} -> ${said.join(', ')}`);
      if (said.some((key) => !wanted.includes(key))) leaks.push(`${text} -> ${said.join(', ')}`);
    }
    expect(leaks).toEqual([]);
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(ASKED.length * 0.05);
  });

  test('what is not asked for is not told', async () => {
    for (const text of NOTHING_ASKED) expect(disclosed((await hears(text)).text), text).toEqual([]);
  });

  test('a short statement asks for nothing', async () => {
    expect(disclosed((await hears('You gave it with your postcode.')).text)).toEqual([]);
    expect(disclosed((await hears('Your postcode.')).text)).toEqual(['postcode']);
  });

  test('what the user does not know is not made up', async () => {
    for (const text of QUESTIONS['unknown'] ?? []) expect((await hears(text)).text, text).toMatch(/know|As I said/);
  });
});

describe('yes and no', () => {
  test('agrees to what was asked for, in 95 of 100 wordings', async () => {
    const wrong: string[] = [];
    for (const text of PERMISSIONS) {
      const { acts, text: said } = await hears(text);
      if (acts?.includes('confirm') !== true) wrong.push(`${text} -> ${said}`);
      expect(disclosed(said), text).toEqual([]);
    }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(PERMISSIONS.length * 0.05);
  });

  test('never agrees to what nobody asked for', async () => {
    for (const text of UNWANTED) expect((await hears(text)).acts, text).not.toContain('confirm');
  });

  test('a refusal ends it; who insists does so once', async () => {
    const wrong: string[] = [];
    for (const text of REFUSALS) {
      const plain = await hears(text);
      if (plain.end !== 'refused') wrong.push(`${text} -> ${plain.text} ${plain.end ?? ''}`);
    }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(REFUSALS.length * 0.05);
    const task = taskWith([['amount', 179, 'insist']]);
    const user = await userOf(task);
    await user.next([]);
    const said = [
      { role: 'user' as const, content: task.user.opening },
      { role: 'assistant' as const, content: 'I cannot do that.' },
    ];
    const first = await user.next(said);
    expect(first).toMatchObject({ kind: 'say' });
    expect(first).not.toHaveProperty('end');
    expect((first as { text: string }).text).toContain('$179');
    expect(await user.next([...said, ...said])).toMatchObject({ end: 'refused' });
  });
});

test('a note of its own that is read back in a proposal is no question', async () => {
  const note = 'Ask for Robin at the desk.';
  const task = taskWith([['description', note, 'open']], {
    user: {
      persona: '',
      opening: `Please open a ticket with the description "${note}"`,
      goal: `You want to open a ticket with the description "${note}"`,
      facts: [{ key: 'description', value: note, say: 'open' }],
    },
  });
  const { acts, text } = await hears(`I will open the ticket (description: ${note}). Is that right?`, task);
  expect(acts, text).toContain('confirm');
});

test('endless talk is listened to for a while only', async () => {
  for (const text of ['is that ', 'please kindly just can you ', 'I need to ', '$1,111', '? ', '\n']) {
    const move = await hears(text.repeat(1_000_000 / text.length));
    expect(move.kind).toBe('say');
  }
});

describe('disclosure', () => {
  test('what is got wrong at first is put right at the next word, whatever it is about', async () => {
    const task = taskWith([['email', 'sunny.day@example.com', 'wrong_first']]);
    for (const seed of [1, 2, 3, 4]) {
      const user = await userOf(task, seed);
      await user.next([]);
      const said = [
        { role: 'user' as const, content: task.user.opening },
        { role: 'assistant' as const, content: 'What is your email?' },
      ];
      const first = (await user.next(said)) as { text: string };
      expect(first.text).toMatch(/@example\.com/);
      expect(first.text).not.toContain('sunny.day@example.com');
      const then = (await user.next([...said, { role: 'assistant', content: 'Thank you, all done.' }])) as {
        text: string;
      };
      expect(then.text).toContain('sunny.day@example.com');
    }
  });

  test('the same seed says the same', async () => {
    const lines = async (seed: number): Promise<unknown[]> => {
      const user = await userOf(taskWith(FACTS), seed);
      const said = [];
      for (const [, text] of ASKED.slice(0, 20)) said.push(await user.next([{ role: 'assistant', content: text }]));
      return said;
    };
    expect(await lines(7)).toEqual(await lines(7));
  });
});

test('a user of several wishes does not ask the agent whether that was all, but leaves', async () => {
  const several = taskWith(FACTS, { kind: 'multi' });
  const ends = new Set<unknown>();
  for (let seed = 1; seed <= 30; seed++) ends.add((await hears('I have cancelled the order.', several, seed)).end);
  expect(ends).toEqual(new Set(['done']));
  expect(await hears('Done, all is as you asked.', several)).toMatchObject({ end: 'done' });
  expect(await hears('Done. sum: 304.7', several)).toMatchObject({ end: 'done' });
});

test('a user hears the amount that it asked for, however many decimals it is written with', async () => {
  const refund = { key: 'refund', type: 'money', value: 134.7 } as const;
  const gold = { calls: [], diff: {}, outputs: [refund], end: 'done' as const };
  const task = taskWith(FACTS, { gold });
  expect(await hears('Done. refund: 134.7', task)).toMatchObject({ end: 'done' });
  expect(await hears('Done. You get $134.70 back.', task)).toMatchObject({ end: 'done' });
  expect((await hears('Done. refund: 135.7', task)).end).toBeUndefined();
});

test('an answer with "cannot" is no refusal where all is done and answered', async () => {
  const outputs = [{ key: 'short', type: 'count' as const, value: 1 }];
  const task = taskWith([], { gold: { calls: [], diff: {}, outputs, end: 'done' } });
  const text =
    'I have released the list PCK.71986.\nI have cancelled the list PCK.70381. 1 of the lines cannot be filled.';
  expect(await hears(text, task)).toMatchObject({ end: 'done' });
  // a clear no to one line is not a refusal either, if the agent has told the number of lines
  expect(await hears('I cannot do it for 1 of the lines, sorry.', task)).toMatchObject({ end: 'done' });
  expect(await hears('I cannot do it, sorry.', taskWith([]))).toMatchObject({ end: 'refused' });
  // the agent has not told the number yet
  const open = await hears('I have released the list PCK.71986. The lines cannot be filled.', task);
  expect(open.end).toBeUndefined();
  expect(open.text).toContain('I want to cancel an order');
});
