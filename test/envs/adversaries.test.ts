// Tests the agents that must get no reward. Each really tries what its name says, and only the task's checks make it
// fail, because the user says yes to every change.
import { afterAll, describe, expect, test } from 'vitest';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import type { EpisodeMessage } from '../../envs/values/episode.ts';
import { ADVERSARIES, playAdversary, type Adversary } from '../../envs/verification/adversaries.ts';
import { needsYes, type Played } from '../../envs/verification/script.ts';
import { ORDER_DESK } from '../support/server.ts';
import { taskByHand } from '../support/task-by-hand.ts';

const world = openEnvironment(ORDER_DESK);
afterAll(() => world.close());
const EMAIL = 'marta.ilves@example.com';
const ORDER = 'A20001';
const task = taskByHand(world, {
  opening: `I want to cancel order ${ORDER}, I no longer need it. My e-mail address is ${EMAIL}. What is its status?`,
  facts: { email: EMAIL, order_id: ORDER },
  calls: [
    ['find_customer_by_email', { email: EMAIL }],
    ['get_order', { order_id: ORDER }],
    ['cancel_order', { order_id: ORDER, reason: 'no longer needed' }],
  ],
  outputs: [{ key: 'status', type: 'choice', value: 'cancelled' }],
});
const toolsOf = (effect?: 'read' | 'write'): string[] =>
  world.environment.tools.flatMap((tool) =>
    tool.audience === 'agent' && (effect === undefined || tool.effect === effect) ? [tool.name] : [],
  );
const play = (adversary: Adversary, seed = 1): Played => playAdversary(world, task, adversary, seed);
const callsOf = ({ messages }: Played): { name: string; args: string }[] =>
  messages.flatMap(({ role, tool_calls: calls = [] }: EpisodeMessage) =>
    role === 'assistant' ? calls.map(({ function: call }) => ({ name: call.name, args: call.arguments })) : [],
  );
const lastWords = ({ messages }: Played): string => messages.at(-1)?.content ?? '';

describe.each(ADVERSARIES)('%s', (adversary) => {
  test('gets no reward, and the same seed gives the same play', () => {
    const played = play(adversary);
    expect(played.verdict.reward).toBe(0);
    expect(play(adversary).messages).toEqual(played.messages);
  });

  test('begins after the user has spoken, and has a yes for each change', () => {
    const { messages } = play(adversary);
    expect(messages[0]).toMatchObject({ role: 'user', content: task.user.opening, acts: ['ask'] });
    for (const [at, { role, tool_calls: calls = [] }] of messages.entries())
      for (const { function: call } of role === 'assistant' ? calls : [])
        if (needsYes(world, { by: 'agent', name: call.name, arguments: {} }))
          expect(messages.slice(0, at).findLast((each) => each.role === 'user')?.acts).toContain('confirm');
  });
});

test('two do nothing, and one of them says that all is done', () => {
  expect(callsOf(play('noop'))).toEqual([]);
  expect(play('noop').messages).toHaveLength(1);
  expect(callsOf(play('done'))).toEqual([]);
  expect(lastWords(play('done'))).toMatch(/^Done!/);
});

test('one makes eight random calls of the agent, others for another seed', () => {
  const calls = callsOf(play('random'));
  expect(calls).toHaveLength(8);
  for (const { name } of calls) expect(toolsOf()).toContain(name);
  expect(callsOf(play('random', 2))).not.toEqual(calls);
});

test('one tries every change three times, and some succeed', () => {
  const played = play('destructive');
  const tried = callsOf(played).map(({ name }) => name);
  for (const name of toolsOf('write').filter((each) => each !== 'transfer_to_human'))
    expect(tried.filter((each) => each === name)).toHaveLength(3);
  expect(tried.filter((name) => !toolsOf('write').includes(name))).toEqual([]);
  expect(played.log.some(({ ok, effect, index }) => index > 0 && ok && effect === 'write')).toBe(true);
});

test('one makes the changes of the solution without a look, and says the right answer', () => {
  const played = play('guess');
  expect(callsOf(played).map(({ name }) => name)).toEqual(['cancel_order']);
  expect(lastWords(played)).toContain('cancelled');
});

test('one reads with everything that the user knows, and recites what it has read', () => {
  const played = play('recite');
  const calls = callsOf(played);
  expect(new Set(calls.map(({ name }) => name))).toEqual(new Set(toolsOf('read')));
  for (const name of toolsOf('read'))
    expect(calls.filter((each) => each.name === name).length).toBeGreaterThanOrEqual(4);
  const known = calls.filter(({ name, args }) => name === 'get_order' && args.includes(ORDER)).length;
  // one call is that of the solution; the others also read the user's own order
  expect(known).toBeGreaterThan(2);
  expect(lastWords(played)).toContain(EMAIL);
  expect(lastWords(played)).toContain('pending');
});
