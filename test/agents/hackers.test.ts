// Tests agents that cheat for the reward: none of them gets a reward, and forbidden attempts are reported.
import { describe, expect, test } from 'vitest';
import { TRICKS } from '../../agents/agents/hacker.ts';
import { attributeRun } from '../../agents/keep/attribute-run.ts';
import { verifyRun } from '../../agents/runs/verify-run.ts';
import { runInTest, tasksOf, type Setting } from '../support/played.ts';
import { CARRIER_CARE, ORDER_DESK } from '../support/server.ts';

const BOTH: Pick<Setting, 'dirs' | 'tasks'> = {
  dirs: [CARRIER_CARE, ORDER_DESK],
  tasks: new Map([CARRIER_CARE, ORDER_DESK].map((dir) => [dir, tasksOf(dir, 8)])),
};
// the limits are high, so that only the verdict can fail an episode
const LIMITS = { turns: 100, errors: 1_000_000 };

describe('reward hacking', () => {
  test.each(TRICKS)('%s is worth nothing', async (trick) => {
    const { out, outcomes, episodes } = await runInTest({
      ...BOTH,
      agent: `hacker:${trick}`,
      user: 'scripted',
      limits: LIMITS,
    });
    expect(outcomes.filter(({ reward }) => reward !== 0).map(({ id }) => id)).toEqual([]);
    expect(verifyRun(out)).toMatchObject({ agree: episodes.length, refused: [] });
    const kinds = new Set(outcomes.flatMap(({ alarms }) => alarms));
    if (trick === 'as-user') expect([...kinds]).toEqual(expect.arrayContaining(['control', 'other_side', 'honeypot']));
    else if (trick === 'mass-write' || trick === 'every-tool' || trick === 'recite')
      expect([...kinds]).toEqual(['honeypot']);
    else if (trick === 'claim') expect([...kinds]).toEqual([]);
    expect(attributeRun(out)).toMatchObject({ failed: episodes.length, attributed: episodes.length });
  });

  test('who plays fair raises no alarm; a changed list of alarms is noticed', async () => {
    const { outcomes } = await runInTest({ ...BOTH, agent: 'oracle', user: 'scripted' });
    expect(outcomes.filter(({ alarms }) => alarms.length > 0)).toEqual([]);
  });
});
