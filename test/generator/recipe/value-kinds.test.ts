// Tests the values of columns by the columns' names. Every kind of value is one that a recipe may use, and if possible,
// values that match a pattern also suit the name.
import { expect, test } from 'vitest';
import { HIDDEN_MAKERS } from '../../../generator/recipe/kinds/text-makers.ts';
import { kindOf } from '../../../generator/recipe/value-kinds.ts';
import { makeSeed, parseRecipe } from '../../../generator/recipe/make-seed.ts';
import { splitName } from '../../../envs/words/split-words.ts';
import type { Environment } from '../../../envs/values/environment.ts';
import type { Json, JsonObject } from '../../../envs/values/json.ts';

const NAMES =
  `id uuid name first_name last_name full_name email phone street city region country postcode zip_code latitude
  longitude ip ip_address ipv6_address mac_address url domain hostname port username password token api_key secret hash etag
  arn version status type kind category colour color size currency language locale time_zone timestamp created_at due_on
  birth_date born start_time duration price amount total rating score count quantity temperature current_temperature attempts
  percent weight description note message comment title subject reason file path mime_type image iban bic card_number vin
  isbn sku barcode license user_agent icon emoji gender job company department product song book`.split(/\s+/);

/** Returns the values of a column with this name, from a recipe that is read as if a person had written it. */
function valuesOf(name: string, type: 'text' | 'integer' | 'real', schema: JsonObject = {}): Json[] {
  const kind = kindOf({ name, words: splitName(name), type, schema, description: '', owner: ['thing'] });
  if (kind === undefined) return [];
  const columns = { thing_no: { position: 1 }, ...HIDDEN_MAKERS, [name]: kind.maker };
  const recipe = parseRecipe({ seed: 1, as_made: true, tables: [{ table: 'things', count: 30, columns }] }, 'a recipe');
  return makeSeed(recipe, { clock: '2031-05-12T09:00:00Z' } as Environment).map(({ row }) => row[name] ?? null);
}

test('what names ask for is what a written recipe may hold, and makes values', () => {
  for (const name of NAMES)
    for (const type of ['text', 'integer', 'real'] as const)
      for (const value of valuesOf(name, type))
        expect([name, type, typeof value]).toEqual([name, type, type === 'text' ? 'string' : 'number']);
});

test('a pattern is met, by what the name asks for where it allows that', () => {
  const patterns = ['^[a-z][a-z0-9-]*$', '^[A-Za-z]+$', '^[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*$', '^[A-Z]{3}-\\d{4}$'];
  for (const name of ['name', 'title', 'city', 'description', 'sku', 'status'])
    for (const pattern of patterns)
      for (const value of valuesOf(name, 'text', { type: 'string', pattern, minLength: 1, maxLength: 200 }))
        expect(String(value)).toMatch(new RegExp(pattern, 'u'));
  expect(valuesOf('city', 'text', { type: 'string', pattern: '^[\\p{L} ]+$' })).toContain('Madrid');
  // the value is as long as the pattern demands; it is not cut to a usual length
  const arn = '^arn:aws:thing:[a-z]{2}-[a-z]{4}:\\d{12}:store/.{32}$';
  for (const value of valuesOf('thing_arn', 'text', { type: 'string', pattern: arn, minLength: 1, maxLength: 1000 }))
    expect(String(value)).toMatch(new RegExp(arn, 'u'));
});

test('a temperature is no rent', () => {
  for (const name of ['current_temperature', 'temperature', 'outside_temperature'])
    expect(Math.max(...valuesOf(name, 'real').map(Number))).toBeLessThan(60);
});

test('nobody is born in the future', () => {
  for (const name of ['born', 'born_on', 'birth_date', 'birthday', 'date_of_birth'])
    for (const value of valuesOf(name, 'text', { type: 'string', format: 'date' }))
      expect([name, String(value) < '2027']).toEqual([name, true]);
});
