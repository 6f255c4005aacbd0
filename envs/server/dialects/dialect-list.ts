// The list of all protocols of trainers that this server speaks; such a protocol is called a face. To add one, add a
// file or folder here and a line below. The type checker then names the test tables that need a line for it.
import { badInput } from '../../errors/gym-error.ts';
import { episodes } from './episodes.ts';
import type { Face } from './face.ts';
import { nemoGym } from './nemo-gym/nemo-gym.ts';
import { openReward } from './open-reward.ts';
import { openEnv } from './openenv/openenv.ts';
import { tau } from './tau/tau.ts';

const BY_NAME = { ors: openReward, nemo: nemoGym, openenv: openEnv, tau, episodes } as const;

export type FaceName = keyof typeof BY_NAME;

export const FACES: readonly Face[] = Object.values(BY_NAME);

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
