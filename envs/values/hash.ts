// Content hashes as lower-case hex of SHA-256, and a short digest that distinguishes texts but proves nothing.
import { createHash } from 'node:crypto';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** FNV-1a over UTF-16 units, 31 bits: a small integer that tells different answers apart. */
export function digestOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash & 0x7fffffff;
}
