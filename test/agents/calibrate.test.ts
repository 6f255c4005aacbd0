import { expect, test } from 'vitest';
import { calibrate } from '../../agents/runs/calibrate.ts';
import type { Outcome } from '../../agents/runs/outcome.ts';
import { checkedAs } from '../../envs/values/json.ts';
import { TASK_SCHEMA, type Task } from '../../envs/values/task.ts';
import { makeParser } from '../../envs/values/validator.ts';

const HASH = 'a'.repeat(64);

const taskCalled = (id: string): Task => ({
  id,
  kind: 'write',
  environment: HASH,
  session_seed: 1,
  user: { persona: 'You are calm.', opening: 'Hello', goal: 'You want to wait.', facts: [] },
  gold: { calls: [], diff: {}, outputs: [], end: 'done' },
  rules: [],
  basis: ['state'],
  tags: [],
  difficulty: { tools: 0, information: 0, interaction: 0 },
});

/** Makes the trials of a task: + passed, - failed, ? could not be judged. */
const trialsOf = (task: string, signs: string): Outcome[] =>
  [...signs].map((sign) =>
    checkedAs<Outcome>({ hash: HASH, task, kind: 'write', reward: sign === '+' ? 1 : sign === '-' ? 0 : null }),
  );

test('a task gets the trials and passes of its run, pass@8 and a band', () => {
  const outcomes = [
    ...trialsOf('hard', '--------'),
    ...trialsOf('rare', '+---------------'),
    ...trialsOf('half', '++++----'),
    ...trialsOf('nearly', '+++++++-'),
    ...trialsOf('easy', '++++++++??'),
    ...trialsOf('short', '+++----?'),
  ];
  const names = ['hard', 'rare', 'half', 'nearly', 'easy', 'short', 'absent'];
  const found = calibrate(names.map(taskCalled), outcomes, 'noisy:0.5');
  const measured = found.tasks.map(({ difficulty }) => difficulty.measured);
  expect(measured.map((each) => each?.band)).toEqual([
    'never',
    'rarely',
    'sometimes',
    'often',
    'always',
    undefined,
    undefined,
  ]);
  // one of sixteen trials passed; half of all choices of eight trials contain this one
  expect(measured[1]).toEqual({ agent: 'noisy:0.5', trials: 16, passes: 1, pass_at_8: 0.5, band: 'rarely' });
  expect(measured[4]).toMatchObject({ trials: 8, passes: 8, pass_at_8: 1 });
  expect(found).toMatchObject({ unplayed: 1, too_few: 1, bands: { never: 1, always: 1 } });
  const parse = makeParser<Task>(TASK_SCHEMA, 'it is a task');
  for (const task of found.tasks) expect(parse(checkedAs(task), 'tasks.jsonl')).toEqual(task);
});
