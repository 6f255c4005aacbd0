// Tests training data made from failed episodes. Repaired episodes and those with a new task succeed, and `verify`
// agrees. The fault is marked, the two messages of a pair differ at the decisive step, and the result depends only on
// the run.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { invalidity } from '../../agents/keep/validity.ts';
import { mendRun } from '../../agents/mend/mend-run.ts';
import { verifyRun } from '../../agents/runs/verify-run.ts';
import type { Episode, EpisodeMessage } from '../../envs/values/episode.ts';
import { folder, runInTest, tasksOf, type Setting, MOST_TASKS } from '../support/played.ts';
import { CARRIER_CARE, ORDER_DESK } from '../support/server.ts';

const BOTH: Pick<Setting, 'dirs' | 'tasks'> = {
  dirs: [CARRIER_CARE, ORDER_DESK],
  tasks: new Map([CARRIER_CARE, ORDER_DESK].map((dir) => [dir, tasksOf(dir, MOST_TASKS)])),
};

interface Pair {
  readonly episode: string;
  readonly prompt: EpisodeMessage[];
  readonly chosen: EpisodeMessage;
  readonly rejected: EpisodeMessage;
}
interface Critic {
  readonly episode: string;
  readonly reward: number;
  readonly decisive: { readonly message: number | null } | null;
  readonly steps: { readonly worth: number; readonly message: number }[];
  readonly end: number;
}

const lines = <T>(file: string): T[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

describe('mended failures', () => {
  test('succeed under verify, are well-formed, and mark what nobody should be taught', async () => {
    const run = await runInTest({ ...BOTH, agent: 'noisy:1', user: 'scripted', trials: 2 });
    const out = join(folder(), 'mended');
    const report = await mendRun(run.out, out);
    const failed = run.outcomes.filter(({ reward }) => reward === 0).length;
    expect(report).toMatchObject({ episodes: 96, failed, critic: 96, refused: [] });
    const { corrected, rerouted } = report.repaired;
    expect(corrected + rerouted).toBeGreaterThan(failed * 0.95);
    expect(corrected).toBeGreaterThan(5);
    expect(verifyRun(out)).toMatchObject({
      episodes: corrected + rerouted + report.relabelled,
      agree: corrected + rerouted + report.relabelled,
      disagree: [],
      refused: [],
    });
    const before = new Map(run.episodes.map((each) => [each.id, each]));
    for (const episode of lines<Episode>(join(out, 'episodes.jsonl'))) {
      expect(episode.verdict.reward, episode.id).toBe(1);
      expect(invalidity(episode), episode.id).toBeUndefined();
      const { how, of } = episode.agent as { how: string; of: string };
      const old = before.get(of)!;
      const marked = episode.messages.filter(({ untrained }) => untrained !== undefined);
      expect(marked.every(({ role }) => role === 'assistant')).toBe(true);
      if (how === 'corrected') {
        expect(marked.length, episode.id).toBeGreaterThan(0);
        const at = episode.messages.findLastIndex(({ untrained }) => untrained?.startsWith('the faulty step') === true);
        expect(strip(episode.messages.slice(0, at + 1))).toEqual(strip(old.messages.slice(0, at + 1)));
        const next = episode.messages.slice(at + 1).find(({ role }) => role === 'assistant');
        expect(next?.content, episode.id).not.toBe('');
      }
      if (how === 'relabelled') expect(episode.steps).toEqual(old.steps);
    }
    const pairs = lines<Pair>(join(out, 'pairs.jsonl'));
    expect(pairs.length).toBe(report.pairs);
    expect(pairs.length).toBeGreaterThan(failed * 0.95);
    for (const { episode, prompt, chosen, rejected } of pairs) {
      const old = before.get(episode)!;
      expect(strip(prompt)).toEqual(strip(old.messages.slice(0, prompt.length)));
      expect(strip([rejected])).toEqual(strip([old.messages[prompt.length]!]));
      expect(chosen).not.toEqual(rejected);
      expect([chosen.role, rejected.role]).toEqual(['assistant', 'assistant']);
    }
    for (const { episode, reward, decisive, steps, end } of lines<Critic>(join(out, 'critic.jsonl'))) {
      expect(
        steps.reduce((sum, { worth }) => sum + worth, end),
        episode,
      ).toBeCloseTo(reward, 4);
      expect(decisive === null).toBe(reward === 1);
    }
  });

  test('of drawn wishes: one that was left undone is left out of the task, and the episode succeeds at the rest', async () => {
    const several = tasksOf(ORDER_DESK, MOST_TASKS).filter(
      ({ story, kind }) => story === undefined && (kind === 'multi' || kind === 'mixed'),
    );
    const tasks = new Map([[ORDER_DESK, several]]);
    const run = await runInTest({ dirs: [ORDER_DESK], tasks, agent: 'noisy:1', user: 'scripted', trials: 16 });
    const out = join(folder(), 'mended');
    const { relabelled } = await mendRun(run.out, out);
    expect(relabelled).toBeGreaterThan(0);
    const before = new Map(run.episodes.map((each) => [each.id, each]));
    const others = lines<Episode>(join(out, 'episodes.jsonl')).filter(({ agent }) => agent?.['how'] === 'relabelled');
    expect(others.length).toBe(relabelled);
    for (const { id, agent, steps, verdict } of others) {
      expect(verdict.reward, id).toBe(1);
      expect(steps).toEqual(before.get(String(agent?.['of']))!.steps);
    }
  });

  test('are the same bytes again, and are never written over something', async () => {
    const run = await runInTest({ ...BOTH, agent: 'noisy:1', user: 'scripted' });
    const [a, b] = [join(folder(), 'a'), join(folder(), 'b')];
    await mendRun(run.out, a);
    await mendRun(run.out, b);
    for (const name of ['run.json', 'tasks.jsonl', 'episodes.jsonl', 'pairs.jsonl', 'critic.jsonl'])
      expect(readFileSync(join(a, name), 'utf8'), name).toBe(readFileSync(join(b, name), 'utf8'));
    await expect(mendRun(run.out, a)).rejects.toThrow(/is there already/);
    await expect(mendRun(join(a, 'none'), join(a, 'x'))).rejects.toThrow(/no run folder/);
    expect(existsSync(`${join(a, 'x')}.new`)).toBe(false);
  });
});

/** Returns the words and calls of messages, without other fields. */
function strip(messages: readonly EpisodeMessage[]): unknown[] {
  return messages.map(({ role, content, tool_calls }) => [role, content, tool_calls ?? null]);
}
