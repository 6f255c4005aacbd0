// Compares the results of check before and after an edit, and separates failures that the edit caused from failures
// that were there before.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FILES, readJsonFile } from '../../envs/folder/environment-folder.ts';
import type { Environment } from '../../envs/values/environment.ts';
import { checkEnvironment } from '../../generator/check/check-environment.ts';
import type { CheckFailure, CheckReport } from '../../generator/check/check-report.ts';
import { parseRecipe } from '../../generator/recipe/make-seed.ts';
import { flagOf } from './describe-environment.ts';

/** The answer lists at most this many failures of each kind. */
const MOST = 40;

export interface Compared {
  readonly check: CheckReport['checks'];
  readonly scenarios: NonNullable<CheckReport['scenarios']> | null;
  readonly broken: readonly CheckFailure[];
  readonly standing: readonly CheckFailure[];
  readonly mended: readonly CheckFailure[];
}

export function compareChecks(before: readonly CheckFailure[], report: CheckReport): Compared {
  const was = new Set(before.map(keyOf));
  const now = new Set(report.failures.map(keyOf));
  return {
    check: report.checks,
    scenarios: report.scenarios ?? null,
    broken: report.failures.filter((each) => !was.has(keyOf(each))).slice(0, MOST),
    standing: report.failures.filter((each) => was.has(keyOf(each))).slice(0, MOST),
    mended: before.filter((each) => !now.has(keyOf(each))).slice(0, MOST),
  };
}

export function checkOf(environment: Environment, dir: string | undefined): CheckReport {
  const file = dir === undefined ? '' : join(dir, FILES.recipe);
  const recipe = dir !== undefined && existsSync(file) ? parseRecipe(readJsonFile(file), file) : undefined;
  return checkEnvironment(environment, recipe);
}

function keyOf({ tool, check, detail }: CheckFailure): string {
  return `${tool}\0${check}\0${detail}`;
}

interface FlagChange {
  readonly tool: string;
  readonly was: string | null;
  readonly now: string | null;
}

/**
 * Returns the tools whose programs have changed, each with the reason why it does not work (null if it works) before
 * the edit and now.
 */
export function flagChanges(before: Environment, after: Environment): readonly FlagChange[] {
  return after.tools.flatMap((tool): FlagChange[] => {
    const old = before.tools.find(({ name }) => name === tool.name);
    const same = JSON.stringify(old?.program) === JSON.stringify(tool.program);
    if (same) return [];
    return [{ tool: tool.name, was: old === undefined ? null : flagOf(old.program), now: flagOf(tool.program) }];
  });
}
