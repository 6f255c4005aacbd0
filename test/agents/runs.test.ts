// Tests runs: every played episode is stored, the same seed gives the same episodes, and crashes and restarts lose
// nothing.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { compareRuns } from '../../agents/runs/compare-runs.ts';
import { figuresOf } from '../../agents/runs/figures.ts';
import { readOutcomes } from '../../agents/runs/run-folder.ts';
import { trialSeedOf } from '../../agents/runs/trial-seed.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { sha256 } from '../../envs/values/hash.ts';
import { CARRIER_CARE, ORDER_DESK } from '../support/server.ts';
import { folder, lasting, runInTest, tasksOf, type RunInTest, type Setting } from '../support/played.ts';

const COUNT = 10;
const BOTH: Pick<Setting, 'dirs' | 'tasks'> = {
  dirs: [CARRIER_CARE, ORDER_DESK],
  tasks: new Map([CARRIER_CARE, ORDER_DESK].map((dir) => [dir, tasksOf(dir, COUNT)])),
};
/** The number of tasks for tests about files, for which a few are enough. */
const FEW = 4;
const SOME: typeof BOTH = {
  ...BOTH,
  tasks: new Map([...BOTH.tasks].map(([dir, tasks]) => [dir, tasks.slice(0, FEW)])),
};

const ORACLE: Setting = { ...BOTH, agent: 'oracle', user: 'scripted', trials: 2 };
const NOISY: Setting = { ...BOTH, agent: 'noisy:0.5', user: 'scripted', trials: 2 };
const place = lasting();
const played = new Map<string, Promise<RunInTest>>();

/** Plays a run that several tests use. The run is played only once. */
async function runOnce(setting: Setting): Promise<RunInTest> {
  let run = played.get(setting.agent);
  if (run === undefined) {
    run = runInTest({ ...setting, out: join(place, setting.agent.replace(':', '-')) });
    played.set(setting.agent, run);
  }
  return run;
}

describe('who passes', () => {
  test('oracle all, and it earns every value; noop and random none', async () => {
    const oracle = await runOnce(ORACLE);
    expect(oracle.outcomes).toHaveLength(4 * COUNT);
    expect(oracle.outcomes.filter(({ reward }) => reward !== 1)).toEqual([]);
    expect(oracle.outcomes.filter(({ unearned }) => unearned > 0)).toEqual([]);
    for (const agent of ['noop', 'random']) {
      const run = await runInTest({ ...BOTH, agent, user: 'scripted' });
      expect(run.outcomes.filter(({ reward }) => reward !== 0)).toEqual([]);
    }
  });

  test('noisy in between, and each failure carries its planted mistake', async () => {
    const { outcomes, episodes } = await runOnce(NOISY);
    const failed = outcomes.filter(({ reward }) => reward === 0);
    expect(failed.length).toBeGreaterThan(outcomes.length * 0.2);
    expect(failed.length).toBeLessThan(outcomes.length * 0.7);
    expect(failed.filter(({ planted }) => planted === undefined)).toEqual([]);
    expect(new Set(failed.map(({ planted }) => planted)).size).toBeGreaterThanOrEqual(5);
    expect(episodes.find(({ agent }) => agent?.['planted'] !== undefined)?.agent).toMatchObject({
      planted: { mistake: expect.any(String) as string, at: expect.any(Number) as number },
    });
    expect(
      await runInTest({ ...BOTH, agent: 'noisy:0', user: 'scripted' }).then((run) =>
        run.outcomes.every(({ reward }) => reward === 1),
      ),
    ).toBe(true);
  });

  test('alone, an agent works on what it is told at once', async () => {
    const { episodes } = await runInTest({ ...BOTH, agent: 'oracle', user: 'none' });
    // some users know no facts
    const told = episodes.filter(({ messages }) => messages[0]?.content?.includes('What I know'));
    expect(told.length).toBeGreaterThan(episodes.length / 2);
    expect(told[0]?.user).toEqual({ kind: 'none' });
    expect(told[0]?.messages.filter(({ role }) => role === 'user')).toHaveLength(1);
  });
});

describe('the same seed, the same files', () => {
  test('at concurrency 1 and 16, and played again from the record', async () => {
    const one = await runInTest({ ...SOME, agent: 'noisy:0.3', user: 'scripted', concurrency: 1 });
    const many = await runInTest({ ...SOME, agent: 'noisy:0.3', user: 'scripted', concurrency: 16 });
    const read = (out: string, file: string): string => readFileSync(join(out, file), 'utf8');
    for (const file of ['episodes.jsonl', 'run.json', 'tasks.jsonl'])
      expect(read(one.out, file) === read(many.out, file), file).toBe(true);
    const again = await runInTest({ ...SOME, agent: `replay:${join(one.out, 'episodes.jsonl')}`, user: 'scripted' });
    const shared = ({ messages, steps, verdict }: (typeof one.episodes)[number]): unknown => ({
      messages,
      steps,
      verdict,
    });
    expect(again.episodes.map(shared)).toEqual(one.episodes.map(shared));
    const other = await runInTest({ ...SOME, agent: 'noisy:0.3', user: 'scripted', seed: 2 });
    expect(read(other.out, 'episodes.jsonl')).not.toBe(read(one.out, 'episodes.jsonl'));
  });

  test('sorted by environment, task and trial, digests in run.json, environments beside them', async () => {
    const { out, episodes } = await runInTest({ ...SOME, agent: 'noop', user: 'scripted', trials: 3 });
    const keys = episodes.map(({ environment, task, trial }) => `${environment.name} ${task} ${trial}`);
    expect(keys).toEqual([...keys].sort());
    const run = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as {
      complete: boolean;
      episodes: { id: string; sha256: string }[];
    };
    const lines = readFileSync(join(out, 'episodes.jsonl'), 'utf8').trimEnd().split('\n');
    expect(run.complete).toBe(true);
    expect(run.episodes.map((each) => each.sha256)).toEqual(lines.map(sha256));
    for (const { environment } of [episodes[0]!, episodes.at(-1)!]) {
      const world = openEnvironment(join(out, 'environments', environment.hash));
      expect(world.hash).toBe(environment.hash);
      world.close();
    }
    expect(
      new Set(
        episodes.filter(({ id }) => id.startsWith(episodes[0]!.id.slice(0, -1))).map(({ trial_seed }) => trial_seed),
      ).size,
    ).toBe(3);
  });

  test('trial seeds of a task are distinct', () => {
    const seeds = Array.from({ length: 1000 }, (_each, trial) => trialSeedOf(1, 'h', 't', trial));
    expect(new Set(seeds).size).toBe(1000);
  });
});

describe('going on', () => {
  const setting: Setting = { ...SOME, agent: 'noisy:0.3', user: 'scripted' };

  test('half a line, missing episodes, episodes in any order: the files are those of an undisturbed run', async () => {
    const whole = await runInTest(setting);
    const file = join(whole.out, 'episodes.jsonl');
    const text = readFileSync(file, 'utf8');
    const run = readFileSync(join(whole.out, 'run.json'), 'utf8');
    const lines = text.trimEnd().split('\n');
    const kept = lines.filter((_line, at) => at % 3 !== 1).reverse();
    writeFileSync(file, `${kept.join('\n')}\n`);
    appendFileSync(file, lines[1]!.slice(0, 500));
    await runInTest({ ...setting, out: whole.out });
    expect(readFileSync(file, 'utf8') === text).toBe(true);
    expect(readFileSync(join(whole.out, 'run.json'), 'utf8')).toBe(run);
  });

  test('a line in the middle that is none is one clear line, and nothing is touched', async () => {
    const { out } = await runInTest({ ...setting, agent: 'noop' });
    const file = join(out, 'episodes.jsonl');
    const spoiled = readFileSync(file, 'utf8').replace('{', '[');
    writeFileSync(file, spoiled);
    await expect(runInTest({ ...setting, agent: 'noop', out })).rejects.toThrow(/episodes\.jsonl: byte 0: is no JSON/);
    expect(readFileSync(file, 'utf8') === spoiled).toBe(true);
    expect(existsSync(join(out, 'run.lock'))).toBe(false);
  });

  test('another run in the same folder is refused', async () => {
    const { out } = await runInTest({ ...setting, agent: 'noop' });
    await expect(runInTest({ ...setting, agent: 'random', out })).rejects.toThrow(/holds a run with another agent/);
    await expect(runInTest({ ...setting, agent: 'noop', seed: 5, out })).rejects.toThrow(/another seed/);
  });

  test('a folder that is something else is left alone; one that is being played is not played twice', async () => {
    const spot = folder();
    writeFileSync(join(spot, 'tasks.jsonl'), 'mine\n');
    await expect(runInTest({ ...setting, agent: 'noop', out: spot })).rejects.toThrow(/there already and is no run/);
    expect(readFileSync(join(spot, 'tasks.jsonl'), 'utf8')).toBe('mine\n');
    const { out } = await runInTest({ ...setting, agent: 'noop' });
    const lock = join(out, 'run.lock');
    expect(existsSync(lock)).toBe(false);
    writeFileSync(lock, `${process.pid}\n`);
    await expect(runInTest({ ...setting, agent: 'noop', out })).rejects.toThrow(/is being played by process/);
    // a lock of a process that has ended is replaced
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => {
      gone.on('exit', resolve);
    });
    writeFileSync(lock, `${gone.pid}\n`);
    await runInTest({ ...setting, agent: 'noop', out });
    expect(existsSync(lock)).toBe(false);
  });

  test('killed again and again, then left alone: nothing lost, nothing twice', async () => {
    const spot = folder();
    const tasks = join(spot, 'tasks.jsonl');
    writeFileSync(
      tasks,
      SOME.dirs
        .flatMap((dir) => SOME.tasks.get(dir) ?? [])
        .map((task) => `${JSON.stringify(task)}\n`)
        .join(''),
    );
    const out = join(spot, 'run');
    const args = ['run', ...SOME.dirs, '--agent', 'noisy:0.3', '--user', 'scripted', '--trials', '4', '--tasks', tasks];
    const episodes = join(out, 'episodes.jsonl');
    const lines = (): number => (existsSync(episodes) ? readFileSync(episodes, 'utf8').split('\n').length - 1 : 0);
    let kills = 0;
    for (; kills < 2; kills++) {
      const child = spawn(process.execPath, ['cli/callgym.js', ...args, '--out', out], { stdio: 'ignore' });
      const begun = lines();
      // kills the run as soon as it has played a few more episodes
      while (lines() < begun + 8 && child.exitCode === null) await sleep(10);
      const gone = child.exitCode === null ? once(child, 'exit') : Promise.resolve();
      child.kill('SIGKILL');
      await gone;
    }
    const end = async (to: string): Promise<number | null> => {
      const child = spawn(process.execPath, ['cli/callgym.js', ...args, '--out', to], { stdio: 'ignore' });
      return new Promise((resolve) => {
        child.on('exit', resolve);
      });
    };
    expect(await end(out)).toBe(0);
    const calm = join(spot, 'calm');
    expect(await end(calm)).toBe(0);
    for (const file of ['episodes.jsonl', 'run.json', 'tasks.jsonl', 'figures.json'])
      expect(readFileSync(join(out, file), 'utf8') === readFileSync(join(calm, file), 'utf8'), file).toBe(true);
    expect(lines()).toBe(4 * 2 * FEW);
  });
});

describe('figures', () => {
  test('of a run, and of two compared', async () => {
    const oracle = await runOnce(ORACLE);
    const noisy = await runOnce(NOISY);
    const figures = figuresOf(readOutcomes(noisy.out));
    expect(figures).toMatchObject({
      episodes: 4 * COUNT,
      tasks: 2 * COUNT,
      errors: { infrastructure: 0, agent: 0, user: 0 },
      failed_without_planted: 0,
    });
    const hat = figures['pass_hat'] as Record<string, number>;
    const at = figures['pass_at'] as Record<string, number>;
    expect(hat['1']).toBe(at['1']);
    expect(hat['2']).toBeLessThan(hat['1']!);
    expect(at['2']).toBeGreaterThan(at['1']!);
    const found = compareRuns(readOutcomes(oracle.out), readOutcomes(noisy.out));
    expect(found.difference).toBeCloseTo(hat['1']! - 1, 3);
    expect(found.p).toBeLessThan(0.01);
    expect(found.interval[1]).toBeLessThan(0);
    const none = compareRuns(readOutcomes(noisy.out), readOutcomes(noisy.out));
    expect(none).toMatchObject({ difference: 0, p: 1, tasks: 2 * COUNT, unpaired: 0, by_task: [] });
    const sum = found.by_task.reduce((total, { first, second }) => total + second - first, 0);
    expect(sum / found.tasks).toBeCloseTo(found.difference, 2);
  });
});
