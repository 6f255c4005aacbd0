// Tests when an environment's answer counts as the recorded answer. Ids and times of the service may differ, and so may
// the wording of a message; data of the caller may not.
import { expect, test } from 'vitest';
import type { Json } from '../../../envs/values/json.ts';
import { Likeness, Wordings } from '../../../generator/author/alike-answers.ts';
import { readMessage } from '../../../generator/author/read-message.ts';

const compared = (recorded: Json, got: Json, args: Json = {}, likeness = new Likeness()): string => {
  likeness.give(args);
  return likeness.difference('tool', recorded, got)?.found ?? 'equal';
};

test('ids and times that the service made may differ', () => {
  expect(compared({ id: 'a1b2c3d4' }, { id: 'n_000001' })).toBe('equal');
  expect(compared({ made: '2024-05-06T10:00:00Z' }, { made: '2031-03-03T08:00:00Z' })).toBe('equal');
  expect(compared('[FILE] a.txt 2024-05-06 10:00', '[FILE] a.txt 2031-03-03 08:00')).toBe('equal');
  expect(compared('[FILE] a.txt 2024-05-06 10:00', '[FILE] b.txt 2031-03-03 08:00')).toBe('result');
});

test('values that the caller gave are data, though they look like ids or times', () => {
  expect(compared({ name: 'cobalt-12' }, { name: 'dune-31x' }, { name: 'cobalt-12' })).toBe('result');
  expect(compared({ due: '2024-05-06' }, { due: '2031-03-03' }, { due: '2024-05-06' })).toBe('result');
});

test('an id of the environment stands for one id of the service, in arguments and texts too', () => {
  const likeness = new Likeness();
  expect(compared([{ id: 'task-1' }, { id: 'task-2' }], [{ id: 't_0001' }, { id: 't_0001' }])).toBe('result');
  expect(compared({ id: 'task-1' }, { id: 't_0001' }, {}, likeness)).toBe('equal');
  expect(likeness.renamed({ task: 'task-1', tasks: ['task-1'] })).toEqual({ task: 't_0001', tasks: ['t_0001'] });
  expect(compared('Task task-1 is done', 'Task t_0001 is done', { task: 'task-1' }, likeness)).toBe('equal');
  expect(compared('Task task-1 is done', 'Task t_0002 is done', { task: 'task-1' }, likeness)).toBe('result');
});

test('a message may be worded otherwise if it holds the same values in the same order', () => {
  const args = { from: '/a.txt', to: '/b.txt', title: 'Buy milk' };
  expect(compared('Successfully moved /a.txt to /b.txt', 'The file /a.txt is now /b.txt.', args)).toBe('wording');
  expect(compared('Successfully moved /a.txt to /b.txt', 'The file /b.txt was /a.txt.', args)).toBe('result');
  expect(compared('The task Buy milk has been added', 'Added a new task: Buy milk', args)).toBe('wording');
  expect(compared('The task Buy milk has been added', 'Added a new task: Buy bread', args)).toBe('result');
  expect(compared('It belongs to Ada and to us', 'It belongs to Bruno and to us')).toBe('result');
  expect(compared('There are 3 tasks left now', 'You have 2 tasks left now')).toBe('result');
  const [went, fine] = ['All 3 of them went well', 'The 3 are fine now'];
  expect(compared({ ok: true, message: went }, { ok: true, message: fine })).toBe('wording');
  expect(compared({ ok: true, message: went }, { ok: false, message: fine })).toBe('result');
});

test('a message that says no is none that says yes', () => {
  expect(compared('The request was approved today', 'The request was not approved today')).toBe('result');
  expect(compared('The task is already closed', 'The task is closed now')).toBe('result');
});

test.each([
  ['The item was added', 'The item was deleted'],
  ['The request was rejected', 'The request was accepted'],
  ['Access to folder is refused', 'Access to folder is granted'],
  ['Order is now open', 'Order is now closed'],
  ["The file doesn't exist here", 'The file was read fully'],
  ["File 7 doesn't exist here", 'File 7 does exist here'],
  ['anna owes bob five euros', 'bob owes anna five euros'],
  ['buy milk and bread', 'call the old plumber'],
])('%s: %s is another answer', (recorded, got) => {
  expect(compared(recorded, got)).toBe('result');
});

test('a status, a text of the caller and a text of several lines are data', () => {
  expect(compared('pending', 'done')).toBe('result');
  expect(compared('in review', 'on hold')).toBe('result');
  expect(compared('call the plumber today', 'post the letters now', { body: 'call the plumber today' })).toBe('result');
  expect(compared('[FILE] a.txt\n[DIR] old', '[DIR] a.txt\n[DIR] old')).toBe('result');
});

test('a wording of the environment stands for one wording of the service, over all sessions', () => {
  const wordings = new Wordings();
  const said = (recorded: string, got: string, tool = 'status'): string =>
    new Likeness(wordings).difference(tool, recorded, got)?.found ?? 'equal';
  expect(said('Task 7 is pending now', 'State of 7: waiting for you')).toBe('wording');
  expect(said('Task 7 is finished now', 'State of 7: waiting for you')).toBe('result');
  expect(said('Task 7 is pending now', 'State of 7: finished by you')).toBe('result');
  expect(said('Task 7 is finished now', 'State of 7: finished by you')).toBe('wording');
  expect(said('Task 7 is finished now', 'State of 7: waiting for you', 'other')).toBe('wording');
  // an equal message also uses up its wording, so that the wording matches no other message
  expect(said('The door is open now', 'The door is open now')).toBe('equal');
  expect(said('The door is shut now', 'The door is open now')).toBe('result');
});

test('a message is read as values and wording', () => {
  expect(readMessage('Moved "my file" of Ada Lindqvist to /b.txt, 3 times.', ['Ada Lindqvist'])).toEqual({
    values: '["my file","Ada Lindqvist","/b.txt","3"]',
    wording: 'Moved … of … to … … times.',
    denies: false,
  });
  // a given text inside a quoted text is not a separate value
  expect(readMessage('Nothing is called "Ada Lindqvist 2" here', ['Ada Lindqvist'])).toMatchObject({
    values: '["Ada Lindqvist 2"]',
    denies: true,
  });
  expect(readMessage("You can't edit it and won't", [])).toMatchObject({ values: '[]', denies: true });
  expect(readMessage('team of teachers met', ['tea'])?.values).toBe('[]');
  expect(readMessage('done', [])).toBeUndefined();
  expect(readMessage('one line of it\nand one more', [])).toBeUndefined();
});
