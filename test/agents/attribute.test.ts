// Tests how the step is found that decided a failure. Planted mistakes must be found at their steps and with their
// reasons, and the credits of the steps must sum to the outcome. The code under test does not know the places of the
// mistakes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { attributeRun } from '../../agents/keep/attribute-run.ts';
import { attribute, creditSteps } from '../../agents/keep/attribute.ts';
import { readEpisode } from '../../agents/runs/read-episode.ts';
import { replay, RunRecord } from '../../agents/runs/run-record.ts';
import { runInTest, tasksOf, type Setting, MOST_TASKS } from '../support/played.ts';
import { CARRIER_CARE, ORDER_DESK } from '../support/server.ts';

const BOTH: Pick<Setting, 'dirs' | 'tasks'> = {
  dirs: [CARRIER_CARE, ORDER_DESK],
  tasks: new Map([CARRIER_CARE, ORDER_DESK].map((dir) => [dir, tasksOf(dir, MOST_TASKS)])),
};

/** The reason that should be found for each planted mistake. */
const REASONS: Readonly<Record<string, string>> = {
  wrong_id: 'wrong_argument',
  wrong_amount: 'wrong_argument',
  skipped_check: 'missing_precondition',
  early_stop: 'premature_end',
  double_submit: 'collateral_write',
  policy_breach: 'rule_broken',
  wrong_answer: 'wrong_answer',
};
const AT_THE_END = new Set(['early_stop', 'wrong_answer']);

describe('attribution', () => {
  test('finds the planted step in 95 of 100 episodes and its reason in 90', async () => {
    const { out, episodes, outcomes } = await runInTest({ ...BOTH, agent: 'noisy:1', user: 'scripted', trials: 2 });
    const report = attributeRun(out);
    const failed = outcomes.filter(({ reward }) => reward === 0).length;
    expect(report).toMatchObject({ episodes_in: 96, failed, attributed: failed, refused: [] });
    expect(Object.values(report.by_reason).reduce((sum, each) => sum + each, 0)).toBe(failed);
    const planted = new Map(
      episodes.map(({ id, agent }) => [id, agent?.['planted'] as { mistake: string; at: number } | undefined]),
    );
    const made = new Map(episodes.map(({ id, steps: calls }) => [id, calls.length]));
    const steps: string[] = [];
    const reasons: string[] = [];
    const refused: string[] = [];
    for (const { episode, step, reason } of report.episodes) {
      const { mistake, at } = planted.get(episode)!;
      // the user said no to the wrong call, so the agent never made it; the episode then fails because it ended too
      // early
      if (!AT_THE_END.has(mistake) && (made.get(episode) ?? 0) <= at) {
        refused.push(`${episode} ${mistake} ${step} ${reason}`);
        expect(reason, episode).toBe('premature_end');
        continue;
      }
      if (step !== (AT_THE_END.has(mistake) ? null : at + 1)) steps.push(`${episode} ${mistake} ${at + 1} ${step}`);
      if (reason !== REASONS[mistake]) reasons.push(`${episode} ${mistake} ${reason}`);
    }
    expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(failed * 0.1);
    expect(steps.length, steps.join('\n')).toBeLessThanOrEqual(failed * 0.05);
    expect(reasons.length, reasons.join('\n')).toBeLessThanOrEqual(failed * 0.1);
    expect(new Set(report.episodes.map(({ reason }) => reason)).size).toBeGreaterThanOrEqual(6);
  });

  test('the worth of the steps and the end sum to the outcome; who passed is not to blame', async () => {
    for (const agent of ['noisy:0.5', 'random']) {
      const { out } = await runInTest({ ...BOTH, agent, user: 'scripted' });
      const run = RunRecord.open(out);
      for (const line of readFileSync(join(out, 'episodes.jsonl'), 'utf8').trimEnd().split('\n')) {
        const episode = readEpisode(line, 'episodes.jsonl');
        const [world, task] = [run.worldOf(episode.environment.hash), run.taskOf(episode)];
        const log = replay(world, task, episode);
        const { steps, end } = creditSteps(world, task, episode, log);
        expect(steps.reduce((sum, { reward }) => sum + reward, 0) + end).toBeCloseTo(episode.verdict.reward ?? 0, 9);
        expect(steps).toHaveLength(log.length - 1);
        const blamed = attribute(world, task, episode, log);
        if (episode.verdict.reward === 1) {
          expect(blamed).toBeUndefined();
          expect(steps.filter(({ label }) => label === 'harmful')).toEqual([]);
          const changes = Object.keys(task.gold.diff).length > 0;
          if (changes) expect(steps.some(({ label }) => label === 'progress')).toBe(true);
        } else expect(blamed).toBeDefined();
      }
      run.close();
    }
  });
});
