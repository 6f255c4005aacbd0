// Compiling an environment from tool schemas: the bundled domains, one after the other. The floor is opening what was
// made: schema and programs vetted, rows inserted.
import { fileURLToPath } from 'node:url';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { World } from '../envs/world/world.ts';
import { compileDomain, type Compiled } from '../generator/compile/compile-domain.ts';
import { makePool } from '../generator/pool/make-pool.ts';
import { readPool, type PoolTool } from '../generator/pool/pool-tool.ts';
import { microseconds, result, type BenchResult } from './measure.ts';

const SCHEMAS = fileURLToPath(new URL('../fixtures/tools/', import.meta.url));

export function benchCompile(): BenchResult[] {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-compile-'));
  try {
    const pool = join(dir, 'pool.jsonl');
    makePool([SCHEMAS], pool);
    const groups = new Map<string, PoolTool[]>();
    readPool(pool, (tool) => {
      const key = tool.group ?? tool.source;
      groups.set(key, [...(groups.get(key) ?? []), tool]);
    });
    const compile = (): Compiled[] =>
      [...groups].map(([title, tools]) =>
        compileDomain({ name: 'bench', title, description: '', tools }, { seed: 1, discovery: true, overrides: {} }),
      );
    const made = compile();
    const each = microseconds(() => void compile()) / made.length / 1000;
    const floor =
      microseconds(() => {
        for (const { environment } of made) new World(environment).close();
      }) /
      made.length /
      1000;
    return [result('compile.env', each, 'ms', floor)];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
