// Tests default values that mean "nothing": an empty text in a filter or a change, and 0 for an id.
import { describe, expect, test } from 'vitest';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const ZERO = { type: 'integer', default: 0 } as const;
const BLANK = { type: 'string', default: '' } as const;

const clubs = compile([
  tool('create_club', 'Create a club.', { name: 'string' }),
  tool('get_club', 'Get a club.', { club_id: 'integer' }),
  tool('create_player', 'Create a player.', {
    name: 'string',
    'email?': BLANK,
    'club_id?': { ...ZERO, description: 'Club of the player (0 for none)' },
  }),
  tool('list_players', 'List players.', { 'club_id?': ZERO, 'email?': BLANK }),
  tool('update_player', 'Update a player.', {
    player_id: 'integer',
    'name?': BLANK,
    'email?': BLANK,
    'club_id?': ZERO,
  }),
  tool('get_player', 'Get a player.', { player_id: 'integer' }),
]);

describe('a default that stands for nothing', () => {
  const call = playerOf(clubs);
  const { id: club } = call('create_club', { name: 'Holm' }) as { id: number };
  const { id } = call('create_player', { name: 'Ada', email: 'ada@holm.example', club_id: club }) as { id: number };
  test('flags no tool', () => {
    expect(clubs.tools.flatMap(({ flags }) => flags)).toEqual([]);
  });
  test('is no reference, given or left out; another number names no row', () => {
    expect(call('create_player', { name: 'Bo' })).toMatchObject({ name: 'Bo', club_id: null });
    expect(call('create_player', { name: 'Cy', club_id: 0 })).toMatchObject({ name: 'Cy', club_id: null });
    expect(call('create_player', { name: 'Di', club_id: 77 })).toBe('NOT_FOUND');
  });
  test('is no filter, given or left out', () => {
    const all = call('list_players', {}) as { id: number }[];
    expect(all.length).toBeGreaterThan(5);
    expect(call('list_players', { club_id: 0, email: '' })).toEqual(all);
    expect(call('list_players', { club_id: club })).toMatchObject([{ id }]);
    expect(call('list_players', { email: 'ada@holm.example', club_id: 0 })).toMatchObject([{ id }]);
  });
  test('changes nothing, and alone is nothing to change', () => {
    const given = { player_id: id, name: 'Ida', email: '', club_id: 0 };
    expect(call('update_player', given)).toMatchObject({ name: 'Ida', email: 'ada@holm.example', club_id: club });
    expect(call('update_player', { player_id: id, name: '', club_id: 0 })).toBe('INVALID_ARGUMENT');
  });
  test('a number that may be a value is a default', () => {
    const all = compile([
      tool('create_match', 'Create a match.', { title: 'string', 'goals?': ZERO }),
      tool('list_matches', 'List matches.', { 'goals?': ZERO }),
    ]);
    expect(flagOf(all, 'list_matches')).toBe('');
    const play = playerOf(all);
    expect(play('create_match', { title: 'Final' })).toMatchObject({ goals: 0 });
    play('create_match', { title: 'Semifinal', goals: 3 });
    const listed = play('list_matches', {}) as { title: string; goals: number }[];
    expect(listed.map(({ title }) => title)).toContain('Final');
    expect(listed.filter(({ goals }) => goals !== 0)).toEqual([]);
  });
});
