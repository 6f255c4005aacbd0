// callgym check: prove environments sound. One bad environment never stops the rest.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GymError } from '../../envs/errors/gym-error.ts';
import { FILES, loadEnvironment, readJsonFile } from '../../envs/folder/environment-folder.ts';
import type { Json } from '../../envs/values/json.ts';
import { checkEnvironment } from '../../generator/check/check-environment.ts';
import type { CheckReport } from '../../generator/check/check-report.ts';
import { parseRecipe } from '../../generator/recipe/make-seed.ts';
import type { Command } from '../command.ts';
import type { Output } from '../output.ts';
import { counted } from '../output.ts';

const MOST_FAILURES = 20;

export const checkCommand: Command = {
  name: 'check',
  usage: 'check ENV…',
  about:
    'Proves that environments are sound: programs vetted, every tool and every error path run, the laws hold. Exit 1 when something does not.',
  examples: ['callgym check fixtures/environments/*', 'callgym check my-env --json'],
  args: { least: 1 },
  run({ args, output }) {
    for (const dir of args) if (!existsSync(dir)) loadEnvironment(dir);
    const reports: CheckReport[] = [];
    const unreadable: GymError[] = [];
    for (const dir of args) {
      output.progress(`checking ${dir}`);
      let report: CheckReport;
      try {
        const file = join(dir, FILES.recipe);
        const recipe = existsSync(file) ? parseRecipe(readJsonFile(file), file) : undefined;
        report = checkEnvironment(loadEnvironment(dir), recipe);
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
      summary: { environments: reports as unknown as Json },
      status: reports.some((report) => report.checks.failed > 0) ? 1 : 0,
    };
  },
};

function tell(output: Output, report: CheckReport): void {
  const { run, failed } = report.checks;
  const verdict = failed === 0 ? output.good('sound') : output.bad('not sound');
  output.line(
    `${verdict}  ${report.name}: ${counted(report.tools, 'tool')}, ${counted(run, 'check')}, ${failed} failed`,
  );
  for (const { tool, check, detail } of report.failures.slice(0, MOST_FAILURES))
    output.line(`  ${tool}: ${check}: ${detail}`);
  if (failed > MOST_FAILURES) output.line(`  … and ${failed - MOST_FAILURES} more`);
  const laws = Object.entries(report.laws).map(([law, count]) => `${law} ${count}`);
  if (laws.length > 0) output.line(output.dim(`  laws: ${laws.join(', ')}`));
}
