// Checks that an agent passes no task if it does nothing, or if it only says "done".
import type { QualityCheck } from '../../envs/values/quality.ts';
import type { QualitySubject } from './quality-subject.ts';

export function noOp(subject: QualitySubject): QualityCheck {
  const { report } = subject.audit();
  const passed = report.noop_pass + report.done_pass;
  return {
    id: 'no_op',
    pass: passed === 0,
    figure: { tasks: report.tasks, noop_pass: report.noop_pass, done_pass: report.done_pass },
    says: `of ${report.tasks} tasks an idle agent passes ${report.noop_pass}, one that claims success ${report.done_pass}; none may pass`,
  };
}
