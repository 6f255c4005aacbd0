// callgym check: prove environments sound. One bad environment never stops the rest.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FILES, loadEnvironment, readJsonFile } from '../../envs/folder/environment-folder.ts';
import type { Json } from '../../envs/values/json.ts';
import { checkEnvironment, type CheckReport } from '../../generator/check/check-environment.ts';
import { parseRecipe } from '../../generator/recipe/make-seed.ts';
import type { Command } from '../command.ts';

const MOST_FAILURES = 20;

export const checkCommand: Command = {
  name: 'check',
  usage: 'check ENV…',
  about:
    'Proves that environments are sound: programs vetted, every tool and every error path run, the laws hold. Exit 1 when something does not.',
  examples: ['callgym check fixtures/environments/*', 'callgym check my-env --json'],
  args: { least: 1 },
  run({ args, output }) {
    // input that cannot be read at all is told before anything runs
    const loaded = args.map((dir) => {
      const file = join(dir, FILES.recipe);
      return {
        dir,
        environment: loadEnvironment(dir),
        recipe: existsSync(file) ? parseRecipe(readJsonFile(file), file) : undefined,
      };
    });
    const reports: CheckReport[] = [];
    for (const { dir, environment, recipe } of loaded) {
      output.progress(`checking ${dir}`);
      const report = checkEnvironment(environment, recipe);
      reports.push(report);
      const { run, failed } = report.checks;
      output.line(
        `${failed === 0 ? output.good('sound') : output.bad('not sound')}  ${report.name}: ${report.tools} tools, ${run} checks, ${failed} failed`,
      );
      for (const { tool, check, detail } of report.failures.slice(0, MOST_FAILURES))
        output.line(`  ${tool}: ${check}: ${detail}`);
      if (failed > MOST_FAILURES) output.line(`  … and ${failed - MOST_FAILURES} more`);
    }
    return {
      summary: { environments: reports as unknown as Json },
      status: reports.some((report) => report.checks.failed > 0) ? 1 : 0,
    };
  },
};
