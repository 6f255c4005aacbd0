// The random seeds of an episode. The seed of a trial is computed from the run's seed, the task and the trial's number.
// Each purpose has its own generator.
import { makeRandom, type Random } from '../../envs/random.ts';
import { sha256 } from '../../envs/values/hash.ts';

const MOST = 2 ** 31;

/** Returns the seed of a trial. The trials of a task have consecutive and therefore different seeds. */
export function trialSeedOf(seed: number, hash: string, task: string, trial: number): number {
  const base = Number.parseInt(sha256(JSON.stringify([seed, hash, task])).slice(0, 8), 16);
  return (base + trial) % MOST;
}

export function seatRandom(task: string, trialSeed: number): (purpose: string) => Random {
  return (purpose) => makeRandom(trialSeed, `${task} ${purpose}`);
}
