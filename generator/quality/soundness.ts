// Runs `callgym check` on the environment: every program must be safe, every tool must run, and the laws must hold.
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
