// Tests that the scripted user understands proposals in the environment's own phrases, and compares the values in them
// with its wish.
import { expect, test } from 'vitest';
import { readInFrame, type FramedWish } from '../../agents/users/own-frames.ts';
import { weighProposal } from '../../agents/users/weigh-proposal.ts';
import { wishesOf, type Wish } from '../../agents/users/wishes.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { part } from '../support/part.ts';

const told = 'I want to have the estimate of my claim CLM-7 lowered to $1240.';
const call = { name: 'amend_case', arguments: { case: 'CLM-7', estimate: 1240 } };

/** Makes the wishes of a user in a world in which the agent proposes the call with these phrases. */
function wishesWith(...proposes: readonly string[]): Wish[] {
  const task = {
    id: 't',
    kind: 'write' as const,
    user: { facts: [] },
    gold: { calls: [{ by: 'agent' as const, ...call }] },
  };
  const tool = { effect: 'write' as const, parameters: {} };
  const environment = { seed: [], speech: { tools: { amend_case: { proposes } } } };
  const world = { environment, schema: { tables: [] }, tools: new Map([['amend_case', { tool }]]), tables: new Map() };
  return wishesOf(part<Task>(task), part<World>(world));
}

function weigh(about: string, wishes: readonly Wish[]): string {
  return weighProposal(about, about, { wishes, told, order: 'month-first' }).kind;
}

const FRAME = 'bring the forecast of file {case} to {estimate}';
const own = wishesWith(FRAME);

test('a proposal in a frame of the environment is agreed to', () => {
  const proposal = 'I would now bring the forecast of file CLM-7 to $1240. Is that okay?';
  expect(weigh(proposal, own)).toBe('wanted');
  expect(weigh(proposal, wishesWith())).not.toBe('wanted');
});

test.each([
  'Shall I bring the forecast of file CLM-7 to $1420?',
  'Shall I bring the forecast of file CLM-9 to $1240?',
  'Shall I bring the forecast of file CLM-7 to $1240, for a fee of $35?',
  'Shall I bring the forecast of file CLM-7 to $1240 and cancel your policy?',
  'Shall I bring the forecast of file CLM-7 to $1240 and that of CLM-9 to $1240?',
  'Shall I bring the forecast of file CLM-7 to $1240? I will also write to everybody who has ever had an account with us about it.',
])('%s is not', (proposal) => {
  expect(weigh(proposal, own)).not.toBe('wanted');
});

test('a frame may end with a date that the user cannot know', () => {
  const visit = wishesWith('file {case} with the inspector who comes on {case.day}');
  expect(weigh('Shall I file CLM-7 with the inspector who comes on 5 March 2031?', visit)).toBe('wanted');
  expect(
    weigh('Shall I file CLM-7 with the inspector who comes on 5 March 2031 and cancel your policy?', visit),
  ).not.toBe('wanted');
  expect(weigh('Shall I file CLM-9 with the inspector who comes on 5 March 2031?', visit)).not.toBe('wanted');
});

test('the user names the value that differs', () => {
  const about = 'Shall I bring the forecast of file CLM-7 to $1420?';
  expect(weighProposal(about, about, { wishes: own, told, order: 'month-first' })).toMatchObject({
    kind: 'value',
    slot: { name: 'estimate' },
    said: '$1420',
  });
});

test('a name of the wished row under another label is not told to be wrong', () => {
  const rows = wishesWith('reserve {case.title}').map((wish) => ({
    ...wish,
    slots: wish.slots.map((slot) => ({
      ...slot,
      own: [
        { label: 'title', value: 'Evening lamp' },
        { label: 'subtitle', value: 'Reading light' },
      ],
      others: [{ label: 'title', value: 'Harbour clock' }],
    })),
  }));
  expect(weigh('Shall I reserve Evening lamp?', rows)).toBe('wanted');
  expect(weigh('Shall I reserve Reading light?', rows)).not.toBe('value');
  const about = 'Shall I reserve Harbour clock?';
  expect(weighProposal(about, about, { wishes: rows, told, order: 'month-first' })).toMatchObject({
    kind: 'value',
    said: 'Harbour clock',
  });
});

test('a switch in a frame is on or off', () => {
  const switched = wishesWith('turn the lamp of file {case} {on}').map((wish) => ({
    ...wish,
    arguments: { case: 'CLM-7', on: false },
    slots: wish.slots.filter(({ name }) => name === 'case'),
  }));
  expect(weigh('So I will turn the lamp of file CLM-7 off. Is that right?', switched)).toBe('wanted');
  expect(weigh('So I will turn the lamp of file CLM-7 on. Is that right?', switched)).not.toBe('wanted');
});

test('an agent applies settings by any word for a change, with the row and the value', () => {
  const [wish] = wishesWith();
  const applied: readonly Wish[] = [
    {
      ...(wish as Wish),
      tool: 'applySettings',
      words: ['apply', 'setting'],
      arguments: { case: 'CLM-7', settings: { on: false } },
      slots: (wish as Wish).slots.filter(({ name }) => name === 'case'),
    },
  ];
  expect(weigh('I have to switch the setting off for case CLM-7. Do you agree?', applied)).toBe('wanted');
  expect(weigh('I have to switch the setting on for case CLM-7. Do you agree?', applied)).not.toBe('wanted');
  expect(weigh('I have to switch the setting off for case CLM-9. Do you agree?', applied)).not.toBe('wanted');
});

/** Makes a wish to reserve a title. Its key counts as an id if it contains a digit. */
function holdOf(key: string, others: readonly string[]): FramedWish {
  const label = 'title_id';
  const own = [{ label, value: key }];
  return {
    arguments: { title_id: key },
    frames: ['hold {title_id} for you'],
    slots: [{ name: label, value: key, isRow: true, own, others: others.map((value) => ({ label, value })) }],
  };
}

test('a difference from one wish counts only if the phrase leaves no other wish open', () => {
  const proposal = 'Shall I hold The Allotment Year for you?';
  const other = holdOf('Bread', ['The Allotment Year']);
  expect(readInFrame(proposal, [other])).toMatchObject({ kind: 'value', said: 'The Allotment Year' });
  // the proposal has a name where this wish has the id 0685
  expect(readInFrame(proposal, [other, holdOf('0685', [])])).toBeUndefined();
});

test('a name that begins with a key of its row is read whole', () => {
  const own = [
    { label: 'branch', value: 'central' },
    { label: 'name', value: 'Central Library' },
  ];
  const wish: FramedWish = {
    arguments: { branch: 'central' },
    frames: ['take it to {branch.name}'],
    slots: [{ name: 'branch', value: 'central', isRow: true, own, others: [{ label: 'name', value: 'Quayside' }] }],
  };
  expect(readInFrame('Shall I take it to Central Library?', [wish])).toEqual({ kind: 'wanted' });
});

test('a name with a comma at the end of a phrase is read whole', () => {
  const wish: FramedWish = {
    arguments: { sku: 'GLASS' },
    frames: ['take the {sku.name}'],
    slots: [
      {
        name: 'sku',
        value: 'GLASS',
        isRow: true,
        own: [{ label: 'name', value: 'Water glass, set of six' }],
        others: [{ label: 'name', value: 'Water glass, set of two' }],
      },
    ],
  };
  expect(readInFrame('Shall I take the Water glass, set of six?', [wish])).toEqual({ kind: 'wanted' });
  expect(readInFrame('Shall I take the Water glass, set of two?', [wish])).toMatchObject({ kind: 'value' });
});

test('a value with the marks that follow its place is read whole', () => {
  const slot = (name: string, value: string, others: readonly string[] = []) => ({
    name,
    value,
    isRow: false,
    own: [{ label: name, value }],
    others: others.map((each) => ({ label: name, value: each })),
  });
  const wish: FramedWish = {
    arguments: { street: '675 E Broadway, Apt 17', city: 'Boston' },
    frames: ['send it to {street}, {city}'],
    slots: [slot('street', '675 E Broadway, Apt 17'), slot('city', 'Boston', ['Salem'])],
  };
  expect(readInFrame('Shall I send it to 675 E Broadway, Apt 17, Boston?', [wish])).toEqual({ kind: 'wanted' });
  expect(readInFrame('Shall I send it to 675 E Broadway, Apt 17, Salem?', [wish])).toMatchObject({ said: 'Salem' });
  expect(readInFrame('Shall I send it to 675 E Broadway, Apt 19, Boston?', [wish])?.kind).not.toBe('wanted');
});

test('a part of a name, or "her", is no other name', () => {
  const wish: FramedWish = {
    arguments: { name: 'Edith Castellano' },
    slots: [
      {
        name: 'name',
        value: 'Edith Castellano',
        own: [{ label: 'name', value: 'Edith Castellano' }],
        others: [{ label: 'name', value: 'Nora Marsden' }],
        isRow: false,
      },
    ],
    frames: ['discharge {name} home'],
  };
  const read = (text: string): string | undefined => readInFrame(text, [wish])?.kind;
  expect(read('Shall I discharge Edith Castellano home?')).toBe('wanted');
  for (const name of ['Edith', 'her']) expect(read(`Shall I discharge ${name} home?`)).not.toBe('value');
  expect(read('Shall I discharge Nora Marsden home?')).toBe('value');
});

test("a proposal with the verb of the user's own words is not refused as another action", () => {
  const task = {
    id: 't',
    kind: 'write' as const,
    user: { facts: [] },
    gold: { calls: [{ by: 'agent' as const, name: 'quotes_accept', arguments: { quote: 'QUO-1' } }] },
  };
  const world = {
    environment: { seed: [], speech: { tools: {} } },
    schema: { tables: [] },
    tools: new Map([['quotes_accept', { tool: { effect: 'write' as const, parameters: {} } }]]),
    tables: new Map(),
  };
  const wishes = wishesOf(part<Task>(task), part<World>(world));
  const wanted = 'I want to have a repair opened and a contractor ordered.';
  const read = (about: string): string =>
    weighProposal(about, about, { wishes, told: wanted, order: 'month-first' }).kind;
  expect(read('May I order a contractor for the repair?')).not.toBe('deed');
  expect(['wanted', 'unsure']).not.toContain(read('May I cancel the contractor of the repair?'));
});
