// Measures the mean reward of adversaries, that is, of agents that deserve none, such as one that does nothing.
// Compares it with the mean reward of the expected solution.
import type { QualityCheck } from '../../envs/values/quality.ts';
import { ADVERSARIES } from '../../envs/verification/adversaries.ts';
import type { QualitySubject } from './quality-subject.ts';

const HIGHEST_FLOOR = 0.01;
const SMALLEST_GAP = 0.95;

export function floors(subject: QualitySubject): QualityCheck {
  const { audits, report } = subject.audit();
  const mean = (passed: number): number => (audits.length === 0 ? 0 : Number((passed / audits.length).toFixed(4)));
  // a task and its twin (which wants another outcome) count as one, because an agent that always declines would pass
  // one of the two
  const by = Object.fromEntries(ADVERSARIES.map((each) => [each, mean(report[`${each}_pass`])]));
  const apart = Object.fromEntries(
    ADVERSARIES.map((each) => [each, mean(audits.filter(({ adversaries }) => adversaries[each]).length)]),
  );
  const floor = Math.max(...Object.values(by));
  const ceiling = mean(audits.filter(({ gold }) => gold).length);
  const gap = Number((ceiling - floor).toFixed(4));
  return {
    id: 'reward_floor_and_gap',
    pass: floor <= HIGHEST_FLOOR && gap >= SMALLEST_GAP,
    figure: { floor, ceiling, gap, by_agent: by, twins_apart: apart },
    says: `mean reward of the best undeserving agent ${floor} (at most ${HIGHEST_FLOOR}), of gold ${ceiling}, gap ${gap} (at least ${SMALLEST_GAP})`,
  };
}
