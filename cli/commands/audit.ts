// callgym audit: every task and its verifier tested. JSON, a table on the terminal, a page with --out.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { badInput } from '../../envs/errors/gym-error.ts';
import { FILES, loadTasks, openEnvironment, writeWhole } from '../../envs/folder/environment-folder.ts';
import type { Json } from '../../envs/values/json.ts';
import { auditTasks } from '../../generator/tasks/audit.ts';
import { emptyReport, mergeReports, type AuditReport } from '../../generator/tasks/audit-report.ts';
import { auditPage } from '../../generator/tasks/audit-page.ts';
import type { Command } from '../command.ts';
import type { Output } from '../output.ts';
import { seedOption, wholeOption } from '../options.ts';
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
    seed: { type: 'string', value: 'N', about: 'seed of adversaries and mutants (default 1)' },
  },
  examples: ['callgym audit fixtures/environments/*', 'callgym audit my-env --tasks draft.jsonl --json'],
  run({ args, options, output }) {
    const seed = seedOption(options);
    const mutants = wholeOption(options, 'mutants', 0, 1000) ?? 4;
    const total = emptyReport();
    const pages: { name: string; report: AuditReport }[] = [];
    for (const dir of args) {
      const world = openEnvironment(dir);
      const file = typeof options['tasks'] === 'string' ? options['tasks'] : join(dir, FILES.tasks);
      if (!existsSync(file))
        throw badInput({ file, what: 'is not there', mend: `make tasks with callgym tasks ${dir} --count 20` });
      const all = loadTasks(file);
      const tasks = typeof options['tasks'] === 'string' ? all.filter((task) => task.environment === world.hash) : all;
      if (tasks.length === 0)
        throw badInput({ file, what: `has no task of ${dir}`, mend: 'tasks name the hash of their environment' });
      // tasks that others wrote say in prose what their user knows
      const entailment = !world.environment.origin.startsWith('tau2');
      const { report } = auditTasks(world, tasks, { seed, mutants, entailment }, (done) => {
        if (done % 10 === 0) output.progress(`auditing ${dir}: ${done} of ${tasks.length}`);
      });
      world.close();
      pages.push({ name: world.environment.name, report });
      tell(output, world.environment.name, report);
      mergeReports(total, report);
    }
    if (typeof options['out'] === 'string') writeWhole(options['out'], auditPage(pages));
    return { summary: total as unknown as Record<string, Json>, status: total.flagged.length === 0 ? 0 : 1 };
  },
};

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
