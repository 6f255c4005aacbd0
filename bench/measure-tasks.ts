// npm run measure:tasks -- [ENVIRONMENTS]: makes and audits tasks for the two authored environments, for some compiled
// ones, and for tau2-bench's if CALLGYM_DATA has them. Writes docs/task-figures.md and docs/task-sample.md.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FILES, loadEnvironment, loadTasks, writeWhole } from '../envs/folder/environment-folder.ts';
import { makeRandom } from '../envs/random.ts';
import type { Json } from '../envs/values/json.ts';
import type { Task } from '../envs/values/task.ts';
import { World } from '../envs/world/world.ts';
import { buildEnvironments } from '../generator/compile/build.ts';
import { makePool } from '../generator/pool/make-pool.ts';
import { auditTasks } from '../generator/tasks/audit.ts';
import { emptyReport, mergeReports, type AuditReport } from '../generator/tasks/audit-report.ts';
import { barHead, barRow, barsOf } from './task-bars.ts';
import { makeTasks } from '../generator/tasks/make-tasks.ts';
import { importTau2 } from '../generator/tau2/import-tau2.ts';

const AUTHORED_TASKS = 200;
const COMPILED_TASKS = 20;
const SHOWN = 10;
const MUTANTS = 8;
const root = fileURLToPath(new URL('../', import.meta.url));
const docs = join(root, 'docs');
const dir = mkdtempSync(join(tmpdir(), 'callgym-measure-'));
const rows: string[] = [];
const sample: string[] = [];
const bars: string[] = [];
const all = emptyReport();

const seconds = (start: bigint): number => Number(process.hrtime.bigint() - start) / 1e9;

function row(name: string, report: AuditReport, longest: number, took: string): void {
  rows.push(
    `| ${name} | ${report.tasks} | ${report.gold_pass}${report.gold_unjudged > 0 ? ` (+${report.gold_unjudged} unjudged)` : ''} | ${report.noop_pass}${report.noop_unjudged > 0 ? ` (+${report.noop_unjudged} unjudged)` : ''} | ${report.done_pass} | ${report.random_pass} | ${report.destructive_pass} | ${report.guess_pass} | ${report.recite_pass} | ${report.mutants_killed} of ${report.mutants} | ${report.mutants_refused} | ${report.variants_rejected} of ${report.variants} | ${report.facts_idle} of ${report.facts} | ${longest} | ${took} |`,
  );
}

const longestOf = (tasks: readonly Task[]): number => Math.max(0, ...tasks.map(({ gold }) => gold.calls.length));

function show(name: string, tasks: readonly Task[]): void {
  sample.push(`## ${name}`, '');
  const drawn = makeRandom(1, name).shuffled(tasks).slice(0, SHOWN);
  for (const task of drawn) {
    sample.push(`**${task.id}**${task.rules.length > 0 ? ` (rule ${task.rules.join(', ')})` : ''}`, '');
    sample.push(`> ${task.user.opening}`, '');
    const asked = task.user.facts
      .filter(({ say }) => say === 'asked')
      .map(({ key, value }) => `${key} ${JSON.stringify(value)}`);
    if (asked.length > 0) sample.push(`When asked: ${asked.join(', ')}.`, '');
    const calls = task.gold.calls.map(
      (call) =>
        `${call.by === 'user' ? 'the user: ' : ''}${call.name}${call.error === undefined ? '' : ` (${call.error.code})`}`,
    );
    const answers = task.gold.outputs.map(({ key, value }) => `${key.replaceAll('_', ' ')}: ${String(value as Json)}`);
    sample.push(`Gold: ${[...calls, ...answers.map((each) => `says ${each}`)].join(', ')}.`, '');
  }
}

function make(name: string, path: string, count: number): { full: boolean; tasks: readonly Task[] } {
  const world = new World(loadEnvironment(path));
  const start = process.hrtime.bigint();
  const { tasks } = makeTasks(world, { count, seed: 1, existing: [] });
  const took = seconds(start);
  const { report } = auditTasks(world, tasks, { mutants: count === AUTHORED_TASKS ? MUTANTS : 4 });
  bars.push(barRow(name, barsOf(world, tasks)));
  world.close();
  mergeReports(all, report);
  if (count === AUTHORED_TASKS) row(name, report, longestOf(tasks), `${took.toFixed(0)} s`);
  else {
    mergeReports(compiled, report);
    compiledSeconds += took;
    compiledLongest = Math.max(compiledLongest, longestOf(tasks));
  }
  return { full: tasks.length === count, tasks };
}

const compiled = emptyReport();
let compiledSeconds = 0;
let compiledLongest = 0;

for (const name of ['order-desk', 'carrier-care']) {
  process.stderr.write(`${name}\n`);
  show(name, make(name, join(root, 'fixtures/environments', name), AUTHORED_TASKS).tasks);
}

// Compiled environments: a given folder of them, or those that the bundled schemas give.
const [given] = process.argv.slice(2);
let environments = given;
if (environments === undefined) {
  environments = join(dir, 'compiled');
  mkdirSync(environments);
  const pool = join(dir, 'pool.jsonl');
  makePool([join(root, 'fixtures/tools')], pool);
  for await (const _step of buildEnvironments(pool, environments, { seed: 1, discovery: true }));
}
const names = readdirSync(environments).sort();
let full = 0;
const fewer: string[] = [];
for (const [at, name] of names.entries()) {
  if (at % 10 === 0) process.stderr.write(`compiled: ${at} of ${names.length}\n`);
  const outcome = make(name, join(environments, name), COMPILED_TASKS);
  if (outcome.full) full += 1;
  else fewer.push(`${name} ${outcome.tasks.length}`);
}
row(`${names.length} compiled`, compiled, compiledLongest, `${compiledSeconds.toFixed(0)} s`);
// Three bundled environments are shown.
const bundled = join(dir, 'bundled');
mkdirSync(bundled);
const bundledPool = join(dir, 'bundled.jsonl');
makePool([join(root, 'fixtures/tools')], bundledPool);
for await (const _step of buildEnvironments(bundledPool, bundled, { seed: 1, discovery: true }));
for (const name of readdirSync(bundled)
  .sort()
  .filter((each) => /clinic|library|lockers/.test(each))) {
  const world = new World(loadEnvironment(join(bundled, name)));
  show(name, makeTasks(world, { count: COMPILED_TASKS, seed: 1, existing: [] }).tasks);
  world.close();
}

// tau2-bench's own tasks
const data = process.env['CALLGYM_DATA'];
if (data === undefined || !existsSync(join(data, 'tau2')))
  process.stderr.write('tau2-bench: left out, CALLGYM_DATA has none\n');
else {
  const checkout = join(dir, 'tau2');
  for (const domain of ['retail', 'airline', 'telecom']) {
    const to = join(checkout, 'data/tau2/domains', domain);
    mkdirSync(to, { recursive: true });
    for (const file of readdirSync(join(data, 'tau2', domain)))
      if (/\.(json|toml|md)$/.test(file))
        writeWhole(
          join(to, file === 'tasks.train.json' ? 'tasks.json' : file),
          readFileSync(join(data, 'tau2', domain, file), 'utf8'),
        );
  }
  for (const { name, path } of importTau2({ checkout, out: join(dir, 'imported') })) {
    process.stderr.write(`${name}\n`);
    const world = new World(loadEnvironment(path));
    const start = process.hrtime.bigint();
    const tasks = loadTasks(join(path, FILES.tasks));
    const { report } = auditTasks(world, tasks, { entailment: false });
    row(basename(name), report, longestOf(tasks), `${seconds(start).toFixed(0)} s to audit`);
    world.close();
  }
}

const holes = Object.entries(all.holes).map(([proof, count]) => `| ${proof} | ${count} |`);
process.stdout.write(
  `${all.tasks} tasks: ${Object.entries(all.holes)
    .map(([proof, count]) => `${proof} ${count}`)
    .join(', ')}\n`,
);

process.stdout.write(`${barHead()}\n${bars.join('\n')}\n`);

const operators = Object.entries(all.by_operator)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(
    ([operator, count]) =>
      `| ${operator} | ${count.mutants} | ${count.killed} | ${count.refused} | ${count.equivalent} |`,
  );

writeWhole(
  join(docs, 'task-figures.md'),
  `# Tasks and their audit

<!-- Made by npm run measure:tasks. Do not edit. -->

On ${cpus()[0]?.model ?? 'a machine'}, one core, Node ${process.versions.node}. The columns in the middle count tasks that an agent passes which deserves nothing; of twins it must pass both. Then spoiled gold that was noticed, how much of it had a call refused, harmless variants of gold that were rejected, and what users know that could be changed or left out without consequence.

| environment | tasks | gold passes | noop | done | random | destructive | guess | recite | mutants noticed | with a refused call | variants rejected | facts idle | most calls | took |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

${full} of the ${names.length} compiled environments carry all ${COMPILED_TASKS}${fewer.length === 0 ? '' : `; fewer: ${fewer.join(', ')}`}.

## How deep they are, and how they read

In percent, but for means, counts and distinct-2. A chain is a row of calls each of which takes something from one before; a rule is tempted by a task that makes or declines a call which it guards.

${barHead()}
${bars.join('\n')}

## Honest gold

What each proof found in the ${all.tasks} tasks above, those of tau2-bench left out. [What they prove](tasks.md#what-the-audit-demands), and [over thirty holes planted by hand](../test/generator/tasks/planted-holes.test.ts) that they find.

| proof | tasks with a hole |
| --- | --- |
${holes.join('\n')}

## Mistakes that were tried

All but tau2-bench's tasks. Mutants whose rows and answers are exactly gold's are no mistakes and stand apart.

| mistake | tried | noticed | with a refused call | no mistake after all |
| --- | --- | --- | --- | --- |
${operators.join('\n')}
`,
);
writeWhole(
  join(docs, 'task-sample.md'),
  `# Tasks as a person meets them

<!-- Made by npm run measure:tasks. Do not edit. -->

Ten tasks, drawn by seed, of each of five environments: two written by hand, three compiled from the bundled schemas. Each has the user's first words, the facts that the user adds when asked, and gold's calls.

${sample.join('\n')}
`,
);
rmSync(dir, { recursive: true, force: true });
