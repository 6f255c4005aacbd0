// Tests the laws of `check`: for every law there is a program that breaks it, and an environment without faults breaks
// none.
import { expect, test } from 'vitest';
import type { Environment } from '../../../envs/values/environment.ts';
import type { ToolProgram } from '../../../envs/values/program.ts';
import { checkEnvironment } from '../../../generator/check/check-environment.ts';
import { LAWS } from '../../../generator/check/laws/law-list.ts';
import { SHOP, tool } from '../../support/shop.ts';

const TEXT = { type: 'string' } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
const IDS = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'];
const COLUMNS = 'book_id, title, genre, status, shelf_id';
const BOOK = {
  let: 'book',
  sql: `SELECT ${COLUMNS} FROM books WHERE book_id = :book_id`,
  else: ['NOT_FOUND', 'There is no book {book_id}.'],
} as const;
const SHOW = { return: `SELECT ${COLUMNS} FROM books WHERE book_id = :book_id`, shape: 'row' } as const;
const list = (where: string, skip = 'coalesce(:offset, 0)'): ToolProgram => [
  {
    return: `SELECT ${COLUMNS} FROM books WHERE ${where} ORDER BY book_id LIMIT coalesce(:limit, 100) OFFSET ${skip}`,
    shape: 'rows',
  },
];

const PROGRAMS: Readonly<Record<string, ToolProgram>> = {
  list_shelves: [{ return: 'SELECT shelf_id, name FROM shelves ORDER BY shelf_id', shape: 'rows' }],
  list_books: list('(:genre IS NULL OR genre = :genre)'),
  browse: [{ return: 'SELECT book_id, title FROM books ORDER BY book_id', shape: 'rows' }],
  get_book: [BOOK, SHOW],
  add_book: [
    { let: 'fresh', sql: "SELECT new_id('z') AS book_id" },
    { run: "INSERT INTO books VALUES (:fresh.book_id, :title, :genre, 'in', :shelf_id)" },
    { return: `SELECT ${COLUMNS} FROM books WHERE book_id = :fresh.book_id`, shape: 'row' },
  ],
  rename_book: [BOOK, { run: 'UPDATE books SET title = :title WHERE book_id = :book_id' }, SHOW],
  lend_book: [
    BOOK,
    { require: ":book.status = 'in'", else: ['PRECONDITION_FAILED', 'The book is not in.'] },
    { run: "UPDATE books SET status = 'out' WHERE book_id = :book_id" },
    SHOW,
  ],
  remove_book: [BOOK, { run: 'DELETE FROM books WHERE book_id = :book_id' }, { return: 'Gone.', shape: 'text' }],
};

function library(changed: Readonly<Record<string, ToolProgram>>): Environment {
  const programs = { ...PROGRAMS, ...changed };
  const made = (
    name: string,
    properties: Readonly<Record<string, typeof TEXT | typeof COUNT>>,
    effect: 'read' | 'write',
    args?: Readonly<Record<string, string>>,
  ) => ({
    ...tool(name, properties, effect, programs[name] ?? [], args === undefined ? { required: [] } : {}),
    examples: [{ arguments: args ?? {}, expect: 'ok' as const }],
  });
  const lend = made('lend_book', { book_id: TEXT }, 'write', { book_id: 'a3' });
  const again = { before: [{ name: 'lend_book', arguments: { book_id: 'a3' } }], arguments: { book_id: 'a3' } };
  return {
    ...SHOP,
    origin: 'compiled',
    columns: { 'books.book_id': 'minted' },
    documents: {},
    rules: [],
    schema: `
      CREATE TABLE shelves (shelf_id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
      CREATE TABLE books (
        book_id TEXT PRIMARY KEY, title TEXT NOT NULL, genre TEXT NOT NULL, status TEXT NOT NULL,
        shelf_id TEXT NOT NULL REFERENCES shelves (shelf_id)
      ) STRICT;`,
    seed: [
      ...['s1', 's2'].map((id) => ({ table: 'shelves', row: { shelf_id: id, name: `Shelf ${id}` } })),
      ...IDS.map((id, at) => ({
        table: 'books',
        row: {
          book_id: id,
          title: `Title ${id}`,
          genre: at % 2 === 0 ? 'crime' : 'poems',
          status: 'in',
          shelf_id: 's1',
        },
      })),
    ],
    tools: [
      made('list_shelves', {}, 'read'),
      made('list_books', { genre: TEXT, limit: COUNT, offset: COUNT }, 'read'),
      made('browse', {}, 'read'),
      made('get_book', { book_id: TEXT }, 'read', { book_id: 'a1' }),
      made('add_book', { title: TEXT, genre: TEXT, shelf_id: TEXT }, 'write', {
        title: 'The Sea',
        genre: 'crime',
        shelf_id: 's2',
      }),
      made('rename_book', { book_id: TEXT, title: TEXT }, 'write', { book_id: 'a2', title: 'The Lake' }),
      { ...lend, examples: [...lend.examples, { ...again, expect: 'PRECONDITION_FAILED' as const }] },
      made('remove_book', { book_id: TEXT }, 'write', { book_id: 'a4' }),
    ],
  };
}

const KNOWN = `json_each('${JSON.stringify(IDS)}') AS known`;
const BREAKS: Readonly<Record<string, Readonly<Record<string, ToolProgram>>>> = {
  'lists what it names': {
    list_books: [{ return: 'SELECT shelf_id, name FROM shelves ORDER BY shelf_id', shape: 'rows' }],
  },
  'created, then got': {
    add_book: [
      { let: 'fresh', sql: "SELECT new_id('z') AS book_id" },
      { run: "INSERT INTO books VALUES (:fresh.book_id, 'untitled', :genre, 'in', :shelf_id)" },
      { return: 'Added: {fresh.book_id}.', shape: 'text' },
    ],
  },
  'created, then listed': { list_books: list("(:genre IS NULL OR genre = :genre) AND substr(book_id, 1, 1) <> 'z'") },
  'changed, then got': {
    get_book: [
      BOOK,
      {
        return: "SELECT book_id, title, genre, 'in' AS status, shelf_id FROM books WHERE book_id = :book_id",
        shape: 'row',
      },
    ],
  },
  'deleted, then not found': {
    get_book: [
      { ...BOOK, sql: `SELECT known.value AS book_id FROM ${KNOWN} WHERE known.value = :book_id` },
      {
        return: 'SELECT :book_id AS book_id, (SELECT b.title FROM books AS b WHERE b.book_id = :book_id) AS title',
        shape: 'row',
      },
    ],
  },
  'deleted, then not listed': {
    list_books: [
      {
        return: `SELECT known.value AS book_id, b.title FROM ${KNOWN} LEFT JOIN books AS b ON b.book_id = known.value ORDER BY known.value, b.book_id`,
        shape: 'rows',
      },
    ],
  },
  'only what is named': {
    rename_book: [
      BOOK,
      { run: 'UPDATE books SET title = :title WHERE book_id = (SELECT max(b.book_id) FROM books AS b)' },
      SHOW,
    ],
  },
  'given, then got': {
    rename_book: [BOOK, { run: "UPDATE books SET title = 'untitled' WHERE book_id = :book_id" }, SHOW],
  },
  'answered as given': {
    rename_book: [
      BOOK,
      { run: 'UPDATE books SET title = :title WHERE book_id = :book_id' },
      { return: "SELECT book_id, 'untitled' AS title FROM books WHERE book_id = :book_id", shape: 'row' },
    ],
  },
  'not done twice': {
    lend_book: [
      BOOK,
      { require: ":book.status <> 'lost'", else: ['PRECONDITION_FAILED', 'The book is lost.'] },
      { run: "UPDATE books SET status = 'out' WHERE book_id = :book_id" },
      SHOW,
    ],
  },
  'shown as stored': {
    get_book: [
      BOOK,
      {
        return: 'SELECT book_id, genre AS title, title AS genre, status FROM books WHERE book_id = :book_id',
        shape: 'row',
      },
    ],
  },
  'filters select exactly': { list_books: list("(:genre IS NULL OR genre <> '')") },
  'pages cover once': { list_books: list('(:genre IS NULL OR genre = :genre)', 'coalesce(:offset + 1, 0)') },
};

const broken = (environment: Environment): string[] => [
  ...new Set(checkEnvironment(environment).failures.map(({ check }) => check)),
];

test('the library is sound', () => {
  expect(checkEnvironment(library({})).failures).toEqual([]);
});

test.each(LAWS.map(({ name }) => name))('%s', (law) => {
  const programs = BREAKS[law];
  if (programs === undefined) throw new Error(`no program breaks the law "${law}": add one to BREAKS`);
  expect(broken(library(programs))).toContain(law);
});

test('rows that lose their reference to a deleted row may change in no other column', () => {
  const gone = (change: string): ToolProgram => [
    BOOK,
    { run: `UPDATE books SET ${change} WHERE shelf_id = :book.shelf_id` },
    { run: 'DELETE FROM shelves WHERE shelf_id = :book.shelf_id' },
    SHOW,
  ];
  const brokenBy = (change: string) => {
    const environment = library({ rename_book: gone(change) });
    const schema = environment.schema.replace('shelf_id TEXT NOT NULL', 'shelf_id TEXT');
    return broken({ ...environment, schema });
  };
  expect(brokenBy('title = :title, shelf_id = NULL')).toContain('only what is named');
  expect(brokenBy('shelf_id = NULL')).not.toContain('only what is named');
});
