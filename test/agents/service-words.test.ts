// Tests that the user reads proposals by the words of the service. A right proposal in free words gets a plain yes; one
// with another choice, number, amount or name, or in the words of another tool, gets none.
import { describe, expect, test } from 'vitest';
import { serviceOf } from '../../agents/users/service.ts';
import { weighProposal } from '../../agents/users/weigh-proposal.ts';
import { wishOf, type Wish } from '../../agents/users/wishes.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import type { World } from '../../envs/world/world.ts';
import { part } from '../support/part.ts';

const tool = (name: string, description: string, frame: string, properties: JsonObject = {}): JsonObject => ({
  name,
  description,
  effect: 'write',
  parameters: { type: 'object', properties },
  frame,
});
const TOOLS = [
  tool('stop_renewal', 'Switches off the renewal of a railcard.', 'switch off the renewal of your railcard'),
  tool('start_renewal', 'Switches on the renewal of a railcard.', 'switch on the renewal of your railcard'),
  tool('claim_compensation', 'Claims compensation for a delayed train.', 'put in the claim for {booking_id}', {
    destination: { enum: ['original_payment', 'bank_transfer', 'travel_credit'] },
  }),
  tool('cancel_ticket', 'Cancels a ticket.', 'cancel ticket {booking_id}'),
  tool('set_order', 'Creates a new standing order.', 'set up the new standing order "{reference}" for {amount}'),
  tool('move_table', 'Moves a booking to another table.', 'change your booking to a table for {party}'),
];
const world = part<World>({
  tools: new Map(),
  environment: {
    policy: '',
    seed: [],
    tools: TOOLS,
    speech: { tools: Object.fromEntries(TOOLS.map(({ name, frame }) => [name, { proposes: [frame] }])) },
  },
});
const service = serviceOf(world);

function kindOf(text: string, told: string, name: string, args: JsonObject): string {
  const wish: Wish = { ...wishOf({ name, arguments: args }, [], () => []), ...(service && { service }) };
  return weighProposal(text, text, { wishes: [wish], told, order: 'day-first', parts: [told] }).kind;
}

describe('a proposal in free words', () => {
  const claim = (text: string): string =>
    kindOf(text, 'I want compensation for my train to Osterby, as travel credit.', 'claim_compensation', {
      booking_id: 'NL-682248',
      destination: 'travel_credit',
    });

  test('of the right tool is a wanted one', () => {
    expect(
      claim('May I submit your delay claim for the Osterby trip and have the $6.88 credited as travel credit?'),
    ).toBe('wanted');
    expect(
      kindOf(
        'Your railcard is set to renew itself. Shall I stop that?',
        "Please make sure my railcard doesn't renew by itself.",
        'stop_renewal',
        { railcard_id: 'RC-1' },
      ),
    ).toBe('wanted');
  });

  test('with another choice is none', () => {
    expect(claim('Shall I file the delay claim and send the $6.88 by bank transfer?')).not.toBe('wanted');
  });

  test('with another amount, where the wish has one, is none', () => {
    const order = (text: string): string =>
      kindOf(text, 'Set up my rent, 790 euros, "Rent Lindenweg 8".', 'set_order', {
        amount: 790,
        reference: 'Rent Lindenweg 8',
      });
    expect(order("Next I'd create your new rent order over 790 euros. Fine?")).toBe('wanted');
    expect(order("Next I'd create your new rent order over 970 euros. Fine?")).not.toBe('wanted');
  });

  test('with another number, where the wish has one, is none', () => {
    const table = (text: string): string =>
      kindOf(text, 'There will be 7 of us after all, can you change my booking?', 'move_table', { party: 7 });
    expect(table('I can change your booking to a big table for seven. Should I?')).toBe('wanted');
    expect(table('I can change your booking to a big table for eight. Should I?')).not.toBe('wanted');
  });

  test('in the words of another tool is none', () => {
    expect(claim('Shall I cancel the ticket and put it on your travel credit?')).not.toBe('wanted');
  });
});
