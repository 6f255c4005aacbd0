// The interface of work that worker processes do: `open` prepares a process once, and `do` works on one item. Inputs,
// items and results are plain JSON, because they travel between processes.
import type { Json } from '../../envs/values/json.ts';

export interface Job<S, I, R> {
  open(setup: S): Promise<JobWork<I, R>>;
}

export interface JobWork<I, R> {
  /** Works on one item. `tell` sends parts of the result while the item is worked on. */
  do(item: I, tell: (part: Json) => void): R | Promise<R>;
  close?(): void | Promise<void>;
}
