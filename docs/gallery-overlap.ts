// Measures how similar two environments are in tool names, table columns and words of the policy. Each figure is
// between 0 and 1. For comparison, the table shows the figures of two domains of tau2-bench, retail and airline, from
// docs/tau2-overlap.json, which npm run measure:gallery writes.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSchema } from '../envs/sql/parse-schema.ts';
import type { Environment } from '../envs/values/environment.ts';

export const BAR_FILE = fileURLToPath(new URL('tau2-overlap.json', import.meta.url));

/** The measures, each with its description on the page. */
const MEASURES = {
  names: 'tool names that both have',
  words: 'words of tool names that both use',
  tables: 'columns of a table that its nearest table in the other has, mean over the tables',
  policy: 'sequences of three words that both policies have',
} as const;
export type Measure = keyof typeof MEASURES;
export type Overlap = Readonly<Record<Measure, number>>;

interface Traits {
  readonly name: string;
  readonly names: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly tables: readonly ReadonlySet<string>[];
  readonly policy: ReadonlySet<string>;
}

export function traitsOf(environment: Environment): Traits {
  const tools = environment.tools.filter(({ audience }) => audience !== 'control').map(({ name }) => wordsOf(name));
  const said = environment.policy.toLowerCase().match(/[a-z]+/g) ?? [];
  const { tables } = parseSchema(environment.schema).schema;
  return {
    name: environment.name,
    names: new Set(tools.map((words) => words.join(' '))),
    words: new Set(tools.flat()),
    tables: tables.map(({ columns }) => new Set(columns.map(({ name }) => wordsOf(name).join(' ')))),
    policy: new Set(said.slice(2).map((word, at) => `${said[at]} ${said[at + 1]} ${word}`)),
  };
}

export function overlapOf(one: Traits, other: Traits): Overlap {
  return {
    names: shared(one.names, other.names),
    words: shared(one.words, other.words),
    tables: (nearest(one, other) + nearest(other, one)) / 2,
    policy: shared(one.policy, other.policy),
  };
}

/**
 * Writes the table of the page: for each measure the mean over all pairs, the most similar pair, and the figure for
 * tau2-bench.
 */
export function overlapTable(environments: readonly Environment[]): string {
  const traits = environments.map(traitsOf);
  const pairs = traits.flatMap((one, at) => traits.slice(at + 1).map((other) => ({ one, other, overlap: overlapOf(one, other) })));
  const bar = JSON.parse(readFileSync(BAR_FILE, 'utf8')) as Overlap;
  const rows = (Object.entries(MEASURES) as [Measure, string][]).map(([measure, says]) => {
    const mean = pairs.reduce((sum, { overlap }) => sum + overlap[measure], 0) / pairs.length;
    const [most] = pairs.toSorted((a, b) => b.overlap[measure] - a.overlap[measure]);
    const pair = most === undefined ? '' : `${most.overlap[measure].toFixed(2)} (${most.one.name}, ${most.other.name})`;
    const above = pairs.filter(({ overlap }) => overlap[measure] > bar[measure]).length;
    return `| ${says} | ${mean.toFixed(2)} | ${pair} | ${bar[measure].toFixed(2)} | ${above} |`;
  });
  return `| share of | mean of ${pairs.length} pairs | most alike | tau2's retail and airline | pairs above that |\n| --- | ---: | --- | ---: | ---: |\n${rows.join('\n')}`;
}

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((each) => other.has(each)).length;
  return both === 0 ? 0 : both / (one.size + other.size - both);
}

function nearest(one: Traits, other: Traits): number {
  const best = one.tables.map((table) => Math.max(0, ...other.tables.map((each) => shared(table, each))));
  return best.length === 0 ? 0 : best.reduce((sum, each) => sum + each, 0) / best.length;
}
