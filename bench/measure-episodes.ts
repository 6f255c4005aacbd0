// npm run measure:episodes -- [ENVIRONMENTS]: plays agents that solve every task (oracle), do nothing (noop) or make
// mistakes (noisy), with the scripted user. It plays in the authored environments, in those of the given folder, and in
// those of tau2-bench if the folder CALLGYM_DATA has them. Writes docs/episode-figures.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FILES, loadTasks, openEnvironment, writeWhole } from '../envs/folder/environment-folder.ts';
import type { JsonObject } from '../envs/values/json.ts';
import type { Task } from '../envs/values/task.ts';
import { makeTasks } from '../generator/tasks/make-tasks.ts';
import { importTau2 } from '../generator/tau2/import-tau2.ts';
import { tau2Checkout } from './tau2-suite.ts';

const AUTHORED_TASKS = 200;
const COMPILED_TASKS = 20;
const root = fileURLToPath(new URL('../', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'callgym-episodes-'));
const rows: string[] = [];

function run(args: readonly string[], name: string): JsonObject {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(root, 'cli/callgym.js'), 'run', ...args, '--user', 'scripted', '--json', '--out', join(place, name)],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (status !== 0) throw new Error(`run ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as JsonObject;
}

function made(dir: string, count: number): string {
  const world = openEnvironment(dir);
  const { tasks } = makeTasks(world, { count, seed: 1, existing: [] });
  world.close();
  const file = join(place, `${basename(dir)}.jsonl`);
  writeFileSync(file, tasks.map((task: Task) => `${JSON.stringify(task)}\n`).join(''));
  return file;
}

function measure(name: string, dir: string, tasks: string): void {
  if (loadTasks(tasks).length === 0) return;
  const of = (agent: string): JsonObject => run([dir, '--tasks', tasks, '--agent', agent], `${basename(dir)}-${agent}`);
  const [oracle, noop, noisy] = [of('oracle'), of('noop'), of('noisy:0.3')];
  const figure = (figures: JsonObject): string => `${String(figures['passes'])} of ${String(figures['judged'])}`;
  rows.push(
    `| ${name} | ${String(oracle['episodes'])} | ${figure(oracle)} | ${String(oracle['unjudged'])} | ${String(oracle['unearned'] ?? 0)} | ${figure(noop)} | ${figure(noisy)} | ${String(noisy['failed_without_planted'] ?? 0)} |`,
  );
  process.stderr.write(`${rows.at(-1)}\n`);
}

try {
  for (const name of ['order-desk', 'carrier-care']) {
    const dir = join(root, 'fixtures/environments', name);
    measure(name, dir, made(dir, AUTHORED_TASKS));
  }
  const folders: string[] = [];
  const given = process.argv[2];
  if (given !== undefined)
    for (const each of readdirSync(given).sort())
      if (existsSync(join(given, each, FILES.environment))) folders.push(join(given, each));
  for (const dir of folders) measure(basename(dir), dir, made(dir, COMPILED_TASKS));
  const checkout = tau2Checkout(process.env['CALLGYM_DATA']);
  if (checkout === undefined)
    process.stderr.write('tau2-bench is not played: CALLGYM_DATA names no folder with tau2\n');
  else {
    for (const { name, path } of importTau2({ checkout: checkout.dir, out: join(place, 'tau2') }))
      measure(`${name} (training tasks)`, path, join(path, FILES.tasks));
    checkout.remove();
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}

writeWhole(
  join(root, 'docs/episode-figures.md'),
  `# Episodes, measured

<!-- Made by npm run measure:episodes. Do not edit. -->

Measured on ${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model ?? ''}, Node ${process.versions.node}; seed 1, one trial, every episode over HTTP. [What is played](episodes.md).

*Unjudged*: the task has parts that code cannot check. *Unearned*: values of gold that no message and no result told the oracle. *noisy* plants one mistake in three of ten episodes; the last column counts its failures without one.

| environment | episodes | oracle | unjudged | unearned | noop | noisy:0.3 | failed unplanted |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`,
);
