// Checks the canary of the environment: a marker text in published files. A model that can repeat this text was trained
// on these files. No text that a player reads may contain a canary, because training on episodes is allowed and must
// not look like training on the published files.
import { promptFor } from '../../envs/server/prompt.ts';
import { listTools } from '../../envs/server/tool-listing.ts';
import { ANY_CANARY, canaryOf } from '../../envs/values/canary.ts';
import type { QualityCheck } from '../../envs/values/quality.ts';
import type { PlayedSubject } from './played-subject.ts';

const SHOWN = 5;

export function canary({ world, tasks }: PlayedSubject): QualityCheck {
  const text = canaryOf(world.hash);
  const { title, description, policy, seed } = world.environment;
  const read: [string, unknown][] = [
    ['the title', title],
    ['the description', description],
    ['the policy', policy],
    ...(['agent', 'user'] as const).map((side): [string, unknown] => [
      `the tools of the ${side}`,
      listTools(world, side, 'openai'),
    ]),
    ...tasks.flatMap((task): [string, unknown][] => [
      [`the prompt of ${task.id}`, promptFor(world, task, 'agent', { solo: true }).opening],
      [`the user of ${task.id}`, task.user],
    ]),
    ...seed.map(({ table, row }): [string, unknown] => [`a row of ${table}`, row]),
  ];
  const seen = read.filter(([, each]) => ANY_CANARY.test(JSON.stringify(each) ?? '')).map(([where]) => where);
  return {
    id: 'canary',
    pass: seen.length === 0,
    figure: { canary: text, seen: seen.length, places: [...new Set(seen)].slice(0, SHOWN) },
    says: `${text}; a canary stands in ${seen.length} texts that players read (none may have one)`,
  };
}
