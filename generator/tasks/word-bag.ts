// A bag of wordings: of several wordings for the same thing, the one that was said least often comes next. So the tasks
// of one run repeat a sentence only when no other is left. Words of a draft that fell were said by nobody, so they count
// little; they count at all because the words themselves may be the reason why it fell.
import { saveMap } from './saved-map.ts';
import type { Random } from '../../envs/random.ts';

/** How much a wording counts whose draft fell. */
const FELL = 0.25;

export class WordBag {
  private readonly used = new Map<string, number>();
  /** The wordings of the present draft. */
  private drafted: string[] = [];

  /** The present state; the returned function goes back to it. */
  save(): () => void {
    const restore = saveMap(this.used);
    const drafted = [...this.drafted];
    return () => {
      restore();
      this.drafted = [...drafted];
    };
  }

  /** Begins a draft. */
  begin(): void {
    this.drafted = [];
  }

  /** No task came of the draft. */
  fell(): void {
    for (const wording of this.drafted) this.used.set(wording, (this.used.get(wording) ?? 1) - 1 + FELL);
    this.drafted = [];
  }

  pick<T extends string>(options: readonly T[], random: Random): T {
    const count = (option: T): number => this.used.get(option) ?? 0;
    const least = Math.min(...options.map(count));
    const chosen = random.pick(options.filter((option) => count(option) === least));
    this.used.set(chosen, least + 1);
    this.drafted.push(chosen);
    return chosen;
  }
}
