// Tests the collections of tools in the folder that CALLGYM_DATA names. The report accounts for every tool, and the
// domains that are found without the known grouping agree with it well enough.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeRandom } from '../../envs/random.ts';
import type { Json, JsonObject } from '../../envs/values/json.ts';
import { DEFAULT_OPTIONS, findDomains } from '../../generator/domains/find-domains.ts';
import { makePool } from '../../generator/pool/make-pool.ts';
import type { PoolTool } from '../../generator/pool/pool-tool.ts';
import { adjustedRandIndex } from '../../bench/rand-index.ts';

const folder = join(process.env['CALLGYM_DATA'] ?? '', 'corpora');
const isThere = process.env['CALLGYM_DATA'] !== undefined && existsSync(folder);
if (!isThere) process.stderr.write('tool corpora are not read: CALLGYM_DATA names no folder with corpora\n');

const dir = mkdtempSync(join(tmpdir(), 'callgym-corpora-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Group {
  readonly domain: string;
  readonly tools: readonly JsonObject[];
}

function pooled(file: string): { tools: PoolTool[]; counted: number } {
  const out = join(dir, 'pool.jsonl');
  const { tools, rejected_total: rejected, duplicates } = makePool([file], out);
  const lines = readFileSync(out, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(tools);
  return { tools: lines.map((line) => JSON.parse(line) as PoolTool), counted: tools + rejected + duplicates };
}

describe.skipIf(!isThere)('corpora', () => {
  test.each([
    ['bfcl_multi_turn.json', 162],
    ['bfcl_non_live.json', 1613],
    ['stabletoolbench_rapidapi.json', 2490],
  ])('%s: tools + rejected + duplicates = %d', (file, count) => {
    const { tools, counted } = pooled(join(folder, file));
    expect(counted).toBe(count);
    expect(tools.length).toBeGreaterThan(count * 0.9);
    for (const { name } of tools) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/);
  });

  test('domains found without the grouping, shuffled, agree with the classes', async () => {
    const groups = JSON.parse(readFileSync(join(folder, 'bfcl_multi_turn.json'), 'utf8')) as Group[];
    // the three storage variants of the memory tools count as one class
    const classOf = (domain: string): string => domain.replace(/_.*$/, '');
    const truth = new Map<string, string>();
    for (const { domain, tools } of groups)
      for (const tool of tools) truth.set(`${String(tool['name'])} ${String(tool['description'])}`, classOf(domain));
    for (const seed of [1, 2]) {
      const flat: Json = makeRandom(seed).shuffled(groups.flatMap(({ tools }) => tools));
      const file = join(dir, 'flat.json');
      writeFileSync(file, JSON.stringify(flat));
      const { tools } = pooled(file);
      const { file: found } = await findDomains(join(dir, 'pool.jsonl'), { ...DEFAULT_OPTIONS, seed });
      const label = new Map(
        found.domains.flatMap((domain) => domain.tools.map((name): [string, string] => [name, domain.name])),
      );
      const index = adjustedRandIndex(
        tools.map(
          ({ name, description, original }) =>
            truth.get(`${original.name ?? name} ${original.description ?? description}`) ?? '',
        ),
        tools.map(({ name }) => label.get(name) ?? name),
      );
      expect(index).toBeGreaterThanOrEqual(0.7);
    }
  });
});
