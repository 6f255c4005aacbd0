// Tests arguments whose descriptions give them another role than an update or a delete would assume, flags that show
// further rows, and values that the service makes if the call gives none.
import { describe, expect, test } from 'vitest';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

test('the key of a place that no column holds is no value of the row', () => {
  const flags = (said: string) =>
    flagOf(
      compile([
        tool('create_flag', 'Create a flag.', { name: 'string' }),
        tool('get_flag', 'Get a flag.', { flag_id: 'string' }),
        tool('toggle_flag', said, { flag_id: 'string', stage_key: 'string', on: 'boolean' }),
      ]),
      'toggle_flag',
    );
  expect(flags('Turn a flag on or off in a stage.')).toContain('in a stage');
});

test('a member that leaves a channel does not delete the channel', () => {
  const all = compile([
    tool('create_channel', 'Create a channel.', { name: 'string', 'owner_id?': 'string' }),
    tool('get_channel', 'Get a channel.', { channel_id: 'string' }),
    tool('create_member', 'Create a member.', { name: 'string' }),
    tool('get_member', 'Get a member.', { member_id: 'string' }),
    tool('remove_channel', 'Takes a member out of a channel.', { channel_id: 'string', member_id: 'string' }),
  ]);
  expect(flagOf(all, 'remove_channel')).not.toBe('');
});

describe('a flag that also shows rows of a state hides them where it is not given', () => {
  test.each([
    ['archived', 'Include archived notes (default false)'],
    ['show_all', 'Also show archived notes'],
    ['all', 'Whether to include the archived notes'],
  ])('%s: "%s"', (name, description) => {
    const all = compile([
      tool('create_note', 'Create a note.', { text: 'string' }),
      tool('archive_note', 'Archive a note.', { note_id: 'string' }),
      tool('list_notes', 'List notes.', { [`${name}?`]: { type: 'boolean', description } }),
      tool('get_note', 'Get a note.', { note_id: 'string' }),
    ]);
    expect(flagOf(all, 'list_notes')).toBe('');
    const call = playerOf(all);
    const { id: note_id } = call('create_note', { text: 'tin' }) as { id: string };
    expect(JSON.stringify(call('list_notes', {}))).toContain(note_id);
    call('archive_note', { note_id });
    expect(JSON.stringify(call('list_notes', {}))).not.toContain(note_id);
  });
});

test.each(['Number within the season, assigned automatically if omitted', 'Left out: the next free number'])(
  'a value that the service makes must be given: "%s"',
  (description) => {
    const all = compile([
      tool('create_part', 'Create a part.', { title: 'string', 'number?': { type: 'integer', description } }),
      tool('get_part', 'Get a part.', { part_id: 'string' }),
    ]);
    const call = playerOf(all);
    expect(call('create_part', { title: 'One' })).toBe('UNAVAILABLE');
    expect(call('create_part', { title: 'One', number: 4 })).toMatchObject({ number: 4 });
  },
);
