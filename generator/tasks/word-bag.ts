// A bag of wordings: of several wordings for the same thing, the one that was said least often comes next. So the tasks
// of one run repeat a sentence only when no other is left.
import { saveMap } from './saved-map.ts';
import type { Random } from '../../envs/random.ts';

export class WordBag {
  private readonly used = new Map<string, number>();

  /** The present state; the returned function goes back to it. */
  save(): () => void {
    return saveMap(this.used);
  }

  pick<T extends string>(options: readonly T[], random: Random): T {
    const count = (option: T): number => this.used.get(option) ?? 0;
    const least = Math.min(...options.map(count));
    const chosen = random.pick(options.filter((option) => count(option) === least));
    this.used.set(chosen, least + 1);
    return chosen;
  }
}
