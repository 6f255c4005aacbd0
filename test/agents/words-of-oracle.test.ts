// Tests words of the oracle and of the tasks: the names by which it asks for a value, rates, quoted sentences, and
// filings that open no ticket.
import { expect, test } from 'vitest';
import { nameToAsk } from '../../agents/agents/oracle-choice.ts';
import type { Task } from '../../envs/values/task.ts';
import { deedsIn } from '../../envs/words/deeds.ts';
import { measured } from '../../envs/words/measured.ts';
import { asQuote } from '../../generator/tasks/later.ts';
import { part } from '../support/part.ts';

test('the oracle asks for a value of the user by its common name, whatever the tool calls it', () => {
  const facts = [
    { key: 'email', value: 'ann@example.com', say: 'asked' as const },
    { key: 'spot', value: 'quayside', say: 'asked' as const },
  ];
  const task = part<Task>({ user: { facts } });
  expect(nameToAsk(task, 'mail', 'ann@example.com')).toBe('email');
  expect(nameToAsk(task, 'mail', 'ben@example.com')).toBe('mail');
  expect(nameToAsk(task, 'branch', 'quayside')).toBe('branch');
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
