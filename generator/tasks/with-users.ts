// Gives drafts their users: a persona of a role that may ask, and reasons that are true at the start. Both only add
// words.
import { makeRandom, type Random } from '../../envs/random.ts';
import { withCauses } from './causes.ts';
import type { Draft } from './draft-task.ts';
import type { Ground } from './plan-goals.ts';
import { withPersona } from './who-asks.ts';

/**
 * Returns the drafts with their users. A task and its twin (nearly the same task with another right outcome) get the
 * same user if their first messages are the same.
 */
export function withUsers(
  groundOf: (random: Random) => Ground,
  seed: number,
  drafts: readonly Draft[],
): readonly Draft[] {
  const [first] = drafts;
  const isOne = drafts.every(({ opening }) => opening === first?.opening);
  return (isOne ? [drafts] : drafts.map((draft) => [draft])).flatMap((same) => {
    // these draws have their own random sequence, so that words about the user change no other draw
    const random = makeRandom(seed, `user ${same[0]?.opening ?? ''}`);
    const ground = groundOf(random);
    return withCauses(ground, withPersona(ground.atlas.world, same, random), random);
  });
}
