// Tests names whose noun has more words than that of the rows: "donations made by a donor" are donations.
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

describe('the words around a noun', () => {
  const vets = compile([
    tool('list_visits_made_by_vet', 'List the visits of a vet.', { vet_number: 'string' }),
    tool('record_farm_visit', 'Record a visit.', { vet_number: 'string', day: { type: 'string', format: 'date' } }),
    tool('register_vet', 'Register a vet.', { name: 'string', phone: 'string' }),
    tool('get_vet_details', 'Get a vet.', { vet_number: 'string' }),
    tool('update_vet_contact_details', 'Updates the phone number of a vet.', { vet_number: 'string', phone: 'string' }),
    tool('delete_vet_record', 'Deletes a vet.', { vet_number: 'string' }),
  ]);
  const call = playerOf(vets);
  const made = call('register_vet', { name: 'Ada', phone: '1' }) as Record<string, string>;
  const vet_number = made['vet_number'] ?? made['number'] ?? '';

  test('rows made by somebody are those that another tool makes under a longer noun', () => {
    expect(vets.tools.flatMap(({ flags }) => flags)).toEqual([]);
    call('record_farm_visit', { vet_number, day: '2031-05-02' });
    expect(call('list_visits_made_by_vet', { vet_number })).toHaveLength(1);
  });
  test('contact details are the values that the call takes', () => {
    expect(call('update_vet_contact_details', { vet_number, phone: '2' })).toMatchObject({ phone: '2' });
    expect(call('get_vet_details', { vet_number })).toMatchObject({ phone: '2' });
  });
  test('the record of a row is the row', () => {
    call('delete_vet_record', { vet_number });
    expect(call('get_vet_details', { vet_number })).toBe('NOT_FOUND');
  });
});

test('a record with a key of its own is not the row that it belongs to', () => {
  const all = compile([
    tool('list_zones', 'List the zones.'),
    tool('create_zone', 'Create a zone.', { name: 'string' }),
    tool('create_zone_record', 'Create a record in a zone.', { zone_id: 'string', value: 'string' }),
    tool('delete_zone_record', 'Delete a record of a zone.', { zone_id: 'string', record_id: 'string' }),
  ]);
  const reading = all.tools.find(({ name }) => name === 'delete_zone_record')?.match;
  expect(reading?.needs[0]?.table).not.toBe('zones');
});

test('rows with a state in their name are not all rows', () => {
  const all = compile([
    tool('list_visits_cancelled_by_vet', 'List the visits of a vet.', { vet_id: 'string' }),
    tool('create_visit', 'Create a visit.', { vet_id: 'string', title: 'string' }),
    tool('get_visit', 'Get a visit.', { visit_id: 'string' }),
    tool('create_vet', 'Create a vet.', { name: 'string' }),
  ]);
  expect(flagOf(all, 'list_visits_cancelled_by_vet')).not.toBe('');
});

test('target_id is the key of a target, where targets are rows', () => {
  const all = compile([
    tool('add_target', 'Add a target to a survey.', { survey_id: 'string', title: 'string' }),
    tool('remove_target', 'Take a target off again.', { survey_id: 'string', target_id: 'string' }),
    tool('list_targets', 'List the targets of a survey.', { survey_id: 'string' }),
    tool('create_survey', 'Create a survey.', { title: 'string' }),
    tool('get_survey', 'Get a survey.', { survey_id: 'string' }),
  ]);
  expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  const call = playerOf(all);
  const survey = call('create_survey', { title: 'North' }) as Record<string, string>;
  const survey_id = survey['survey_id'] ?? survey['id'] ?? '';
  const target = call('add_target', { survey_id, title: 'Dune' }) as Record<string, string>;
  const target_id = target['target_id'] ?? target['id'] ?? '';
  expect(call('remove_target', { survey_id: 'none', target_id })).toBe('NOT_FOUND');
  call('remove_target', { survey_id, target_id });
  expect(call('list_targets', { survey_id })).toEqual([]);
});

describe('a list of other kinds too is no list of the rows under the longer noun', () => {
  const rides = (about: string, filter: Record<string, JsonObject> = {}) =>
    compile([
      tool('create_sleigh_ride', 'Create a sleigh ride.', { name: 'string' }),
      tool('list_rides', about, filter),
    ]);
  const shown = (all: ReturnType<typeof rides>) => {
    const call = playerOf(all);
    call('create_sleigh_ride', { name: 'Alp' });
    return JSON.stringify(call('list_rides', {})).includes('Alp');
  };
  test.each(['List the rides.', 'List the sleigh rides of the valley.', 'List all recorded rides.'])(
    '"%s" has them',
    (about) => expect(shown(rides(about))).toBe(true),
  );
  test.each([
    ['List the boat rides of the valley.', {}],
    ['List the rides.', { 'kind?': { type: 'string' } }],
    ['List the rides.', { 'use?': { type: 'string', enum: ['sleigh', 'boat'] } }],
  ] as const)('"%s" %j has them not', (about, filter) => expect(shown(rides(about, filter))).toBe(false));
});
