// Checks that the verifier rejects solutions with a fault and accepts harmless variants.
import type { QualityCheck } from '../../envs/values/quality.ts';
import type { QualitySubject } from './quality-subject.ts';

const SHOWN = 5;

export function verifier(subject: QualitySubject): QualityCheck {
  const { report } = subject.audit();
  return {
    id: 'verifier',
    pass: report.flagged.length === 0,
    figure: {
      mutants: report.mutants,
      mutants_noticed: report.mutants_killed,
      variants: report.variants,
      variants_rejected: report.variants_rejected,
      tasks_flagged: new Set(report.flagged.map(({ task }) => task)).size,
      reasons: report.flagged.slice(0, SHOWN).map(({ task, reason }) => `${task}: ${reason}`),
    },
    says: `${report.mutants_killed} of ${report.mutants} spoiled solutions are noticed, ${report.variants_rejected} of ${report.variants} harmless ones rejected, ${report.flagged.length} complaints of the audit; none may be left`,
  };
}
