// Writes the user's facts for a language model that plays the user: each fact with its value and the moment to tell it.
// Facts that all people know about themselves are included.
import type { Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { spoken } from '../../envs/words/spoken.ts';
import { knownFacts, type KnownFact } from './known-facts.ts';
import { selfFacts } from './self.ts';

const WHEN: Readonly<Record<KnownFact['say'], string>> = {
  open: 'at any time',
  asked: 'when asked for it',
  insist: 'again when refused, once',
  wrong_first: 'wrongly at first, then corrected',
  later: 'not before it comes to their mind',
};

export function structuredFacts(task: Task, world: World): string {
  const told = knownFacts(task);
  const facts = [...told, ...selfFacts(world, task, told)].map(({ label, owner, value, say }) => ({
    fact: owner === undefined ? label : `${label} of the ${owner}`,
    value: spoken(value as Json, label),
    say: WHEN[say],
  }));
  return `# Facts\n\nNothing but these is known to the customer:\n\n${facts.map((fact) => JSON.stringify(fact)).join('\n')}`;
}
