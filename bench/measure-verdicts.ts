// npm run measure:verdicts -- [ENVIRONMENTS]: measures how often the verdict is wrong. A second, independent generator
// makes courses of action whose right verdict is known. The measurement uses the two authored environments, those
// compiled from the bundled tools, and those of the given folder. Writes docs/verdict-figures.md.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FILES, openEnvironment, writeWhole } from '../envs/folder/environment-folder.ts';
import { makeRandom } from '../envs/random.ts';
import { judge } from '../envs/verification/judge.ts';
import { makeTasks } from '../generator/tasks/make-tasks.ts';
import { buildEnvironments } from '../generator/compile/build.ts';
import { makePool } from '../generator/pool/make-pool.ts';
import { trajectoriesOf } from './second-generator.ts';

const TASKS = 20;
const root = fileURLToPath(new URL('../', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'callgym-verdicts-'));

interface Cell {
  right: boolean;
  accepted: number;
  rejected: number;
  unjudged: number;
}
const cells = new Map<string, Cell>();
const wrong: string[] = [];
let [environments, tasks] = [0, 0];

function measure(dir: string): void {
  const world = openEnvironment(dir, { pool: 1 });
  try {
    const made = makeTasks(world, { count: TASKS, seed: 2, existing: [] }).tasks;
    if (made.length === 0) return;
    environments += 1;
    tasks += made.length;
    for (const task of made)
      for (const { operator, label, log, messages, end } of trajectoriesOf(world, task, makeRandom(1, task.id))) {
        const { reward, failures } = judge(world, task, log, { messages, end });
        const cell = cells.get(operator) ?? { right: label === 'right', accepted: 0, rejected: 0, unjudged: 0 };
        cells.set(operator, cell);
        if (reward === null) cell.unjudged += 1;
        else if (reward === 1) cell.accepted += 1;
        else cell.rejected += 1;
        if (reward !== null && (reward === 1) !== (label === 'right'))
          wrong.push(`${world.environment.name} ${task.id} ${operator}: ${failures[0]?.message ?? 'accepted'}`);
      }
    process.stderr.write(`${world.environment.name}: ${made.length} tasks, ${wrong.length} wrong verdicts so far\n`);
  } finally {
    world.close();
  }
}

try {
  for (const name of ['order-desk', 'carrier-care']) measure(join(root, 'fixtures/environments', name));
  const folders = [join(place, 'bundled')];
  const pool = join(place, 'pool.jsonl');
  makePool([join(root, 'fixtures/tools')], pool);
  mkdirSync(folders[0] as string);
  for await (const _step of buildEnvironments(pool, folders[0] as string, { seed: 1, discovery: true }));
  const given = process.argv[2];
  if (given !== undefined) folders.push(given);
  for (const folder of folders)
    for (const each of readdirSync(folder).sort())
      if (existsSync(join(folder, each, FILES.environment))) measure(join(folder, each));
} finally {
  rmSync(place, { recursive: true, force: true });
}

const sum = (right: boolean, of: (cell: Cell) => number): number =>
  [...cells.values()].filter((cell) => cell.right === right).reduce((total, cell) => total + of(cell), 0);
const share = (part: number, whole: number): string =>
  `${part} of ${whole} (${((part / Math.max(whole, 1)) * 100).toFixed(2)} %)`;
const judged = ({ accepted, rejected }: Cell): number => accepted + rejected;
const row = ([operator, { accepted, rejected, unjudged }]: [string, Cell]): string =>
  `| ${operator} | ${accepted} | ${rejected} | ${unjudged} |`;

writeWhole(
  join(root, 'docs/verdict-figures.md'),
  `# Verdicts, measured

<!-- Made by npm run measure:verdicts. Do not edit. -->

Measured on ${new Date().toISOString().slice(0, 10)}, ${cpus()[0]?.model ?? ''}, Node ${process.versions.node}: ${sum(true, judged) + sum(false, judged)} trajectories on ${tasks} tasks of ${environments} environments. [What a verdict is](verification.md). What it makes of other people's words: [wordings](wording-figures.md).

The trajectories come from a [second generator](../bench/second-generator.ts) that reads neither the verdict's code nor a task's net diff: the worth of one follows from how it was made, and whether a spoiled one really ends elsewhere from comparing whole databases.

False rejects: ${share(
    sum(true, ({ rejected }) => rejected),
    sum(true, judged),
  )}. False accepts: ${share(
    sum(false, ({ accepted }) => accepted),
    sum(false, judged),
  )}.

| right, made so | accepted | rejected | unjudged |
| --- | --- | --- | --- |
${[...cells]
  .filter(([, { right }]) => right)
  .map(row)
  .join('\n')}

| wrong, made so | accepted | rejected | unjudged |
| --- | --- | --- | --- |
${[...cells]
  .filter(([, { right }]) => !right)
  .map(row)
  .join('\n')}
${wrong.length === 0 ? '' : `\nEvery wrong verdict:\n\n${wrong.map((each) => `- ${each}`).join('\n')}\n`}`,
);
