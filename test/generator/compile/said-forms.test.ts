// Tests forms of texts that only a description states: codes, months, names in kebab-case, texts like an example. Rows
// have the form, and a call with another form is refused.
import { describe, expect, test } from 'vitest';
import { saidForm } from '../../../generator/fields/said-format.ts';
import { likeExample } from '../../../generator/compile/rows/kinds/like-example.ts';
import type { JsonObject } from '../../../envs/values/json.ts';
import { compile, flagOf, listOf, playerOf, tool } from '../../support/tools.ts';

describe('the form of a text', () => {
  test.each([
    ['Currency as ISO 4217 code', '^[A-Z]{3}$'],
    ['Three-letter currency code', '^[A-Z]{3}$'],
    ['Two-letter country code (ISO 3166-1 alpha-2)', '^[A-Z]{2}$'],
    ['Language as ISO 639-1 code, e.g. en', '^[a-z]{2}$'],
    ['Month as YYYY-MM', '^20[0-9]{2}-(0[1-9]|1[0-2])$'],
    ['Four digits', '^[1-9][0-9]{3}$'],
    ['ISO 4217 currency code, e.g. EUR', '^[A-Z]{3}$'],
    ['The currency of the account (ISO 4217).', '^[A-Z]{3}$'],
    ['Billing month (YYYY-MM), such as 2031-05', '^20[0-9]{2}-(0[1-9]|1[0-2])$'],
  ])('%s', (text, pattern) => expect(saidForm(text)?.pattern).toBe(pattern));
  test.each([
    'Currency code or symbol',
    'ISO 4217 code or name of the currency',
    'Country',
    'Day as YYYY-MM-DD',
    'YYYY-MM or YYYY',
    'The last four digits of the card',
    'ISO 4217 currency code in lowercase, e.g. eur',
    'Comma-separated ISO 4217 codes',
    'Period, YYYY-MM to YYYY-MM',
    'Period, YYYY-MM, YYYY-MM',
    'ISO 639-1 code, optionally with a region such as en-US',
    'Phone number with two-letter country code',
    'Amount with ISO 4217 code, like 12.50 EUR',
    'Amount in currency, ISO 4217',
    'Two-letter country code, for example us',
    'Locale: ISO 639-1 language and ISO 3166-1 alpha-2 country, like en_US',
    'ISO 639-1/ISO 3166-1 alpha-2',
    'List of codes of four digits',
  ])('never: %s', (text) => expect(saidForm(text)).toBeUndefined());
});

test.each([
  ['Event name, in snake_case', 'user_signed_up', 'userSignedUp'],
  ['Event name in kebab-case, e.g. user-signed-up', 'user-signed-up', 'user_signed_up'],
])('%s: a name in another case is refused', (said, good, wrong) => {
  const call = playerOf(events(said));
  expect(call('log_event', { name: good })).toMatchObject({ name: good });
  expect(call('log_event', { name: wrong })).toBe('INVALID_ARGUMENT');
});

test.each([
  ['Event name, in snake_case or camelCase', 'userSignedUp'],
  ['Event name, in snake_case, e.g. user.signed_up', 'user.signed_up'],
  ['Names of events in kebab-case, comma-separated', 'signed-up,signed-out'],
  ['ISO 4217 currency code in lowercase, e.g. eur', 'eur'],
  ['ISO 639-1 code, optionally with a region such as en-US', 'en-US'],
])('%s: %s is a value', (said, name) => expect(playerOf(events(said))('log_event', { name })).toMatchObject({ name }));

function events(said: string) {
  return compile([
    tool('log_event', 'Log an event.', { name: text(said) }, { event_id: 'string', name: 'string' }),
    tool('list_events', 'List the events.', {}, { events: listOf({ event_id: 'string', name: 'string' }) }),
  ]);
}

test('texts like an example differ and keep its form', () => {
  const terms = likeExample('2026-fall');
  expect(new Set(terms).size).toBeGreaterThan(4);
  for (const term of terms) expect(term).toMatch(/^20\d\d-(spring|summer|fall|winter)$/);
  for (const code of likeExample('MATH-101')) expect(code).toMatch(/^MATH-[1-9]\d\d$/);
});

const text = (description: string): JsonObject => ({ type: 'string', description });

test('rows have the form, and a call with another form is refused', () => {
  const fields = {
    name: 'string',
    month: text('Month as YYYY-MM'),
    currency: text('Currency as ISO 4217 code'),
    cost_center: text('Four digits'),
    term: text('Term such as 2026-fall'),
  } as const;
  const all = compile([
    tool('list_budgets', 'List the budgets.', {}, { budgets: listOf({ budget_id: 'string', ...fields }) }),
    tool('create_budget', 'Create a budget.', fields, { budget_id: 'string', ...fields }),
  ]);
  expect(all.tools.flatMap(({ flags }) => flags)).toEqual([]);
  const call = playerOf(all);
  const { budgets } = call('list_budgets', {}) as { budgets: Record<string, string>[] };
  expect(budgets.length).toBeGreaterThan(3);
  for (const row of budgets) {
    expect(row['month']).toMatch(/^203[01]-(0[1-9]|1[0-2])$/);
    expect(row['currency']).toMatch(/^[A-Z]{3}$/);
    expect(row['cost_center']).toMatch(/^\d{4}$/);
    expect(row['term']).toMatch(/^20\d\d-(spring|summer|fall|winter)$/);
  }
  const good = { name: 'Mill', month: '2031-05', currency: 'NOK', cost_center: '4711', term: '2031-fall' };
  expect(call('create_budget', good)).toMatchObject(good);
  for (const wrong of [
    { month: 'May' },
    { month: '2031-19' },
    { month: '2031-00' },
    { currency: 'kroner' },
    { cost_center: '47' },
  ])
    expect(call('create_budget', { ...good, ...wrong })).toBe('INVALID_ARGUMENT');
});

test('a sentence about the form of an argument is kept, and one about more flags the tool', () => {
  const project = { key: 'string', name: 'string' } as const;
  const projects = (said: string) =>
    compile([
      tool('list_projects', 'List projects.', {}, { projects: listOf(project) }),
      tool('get_project', 'Get a project.', { key: 'string' }, project),
      tool('create_project', `Create a project. ${said}`, { key: 'string', name: 'string' }, project),
    ]);
  const all = projects('The key is kebab-case and cannot be changed later.');
  expect(flagOf(all, 'create_project')).toBe('');
  const call = playerOf(all);
  expect(call('create_project', { key: 'web-shop', name: 'Shop' })).toMatchObject({ key: 'web-shop' });
  expect(call('create_project', { key: 'Web Shop', name: 'Shop' })).toBe('INVALID_ARGUMENT');
  expect(
    flagOf(projects('The key is kebab-case and begins with the initials of the owner.'), 'create_project'),
  ).toContain('initials');
});

describe('newest first', () => {
  const visits = (day: string) => {
    const all = compile([
      tool('log_visit', 'Log a visit.', { place: 'string', [day]: { type: 'string', format: 'date' } }),
      tool('list_visits', 'List visits, newest first.'),
    ]);
    const call = playerOf(all);
    expect(flagOf(all, 'list_visits')).toBe('');
    call('log_visit', { place: 'Old', [day]: '1999-01-01' });
    return call('list_visits', {}) as { place: string }[];
  };
  test('is by the day of the thing where it has one, and not by the day on which the row was made', () =>
    expect(visits('date').at(-1)).toMatchObject({ place: 'Old' }));
  test('is by the time of making where the only day is one that lies ahead', () =>
    expect(visits('due_date')[0]).toMatchObject({ place: 'Old' }));
});

test('an argument of a list that has the name of a given column is that column, also where it may be a search text', () => {
  const all = compile([
    tool('create_course', 'Create a course.', { name: 'string', code: 'string', term: text('Term such as 2026-fall') }),
    tool('list_courses', 'Lists courses.', { 'term?': text('Only courses of this term') }),
  ]);
  expect(flagOf(all, 'list_courses')).toBe('');
  const call = playerOf(all);
  call('create_course', { name: 'Chess', code: 'CH-1', term: '2027-fall' });
  expect(call('list_courses', { term: '2027-fall' })).toMatchObject([{ name: 'Chess' }]);
});

test('people with a first and a last name are found by the name that both make', () => {
  const all = compile([
    tool('get_student', 'Gets a student.', { student_id: 'string' }),
    tool('create_student', 'Adds a student.', { first_name: 'string', last_name: 'string' }),
    tool('search_students', 'Finds students by name.', { name: text('Full name or a part of it') }),
  ]);
  expect(flagOf(all, 'search_students')).toBe('');
  const call = playerOf(all);
  const made = call('create_student', { first_name: 'Nils', last_name: 'Aster' });
  expect(made).not.toHaveProperty('name');
  expect(call('search_students', { name: 'Aster' })).toMatchObject([{ first_name: 'Nils' }]);
});

test('keys in kebab-case are made of the names of their rows', () => {
  const item = { sku: text('Stock keeping unit in kebab-case'), name: 'string' } as const;
  const all = compile([
    tool('add_item', 'Add an item.', item),
    tool('get_item', 'Get an item.', { sku: 'string' }),
    tool('list_items', 'List the items.'),
  ]);
  const items = playerOf(all)('list_items', {}) as { sku: string; name: string }[];
  expect(items.length).toBeGreaterThan(3);
  for (const { sku, name } of items) expect(sku).toContain(name.toLowerCase().split(' ')[0]);
});
