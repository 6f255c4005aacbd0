// Measures the time to compute the dependencies between 30,000 invented tools. Each domain has its own invented words
// for its resources; all domains share the verbs. The floor (the least possible cost) is to read the same file and
// parse every line.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRandom, type Random } from '../envs/random.ts';
import type { JsonObject } from '../envs/values/json.ts';
import { DEFAULT_OPTIONS, findDomains } from '../generator/domains/find-domains.ts';
import { readPool, type PoolTool } from '../generator/pool/pool-tool.ts';
import { microseconds, result, type BenchResult } from './measure.ts';

const TOOLS = 30_000;
const PER_DOMAIN = 24;
const SYLLABLES = [
  'ba',
  'ko',
  'ri',
  'lu',
  'men',
  'tor',
  'vas',
  'pel',
  'din',
  'gra',
  'sho',
  'nek',
  'ul',
  'fi',
  'zam',
  'ter',
];
const VERBS = ['get', 'list', 'create', 'update', 'delete', 'search', 'cancel', 'approve'];

export async function benchGraph(): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-graph-'));
  try {
    const pool = join(dir, 'pool.jsonl');
    writeFileSync(pool, syntheticPool(TOOLS, 1));
    const floor = microseconds(() => readPool(pool, () => undefined));
    const start = process.hrtime.bigint();
    await findDomains(pool, { ...DEFAULT_OPTIONS, ignoreGroups: true });
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    return [result('graph.30k', seconds, 's', floor / 1e6)];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function syntheticPool(tools: number, seed: number): string {
  const random = makeRandom(seed, 'synthetic pool');
  const lines: string[] = [];
  for (let domain = 0; lines.length < tools; domain++) {
    const nouns = Array.from({ length: 4 }, () => word(random));
    const shared = Array.from({ length: 12 }, () => word(random));
    for (let at = 0; at < PER_DOMAIN && lines.length < tools; at++)
      lines.push(JSON.stringify(toolOf(domain, at, nouns, shared, random)));
  }
  return `${lines.join('\n')}\n`;
}

function toolOf(
  domain: number,
  at: number,
  nouns: readonly string[],
  shared: readonly string[],
  random: Random,
): PoolTool {
  const noun = nouns[at % nouns.length] ?? '';
  const verb = VERBS[Math.floor(at / nouns.length) % VERBS.length] ?? 'get';
  const leaf = (name: string): [string, JsonObject] => [
    name,
    {
      type: random.pick(['string', 'integer', 'number', 'boolean']),
      description: `The ${random.pick(shared)} of the ${noun}.`,
    },
  ];
  const fields = Object.fromEntries([
    leaf('id'),
    leaf('status'),
    ...random
      .shuffled(shared)
      .slice(0, 8)
      .map((each) => leaf(`${noun}_${each}`)),
  ]);
  return {
    name: `${verb}_${noun}_${domain}_${at}`,
    description: `To ${verb} a ${noun} with its ${random.pick(shared)} and ${random.pick(shared)}, given the ${random.pick(nouns)}.`,
    parameters: {
      type: 'object',
      properties: Object.fromEntries([
        leaf(`${noun}_id`),
        leaf('limit'),
        leaf(`${random.pick(nouns)}_id`),
        leaf(random.pick(shared)),
      ]),
    },
    returns: {
      type: 'object',
      properties: { [noun]: { type: 'array', items: { type: 'object', properties: fields } } },
    },
    source: 'synthetic',
    original: { name: `${verb}_${noun}` },
  };
}

function word(random: Random): string {
  return Array.from({ length: random.int(2, 4) }, () => random.pick(SYLLABLES)).join('');
}
