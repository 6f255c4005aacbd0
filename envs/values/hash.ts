// Content hashes. One algorithm, one spelling: lower-case hex of SHA-256.
import { createHash } from 'node:crypto';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
