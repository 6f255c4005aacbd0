// The canary of the environment, for files that are published. It must stand in nothing that an agent reads: episodes are
// training data, and a canary in them would mark every model that trains on them.
import { promptFor } from '../../envs/server/prompt.ts';
import { listTools } from '../../envs/server/tool-listing.ts';
import { canaryOf } from '../../envs/values/canary.ts';
import type { QualityCheck } from '../../envs/values/quality.ts';
import type { PlayedSubject } from './played-subject.ts';

export function canary({ world, tasks }: PlayedSubject): QualityCheck {
  const text = canaryOf(world.hash);
  const [task] = tasks;
  const read = [
    JSON.stringify(promptFor(world, task, 'agent')),
    JSON.stringify(listTools(world, 'agent', 'openai')),
    ...tasks.map(({ user }) => JSON.stringify(user)),
    ...world.environment.seed.map(({ row }) => JSON.stringify(row)),
  ];
  const seen = read.filter((each) => each.includes(text)).length;
  return {
    id: 'canary',
    pass: seen === 0,
    figure: { canary: text, seen },
    says: `${text}; it stands in ${seen} texts that agents read (none may have it)`,
  };
}
