// callgym check: tests whether environments are sound. A faulty environment does not keep the others from being tested.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GymError } from '../../envs/errors/gym-error.ts';
import { FILES, loadEnvironment, readJsonFile } from '../../envs/folder/environment-folder.ts';
import type { Environment } from '../../envs/values/environment.ts';
import { asJson } from '../../envs/values/json.ts';
import { World } from '../../envs/world/world.ts';
import { checkEnvironment } from '../../generator/check/check-environment.ts';
import { onlyRefuses } from '../../generator/check/mutants.ts';
import type { CheckReport } from '../../generator/check/check-report.ts';
import { measureMutation, type MutationFigures } from '../../generator/mutation/measure-mutation.ts';
import { parseRecipe } from '../../generator/recipe/make-seed.ts';
import type { Command } from '../command.ts';
import type { Output } from '../output.ts';
import { wholeOption } from '../options.ts';
import { counted } from '../output.ts';

const MOST_FAILURES = 20;
/**
 * The largest number of mutants (copies of the environment with one deliberate fault) that are tried if the environment
 * has scenarios.
 */
const MUTANTS = 100;
const MOST_MUTANTS = 100_000;
const SURVIVORS = 3;

interface Checked extends CheckReport {
  /** The number of tools whose program does more than refuse. */
  readonly working?: number;
  readonly mutants?: MutationFigures;
}

export const checkCommand: Command = {
  name: 'check',
  usage: 'check ENV…',
  about:
    'Proves that environments are sound: programs vetted, every tool and every error path run, the laws hold. Exit 1 when something does not.',
  options: {
    mutants: {
      type: 'string',
      value: 'N',
      about: `how many spoiled programs are held against the scenarios of each environment (default ${MUTANTS}, 0 for none)`,
    },
  },
  examples: ['callgym check fixtures/environments/*', 'callgym check my-env --json'],
  args: { least: 1 },
  run({ args, options, output }) {
    const mutants = wholeOption(options, 'mutants', 0, MOST_MUTANTS) ?? MUTANTS;
    for (const dir of args) if (!existsSync(dir)) loadEnvironment(dir);
    const reports: Checked[] = [];
    const unreadable: GymError[] = [];
    for (const dir of args) {
      output.progress(`checking ${dir}`);
      let report: Checked;
      try {
        const file = join(dir, FILES.recipe);
        const recipe = existsSync(file) ? parseRecipe(readJsonFile(file), file) : undefined;
        const environment = loadEnvironment(dir);
        const working = environment.tools.filter((tool) => !onlyRefuses(tool)).length;
        report = { ...checkEnvironment(environment, recipe), working };
        if (environment.scenarios !== undefined && mutants > 0 && report.hash !== null)
          report = { ...report, mutants: strengthOf(environment, mutants) };
      } catch (error) {
        if (!(error instanceof GymError)) throw error;
        unreadable.push(error);
        const failure = { tool: dir, check: 'readable', detail: error.message };
        report = { name: dir, hash: null, tools: 0, checks: { run: 1, failed: 1 }, failures: [failure], laws: {} };
      }
      reports.push(report);
      tell(output, report);
    }
    const [first] = unreadable;
    if (first !== undefined && unreadable.length === args.length) throw first;
    return {
      summary: { environments: asJson(reports) },
      status: reports.some((report) => report.checks.failed > 0) ? 1 : 0,
    };
  },
};

function strengthOf(environment: Environment, most: number): MutationFigures {
  const world = new World(environment);
  try {
    return measureMutation(world, { most });
  } finally {
    world.close();
  }
}

function tell(output: Output, report: Checked): void {
  const { run, failed } = report.checks;
  const sound = report.working === 0 ? output.bad('no tool works') : output.good('sound');
  const verdict = failed === 0 ? sound : output.bad('not sound');
  output.line(
    `${verdict}  ${report.name}: ${counted(report.tools, 'tool')}, ${counted(run, 'check')}, ${failed} failed`,
  );
  for (const { tool, check, detail } of report.failures.slice(0, MOST_FAILURES))
    output.line(`  ${tool}: ${check}: ${detail}`);
  if (failed > MOST_FAILURES) output.line(`  … and ${failed - MOST_FAILURES} more`);
  for (const { tool, check, detail } of report.warnings ?? [])
    output.line(output.dim(`  warning: ${tool}: ${check}: ${detail}`));
  const laws = Object.entries(report.laws).map(([law, count]) => `${law} ${count}`);
  if (laws.length > 0) output.line(output.dim(`  laws: ${laws.join(', ')}`));
  const { scenarios, mutants } = report;
  if (scenarios !== undefined)
    output.line(
      output.dim(
        `  scenarios: ${scenarios.run - scenarios.failed} of ${scenarios.run} hold, ${counted(scenarios.steps, 'call')}${scenarios.lacking > 0 ? `, ${scenarios.lacking} set aside` : ''}`,
      ),
    );
  if (mutants === undefined) return;
  output.line(
    output.dim(
      `  mutants: ${mutants.killed} of ${mutants.killed + mutants.survived} noticed (${(mutants.rate * 100).toFixed(1)} %), ${mutants.equivalent} equivalent, ${mutants.refused} refused`,
    ),
  );
  for (const { place, operator, was, now } of mutants.survivors.slice(0, SURVIVORS))
    output.line(output.dim(`    survives: ${place}, ${operator}: ${was} -> ${now}`));
}
