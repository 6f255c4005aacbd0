// Tests a value that the call needs and the user does not know. The task names the value in a field, which the user and
// the oracle read.
import { expect, onTestFinished, test } from 'vitest';
import { selfFacts } from '../../agents/users/self.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { Task } from '../../envs/values/task.ts';
import type { World } from '../../envs/world/world.ts';
import { runInTest } from '../support/played.ts';
import { ORDER_DESK } from '../support/server.ts';
import { taskByHand } from '../support/task-by-hand.ts';

function desk(): { world: World; task: Task } {
  const world = openEnvironment(ORDER_DESK, { pool: 1 });
  onTestFinished(() => world.close());
  const customer = world.environment.seed.find(({ table }) => table === 'customers');
  const email = String(customer?.row['email']);
  const task = taskByHand(world, {
    kind: 'abstain',
    opening: 'Hello, I would like to cancel my order, please.',
    facts: { email },
    calls: [],
    outputs: [{ key: 'reason', type: 'reason', value: 'missing_information' }],
    end: 'refused',
  });
  return { world, task: { ...task, user: { ...task.user, unknown: 'postcode' } } };
}

test('the user does not know it, though it stands in their own row', () => {
  const { world, task } = desk();
  const { unknown: _unknown, ...user } = task.user;
  const told = [{ key: 'email', value: user.facts[0]?.value ?? '', say: 'asked', label: 'email', owner: undefined }];
  const labels = (of: Task): string[] =>
    selfFacts(
      world,
      of,
      told.map((fact) => ({ ...fact, say: 'asked', who: true })),
    ).map(({ label }) => label);
  expect(labels({ ...task, user })).toContain('postcode');
  expect(labels(task)).not.toContain('postcode');
});

test('the oracle asks for it before anything else, and refuses when the user cannot say it', async () => {
  const { task } = desk();
  const { episodes, outcomes } = await runInTest({
    dirs: [ORDER_DESK],
    tasks: new Map([[ORDER_DESK, [task]]]),
    agent: 'oracle',
    user: 'scripted',
  });
  const words = episodes[0]?.messages.filter(({ role }) => role === 'assistant').map(({ content }) => content);
  expect(words?.[0]).toContain('postcode');
  expect(outcomes.map(({ reward }) => reward)).toEqual([1]);
});
