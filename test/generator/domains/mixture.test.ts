// A mixture of small toolkits falls into its toolkits again, without the grouping of their sources.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adjustedRandIndex } from '../../../bench/rand-index.ts';
import { DEFAULT_OPTIONS, findDomains } from '../../../generator/domains/find-domains.ts';
import { makePool } from '../../../generator/pool/make-pool.ts';
import { lasting } from '../../support/played.ts';

const dir = lasting();

test('the bundled tool files, read as one list', async () => {
  const pool = join(dir, 'pool.jsonl');
  makePool(['fixtures/tools'], pool);
  const sourceOf = new Map(
    readFileSync(pool, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; source: string })
      .map(({ name, source }) => [name, source]),
  );
  const { file } = await findDomains(pool, { ...DEFAULT_OPTIONS, ignoreGroups: true });
  const domainOf = new Map(file.domains.flatMap(({ name, tools }) => tools.map((tool) => [tool, name] as const)));
  const names = [...sourceOf.keys()];
  const agreement = adjustedRandIndex(
    names.map((name) => sourceOf.get(name) ?? ''),
    names.map((name) => domainOf.get(name) ?? name),
  );
  expect(agreement).toBeGreaterThan(0.85);
});
