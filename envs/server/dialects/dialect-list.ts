// Every face of the seat. Adding one: a file or folder here and a line below.
import { badInput } from '../../errors/gym-error.ts';
import { episodes } from './episodes.ts';
import type { Face } from './face.ts';
import { nemoGym } from './nemo-gym/nemo-gym.ts';
import { openReward } from './open-reward.ts';
import { openEnv } from './openenv/openenv.ts';
import { tau } from './tau/tau.ts';

export const FACES: readonly Face[] = [openReward, nemoGym, openEnv, tau, episodes];

/** Faces by name; an unknown one is an error. */
export function facesNamed(names: readonly string[]): readonly Face[] {
  for (const name of names)
    if (!FACES.some((face) => face.name === name))
      throw badInput({
        path: `--dialects ${name}`,
        what: 'is no dialect',
        mend: `there are ${FACES.map((face) => face.name).join(', ')}`,
      });
  return FACES.filter(({ name }) => names.includes(name));
}
