// npm run measure:rows [-- INPUT…]: looks for signs of implausible rows: repeated texts, empty texts, and columns that
// contradict each other. It reads environments that it builds from the bundled tool lists or from other inputs, or
// folders with environment.json. Writes docs/rows-figures.md.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEnvironment } from '../envs/folder/environment-folder.ts';
import type { Environment } from '../envs/values/environment.ts';
import type { Json } from '../envs/values/json.ts';
import { buildEnvironments } from '../generator/compile/build.ts';

/** If the rows of an environment contain a sentence at least this often, it was not repeated by chance. */
const CANNED = 4;
const bundled = fileURLToPath(new URL('../fixtures/tools/', import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'callgym-rows-'));

interface Figures {
  cells: number;
  empty: number;
  canned: number;
  rows: number;
  contradicting: number;
}

type Row = Readonly<Record<string, Json>>;

/** Pairs of columns in which the first value must not be greater than the second. */
const ORDERED: readonly (readonly [RegExp, RegExp])[] = [
  [/^start(s|_at|_date|_time)?$/, /^end(s|_at|_date|_time)?$/],
  [/^check_?in(_date)?$/, /^check_?out(_date)?$/],
  [/^departure(_time|_at)?$/, /^arrival(_time|_at)?$/],
  [/^created_at$/, /^(updated|modified|closed|delivered|completed)_at$/],
  [/^shipped_at$/, /^delivered_at$/],
  [/^min_/, /^max_/],
];
const DIFFERENT: readonly (readonly [RegExp, RegExp])[] = [
  [/^(origin|from|travel_from|from_city|source)$/, /^(destination|to|travel_to|to_city|target)$/],
];

function contradicts(row: Row): boolean {
  const pair = (columns: readonly [RegExp, RegExp]): [Json, Json] | undefined => {
    const [one, other] = columns.map((pattern) => Object.keys(row).find((name) => pattern.test(name)));
    const values = [row[one ?? ''] ?? null, row[other ?? ''] ?? null] as [Json, Json];
    return values[0] === null || values[1] === null ? undefined : values;
  };
  for (const columns of ORDERED) {
    const found = pair(columns);
    if (
      found !== undefined &&
      typeof found[0] === typeof found[1] &&
      String(found[0]).length === String(found[1]).length
    )
      if ((found[0] as string) > (found[1] as string)) return true;
  }
  if (DIFFERENT.some((columns) => ((found) => found !== undefined && found[0] === found[1])(pair(columns))))
    return true;
  const { start_at: start, day } = row;
  return typeof start === 'string' && typeof day === 'string' && day.length === 10 && !start.startsWith(day);
}

function measure(environment: Environment, figures: Figures): void {
  const counts = new Map<string, number>();
  for (const { row } of environment.seed) {
    figures.rows += 1;
    if (contradicts(row)) figures.contradicting += 1;
    for (const value of Object.values(row)) {
      if (typeof value !== 'string') continue;
      figures.cells += 1;
      if (value === '') figures.empty += 1;
      // only sentences count, because names, states and codes may repeat
      if (!/\S \S+ \S/.test(value) || value.startsWith('[') || value.startsWith('{')) continue;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  for (const times of counts.values()) if (times >= CANNED) figures.canned += times;
}

async function built(input: string): Promise<string[]> {
  if (existsSync(join(input, 'environment.json'))) return [input];
  const steps = buildEnvironments(input, join(out, basename(input)), { seed: 1, discovery: true });
  for (;;) {
    const { done, value } = await steps.next();
    if (done === true) return value.environments.map(({ path }) => path);
  }
}

const share = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
const lines = [
  '# The rows of compiled environments',
  '',
  '<!-- Made by npm run measure:rows. Do not edit. -->',
  '',
  `Built with seed 1 from the bundled tool lists, and from the other lists that the command was given. Empty: text cells without a text, because nothing explains their content or because there is no note. Repeated: sentences of three words or more that stand ${CANNED} times or oftener in one world. Contradicting: rows that end before they begin, that were changed or delivered before they were made, whose day is not the day of their start, whose origin is their destination, whose least is above their most.`,
  '',
  '| tools | environments | rows | texts | empty | repeated sentences | rows that contradict themselves |',
  '| --- | --- | --- | --- | --- | --- | --- |',
];
for (const input of [bundled, ...process.argv.slice(2)]) {
  const figures: Figures = { cells: 0, empty: 0, canned: 0, rows: 0, contradicting: 0 };
  const paths = await built(input);
  for (const path of paths) measure(loadEnvironment(path), figures);
  const name = input === bundled ? 'bundled' : basename(input).replace(/\.json$/, '');
  lines.push(
    `| ${name} | ${paths.length} | ${figures.rows} | ${figures.cells} | ${share(figures.empty, figures.cells)} | ${share(figures.canned, figures.cells)} | ${figures.contradicting} |`,
  );
}
writeFileSync(fileURLToPath(new URL('../docs/rows-figures.md', import.meta.url)), `${lines.join('\n')}\n`);
rmSync(out, { recursive: true, force: true });
