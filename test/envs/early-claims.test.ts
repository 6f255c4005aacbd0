// Tests that data of a record are a false claim if the agent tells them before it has read the record.
import { describe, expect, test } from 'vitest';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { Task } from '../../envs/values/task.ts';
import { earlyClaims } from '../../envs/verification/early-claims.ts';
import { judgeClaims } from '../../envs/verification/judge-words.ts';
import type { World } from '../../envs/world/world.ts';
import { part } from '../support/part.ts';

const world = part<World>({
  tools: new Map(),
  environment: {
    tools: [],
    clock: '2031-04-07T09:30:00Z',
    policy: 'A reservation that is not fetched costs 2.00. The branches are closed on 21 April 2031.',
  },
});
const task = part<Task>({
  user: { opening: 'When is "Iron Harvest" due? I borrowed it on 3 March.', goal: 'You want to know it.', facts: [] },
  gold: { outputs: [{ key: 'due', type: 'date', value: '2031-05-03' }], calls: [] },
});
const LOANS: LogEntry = part<LogEntry>({
  index: 1,
  by: 'agent',
  name: 'loans',
  arguments: {},
  ok: true,
  result: [{ copy: '0154/1', due_on: '2031-05-03' }],
  effect: 'read',
  committed: false,
});
const looks: EpisodeMessage = {
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'loans', arguments: '{}' } }],
};

/** Judges a conversation in which the agent says something before its read, and the right day after it. */
function faults(before: string, user = 'My card is 20336489.'): string[] {
  const log = [part<LogEntry>({ index: 0, by: 'control', name: 'setup', ok: true, effect: 'read' }), LOANS];
  const messages: EpisodeMessage[] = [
    { role: 'user', content: task.user.opening, acts: ['ask'] },
    { role: 'assistant', content: before, acts: [] },
    { role: 'user', content: user, acts: ['inform'] },
    looks,
    { role: 'assistant', content: 'It is due on 3 May 2031.', acts: ['inform'] },
  ];
  return judgeClaims({ world, task, log, messages }).map(({ message }) => message);
}

describe('before any look', () => {
  test.each([
    ['Your copy is due on 3 May 2031. May I have your card number?', '3 May 2031'],
    ['You owe $4.50 at the moment. May I have your card number?', '$4.50'],
    ['Your hold H351011 is still waiting. May I have your card number?', 'H351011'],
  ])('data of a record are made up: %s', (text, said) => {
    expect(faults(text)).toEqual([`${said} is told before any look`]);
  });

  test.each([
    'May I have your card number, please?',
    'You borrowed it on 3 March. May I have your card number?',
    'Today is 7 April 2031. May I have your card number?',
    'A reservation that is not fetched costs $2.00. May I have your card number?',
    'The branches are closed on 21 April. May I have your card number?',
    'Is it the copy that is due on 3 May 2031?',
    'If you owe more than $15.00, I cannot reserve. May I have your card number?',
  ])('other words are not: %s', (text) => {
    expect(faults(text)).toEqual([]);
  });

  test.each([
    ['You will be charged $5.', 'A fee of up to $500 is charged.', '$5'],
    ['Your refund of $7.25 is on its way.', 'A ticket costs 30 dollars.', '$7.25'],
    ['It was due on 5 May.', 'The hall is closed on 15 May.', '5 May'],
    ['It was due on 16 May.', 'Returns are taken for 14 days.', '16 May'],
    ['You will be charged $45.', 'A ticket costs 30 dollars.', '$45'],
    ['It looks like your claim CLM-123456 is closed.', '', 'CLM-123456'],
  ])('data that no known datum gives are made up: %s', (text, policy, said) => {
    const known = `${policy} . 2031-05-01T09:30:00Z`;
    expect(earlyClaims(text, () => known, 'month-first').map(({ message }) => message)).toEqual([
      `${said} is told before any look`,
    ]);
  });

  test.each([
    ['It looks like CLM-123456.', ''],
    ['It looks like this: CLM-123456.', ''],
    ['Your confirmation code (like ABC1234) is in the e-mail.', ''],
    ['Please give me the code, such as ABC-123.', ''],
    ['The number is on the card and begins with LX-400.', ''],
    ['Two tickets at 30 dollars come to $60.', 'A ticket costs 30 dollars.'],
    ['Fifteen tickets at 30 dollars come to $450.', 'A ticket costs 30 dollars.'],
    ['A ticket and a locker come to $34.50.', 'A ticket costs 30 dollars. A locker costs $4.50.'],
    ['That makes 15 May at the latest.', 'Returns are taken for 14 days.'],
    ['The trial is over on 31 May 2031.', 'Everybody has a 30-day trial.'],
    ['That is 1 June 2031.', 'Notice is given a month ahead.'],
    ['Tomorrow is 2 May.', ''],
    ['The page answers HTTP404.', ''],
  ])('examples and what is reckoned from known data are not: %s', (text, policy) => {
    const known = `${policy} . 2031-05-01T09:30:00Z`;
    expect(earlyClaims(text, () => known, 'month-first')).toEqual([]);
  });
});
