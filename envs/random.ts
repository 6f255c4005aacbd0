// Random numbers from a seed. Each purpose has its own named generator, so that an additional draw for one purpose does
// not change the numbers of another.
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { digestOf } from './values/hash.ts';

export interface Random {
  /** Returns a number of at least 0 and below 1. */
  real(): number;
  /** Returns a whole number between two bounds; both bounds are possible results. */
  int(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
}

export function makeRandom(seed: number, name = ''): Random {
  const generator = xoroshiro128plus((seed ^ digestOf(`${name}/${seed}`)) | 0);
  const real = (): number => uniformFloat64(generator);
  const int = (least: number, most: number): number => least + Math.floor(real() * (most - least + 1));
  return {
    real,
    int,
    pick: <T>(items: readonly T[]): T => items[int(0, items.length - 1)] as T,
    shuffled: <T>(items: readonly T[]): T[] => {
      const copy = [...items];
      for (let at = copy.length - 1; at > 0; at--) {
        const other = int(0, at);
        [copy[at], copy[other]] = [copy[other] as T, copy[at] as T];
      }
      return copy;
    },
  };
}
