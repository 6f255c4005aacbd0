// callgym audit: tests every task and its verifier. The result is JSON, a table in the terminal and, with --out, a
// page.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FILES, loadTasks, openEnvironment, writeWhole } from '../../envs/folder/environment-folder.ts';
import { asJson } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { auditReport, type Audited } from '../../generator/tasks/audit.ts';
import { emptyReport, mergeReports, type AuditReport } from '../../generator/tasks/audit-report.ts';
import { auditPage } from '../../generator/tasks/audit-page.ts';
import type { Command } from '../command.ts';
import type { Output } from '../output.ts';
import { workInOrder } from '../jobs/job-pool.ts';
import { countOfCores, seedOption, wholeOption } from '../options.ts';
import { counted } from '../output.ts';

const SHOWN = 20;

export const auditCommand: Command = {
  name: 'audit',
  usage: 'audit ENV…',
  about:
    'Tests every task and its verifier: gold must pass twice, agents that deserve nothing must fail, spoiled gold must be noticed, harmless variants must pass, and gold must be honest: each value told or seen, each answer looked up, each rule looked into, each goal needed. Exit 1 when something does not hold.',
  args: { least: 1 },
  options: {
    tasks: { type: 'string', value: 'FILE', about: 'tasks from this file instead of tasks.jsonl of the environment' },
    out: { type: 'string', value: 'FILE.md', about: 'write the audit as a readable page' },
    mutants: { type: 'string', value: 'N', about: 'mutants of each operator a task (default 4)' },
    jobs: { type: 'string', value: 'N|auto', about: 'tasks at once, each in a process; 1' },
    seed: { type: 'string', value: 'N', about: 'seed of adversaries and mutants (default 1)' },
  },
  examples: ['callgym audit fixtures/environments/*', 'callgym audit my-env --tasks draft.jsonl --json'],
  async run({ args, options, output }) {
    const jobs = countOfCores(options, 'jobs') ?? 1;
    const seed = seedOption(options);
    const mutants = wholeOption(options, 'mutants', 0, 1000) ?? 4;
    const subjects = subjectsOf(args, options['tasks']);
    const total = emptyReport();
    const pages: { name: string; report: AuditReport }[] = [];
    const items = subjects.flatMap(({ dir, tasks, entailment }) =>
      tasks.map((task) => ({ dir, task, options: { seed, mutants, entailment } })),
    );
    const results = workInOrder('audit', null, items, { jobs });
    try {
      for (const { dir, name, tasks } of subjects) {
        const audited: Audited[] = [];
        for (const { id } of tasks) {
          if (audited.length % 10 === 0) output.progress(`auditing ${dir}: ${audited.length} of ${tasks.length}`);
          const { value: done } = await results.next();
          if (done === undefined) break;
          if ('error' in done) throw done.error;
          audited.push('result' in done ? done.result : { task: id, refused: done.died });
        }
        const report = auditReport(tasks, audited);
        pages.push({ name, report });
        tell(output, name, report);
        mergeReports(total, report);
      }
    } finally {
      await results.return();
    }
    if (typeof options['out'] === 'string') writeWhole(options['out'], auditPage(pages));
    return { summary: asJson(total), status: total.flagged.length === 0 ? 0 : 1 };
  },
};

interface Subject {
  readonly dir: string;
  readonly name: string;
  readonly tasks: readonly Task[];
  /**
   * If false, the audit does not check whether the user knows enough facts. Imported tasks need this, because they
   * state facts in prose.
   */
  readonly entailment: boolean;
}

function subjectsOf(dirs: readonly string[], given: string | boolean | undefined): Subject[] {
  return dirs.map((dir) => {
    const world = openEnvironment(dir, { pool: 1 });
    world.close();
    const file = typeof given === 'string' ? given : join(dir, FILES.tasks);
    if (!existsSync(file))
      throw badInput({ file, what: 'is not there', mend: `make tasks with callgym tasks ${dir} --count 20` });
    const all = loadTasks(file);
    const tasks = typeof given === 'string' ? all.filter((task) => task.environment === world.hash) : all;
    if (tasks.length === 0)
      throw badInput({ file, what: `has no task of ${dir}`, mend: 'tasks name the hash of their environment' });
    const { name, origin } = world.environment;
    return { dir, name, tasks, entailment: !origin.startsWith('tau2') };
  });
}

function tell(output: Output, name: string, report: AuditReport): void {
  const sound = report.flagged.length === 0;
  output.line(
    `${sound ? output.good('sound') : output.bad('not sound')}  ${name}: ${counted(report.tasks, 'task')}, gold passes ${report.gold_pass}`,
  );
  output.line(
    `  agents that deserve nothing: noop ${report.noop_pass}, done ${report.done_pass}, random ${report.random_pass}, destructive ${report.destructive_pass}, guess ${report.guess_pass}, recite ${report.recite_pass}`,
  );
  output.line(
    `  mutants: ${report.mutants_killed} of ${report.mutants} noticed (${report.mutants_refused} with a refused call; ${report.mutants_equivalent} more were no mistakes); harmless variants: ${report.variants_rejected} of ${report.variants} rejected`,
  );
  output.line(
    `  facts that the user tells: ${report.facts_idle} of ${report.facts} could be changed or left out without consequence`,
  );
  output.line(
    `  holes in gold: ${Object.entries(report.holes)
      .map(([proof, count]) => `${proof} ${count}`)
      .join(', ')}`,
  );
  for (const { task, reason } of report.flagged.slice(0, SHOWN)) output.line(`  ${task}: ${reason}`);
  if (report.flagged.length > SHOWN)
    output.line(output.dim(`  and ${report.flagged.length - SHOWN} more; --json has all`));
}
