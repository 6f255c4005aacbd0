// The hubs that `callgym export` can write for.
import { harborHub } from './harbor.ts';
import type { Hub } from './hub.ts';
import { nemoGymHub } from './nemo-gym.ts';
import { openEnvHub } from './open-env.ts';
import { verifiersHub } from './verifiers.ts';

export const HUBS: readonly Hub[] = [verifiersHub, openEnvHub, nemoGymHub, harborHub];
