// The subject of the quality checks: an environment with its tasks. The check of the environment and the audit of the
// tasks run once, and all quality checks use their results.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FILES, loadEnvironment, readJsonFile } from '../../envs/folder/environment-folder.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { checkEnvironment } from '../check/check-environment.ts';
import type { CheckReport } from '../check/check-report.ts';
import { parseRecipe } from '../recipe/make-seed.ts';
import { auditTasks } from '../tasks/audit.ts';
import { type TaskAudit, type AuditReport } from '../tasks/audit-report.ts';

export class QualitySubject {
  readonly dir: string;
  readonly world: World;
  readonly tasks: readonly Task[];
  readonly seed: number;
  private checked: CheckReport | undefined;
  private audited: { report: AuditReport; audits: readonly TaskAudit[] } | undefined;

  constructor(dir: string, world: World, tasks: readonly Task[], seed: number) {
    this.dir = dir;
    this.world = world;
    this.tasks = tasks;
    this.seed = seed;
  }

  check(): CheckReport {
    if (this.checked === undefined) {
      const file = join(this.dir, FILES.recipe);
      const recipe = existsSync(file) ? parseRecipe(readJsonFile(file), file) : undefined;
      this.checked = checkEnvironment(loadEnvironment(this.dir), recipe);
    }
    return this.checked;
  }

  audit(): { readonly report: AuditReport; readonly audits: readonly TaskAudit[] } {
    const entailment = !this.world.environment.origin.startsWith('tau2');
    this.audited ??= auditTasks(this.world, this.tasks, { seed: this.seed, entailment });
    return this.audited;
  }
}
