// Checks that the environment has no tool and no wish in common with the given benchmarks.
import { asJson } from '../../envs/values/json.ts';
import type { QualityCheck } from '../../envs/values/quality.ts';
import { overlapWith, readAgainst } from '../datasets/overlap.ts';
import type { PlayedSubject } from './played-subject.ts';

export function contamination({ world, tasks, against }: PlayedSubject): QualityCheck {
  if (against.length === 0)
    return {
      id: 'contamination',
      pass: null,
      figure: { against: [] },
      says: 'needs the files of benchmarks: --against FILE',
    };
  const tools = asJson(world.environment.tools);
  const wishes = new Map(tasks.map(({ id, user }) => [id, user.opening]));
  const found = against.map((file) => overlapWith(readAgainst(file), tools, wishes));
  const shared = found.reduce((sum, { tools: same, wishes: alike }) => sum + same.same + alike.same, 0);
  return {
    id: 'contamination',
    pass: shared === 0,
    figure: { against: asJson(found) },
    says: `${shared} tools and wishes are those of ${against.length} files; none may be`,
  };
}
