// A pseudo-random number that depends only on a name and a seed. The number decides the order of rows, and whether
// the tasks of one workflow go to the training side or to the test side.
import { sha256 } from '../../envs/values/hash.ts';

/** Returns a number of at least 0 and below 1. */
export function chanceOf(seed: number, name: string): number {
  return Number.parseInt(sha256(`${seed} ${name}`).slice(0, 12), 16) / 2 ** 48;
}
