// Computes hashes of texts: SHA-256 in lower-case hexadecimal, and a short digest that distinguishes texts but is no
// proof.
import { createHash } from 'node:crypto';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns 31 bits of the FNV-1a hash over UTF-16 units. The small number serves to tell different answers apart. */
export function digestOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash & 0x7fffffff;
}
