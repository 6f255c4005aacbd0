// The randomness of an episode: a trial seed from the run's seed, the task and the trial, and one generator per
// purpose.
import { makeRandom, type Random } from '../../envs/random.ts';
import { sha256 } from '../../envs/values/hash.ts';

const MOST = 2 ** 31;

/** The seed of a trial. It differs between the trials of a task. */
export function trialSeedOf(seed: number, hash: string, task: string, trial: number): number {
  const base = Number.parseInt(sha256(JSON.stringify([seed, hash, task])).slice(0, 8), 16);
  return (base + trial) % MOST;
}

export function seatRandom(task: string, trialSeed: number): (purpose: string) => Random {
  return (purpose) => makeRandom(trialSeed, `${task} ${purpose}`);
}
