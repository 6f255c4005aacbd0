// Computes the hash that names an environment.
import type { Environment } from '../values/environment.ts';
import { sha256 } from '../values/hash.ts';
import { canonicalJson } from '../values/json.ts';

/**
 * Computes the hash from the environment's canonical JSON and its initial rows. The order of the lines in the seed file
 * does not matter.
 */
export function environmentHash(environment: Environment, rowsHash: string): string {
  const { seed: _seed, ...rest } = environment;
  return sha256(
    `${canonicalJson({ ...rest, schema: environment.schema.replaceAll('\r\n', '\n').trim() })}\n${rowsHash}`,
  );
}
