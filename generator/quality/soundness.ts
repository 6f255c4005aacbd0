// Checks with `callgym check` that the environment is sound: every program is vetted, every tool runs, and the laws
// hold.
import type { QualityCheck } from '../../envs/values/quality.ts';
import type { QualitySubject } from './quality-subject.ts';

const SHOWN = 5;

export function soundness(subject: QualitySubject): QualityCheck {
  const { checks, failures } = subject.check();
  return {
    id: 'soundness',
    pass: checks.failed === 0,
    figure: {
      checks: checks.run,
      failed: checks.failed,
      failures: failures.slice(0, SHOWN).map(({ tool, check, detail }) => `${tool}: ${check}: ${detail}`),
    },
    says: `${checks.run - checks.failed} of ${checks.run} checks hold; all must`,
  };
}
