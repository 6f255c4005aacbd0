// Chance that hangs on a name and a seed alone: where a row stands, on which side a workflow falls.
import { sha256 } from '../../envs/values/hash.ts';

/** From 0 to 1. */
export function chanceOf(seed: number, name: string): number {
  return Number.parseInt(sha256(`${seed} ${name}`).slice(0, 12), 16) / 2 ** 48;
}
