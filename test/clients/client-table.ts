// Writes the table of docs/trainers.md from the results of `npm run clients`. A digest in the table's first line covers
// the rows, so that a test notices a row that a person has changed.
import { createHash } from 'node:crypto';

export interface ClientResult {
  readonly script: string;
  readonly client: string;
  readonly version: string;
  readonly python: string;
  readonly speaks: string;
  readonly episodes: number;
  readonly ok: boolean;
  readonly note: string;
}

const BEGIN = '<!-- clients: ';
const END = '<!-- /clients -->';
const HEAD = [
  '| client | versions | Python | speaks | episodes | rewards as expected |',
  '| --- | --- | --- | --- | --- | --- |',
];

const cell = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`)
    .trim();

export function rowOf({ client, version, python, speaks, episodes, ok, note }: ClientResult): string {
  const told = ok ? 'yes' : episodes === 0 ? `not played: ${note.slice(0, 160)}` : `no: ${note.slice(0, 160)}`;
  return `| ${[client, version, python, speaks, String(episodes), told].map(cell).join(' | ')} |`;
}

const digestOf = (rows: readonly string[]): string =>
  createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16);

/** Returns the table with its marks, the day of the run, the digest and the rows. */
export function blockOf(results: readonly ClientResult[], told: string): string {
  const rows = results.map(rowOf);
  const mark = `${BEGIN}written by npm run clients, digest ${digestOf(rows)} -->`;
  return [mark, '', told, '', ...HEAD, ...rows, '', END].join('\n');
}

export function withBlock(page: string, block: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`the page has no block from ${BEGIN}… to ${END}`);
  return page.slice(0, from) + block + page.slice(to + END.length);
}

/** Returns the rows of the page's table, or a message if they are not as the command wrote them. */
export function rowsOfBlock(page: string): readonly string[] | string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from) return 'the page has no block of clients';
  const lines = page.slice(from, to).split('\n');
  const rows = lines.filter((line) => line.startsWith('| ')).slice(HEAD.length);
  const digest = /digest (\w+) -->/.exec(lines[0] ?? '')?.[1];
  return digest === digestOf(rows) ? rows : `the rows have digest ${digestOf(rows)}, the mark says ${digest}`;
}
