// Makes canaries. A canary is a text that appears only in published files about an environment. A model that can repeat
// the text has therefore read such a file.
import { sha256 } from './hash.ts';

/**
 * Returns the canary of an environment. It is computed from the hash, so that anyone can find out to which environment
 * a canary belongs.
 */
export function canaryOf(hash: string): string {
  const digest = sha256(`canary ${hash}`);
  return `callgym-canary-${digest.slice(0, 8)}-${digest.slice(8, 12)}-${digest.slice(12, 16)}-${digest.slice(16, 28)}`;
}

/**
 * Matches the canary of any environment or benchmark. An environment cannot contain its own canary, because its hash
 * covers its texts. A canary in its texts therefore shows that the author copied a published page.
 */
export const ANY_CANARY = /callgym-canary-[0-9a-f]{8}(?:-[0-9a-f]{4}){2}-[0-9a-f]{12}|canary\s+guid/i;
