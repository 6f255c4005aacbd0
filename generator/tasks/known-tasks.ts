// Remembers the tasks that exist already. A new task needs a new id and a new goal, and must not be nearly the same as
// a known task.
import type { Task } from '../../envs/values/task.ts';
import { shapeOf } from './flaws.ts';
import { gramsOf, isAlike } from './near-duplicates.ts';

export class KnownTasks {
  private readonly shapes = new Map<string, ReadonlySet<string>[]>();
  /** For each goal and each first message, the number of tasks that have it. */
  private readonly texts = new Map<string, number>();
  /** The highest number among the ids of each kind. */
  readonly numbers = new Map<string, number>();

  /** Remembers the number at the end of an id, so that later ids get higher numbers. */
  count(id: string): void {
    const [, kind = '', number = ''] = /^(.*)-(\d+)$/.exec(id) ?? [];
    if (number !== '') this.numbers.set(kind, Math.max(this.numbers.get(kind) ?? 0, Number(number)));
  }

  /** Returns ids for tasks of these kinds, with the next free numbers. */
  nextIds(kinds: readonly Task['kind'][]): string[] {
    return kinds.map((kind, at) => {
      const before = kinds.slice(0, at).filter((each) => each === kind).length;
      return `${kind}-${String((this.numbers.get(kind) ?? 0) + before + 1).padStart(3, '0')}`;
    });
  }

  add(task: Task): void {
    for (const text of textsOf(task)) this.texts.set(text, (this.texts.get(text) ?? 0) + 1);
    const shape = shapeOf(task);
    const known = this.shapes.get(shape) ?? [];
    known.push(gramsOf(wordsOf(task)));
    this.shapes.set(shape, known);
  }

  /** Removes a task. It must be the task that was added last. */
  remove(task: Task): void {
    for (const text of textsOf(task)) {
      const count = (this.texts.get(text) ?? 1) - 1;
      if (count === 0) this.texts.delete(text);
      else this.texts.set(text, count);
    }
    this.shapes.get(shapeOf(task))?.pop();
  }

  has(task: Task): boolean {
    // two tasks with the same goal text count as the same, even if they use other tools; so do two with the same first
    // message
    if (textsOf(task).some((text) => this.texts.has(text))) return true;
    const grams = gramsOf(wordsOf(task));
    return (this.shapes.get(shapeOf(task)) ?? []).some((each) => isAlike(each, grams));
  }
}

const textsOf = ({ user }: Task): string[] => [`goal: ${user.goal}`, `opening: ${user.opening}`];

function wordsOf({ user }: Task): string {
  return `${user.opening} ${user.goal}`;
}
