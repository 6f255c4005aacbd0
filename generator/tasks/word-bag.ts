// Picks wordings so that the tasks of a run rarely repeat a sentence: the wording that was used least often comes next.
// A wording from a dropped draft counts only a little, but it does count, because the wording may be the reason why the
// draft was dropped.
import { saveMap } from './saved-map.ts';
import type { Random } from '../../envs/random.ts';

/** A wording from a dropped draft counts this much; one from a kept draft counts 1. */
const FELL = 0.25;

export class WordBag {
  private readonly used = new Map<string, number>();
  /** The wordings of the present draft. */
  private drafted: string[] = [];

  /** Saves the state. The returned function restores it. */
  save(): () => void {
    const restore = saveMap(this.used);
    const drafted = [...this.drafted];
    return () => {
      restore();
      this.drafted = [...drafted];
    };
  }

  begin(): void {
    this.drafted = [];
  }

  /** Records that the draft gave no task, so that its wordings count as little used. */
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

  /** Orders items so that those whose names were used least come first. Items with equal counts keep their order. */
  rarestFirst<T>(items: readonly T[], nameOf: (item: T) => string | undefined): T[] {
    const count = (item: T): number => this.used.get(nameOf(item) ?? '') ?? 0;
    return items.toSorted((one, other) => count(one) - count(other));
  }

  /** Counts a name that was chosen without `pick`. */
  note(name: string): void {
    this.used.set(name, (this.used.get(name) ?? 0) + 1);
    this.drafted.push(name);
  }
}
