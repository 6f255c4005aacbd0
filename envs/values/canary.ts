// Makes canaries. A canary is a text that appears only in published files about an environment, so a model that knows
// it has read such a file.
import { sha256 } from './hash.ts';

/**
 * Returns the canary of an environment. The canary follows from the hash, so that anyone can tell to which environment
 * it belongs.
 */
export function canaryOf(hash: string): string {
  const digest = sha256(`canary ${hash}`);
  return `callgym-canary-${digest.slice(0, 8)}-${digest.slice(8, 12)}-${digest.slice(12, 16)}-${digest.slice(16, 28)}`;
}

/**
 * Matches the canary of any environment or benchmark. An environment's own texts cannot hold its own canary, because
 * its hash covers these texts. A canary in them shows that an author copied a published page.
 */
export const ANY_CANARY = /callgym-canary-[0-9a-f]{8}(?:-[0-9a-f]{4}){2}-[0-9a-f]{12}|canary\s+guid/i;
