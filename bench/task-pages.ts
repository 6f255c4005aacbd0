// Writes the two pages of measure:tasks: the figures about tasks and their audits, and a sample of tasks in a form for
// people.
import { emptyReport, mergeReports, type AuditReport } from '../generator/tasks/audit-report.ts';
import { barHead, barRow, type Bars } from './task-bars.ts';
import type { Part } from './task-parts.ts';

/** Matches the compiled environments whose tasks are shown. */
const SHOWN = /clinic|library|lockers/;
const HALF = 0.5;

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
const unjudged = (count: number): string => (count > 0 ? ` (+${count} unjudged)` : '');

function auditRow(name: string, report: AuditReport, longest: number, took: string): string {
  const columns = [
    name,
    report.tasks,
    `${report.gold_pass}${unjudged(report.gold_unjudged)}`,
    `${report.noop_pass}${unjudged(report.noop_unjudged)}`,
    report.done_pass,
    report.random_pass,
    report.destructive_pass,
    report.guess_pass,
    report.recite_pass,
    `${report.mutants_killed} of ${report.mutants}`,
    report.mutants_refused,
    `${report.variants_rejected} of ${report.variants}`,
    `${report.facts_idle} of ${report.facts}`,
    longest,
    took,
  ];
  return `| ${columns.join(' | ')} |`;
}

const longestOf = (parts: readonly Part[]): number => Math.max(0, ...parts.map(({ calls }) => calls.at(-1) ?? 0));
const took = (seconds: number): string => (seconds === 0 ? 'there already' : `${seconds.toFixed(0)} s`);

function merged(parts: readonly Part[]): AuditReport {
  const all = emptyReport();
  for (const { report } of parts) mergeReports(all, report);
  return all;
}

function worldRow({ name, tasks, calls, services, twins }: Part): string {
  const few = Math.min(...services);
  return `| ${name} | ${tasks} | ${calls[Math.floor(calls.length * HALF)] ?? 0} | ${calls.at(-1) ?? 0} | ${few} to ${Math.max(...services)} | ${twins} |`;
}

const WORLD_HEAD =
  '| world | tasks | calls, median | most calls | services in a task | tasks with a twin |\n| --- | --- | --- | --- | --- | --- |';

/** Returns the means over all compiled environments, because a table with a line for each would be too long. */
function meanBars(parts: readonly Part[]): Bars | undefined {
  const all = parts.flatMap(({ bars, tasks }) => (bars === undefined || tasks === 0 ? [] : [bars]));
  const [first] = all;
  if (first === undefined) return undefined;
  const mean = (key: keyof Bars): number =>
    Math.round((sum(all.map((bars) => bars[key])) / all.length) * (key === 'distinct_2' ? 100 : 10)) /
    (key === 'distinct_2' ? 100 : 10);
  const means = Object.fromEntries((Object.keys(first) as (keyof Bars)[]).map((key) => [key, mean(key)]));
  return { ...first, ...means };
}

export function figuresPage(parts: readonly Part[], missing: readonly string[], machine: string): string {
  const of = (group: Part['group']): Part[] => parts.filter((part) => part.group === group);
  const compiled = of('compiled');
  const ours = parts.filter(({ group }) => group !== 'tau2');
  const single = [...of('authored'), ...of('gallery'), ...of('world')];
  const rows = [
    ...single.map(({ name, report, calls, seconds }) => auditRow(name, report, calls.at(-1) ?? 0, took(seconds))),
    ...(compiled.length === 0
      ? []
      : [
          auditRow(
            `${compiled.length} compiled`,
            merged(compiled),
            longestOf(compiled),
            took(sum(compiled.map(({ seconds }) => seconds))),
          ),
        ]),
    ...of('tau2').map(({ name, report, calls }) => auditRow(name, report, calls.at(-1) ?? 0, took(0))),
  ];
  const means = meanBars(compiled);
  const bars = [
    ...single.flatMap(({ name, bars: own }) => (own === undefined ? [] : [barRow(name, own)])),
    ...(means === undefined ? [] : [barRow('compiled, mean', means)]),
  ];
  const fewer = compiled.filter(({ tasks, wanted }) => tasks < wanted);
  const all = merged(ours);
  const care = parts.find(({ name }) => name === 'carrier-care');
  const operators = Object.entries(all.by_operator)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([operator, count]) =>
        `| ${operator} | ${count.mutants} | ${count.killed} | ${count.refused} | ${count.equivalent} |`,
    );
  return `# Tasks and their audit

<!-- Made by npm run measure:tasks. Do not edit. -->

On ${machine}. The columns in the middle count tasks that an agent passes which deserves nothing; of twins it must pass both. Then spoiled gold that was noticed, how much of it had a call refused, harmless variants of gold that were rejected, and what users know that could be changed or left out without consequence.

| environment | tasks | gold passes | noop | done | random | destructive | guess | recite | mutants noticed | with a refused call | variants rejected | facts idle | most calls | took |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
${compiled.length === 0 ? '' : `\n${compiled.length - fewer.length} of the ${compiled.length} compiled environments carry all ${compiled[0]?.wanted ?? 0}${fewer.length === 0 ? '' : `; fewer: ${fewer.map(({ name, tasks }) => `${name} ${tasks}`).join(', ')}`}.\n`}${missing.length === 0 ? '' : `\nNot measured since they changed last: ${missing.join('; ')}.\n`}
## How deep they are, and how they read

In percent, but for means, counts and distinct-2; over the first 40 tasks of an environment, tools and rules over all. A chain is a row of calls each of which takes something from one before; a rule is tempted by a task that makes or declines a call which it guards.${care === undefined ? '' : ` In ${Math.round((care.diagnoses / Math.max(care.tasks, 1)) * 100)} % of carrier-care's tasks the agent finds out what is wrong.`}

${barHead()}
${bars.join('\n')}

## Several services

${WORLD_HEAD}
${of('world').map(worldRow).join('\n')}

## Honest gold

What each proof found in the ${all.tasks} tasks above, those of tau2-bench left out. [What they prove](tasks.md#what-the-audit-demands), and [over thirty holes planted by hand](../test/generator/tasks/planted-holes.test.ts) that they find.

| proof | tasks with a hole |
| --- | --- |
${Object.entries(all.holes)
  .map(([proof, count]) => `| ${proof} | ${count} |`)
  .join('\n')}

## Mistakes that were tried

All but tau2-bench's tasks. Mutants whose rows and answers are exactly gold's are no mistakes and stand apart.

| mistake | tried | noticed | with a refused call | no mistake after all |
| --- | --- | --- | --- | --- |
${operators.join('\n')}
`;
}

export function samplePage(parts: readonly Part[]): string {
  const shown = parts.filter(
    ({ group, name }) => group === 'authored' || group === 'gallery' || (group === 'compiled' && SHOWN.test(name)),
  );
  return `# Tasks as a person meets them

<!-- Made by npm run measure:tasks. Do not edit. -->

Ten tasks, drawn by seed, of each environment that is written by hand or by a model, and of some that are compiled from the bundled schemas. Each has the user's first words, the facts that the user adds when asked, and gold's calls.

${shown.flatMap(({ sample }) => sample).join('\n')}
`;
}
