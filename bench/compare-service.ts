// node bench/compare-service.ts ENVIRONMENT EVIDENCE.jsonl [--with-rows] [--list FILE.md]: plays recorded calls of a
// real service in an environment. Prints the share of calls with the same answer (ids and times may differ), and the
// number of answers in which only the wording differs. The environment begins without rows, as a new service does, or
// with its rows. --list writes each call that differs.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadEnvironment } from '../envs/folder/environment-folder.ts';
import type { Environment } from '../envs/values/environment.ts';
import { World } from '../envs/world/world.ts';
import { readEvidence, type RecordedCall } from '../generator/author/evidence.ts';
import { playEvidence, type Unequal } from '../generator/author/play-evidence.ts';

export interface Compared {
  readonly calls: number;
  /** The number of calls with the same answer, apart from ids and times. */
  readonly equal: number;
  /** The number of calls for which only the wording of a message differs. */
  readonly worded: number;
  /**
   * The share of calls with the same answer. Answers with another wording are not in this share, because other words
   * may mean something else.
   */
  readonly share: number;
  readonly differ: readonly Unequal[];
}

const WHOLE = 4000;

export function compareService(environment: Environment, calls: readonly RecordedCall[], empty = true): Compared {
  // scenarios and promises speak about the initial rows, which may be left out here
  const { scenarios: _scenarios, invariants: _invariants, promises: _promises, after: _after, ...bare } = environment;
  const world = new World(empty ? { ...bare, seed: [] } : bare, { pool: 1 });
  try {
    const { equal, unequal } = playEvidence(world, calls, WHOLE);
    const worded = unequal.filter(({ kind }) => kind === 'wording').length;
    const share = Number((equal / Math.max(calls.length, 1)).toFixed(4));
    return { calls: calls.length, equal, worded, share, differ: unequal };
  } finally {
    world.close();
  }
}

/** Lists each call with another answer. Calls for which only the wording differs come last. */
export function listOfDifferences({ differ }: Compared, calls: readonly RecordedCall[]): string {
  const order = [...differ].sort((a, b) => Number(a.kind === 'wording') - Number(b.kind === 'wording'));
  const lines = order.map(
    ({ index, tool, kind, expected, got }) =>
      `${index + 1}. ${kind}: \`${tool}(${JSON.stringify(calls[index]?.arguments)})\` of session ${calls[index]?.session}\n   - service: ${expected}\n   - environment: ${got}\n`,
  );
  return lines.join('');
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { 'with-rows': { type: 'boolean' }, list: { type: 'string' } },
    allowPositionals: true,
  });
  const [dir = '', file = ''] = positionals;
  const environment = loadEnvironment(dir);
  const calls = readEvidence(file, environment.tools);
  const compared = compareService(environment, calls, values['with-rows'] !== true);
  if (values.list !== undefined) writeFileSync(values.list, listOfDifferences(compared, calls));
  const { differ, ...figures } = compared;
  const kinds = Object.groupBy(differ, ({ tool, kind }) => `${tool}: ${kind}`);
  const counts = Object.fromEntries(Object.entries(kinds).map(([kind, each = []]) => [kind, each.length]));
  process.stdout.write(`${JSON.stringify({ ...figures, differ: counts }, null, 2)}\n`);
}
