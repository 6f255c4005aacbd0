// Tests rules that limit several rows together, if only one of the tools states the rule.
import { expect, test } from 'vitest';
import { compile, flagOf, tool } from '../../support/tools.ts';

const moment = { type: 'string', format: 'date-time' } as const;
const visit = {
  visit_id: 'string',
  vet_id: 'string',
  pet_name: 'string',
  starts_at: moment,
  minutes: 'integer',
  status: { type: 'string', enum: ['planned', 'done', 'cancelled'] },
} as const;
const vets = (rule: string) =>
  compile([
    tool(
      'list_vets',
      'List the vets.',
      {},
      {
        vets: {
          type: 'array',
          items: {
            type: 'object',
            properties: { vet_id: { type: 'string' }, name: { type: 'string' } },
            required: ['vet_id', 'name'],
          },
        },
      },
    ),
    tool('get_visit', 'Get a visit.', { visit_id: 'string' }, visit),
    tool(
      'create_visit',
      `Create a visit.${rule}`,
      { vet_id: 'string', pet_name: 'string', starts_at: moment, minutes: 'integer' },
      visit,
    ),
    tool('move_visit', 'Move a visit to another time.', { visit_id: 'string', starts_at: moment }, visit),
    tool('update_visit', 'Update the pet name of a visit.', { visit_id: 'string', pet_name: 'string' }, visit),
    tool('set_visit_minutes', 'Set the minutes of a visit.', { visit_id: 'string', minutes: 'integer' }, visit),
    tool('cancel_visit', 'Cancel a visit.', { visit_id: 'string' }, visit),
  ]);

test.each([
  ' Vets are never double-booked.',
  ' A vet is with two overlapping visits in no week.',
  ' At most two visits per vet and morning.',
])('"%s" binds each tool that could break it, and no other one', (rule) => {
  const all = vets(rule);
  for (const name of ['create_visit', 'move_visit', 'set_visit_minutes'])
    expect(flagOf(all, name), name).toContain(rule.trim());
  for (const name of ['get_visit', 'update_visit', 'cancel_visit']) expect(flagOf(all, name), name).toBe('');
});

test('without such a rule, the same tools work', () => {
  const all = vets('');
  for (const name of ['create_visit', 'move_visit']) expect(flagOf(all, name), name).toBe('');
});
