// Tests the words of the scripted user: a yes fits its question, a fact in the first message is not told again, and the
// text of a screen is read as a person reads it.
import { expect, test } from 'vitest';
import type { Seat } from '../../agents/episodes/players.ts';
import { recogniseActs } from '../../agents/language/acts.ts';
import { Disclosure } from '../../agents/users/disclosure.ts';
import { knownFacts } from '../../agents/users/known-facts.ts';
import { readInFrame } from '../../agents/users/own-frames.ts';
import { OwnTools } from '../../agents/users/own-tools.ts';
import { instruction } from '../../agents/users/read-screen.ts';
import { scriptedUser } from '../../agents/users/scripted.ts';
import type { OwnTool } from '../../agents/users/tool-words.ts';
import { YesWords } from '../../agents/users/yes-words.ts';
import { makeRandom } from '../../envs/random.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { part } from '../support/part.ts';

const QUESTIONS = {
  'So I will renew the loan. Is that right?': /right|exactly|correct|it\./,
  'I would now renew the loan. Is that okay?': /fine|okay|go ahead/,
  'Shall I renew the loan?': /please|go ahead/i,
  'I can renew the loan. Do you want me to do that?': /please|thank you/i,
  'I can renew the loan. Should I go ahead?': /please|go ahead/i,
  'Let me put it plainly: I have to renew the loan. Do you agree?': /agree/,
  'Yes or no?': /please|go ahead/,
};

test.each(Object.entries(QUESTIONS))('a yes to "%s" fits it, and varies', (question, form) => {
  const random = makeRandom(3, 'yes');
  const yes = new YesWords();
  const said = Array.from({ length: 12 }, () => yes.to(question, random));
  for (const [at, text] of said.entries()) {
    expect(text).toMatch(form);
    expect(recogniseActs('user', text, true), text).toContain('confirm');
    expect(text).not.toBe(said[at - 1]);
  }
  expect(new Set(said).size).toBeGreaterThan(2);
});

function taskOf(opening: string, key: string, value: string): Task {
  return part<Task>({
    id: 't',
    kind: 'abstain',
    user: { persona: '', opening, goal: 'You want a scaffold.', facts: [{ key, value, say: 'insist' as const }] },
    gold: { calls: [], diff: {}, outputs: [], end: 'refused' },
  });
}

async function insisting(task: Task): Promise<string> {
  const { sit } = await scriptedUser.open('', {});
  const user = sit({
    world: part<World>({ environment: { seed: [] } }),
    task,
    trial: 0,
    system: '',
    tools: [],
    random: (purpose: string) => makeRandom(1, purpose),
  } satisfies Seat);
  await user.next([]);
  const move = await user.next([
    { role: 'user', content: task.user.opening },
    { role: 'assistant', content: 'Unfortunately this is not allowed, so I cannot do it.' },
  ]);
  return move.kind === 'say' ? move.text : '';
}

test('a user who insists repeats only what its first words do not tell', async () => {
  const told = await insisting(taskOf('A scaffold in Lantern Street, please.', 'street', 'Lantern Street'));
  expect(told).not.toContain('Lantern');
  expect(told).toContain('?');
  const untold = await insisting(taskOf('A scaffold, please.', 'street', 'Lantern Street'));
  expect(untold).toContain('Lantern Street');
  expect(untold).not.toContain('I mean this: I mean');
});

test('a yes before a fact answers only a question that may have one', () => {
  const [fact] = knownFacts(taskOf('', 'note', 'Ring twice'));
  if (fact === undefined) throw new Error('there is no fact');
  const tell = (mayYes: boolean): string[] =>
    Array.from({ length: 30 }, (_none, seed) => new Disclosure([fact], makeRandom(seed, 'tell')).tell([fact], mayYes));
  expect(tell(false).some((text) => text.startsWith('Yes'))).toBe(false);
  expect(tell(true).some((text) => text.startsWith('Yes'))).toBe(true);
});

test('a phrase may end with a day and its time', () => {
  const slot = { name: 'trip_id', value: 't_1', others: [], isRow: true };
  const own = [
    { label: 'trip_id', value: 't_1' },
    { label: 'pickup_at', value: '2031-11-25T11:27:00Z' },
  ];
  const frames = ['cancel the ride of {trip_id.pickup_at}'];
  const read = (text: string) =>
    readInFrame(text, [{ arguments: { trip_id: 't_1' }, slots: [{ ...slot, own }], frames }])?.kind;
  expect(read('Shall I cancel the ride of 25 November 2031 at 11:27?')).toBe('wanted');
  expect(read('Shall I cancel the ride of 25 November 2031 at 12:40?')).not.toBe('wanted');
});

const screen = (name: string, reads?: OwnTool['reads']): OwnTool =>
  part<OwnTool>({ name, verb: 'look', nouns: [], shows: true, reads });

test('a list on a screen is read as a person reads it', () => {
  const bills = [
    { bill_id: 'B7-08', month: '2031-08', status: 'payment_requested' },
    { bill_id: 'B7-07', month: '2031-07', status: 'paid' },
  ];
  const tell = (result: unknown): string => instruction(screen('look_at_bills'), {}, '').tell(JSON.stringify(result));
  expect(tell(bills)).toBe(
    'I see 2 bills: August 2031, payment requested, number B7-08; July 2031, paid, number B7-07.',
  );
  expect(tell(bills.slice(1))).toBe('I see 1 bill: July 2031, paid, number B7-07.');
  expect(tell([])).toBe('I see no bills.');
});

test('a phrase may read two members of a screen together', () => {
  const reads = { value: { '*': 'it shows {value} {unit}' }, unit: { '*': '' } };
  const told = instruction(screen('read_display', reads), {}, '').tell('{"value": 168, "unit": "m3"}');
  expect(told).toBe('It shows 168 m3.');
});

test('a user knows its own value of a tool, whether the agent says it or not', () => {
  const tools = [
    {
      type: 'function',
      function: {
        name: 'app_update',
        description: 'Updates the app.',
        parameters: { type: 'object', properties: { phone: { type: 'string' } }, required: ['phone'] },
      },
    },
  ];
  const told = (facts: readonly { label: string; value: string }[]) =>
    new OwnTools(tools, { facts }).told('Please update the app.', { before: '', known: '', asksFact: () => false });
  const own = told([{ label: 'phone number', value: '07700 900633' }]);
  expect(own.instructions.map(({ name, args }) => [name, args])).toEqual([['app_update', { phone: '07700 900633' }]]);
  expect(told([]).instructions).toEqual([]);
});
