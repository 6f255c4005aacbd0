// A text that stands in published files about an environment and nowhere else: a model that knows it has read them.
import { sha256 } from './hash.ts';

/** Follows from the environment's hash, so that anybody can say which it is. */
export function canaryOf(hash: string): string {
  const digest = sha256(`canary ${hash}`);
  return `callgym-canary-${digest.slice(0, 8)}-${digest.slice(8, 12)}-${digest.slice(12, 16)}-${digest.slice(16, 28)}`;
}
