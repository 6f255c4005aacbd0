// Tests that the bundled environment which a model wrote can be rebuilt from its record without a model, byte for byte.
// The environment passes `check`, and its scenarios notice faults in programs. `node bench/write-authored.ts` writes it
// again.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ModelDoor, NO_MODEL } from '../../../envs/model/model-door.ts';
import { buildAuthored } from '../../../generator/author/build-authored.ts';

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url));
const NAME = 'lockers_benchmark';

test('the record alone gives the same bytes', async () => {
  const out = mkdtempSync(join(tmpdir(), 'callgym-test-'));
  const bundled = join(fixtures, 'authored', NAME);
  mkdirSync(join(out, NAME, 'author'), { recursive: true });
  copyFileSync(join(bundled, 'author/record.jsonl'), join(out, NAME, 'author/record.jsonl'));
  const report = await buildAuthored(
    join(fixtures, 'tools/lockers.benchmark.json'),
    out,
    { seed: 1, reviewers: 0, material: { notes: undefined } },
    new ModelDoor(NO_MODEL),
  );
  expect(report).toMatchObject({ failed: [], failures: [], waiting: [], tools_flagged: [] });
  expect(report.environments[0]).toMatchObject({ served: 1, mutants: { rate: 1 } });
  const files = readdirSync(bundled, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  expect(files.length).toBeGreaterThan(7);
  for (const { parentPath, name } of files) {
    const inside = join(parentPath, name).slice(bundled.length);
    expect(readFileSync(join(out, NAME, inside), 'utf8'), inside).toBe(readFileSync(join(bundled, inside), 'utf8'));
  }
  rmSync(out, { recursive: true });
});
