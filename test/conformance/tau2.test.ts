// The imported domains behave as recorded, call by call. Needs the recordings: skipped, loudly, without them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { tau2Checkout } from '../../bench/tau2-suite.ts';
import { loadTasks, openEnvironment } from '../../envs/folder/environment-folder.ts';
import { conform } from '../../generator/tau2/conform.ts';
import { importTau2, TAU2_DOMAINS } from '../../generator/tau2/import-tau2.ts';

const data = process.env['CALLGYM_DATA'];
const checkout = tau2Checkout(data);
if (checkout === undefined)
  process.stderr.write('tau2-bench recordings are not compared: CALLGYM_DATA names no folder with tau2\n');
afterAll(() => checkout?.remove());

describe.skipIf(checkout === undefined)('tau2-bench', () => {
  test.each(TAU2_DOMAINS.map((domain) => domain.name))('%s: every recorded call and probe is equal', (domain) => {
    const out = mkdtempSync(join(tmpdir(), 'callgym-conform-'));
    try {
      const [made] = importTau2({ checkout: checkout!.dir, out, domains: [domain] });
      const world = openEnvironment(made!.path);
      const recordings = join(data!, 'tau2', domain);
      const outcome = conform(world, loadTasks(join(made!.path, 'tasks.jsonl')), [
        join(recordings, 'gold-replays.train.jsonl'),
        join(recordings, 'probes.jsonl'),
      ]);
      expect(outcome.unequal).toEqual([]);
      expect(outcome.calls).toBeGreaterThan(500);
      expect(outcome.equal_strict / outcome.calls).toBeGreaterThan(0.8);
      world.close();
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  });
});
