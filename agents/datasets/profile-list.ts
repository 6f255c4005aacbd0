// Every training format. To add a format, write a file in profiles/ and add a line below.
import type { Profile } from './profile.ts';
import { atifProfile } from './profiles/atif.ts';
import { axolotlProfile } from './profiles/axolotl.ts';
import { canonicalProfile } from './profiles/canonical.ts';
import { llamafactoryProfile } from './profiles/llamafactory.ts';
import { nemoGymProfile } from './profiles/nemo-gym.ts';
import { openaiProfile } from './profiles/openai.ts';
import { primeProfile } from './profiles/prime.ts';
import { rlProfile } from './profiles/rl.ts';
import { skyrlProfile } from './profiles/skyrl.ts';
import { slimeProfile } from './profiles/slime.ts';
import { swiftProfile } from './profiles/swift.ts';
import { trlProfile } from './profiles/trl.ts';
import { verlProfile } from './profiles/verl.ts';

export const PROFILES: readonly Profile[] = [
  openaiProfile,
  trlProfile,
  llamafactoryProfile,
  verlProfile,
  swiftProfile,
  axolotlProfile,
  skyrlProfile,
  slimeProfile,
  primeProfile,
  nemoGymProfile,
  atifProfile,
  rlProfile,
  canonicalProfile,
];
