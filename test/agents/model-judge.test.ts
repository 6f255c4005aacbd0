// Tests a model's opinion on questions that code cannot judge. The majority of its votes counts, the verdict does not
// change, and the model is asked only if code found no fault.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askModelJudge } from '../../agents/runs/model-judge.ts';
import { verifyRun } from '../../agents/runs/verify-run.ts';
import { openClient } from '../../envs/model/openai-client.ts';
import type { Task } from '../../envs/values/task.ts';
import { modelServer } from '../support/model-server.ts';
import { runInTest, tasksOf } from '../support/played.ts';
import { ORDER_DESK } from '../support/server.ts';

/** Makes tasks with one additional demand that code cannot check. */
function inWords(): Task[] {
  return tasksOf(ORDER_DESK, 20).map((task) => ({
    ...task,
    basis: [...task.basis, 'assertions'],
    assertions: [{ text: `The agent was polite in ${task.id}.` }],
  })) as Task[];
}

test('the majority decides each open question, and no verdict changes', async () => {
  const tasks = inWords();
  const { out, outcomes } = await runInTest({
    dirs: [ORDER_DESK],
    tasks: new Map([[ORDER_DESK, tasks]]),
    agent: 'noisy:0.5',
    user: 'scripted',
  });
  const open = outcomes.filter(({ reward }) => reward === null).map(({ task }) => task);
  const failed = outcomes.filter(({ reward }) => reward === 0).map(({ task }) => task);
  expect(open.length).toBeGreaterThan(2);
  expect(failed.length).toBeGreaterThan(0);
  const [first, second, ...rest] = open as [string, string, ...string[]];
  const { url, asked } = await modelServer((body, at) => {
    const text = String(body.messages.at(-1)?.content);
    expect(failed.some((id) => text.includes(`polite in ${id}.`))).toBe(false);
    if (text.includes(`polite in ${first}.`)) return { content: at % 3 === 0 ? 'HOLDS: yes' : 'Rude. HOLDS: **no**' };
    if (text.includes(`polite in ${second}.`)) return { content: 'I would rather not say.' };
    return { content: at % 3 === 0 ? 'HOLDS: no' : 'HOLDS: no? On reflection,\nHOLDS: yes' };
  });
  const before = readFileSync(join(out, 'episodes.jsonl'), 'utf8');
  const client = await openClient({ baseUrl: url });
  const judged = await askModelJudge(out, { client, model: 'judge', votes: 3 });
  expect(judged).toMatchObject({ episodes: open.length, fail: 1, undecided: 1, pass: rest.length });
  expect(judged.opinions.find(({ question }) => question.includes(`in ${first}.`))).toMatchObject({
    yes: 1,
    no: 2,
    holds: false,
  });
  expect(asked).toHaveLength(open.length * 3);
  expect(readFileSync(join(out, 'episodes.jsonl'), 'utf8')).toBe(before);
  expect(verifyRun(out)).toMatchObject({ agree: 20, disagree: [], refused: [] });
});
