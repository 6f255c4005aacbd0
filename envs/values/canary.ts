// A text that appears only in published files about an environment. A model that knows the text has read such a file.
import { sha256 } from './hash.ts';

/** The canary is made from the environment's hash, so that anyone can tell to which environment it belongs. */
export function canaryOf(hash: string): string {
  const digest = sha256(`canary ${hash}`);
  return `callgym-canary-${digest.slice(0, 8)}-${digest.slice(8, 12)}-${digest.slice(12, 16)}-${digest.slice(16, 28)}`;
}

/**
 * A canary of any environment, or of a benchmark that has one. The hash of an environment covers its texts, so its own
 * canary cannot stand in them; canaries of others show that published pages were copied in.
 */
export const ANY_CANARY = /callgym-canary-[0-9a-f]{8}(?:-[0-9a-f]{4}){2}-[0-9a-f]{12}|canary\s+guid/i;
