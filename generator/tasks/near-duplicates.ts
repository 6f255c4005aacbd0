// Finds tasks that ask for the same thing in nearly the same words.
import type { Task } from '../../envs/values/task.ts';

const GRAM = 3;
/** Two texts count as nearly the same if they share at least this part of their runs of three words. */
const ALIKE = 0.85;

/**
 * Returns pairs of ids, with the earlier task first; twins do not count. The opening and the goal must be nearly the
 * same, and the expected calls must use the same tools in the same order.
 */
export function nearDuplicates(tasks: readonly Task[]): [string, string][] {
  const found: [string, string][] = [];
  const groups = new Map<string, { task: Task; grams: ReadonlySet<string> }[]>();
  for (const task of tasks) {
    const shape = task.gold.calls.map((call) => call.name).join(' ');
    const grams = gramsOf(`${task.user.opening} ${task.user.goal}`);
    const group = groups.get(shape) ?? [];
    const like = group.find((each) => isAlike(each.grams, grams));
    if (like !== undefined && like.task.twin !== task.id && task.twin !== like.task.id)
      found.push([like.task.id, task.id]);
    group.push({ task, grams });
    groups.set(shape, group);
  }
  return found;
}

export function gramsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.slice(0, Math.max(words.length - GRAM + 1, 1)).map((_word, at) => words.slice(at, at + GRAM).join(' ')),
  );
}

export function isAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const gram of a) if (b.has(gram)) shared += 1;
  return shared / Math.max(a.size + b.size - shared, 1) >= ALIKE;
}
