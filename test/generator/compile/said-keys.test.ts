// Tests keys of several words that only a description names, as in "Gets a painting by inventory mark".
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, playerOf, tool } from '../../support/tools.ts';

const mark = { type: 'string', description: 'e.g. A-17.4' };
const shows = (get: string, more: readonly ReturnType<typeof tool>[] = []) =>
  compile([
    tool('find_paintings', 'Full-text search over title and painter of paintings.', { 'query?': 'string' }),
    tool('get_painting', get, { inventory_mark: mark }),
    tool('list_surveys', 'List the surveys of a painting.', { inventory_mark: mark }),
    tool('add_survey', 'Adds a survey of a painting.', { inventory_mark: mark, surveyor: 'string' }),
    tool('create_show', 'Creates a show in status planned.', { title: 'string' }),
    tool('list_shows', 'List the shows.', { 'status?': { type: 'string', enum: ['planned', 'open'] } }),
    tool('open_show', 'Marks a show as open. A show without paintings cannot be opened.', { show_id: 'string' }),
    ...more,
  ]);

describe('a key that the description names', () => {
  const all = shows('Gets a painting by inventory mark.');
  const call = playerOf(all);
  test('finds the row, and rows that refer to it', () => {
    for (const name of ['get_painting', 'list_surveys', 'add_survey']) expect(flagOf(all, name)).toBe('');
    const [first] = all.environment.seed.filter(({ table }) => table === 'paintings').map(({ row }) => row);
    const inventory_mark = String(first?.['inventory_mark']);
    expect(inventory_mark).toMatch(/^[A-Z]-\d\d\.\d$/);
    expect(call('get_painting', { inventory_mark })).not.toBe('NOT_FOUND');
    expect(call('add_survey', { inventory_mark, surveyor: 'Ada' })).not.toBe('NOT_FOUND');
    expect(JSON.stringify(call('list_surveys', { inventory_mark }))).toContain('"Ada"');
  });
  test('refuses a row that is not there', () => {
    expect(call('get_painting', { inventory_mark: 'none' })).toBe('NOT_FOUND');
    expect(call('add_survey', { inventory_mark: 'none', surveyor: 'Ada' })).toBe('NOT_FOUND');
  });
  test('is none where the description does not say so', () => {
    expect(flagOf(shows('Gets a painting.'), 'get_painting')).not.toBe('');
  });
  test('may be named by the tool alone', () => {
    const named = compile([
      tool('get_painting_by_inventory_mark', 'Shows one painting.', { inventory_mark: mark }),
      tool('add_survey', 'Adds a survey of a painting.', { inventory_mark: mark, surveyor: 'string' }),
      tool('list_surveys', 'List the surveys of a painting.', { inventory_mark: mark }),
      tool('update_painting', 'Updates a painting.', { inventory_mark: mark, 'title?': 'string' }),
    ]);
    expect(flagOf(named, 'get_painting_by_inventory_mark')).toBe('');
    const survey = { inventory_mark: 'none', surveyor: 'Ada' };
    expect(playerOf(named)('add_survey', survey)).toBe('NOT_FOUND');
  });
  test('is none where another tool about one row asks for another value', () => {
    const torn = shows('Gets a painting by inventory mark.', [
      tool('update_painting', 'Updates a painting.', { wall_label: 'string', 'title?': 'string' }),
    ]);
    expect(flagOf(torn, 'get_painting')).not.toBe('');
  });
});

describe('rows with such a key that a tool adds to another row', () => {
  const tie = { show_id: 'string', inventory_mark: mark } satisfies Record<string, JsonObject | 'string'>;
  const all = (add: string) =>
    shows('Gets a painting by inventory mark.', [
      tool('add_painting_to_show', add, { ...tie, 'insured_for?': 'number' }),
      tool('remove_painting_from_show', 'Takes a painting out of a show.', tie),
    ]);
  test('are tied and never made', () => {
    const compiled = all('Adds a painting to a show.');
    const added = compiled.tools.find(({ name }) => name === 'add_painting_to_show');
    expect(added?.flags[0] ?? added?.match?.rule).not.toBe('create');
    expect(
      compiled.plan.tables.find(({ name }) => name === 'paintings')?.columns.map(({ name }) => name),
    ).not.toContain('insured_for');
  });
  test('count for a condition, also where the tools that tie them are flagged', () => {
    const compiled = all('Adds a painting to a show. Only on Mondays.');
    expect(flagOf(compiled, 'add_painting_to_show')).not.toBe('');
    expect(flagOf(compiled, 'open_show')).toBe('');
    const play = playerOf(compiled);
    const show = play('create_show', { title: 'North' }) as Record<string, string>;
    expect(play('open_show', { show_id: show['show_id'] ?? show['id'] ?? '' })).toBe('PRECONDITION_FAILED');
  });
});
