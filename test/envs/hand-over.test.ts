// Tests which tools hand the conversation over to a person.
import { expect, test } from 'vitest';
import { handsOver, isHandOver } from '../../envs/verification/script.ts';

test.each([
  'transfer_to_human',
  'transfer_to_human_agents',
  'transferCall',
  'escalate_to_supervisor',
  'hand_over',
  'care_desk__transfer_to_human',
  'escalate',
  'transfer_to_billing',
  'transfer_to_care_team',
  'transfer_to_nurse',
  'transfer_to_tier2',
  'escalate_to_tier2',
  'transfer_to_rep',
  'transferToAgentTool',
  'transfer-to-customer-service',
  'transfer_to_account_manager',
  'hand_over_to_nurse',
  'escalate_case',
  'request_escalation',
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
  'transfer_service',
  'transfer_staff',
  'transfer_customer',
  'transfer_request',
  'transfer_user',
  'transfer_to_savings',
  'transferToAccount',
])('%s does not: the conversation goes on', (tool) => {
  expect(isHandOver(tool)).toBe(false);
});

test.each([
  [['reason', 'department'], true],
  [['account_id', 'summary'], true],
  [['amount', 'reference'], false],
  [['from_account', 'to_account'], false],
  [['sourceWarehouse', 'quantity'], false],
])('a tool that transfers to somebody and needs %j', (required, answer) => {
  const parameters = { type: 'object' as const, required };
  expect(handsOver({ name: 'transfer_to_partner', parameters })).toBe(answer);
  expect(isHandOver('transfer_to_partner', required)).toBe(answer);
});
