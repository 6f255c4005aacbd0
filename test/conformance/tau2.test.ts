// Tests that the imported tau2 domains behave as recorded, call by call. If the recordings are missing, the test is
// skipped with a message.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { tau2Checkout } from '../../bench/tau2-suite.ts';
import { loadTasks, openEnvironment } from '../../envs/folder/environment-folder.ts';
import { SessionStore } from '../../envs/session/session-store.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { setupOf } from '../../envs/verification/judge.ts';
import { conform } from '../../generator/tau2/conform.ts';
import { importTau2, TAU2_DOMAINS } from '../../generator/tau2/import-tau2.ts';

const data = process.env['CALLGYM_DATA'];
const checkout = tau2Checkout(data);
if (checkout === undefined)
  process.stderr.write('tau2-bench recordings are not compared: CALLGYM_DATA names no folder with tau2\n');
afterAll(() => checkout?.remove());

describe.skipIf(checkout === undefined)('tau2-bench', () => {
  test('telecom: every recorded assertion, before and after gold', () => {
    const out = mkdtempSync(join(tmpdir(), 'callgym-assert-'));
    try {
      const [made] = importTau2({ checkout: checkout!.dir, out, domains: ['telecom'] });
      const world = openEnvironment(made!.path);
      const tasks = new Map(loadTasks(join(made!.path, 'tasks.jsonl')).map((task) => [task.id, task]));
      const store = new SessionStore();
      let asserted = 0;
      readFileSync(join(data!, 'tau2', 'telecom', 'assertions.train.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .forEach((text, line) => {
          const recorded = JSON.parse(text) as {
            base_task_id: string;
            n_gold_calls: number;
            env_assertions: { func_name: string; arguments: JsonObject; value: boolean }[];
          };
          const task = tasks.get(recorded.base_task_id)!;
          const session = store.create({ id: String(line), world, seed: 1, setup: setupOf(task) });
          for (const { by, name, arguments: args } of task.gold.calls.slice(0, recorded.n_gold_calls))
            store.call(session, { by, name, arguments: args });
          for (const { func_name, arguments: args, value } of recorded.env_assertions) {
            asserted += 1;
            const answer = store.call(session, { by: 'control', name: func_name, arguments: args });
            expect(answer, `${recorded.base_task_id} ${func_name}`).toMatchObject({ ok: true, result: value });
          }
        });
      expect(asserted).toBeGreaterThan(200);
      world.close();
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  });

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
