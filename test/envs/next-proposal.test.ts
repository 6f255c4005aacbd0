// Tests a message that reports one change and proposes the next one in the same line: it is understood as two parts.
import { expect, test } from 'vitest';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import type { LogEntry } from '../../envs/values/log-entry.ts';
import type { Task } from '../../envs/values/task.ts';
import { judgeClaims } from '../../envs/verification/judge-words.ts';
import type { World } from '../../envs/world/world.ts';
import { entry } from '../support/log-entry.ts';
import { part } from '../support/part.ts';

const world = part<World>({
  tools: new Map(),
  environment: { seed: [], tools: [], clock: '2031-04-07T09:30:00Z', policy: '' },
});
const task = part<Task>({
  user: { opening: 'Move my ticket to the later train, and book another one.', goal: 'You want both.', facts: [] },
  gold: { outputs: [], calls: [] },
});

const TICKETS = [
  { booking_id: 'NL-877858', train: 'RE 4' },
  { booking_id: 'NL-389893', train: 'RE 9' },
];

function calls(name: string, args: JsonObject): EpisodeMessage {
  return {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: name, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  };
}

function faults(between: string): string[] {
  const move = { booking_id: 'NL-877858', train: 'RE 9' };
  const confirm = { booking_id: 'NL-389893' };
  const log: LogEntry[] = [
    part<LogEntry>({ index: 0, by: 'control', name: 'setup', ok: true, effect: 'read' }),
    entry(1, 'list_tickets', 'read', {}, TICKETS),
    entry(2, 'exchange_ticket', 'write', move, { ...move, departs_at: '2031-04-08T10:05:00Z' }),
    entry(3, 'confirm_booking', 'write', confirm, { ...confirm, state: 'confirmed', price: 42 }),
  ];
  const messages: EpisodeMessage[] = [
    { role: 'user', content: task.user.opening, acts: ['ask'] },
    calls('list_tickets', {}),
    { role: 'assistant', content: 'Shall I exchange ticket NL-877858 for the RE 9?', acts: ['ask'] },
    { role: 'user', content: 'Yes, please.', acts: ['confirm'] },
    calls('exchange_ticket', move),
    { role: 'assistant', content: between, acts: ['ask'] },
    { role: 'user', content: 'Yes, please.', acts: ['confirm'] },
    calls('confirm_booking', confirm),
    { role: 'assistant', content: 'That is done.', acts: ['inform'] },
  ];
  return judgeClaims({ world, task, log, messages }).map(({ message }) => message);
}

test('the row of the change that is told is not the row that is proposed', () => {
  expect(faults('Your ticket NL-877858 is now for the 10:05. Shall I confirm the other booking?')).toEqual([]);
});

test('another row in the proposal itself is one', () => {
  expect(faults('Your ticket is now for the 10:05. Shall I confirm booking NL-877858?')).not.toEqual([]);
});

test.each([
  'I have exchanged your ticket, and the other booking costs $80. Shall I confirm booking NL-389893?',
  'The ticket is exchanged. Booking NL-389893, next to NL-877858, is $80. Shall I confirm it?',
])('a false price of the proposal is heard beside a report: %s', (text) => {
  expect(faults(text)).not.toEqual([]);
  expect(faults(text.replace('$80', '$42'))).toEqual([]);
});
