// callgym qc: reports on the quality of environments and their tasks, for people who publish or receive them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalGym } from '../../agents/http/local-gym.ts';
import { PLAYED_CHECKS } from '../../agents/quality/check-list.ts';
import { GymError, badInput } from '../../envs/errors/gym-error.ts';
import { FILES, loadTasks, openEnvironment, writeWhole } from '../../envs/folder/environment-folder.ts';
import { asJson } from '../../envs/values/json.ts';
import type { QualityCheck } from '../../envs/values/quality.ts';
import { QUALITY_CHECKS } from '../../generator/quality/check-list.ts';
import { QualitySubject } from '../../generator/quality/quality-subject.ts';
import { SHAPES, type Shape } from '../../agents/quality/shapes.ts';
import type { Command, Invocation } from '../command.ts';
import { seedOption } from '../options.ts';
import type { Output } from '../output.ts';
import { readVersion } from '../version.ts';

interface Judged {
  readonly name: string;
  readonly hash: string;
  readonly tools: readonly string[];
  readonly tasks: number;
  readonly checks: readonly QualityCheck[];
}

export const qcCommand: Command = {
  name: 'qc',
  usage: 'qc ENV…',
  about:
    'One quality report: do-nothing agents, the oracle, determinism, isolation, leaks of gold, reward floor and gap, tool declarations, coverage, difficulty, contamination, canary. Exit 1 when a bar is missed; a check that could not be made is named and is no miss.',
  args: { least: 1 },
  options: {
    tasks: { type: 'string', value: 'FILE', about: 'tasks from this file instead of tasks.jsonl of the environment' },
    against: { type: 'string', value: 'FILE,…', about: 'benchmarks with which tools and tasks shall share nothing' },
    out: { type: 'string', value: 'FILE', about: 'write the report there, too; a name that ends in .md gives a page' },
    shape: { type: 'string', value: 'S', about: `shape of --out: ${Object.keys(SHAPES).join(', ')}; default callgym` },
    seed: { type: 'string', value: 'N', about: 'seed of players, adversaries and mutants (default 1)' },
  },
  examples: [
    'callgym qc fixtures/environments/order-desk --tasks out/tasks.jsonl --out out/quality.md',
    'callgym qc my-env --against benchmark.json --json',
  ],
  async run({ args, options, output }) {
    const seed = seedOption(options);
    const shape = shapeOf(options);
    const against = typeof options['against'] === 'string' ? options['against'].split(',') : [];
    const environments: Judged[] = [];
    for (const dir of args) environments.push(await judgeQuality(dir, options, { seed, against }, output));
    const report = asJson({ callgym: readVersion(), seed, environments });
    const { out } = options;
    if (typeof out === 'string') writeWhole(out, out.endsWith('.md') ? SHAPES.page(report) : SHAPES[shape](report));
    const missed = environments.flatMap(({ checks }) => checks.filter(({ pass }) => pass === false));
    return { summary: { environments: asJson(environments) }, status: missed.length === 0 ? 0 : 1 };
  },
};

function shapeOf(options: Invocation['options']): Shape {
  const given = options['shape'] ?? 'callgym';
  if (typeof given !== 'string' || !Object.hasOwn(SHAPES, given))
    throw badInput({ path: '--shape', what: `is ${String(given)}`, mend: Object.keys(SHAPES).join(', ') });
  return given as Shape;
}

async function judgeQuality(
  dir: string,
  options: Invocation['options'],
  { seed, against }: { readonly seed: number; readonly against: readonly string[] },
  output: Output,
): Promise<Judged> {
  const world = openEnvironment(dir);
  const { name } = world.environment;
  const file = typeof options['tasks'] === 'string' ? options['tasks'] : join(dir, FILES.tasks);
  if (!existsSync(file))
    throw badInput({ file, what: 'is not there', mend: `make tasks with callgym tasks ${dir} --count 20` });
  const tasks = loadTasks(file).filter((task) => task.environment === world.hash);
  if (tasks.length === 0)
    throw badInput({ file, what: `has no task of ${dir} as it is now`, mend: 'callgym tasks makes them anew' });
  const checks: QualityCheck[] = [];
  output.line(`${output.bold(name)}  ${tasks.length} tasks, ${world.hash.slice(0, 12)}`);
  const keep = (check: QualityCheck): void => {
    checks.push(check);
    const { id, pass, says } = check;
    const mark = pass === null ? output.dim('-   ') : pass ? output.good('ok  ') : output.bad('miss');
    output.line(`  ${mark} ${id.padEnd(20)} ${says}`);
  };
  const subject = new QualitySubject(dir, world, tasks, seed);
  for (const check of QUALITY_CHECKS) keep(await attempt(() => check(subject)));
  const gym = await openLocalGym([{ dir, world, tasks }]);
  try {
    for (const check of PLAYED_CHECKS) keep(await attempt(() => check({ gym, world, tasks, seed, against })));
  } finally {
    await gym.close();
    world.close();
  }
  const tools = world.environment.tools.filter(({ audience }) => audience === 'agent').map((tool) => tool.name);
  return { name, hash: world.hash, tools, tasks: tasks.length, checks };
}

/**
 * Runs one check. If the check throws an error, reports the check as failed, so that the other checks still run. An
 * error about wrong input is thrown.
 */
async function attempt(check: () => QualityCheck | Promise<QualityCheck>): Promise<QualityCheck> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof GymError && error.code === 'BAD_INPUT') throw error;
    return { id: 'fault', pass: false, figure: {}, says: `a check broke: ${(error as Error).message}` };
  }
}
