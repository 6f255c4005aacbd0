// Tests the training example of docs/training.md with tiny settings: it prints a table, its losses fall, and the same
// command continues after finished stages. The variable `CALLGYM_PYTHON` names a Python that has torch and
// transformers.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lasting } from '../support/played.ts';

const PYTHON = process.env['CALLGYM_PYTHON'] ?? 'python3';
const SCRIPT = fileURLToPath(new URL('../../docs/recipes/two_phase.py', import.meta.url));
const isThere = spawnSync(PYTHON, ['-c', 'import torch, transformers, tokenizers']).status === 0;
if (!isThere) process.stderr.write(`skipped: two-phase training, for ${PYTHON} has no torch or no transformers\n`);
const shared = lasting();

test.skipIf(!isThere)(
  'whole rows, rows after a shared prompt and cached replies agree; right answers pass the measurement',
  () => {
    const check = fileURLToPath(new URL('../../docs/recipes/two_phase/check.py', import.meta.url));
    const told = spawnSync(PYTHON, [check], { encoding: 'utf8' }).stdout;
    expect(told).toContain('one state, one meaning');
    expect(told).toContain('right answers pass, wrong ones do not');
  },
);

test.skipIf(!isThere)('two phases of a random model, each stage once', () => {
  const out = join(shared, 'trial');
  const trial = (): string => {
    const ran = spawnSync(PYTHON, [SCRIPT, '--setting', 'tiny', '--out', out], { encoding: 'utf8' });
    expect(ran.stderr.slice(-2000) + ran.status).toMatch(/0$/);
    return ran.stdout;
  };
  const table = trial();
  for (const part of ['held-out environments', 'held-out tasks of the vertical']) {
    expect(table).toContain(`| oracle, a model's limits | | | ${part} |`);
    expect(table).toContain(`| base | | | ${part} |`);
    for (const phase of ['phase1', 'phase2']) expect(table).toContain(`| full | 1 | ${phase} | ${part} |`);
  }
  const curve = readFileSync(join(out, 'curves.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { run: string; loss: number });
  const losses = curve.filter(({ run }) => run === 'full-1-phase1').map(({ loss }) => loss);
  expect(losses.at(-1)).toBeLessThan(losses[0]!);
  const tasks = statSync(join(out, 'stages', 'tasks.json')).mtimeMs;
  rmSync(join(out, 'stages', 'eval-full-1-phase2.json'));
  expect(trial()).toContain('| full | 1 | phase2 | held-out tasks of the vertical |');
  expect(statSync(join(out, 'stages', 'tasks.json')).mtimeMs).toBe(tasks);
});
