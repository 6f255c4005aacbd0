// Tests training files with the programs that read them: a Parquet reader and, if Python has them, datasets, TRL,
// LLaMA-Factory and verl. The variable `CALLGYM_PYTHON` names a Python other than the one on the path.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, test } from 'vitest';
import { runFunnel } from '../../agents/keep/funnel.ts';
import { mendRun } from '../../agents/mend/mend-run.ts';
import type { JsonObject } from '../../envs/values/json.ts';
import { datasetIn } from '../support/datasets.ts';
import { lasting, runInTest, tasksOf, MOST_TASKS } from '../support/played.ts';
import { CARRIER_CARE, ORDER_DESK } from '../support/server.ts';

const PYTHON = process.env['CALLGYM_PYTHON'] ?? 'python3';
const SCRIPT = fileURLToPath(new URL('./training_files.py', import.meta.url));
const isThere = spawnSync(PYTHON, ['-c', 'import datasets']).status === 0;
const tellSkipped = (what: string): void => void process.stderr.write(`skipped: ${what}\n`);
if (!isThere) tellSkipped(`training files loaded by trainers, for ${PYTHON} has no package "datasets"`);

let out = '';
const shared = lasting();
beforeAll(async () => {
  const dirs = [CARRIER_CARE, ORDER_DESK];
  const tasks = new Map(dirs.map((dir) => [dir, tasksOf(dir, MOST_TASKS)]));
  const noisy = await runInTest({ dirs, tasks, agent: 'noisy:0.5', user: 'scripted', out: join(shared, 'noisy') });
  await mendRun(noisy.out, join(shared, 'mended'));
  const kept = join(shared, 'kept.jsonl');
  runFunnel([noisy.out, join(shared, 'mended')], kept);
  out = join(shared, 'data');
  await datasetIn([kept, join(shared, 'mended')], out, 'openai,trl,llamafactory,verl,canonical');
});

const lines = <T extends object = JsonObject>(name: string): T[] =>
  readFileSync(join(out, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

describe('Parquet', () => {
  test('holds what was to be written, read by another library', async () => {
    interface Talk {
      messages: { role: string; content: string; train: boolean }[];
    }
    const read = async (name: string): Promise<Talk[]> =>
      (await parquetReadObjects({ file: await asyncBufferFromFile(join(out, name)) })) as Talk[];
    const canonical = lines<Talk>('phase1.canonical.train.jsonl');
    const whole = canonical.filter(({ messages }) =>
      messages.every(({ role, train }) => role !== 'assistant' || train),
    );
    const rows = await read('phase1.verl.sft.train.parquet');
    expect(rows).toHaveLength(whole.length);
    for (const [at, { messages }] of rows.entries())
      expect(messages.map(({ role, content }) => [role, content])).toEqual(
        whole[at]!.messages.map(({ role, content }) => [role, content]),
      );
    const prompts = await read('phase1.verl.rl.train.parquet');
    expect(prompts.length).toBeGreaterThan(10);
    expect(prompts[0]).toMatchObject({
      agent_name: 'tool_agent',
      extra_info: { tools_kwargs: { callgym: { create_kwargs: { session_seed: expect.anything() as unknown } } } },
    });
  });
});

test.skipIf(!isThere)('trainers load them as they are', { timeout: 600_000 }, () => {
  const { stdout, stderr } = spawnSync(PYTHON, [SCRIPT, out], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const checks = stdout
    .split('\n')
    .filter((line) => line.startsWith('{"check"'))
    .map((line) => JSON.parse(line) as { check: string; ok?: boolean; skipped?: string; detail?: string });
  for (const { check, skipped } of checks) if (skipped !== undefined) tellSkipped(`${check}: ${skipped}`);
  expect(
    checks.filter(({ ok }) => ok === false),
    stderr.slice(-2000),
  ).toEqual([]);
  expect(checks.filter(({ ok }) => ok).length).toBeGreaterThan(5);
});
