// Tests that a mixture of small toolkits is divided into these toolkits again, without using the groups of the sources.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adjustedRandIndex } from '../../../bench/rand-index.ts';
import { sha256 } from '../../../envs/values/hash.ts';
import { DEFAULT_OPTIONS, findDomains } from '../../../generator/domains/find-domains.ts';
import { makePool } from '../../../generator/pool/make-pool.ts';
import { readPool, type PoolTool } from '../../../generator/pool/pool-tool.ts';
import { lasting } from '../../support/played.ts';

const dir = lasting();

function poolOf(source: string): PoolTool[] {
  const pool = join(dir, 'all.jsonl');
  makePool([source], pool);
  const tools: PoolTool[] = [];
  readPool(pool, (tool) => tools.push(tool));
  return tools;
}

/** Measures how well the domains that are found match the toolkits: 1 means equal, 0 means chance. */
async function agreement(tools: readonly PoolTool[], toolkitOf: (tool: PoolTool) => string): Promise<number> {
  const pool = join(dir, 'mixture.jsonl');
  writeFileSync(pool, tools.map((tool) => `${JSON.stringify(tool)}\n`).join(''));
  const { file } = await findDomains(pool, { ...DEFAULT_OPTIONS, ignoreGroups: true });
  const domainOf = new Map(file.domains.flatMap((domain) => domain.tools.map((tool) => [tool, domain.name] as const)));
  return adjustedRandIndex(
    tools.map(toolkitOf),
    tools.map(({ name }) => domainOf.get(name) ?? name),
  );
}

test('the bundled tool files, read as one list', async () => {
  expect(await agreement(poolOf('fixtures/tools'), ({ source }) => source)).toBeGreaterThan(0.85);
});

const published = join(process.env['CALLGYM_DATA'] ?? '', 'corpora/stabletoolbench_rapidapi.json');
const isThere = process.env['CALLGYM_DATA'] !== undefined && existsSync(published);
if (!isThere) process.stderr.write('No mixtures of published toolkits: CALLGYM_DATA names no folder with corpora\n');

test.skipIf(!isThere)('five mixtures of twenty published toolkits of four to fifteen tools', async () => {
  const toolkits = [...Map.groupBy(poolOf(published), ({ group = '' }) => group)].filter(
    ([name, tools]) => name !== '' && tools.length >= 4 && tools.length <= 15,
  );
  const found: number[] = [];
  for (const mixture of [1, 2, 3, 4, 5]) {
    const drawn = toolkits.map(([name, tools]) => ({ tools, key: sha256(`${mixture} ${name}`) }));
    drawn.sort((one, other) => (one.key < other.key ? -1 : 1));
    found.push(
      await agreement(
        drawn.slice(0, 20).flatMap(({ tools }) => tools),
        ({ group = '' }) => group,
      ),
    );
  }
  const mean = found.reduce((sum, each) => sum + each, 0) / found.length;
  expect(mean, found.map((each) => each.toFixed(3)).join(' ')).toBeGreaterThan(0.55);
});
