// npm run measure:rules -- INPUT…: compiles the bundled tool lists and other inputs, and prints how often each rule of
// the compiler applies, and in how many lists. A rule that applies in only one list was made for that list and is too
// special.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileDomain, type Compiled } from '../generator/compile/compile-domain.ts';
import { FORMULAS } from '../generator/compile/formulas/library.ts';
import { PROMISES } from '../generator/compile/promises/keep-promises.ts';
import { READINGS } from '../generator/compile/readings/registry.ts';
import { allPools } from '../generator/lexicon/pools/find-pool.ts';
import { makePool } from '../generator/pool/make-pool.ts';
import { readPool, type PoolTool } from '../generator/pool/pool-tool.ts';

const inputs = [fileURLToPath(new URL('../fixtures/tools/', import.meta.url)), ...process.argv.slice(2)];
const dir = mkdtempSync(join(tmpdir(), 'callgym-rules-'));
/** For each rule and each list, the number of times that the rule applied in the list. */
const fired = new Map<string, Map<string, number>>();

function note(rule: string, toolkit: string): void {
  const own = fired.get(rule) ?? new Map<string, number>();
  fired.set(rule, own.set(toolkit, (own.get(toolkit) ?? 0) + 1));
}

function noteAll(toolkit: string, compiled: Compiled): void {
  for (const { facts, match, flags } of compiled.tools) {
    if (match !== undefined && flags.length === 0) {
      note(`reading ${match.rule}`, toolkit);
      if (match.rule === 'formula') note(`formula ${match.evidence[0]?.says.split(',')[0] ?? ''}`, toolkit);
    }
    if (match !== undefined)
      for (const promise of PROMISES)
        if (promise.find(facts, match, compiled.domain).length > 0) note(`promise ${promise.kind}`, toolkit);
  }
  const pools = JSON.stringify(compiled.recipe).matchAll(/"item":"([^"]+)"/g);
  for (const id of new Set([...pools].map((found) => found[1] ?? ''))) note(`pool ${id}`, toolkit);
}

function toolkits(input: string, at: number): ReadonlyMap<string, PoolTool[]> {
  const pool = join(dir, `pool-${at}.jsonl`);
  makePool([input], pool);
  const groups = new Map<string, PoolTool[]>();
  readPool(pool, (tool) => {
    const key = `${at}/${tool.group ?? tool.source}`;
    groups.set(key, [...(groups.get(key) ?? []), tool]);
  });
  return groups;
}

try {
  let count = 0;
  for (const [at, input] of inputs.entries())
    for (const [name, tools] of toolkits(input, at)) {
      count += 1;
      try {
        const compiled = compileDomain(
          { name: 'measured', title: 'Measured', description: '', tools },
          { seed: 1, discovery: false, overrides: {} },
        );
        noteAll(name, compiled);
      } catch (error) {
        process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      }
      if (count % 50 === 0) process.stderr.write(`${count} toolkits\n`);
    }
  const all = [
    ...READINGS.map(({ kind }) => `reading ${kind}`),
    ...PROMISES.map(({ kind }) => `promise ${kind}`),
    ...allPools().map(({ id }) => `pool ${id}`),
  ];
  for (const rule of all) if (!fired.has(rule)) fired.set(rule, new Map());
  process.stdout.write(
    `${count} toolkits; the library has ${FORMULAS.length} formulas.\n\n| rule | fired | toolkits |\n| --- | --- | --- |\n`,
  );
  for (const [rule, own] of [...fired].sort(([a], [b]) => (a < b ? -1 : 1)))
    process.stdout.write(`| ${rule} | ${[...own.values()].reduce((sum, each) => sum + each, 0)} | ${own.size} |\n`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
