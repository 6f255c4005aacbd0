// Makes the results of the commands `pool` and `domains` for tool schemas, in a temporary folder.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makePool, type PoolReport } from '../../generator/pool/make-pool.ts';
import type { PoolTool } from '../../generator/pool/pool-tool.ts';

export const TOOL_FIXTURES = fileURLToPath(new URL('../../fixtures/tools/', import.meta.url));

export interface Pooled {
  readonly tools: readonly PoolTool[];
  readonly report: PoolReport;
  /** The lines of the report file. */
  readonly told: readonly { kind: string; source: string; name: string; reason?: string; repeats?: string }[];
  readonly text: string;
}

/** Makes a pool from files by name. Values are written as JSON, and texts are written unchanged. */
export function poolOf(files: Readonly<Record<string, unknown>>, sources?: readonly string[]): Pooled {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-pool-'));
  try {
    for (const [name, value] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, 'in', name)), { recursive: true });
      writeFileSync(join(dir, 'in', name), typeof value === 'string' ? value : JSON.stringify(value));
    }
    return readPooled(sources?.map((name) => join(dir, 'in', name)) ?? [join(dir, 'in')], dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

export function poolFixtures(...names: readonly string[]): Pooled {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-pool-'));
  try {
    return readPooled(names.length === 0 ? [TOOL_FIXTURES] : names.map((name) => join(TOOL_FIXTURES, name)), dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function readPooled(sources: readonly string[], dir: string): Pooled {
  const out = join(dir, 'pool.jsonl');
  const report = makePool(sources, out);
  const text = readFileSync(out, 'utf8');
  return {
    report,
    text,
    tools: linesOf(text) as PoolTool[],
    told: linesOf(readFileSync(report.report, 'utf8')) as Pooled['told'],
  };
}

function linesOf(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

export function byName(pooled: Pooled, name: string): PoolTool {
  const found = pooled.tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`no ${name} among ${pooled.tools.map((tool) => tool.name).join(', ')}`);
  return found;
}
