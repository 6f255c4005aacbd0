// Tests which tools hand the conversation over to a person.
import { expect, test } from 'vitest';
import { isHandOver } from '../../envs/verification/script.ts';

test.each([
  'transfer_to_human',
  'transfer_to_human_agents',
  'transferCall',
  'escalate_to_supervisor',
  'hand_over',
  'care_desk__transfer_to_human',
  'escalate',
])('%s hands the conversation over', (tool) => {
  expect(isHandOver(tool)).toBe(true);
});

test.each([
  'confirm_transfer',
  'prepare_transfer',
  'schedule_transfer',
  'transfer_room',
  'transfer_open',
  'transferContract',
  'hand_over_claim',
  'ticket_escalate',
  'transfer_membership',
])('%s does not: the conversation goes on', (tool) => {
  expect(isHandOver(tool)).toBe(false);
});
