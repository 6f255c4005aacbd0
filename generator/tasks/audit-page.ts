// Writes the audit reports of several environments as one Markdown page.
import type { AuditReport } from './audit-report.ts';

export function auditPage(audits: readonly { readonly name: string; readonly report: AuditReport }[]): string {
  const lines = ['# Audit', ''];
  lines.push(
    '| environment | tasks | gold | noop | done | random | destructive | guess | recite | mutants noticed | variants rejected | facts idle |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const { name, report: r } of audits)
    lines.push(
      `| ${name} | ${r.tasks} | ${r.gold_pass} | ${r.noop_pass} | ${r.done_pass} | ${r.random_pass} | ${r.destructive_pass} | ${r.guess_pass} | ${r.recite_pass} | ${r.mutants_killed} of ${r.mutants} | ${r.variants_rejected} of ${r.variants} | ${r.facts_idle} of ${r.facts} |`,
    );
  for (const { name, report } of audits) {
    lines.push('', `## ${name}`, '');
    lines.push(
      '| mistake | tried | noticed | with a refused call | no mistake after all |',
      '| --- | --- | --- | --- | --- |',
    );
    for (const [operator, count] of Object.entries(report.by_operator).sort(([a], [b]) => (a < b ? -1 : 1)))
      lines.push(`| ${operator} | ${count.mutants} | ${count.killed} | ${count.refused} | ${count.equivalent} |`);
    lines.push('', '| proof of honest gold | tasks with a hole |', '| --- | --- |');
    for (const [proof, count] of Object.entries(report.holes)) lines.push(`| ${proof} | ${count} |`);
    if (report.flagged.length === 0) continue;
    lines.push('', 'What does not hold:', '');
    for (const { task, reason } of report.flagged) lines.push(`- ${task}: ${reason.replaceAll('|', String.raw`\|`)}`);
  }
  return `${lines.join('\n')}\n`;
}
