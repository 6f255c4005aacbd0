// Tests the bytes of the environments that are compiled from the bundled schemas, by digests. A change of the compiler
// that should not change its output must keep all digests. `npx vitest run test/generator/compile/byte-net.test.ts -u`
// writes them again.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sha256 } from '../../../envs/values/hash.ts';
import { compileDomain } from '../../../generator/compile/compile-domain.ts';
import { decisionsOf } from '../../../generator/compile/decisions.ts';
import { makePool } from '../../../generator/pool/make-pool.ts';
import { readPool, type PoolTool } from '../../../generator/pool/pool-tool.ts';

const SCHEMAS = fileURLToPath(new URL('../../../fixtures/tools/', import.meta.url));
const OPTIONS = { seed: 1, discovery: true, overrides: {} } as const;

test('the bundled schemas compile to the bytes of the last digests', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-test-'));
  try {
    const digests: string[] = [];
    for (const [at, file] of readdirSync(SCHEMAS).sort().entries()) {
      if (file.endsWith('.parts.yaml')) continue;
      const pool = join(dir, `${at}.jsonl`);
      makePool([join(SCHEMAS, file)], pool);
      const tools: PoolTool[] = [];
      readPool(pool, (tool) => void tools.push(tool));
      const compiled = compileDomain({ name: 'domain', title: 'Domain', description: '', tools }, OPTIONS);
      const bytes = JSON.stringify([compiled.environment, compiled.recipe, decisionsOf(compiled, OPTIONS)]);
      digests.push(`${file} ${sha256(bytes)}`);
    }
    await expect(`${digests.join('\n')}\n`).toMatchFileSnapshot('byte-net.txt');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
