// npm run docs: writes docs/program-language.md from the JSON Schema of programs and the list of SQL functions,
// docs/cli.md from the commands, and docs/compiled-environments.md from the compiler. --print prints one page.
import { writeGalleryPages } from './gallery-pages.ts';
import { compiledPage } from './compiled.ts';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../cli/command-list.ts';
import { helpOf } from '../cli/help.ts';
import { writeWhole } from '../envs/folder/environment-folder.ts';
import { prettyJson } from '../envs/folder/pretty-json.ts';
import { TOOL_ERROR_CODES } from '../envs/errors/tool-error.ts';
import { SQL_FUNCTIONS, type FunctionKind } from '../envs/sql/functions.ts';
import { SHAPES, STEP_SCHEMAS, type StepKind } from '../envs/values/program.ts';

const EXAMPLES: Readonly<Record<StepKind, object>> = {
  let: { let: 'order', sql: 'SELECT * FROM orders WHERE order_id = :order_id', else: ['NOT_FOUND', 'There is no order {order_id}.'] },
  require: { require: ":order.status = 'pending'", else: ['PRECONDITION_FAILED', 'Order {order_id} is {order.status}.'] },
  refuse: {
    refuse: 'SELECT i.value AS item FROM json_each(:items) AS i WHERE i.value NOT IN (SELECT item_id FROM items) ORDER BY i.key',
    else: ['NOT_FOUND', 'There is no item {item}.'],
  },
  run: { run: ['UPDATE orders SET status = \'cancelled\' WHERE order_id = :order_id', "INSERT INTO refunds (refund_id, order_id, created_at) VALUES (new_id('R', 7), :order_id, now())"] },
  each: { each: ':items', as: 'item', at: 'position', do: [{ run: 'UPDATE variants SET stock = stock - :item.quantity WHERE variant_id = :item.variant_id' }] },
  fail: { fail: ['UNAVAILABLE', 'The bank does not answer.'], keep: true, when: ':amount > 1000' },
  return: {
    return: 'SELECT * FROM orders WHERE order_id = :order_id',
    shape: 'row',
    with: { items: { sql: 'SELECT line, variant_id FROM order_items WHERE order_id = :row.order_id ORDER BY line', shape: 'rows' } },
  },
  use: { use: 'order' },
};

const KINDS: readonly (readonly [FunctionKind, string])[] = [
  ['plain', "SQLite's own"],
  ['date', "Dates: SQLite's own, guarded against the wall clock; 'now' is no date, whether written or bound"],
  ['exact', "Mathematics: SQLite's names, the same bits on every machine"],
  ['aggregate', 'Over rows, in any order'],
  ['ordered', 'Over rows, in a total order'],
  ['callgym', 'Added'],
];

function steps(): string {
  return Object.entries(STEP_SCHEMAS)
    .map(([kind, schema]) => {
      const required = new Set<string>(schema.required);
      const keys = Object.keys(schema.properties).map((key) => (required.has(key) ? `\`${key}\`` : `\`${key}\`?`));
      return `### ${kind}\n\n${schema.description}\n\nKeys: ${keys.join(', ')}.\n\n\`\`\`json\n${prettyJson(EXAMPLES[kind as StepKind])}\`\`\`\n`;
    })
    .join('\n');
}

function functions(): string {
  return KINDS.map(([kind, title]) => {
    const rows = Object.values(SQL_FUNCTIONS).filter((each) => each.kind === kind);
    const escape = (text: string): string => text.replaceAll('|', '\\|');
    return `### ${title}\n\n| function | gives |\n| --- | --- |\n${rows.map((each) => `| \`${escape(each.usage)}\` | ${escape(each.about)} |\n`).join('')}`;
  }).join('\n');
}

const page = `# The program language

<!-- Made by npm run docs from envs/values/program.ts and envs/sql/functions.ts. Do not edit. -->

A tool program is a list of steps over SQLite. It is data: nothing else gives a tool behaviour, and nothing in it runs as code. SQL is the expression language. A call is atomic: its writes stay only when it succeeds (or fails with \`keep\`). Every step may carry \`when\`, an expression; the step runs only when it is true.

## Names

| written | is |
| --- | --- |
| \`:argument\` | an argument of the call. Integers are INTEGER, reals are REAL, as written; true and false are 1 and 0; objects and arrays are JSON text; absent is NULL |
| \`:argument.member\` | a member of an object argument, or NULL |
| \`:args\` | all arguments as JSON: \`json_type(:args, '$.note')\` tells absent, null and present apart |
| \`:row.column\` | a column of a row that \`let\` bound; NULL when there was no row |
| \`:list\` | all rows that \`let\` with \`list\` bound, as JSON; \`each\` walks them |
| \`{name}\`, \`{row.column}\`, \`{=expression}\` | the same in a message; \`{{\` and \`}}\` are braces |

A name must be known before it is used; vetting says which are. A \`let\` inside \`each\` replaces the binding and outlives the pass.

## Steps

${steps()}
## Shapes of a result

${SHAPES.map((shape) => `\`${shape}\``).join(', ')}: the first value, the first row, all rows, one value parsed as JSON, a text template. Columns are shown by their role (\`boolean\` as true and false, \`json\` parsed, \`money\` divided by 100), expressions by the tool's \`returns\` schema. No row gives null.

## Errors

\`else\` and \`fail\` take a code and a message. Codes: ${TOOL_ERROR_CODES.map((code) => `\`${code}\``).join(', ')}.

Errors of SQLite that a program did not foresee: a repeated key is \`CONFLICT\`; a foreign key without its row is \`NOT_FOUND\` on insert and update, \`CONFLICT\` on delete; CHECK, NOT NULL, a wrong type, malformed JSON and overflow are \`INVALID_ARGUMENT\`. A call that visits more rows than the budget allows is undone and is our fault, not a result.

## What vetting allows

One statement a text. \`let\`, \`refuse\` and \`return\` take SELECT (joins with ON or USING, LEFT JOIN, subqueries, WITH, UNION and its kin, GROUP BY, HAVING, ORDER BY, LIMIT); \`run\` takes INSERT, UPDATE (with FROM), DELETE and upserts. \`json_each\` is the one table-valued function; it needs an alias, its columns are always qualified.

- **Order is total** wherever it matters: a SELECT of many rows, a first row, LIMIT, \`json_group_array\` and its kin. End the ORDER BY with a key. A look-up by key needs none.
- **INSERT gives every key a value**; \`new_id()\` mints one. It stands in VALUES or alone, never over the rows of a table: use \`each\`.
- **One spelling**: a NOCASE column in GROUP BY, DISTINCT, min or max would show any of several spellings; use \`lower(x)\`.
- **LIKE and GLOB take a literal pattern**; for words of the user there is \`text_match(text, query)\`.
- A JSON subquery inside \`json_object\` is wrapped: \`json((SELECT json_group_array(…)))\`.
- Refused: PRAGMA, ATTACH, VACUUM, transactions, triggers, recursion, windows, RETURNING, conflict clauses (OR REPLACE …), rowid, schema names, blobs, tables and functions that are not declared here.

## Functions

${functions()}`;

async function commands(): Promise<string> {
  const parts = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, { load }]) => {
      const command = await load();
      return `## ${name}\n\n\`\`\`\n${helpOf(command).trimEnd()}\n\`\`\`\n`;
    }),
  );
  return `# The command line

<!-- Made by npm run docs from cli/commands. Do not edit. -->

In a checkout \`npm run -s callgym -- COMMAND\`, installed \`npx callgym COMMAND\`. Results go to stdout, progress and warnings to stderr; \`--json\` gives exactly one object. Exit status: 0 done, 1 something that was checked does not hold, 2 unusable input, with one line that says what, where and how to mend it. Colours are left out where there is no terminal, and with \`NO_COLOR\`. \`callgym completion bash|zsh|fish\` prints a completion script.

${parts.join('\n')}`;
}

const at = process.argv.indexOf('--print');
const PAGES: Readonly<Record<string, () => string | Promise<string>>> = { compiled: compiledPage, cli: commands };
if (at !== -1) process.stdout.write(await (PAGES[process.argv[at + 1] ?? ''] ?? (() => page))());
else {
  writeWhole(fileURLToPath(new URL('cli.md', import.meta.url)), await commands());
  writeWhole(fileURLToPath(new URL('program-language.md', import.meta.url)), page);
  writeWhole(fileURLToPath(new URL('compiled-environments.md', import.meta.url)), compiledPage());
  writeGalleryPages();
}
