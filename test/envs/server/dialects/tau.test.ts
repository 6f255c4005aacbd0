// Tests tau2's gym over HTTP, and the text form of its actions.
import { describe, expect, test } from 'vitest';
import { readPythonCall } from '../../../../envs/server/dialects/tau/python-call.ts';
import type { JsonObject } from '../../../../envs/values/json.ts';
import { goldCalls, lastWords, plainTask, question, TASKS, withFaces } from '../../../support/faces.ts';

describe('an action', () => {
  test.each<[string, JsonObject | undefined]>([
    [`f()`, {}],
    [` f( a = 1 , b='x' ) `, { a: 1, b: 'x' }],
    [`f(a="it's", b='say \\'no\\'', c='\\u00e9\\x41\\n')`, { a: "it's", b: "say 'no'", c: 'éA\n' }],
    [`f(a=True, b=False, c=None)`, { a: true, b: false, c: null }],
    [`f(a=[1, (2, 3), {'k': [4.5]}], )`, { a: [1, [2, 3], { k: [4.5] }] }],
    [`f(a=-1e3, b=.5, c=1_000)`, { a: -1000, b: 0.5, c: 1000 }],
    [`f(a='\\U0001F600')`, { a: '😀' }],
    [`f(1)`, undefined],
    [`f(a=inf)`, undefined],
    [`f(a=nan)`, undefined],
    [`f(a=b)`, undefined],
    [`f(a=1) and more`, undefined],
    [`f(a=1, a=2)`, undefined],
    [`f(a='open)`, undefined],
    [`f(a=__import__('os'))`, undefined],
    [`f(a={1: 2})`, undefined],
    [`f(a=99999999999999999999)`, undefined],
    [`I will call f(a=1)`, undefined],
  ])('%s', (text, wanted) => {
    const read = readPythonCall(text);
    expect(read === undefined ? undefined : JSON.parse(JSON.stringify(read.arguments))).toEqual(wanted);
  });

  test('a real stays a real', () => {
    expect(JSON.stringify(readPythonCall('f(a=2.0, b=2)')?.arguments)).toBe('{"a":2.0,"b":2}');
  });

  test('deep nesting is words, not a crash', () => {
    expect(readPythonCall(`f(a=${'['.repeat(100_000)}`)).toBeUndefined();
  });
});

interface Step {
  readonly observation: string;
  readonly reward: number;
  readonly terminated: boolean;
  readonly info: JsonObject;
}

test('an episode with a user: calls as Python or JSON, all else is words', async () => {
  const server = await withFaces();
  const task = plainTask('write');
  const { scenarios } = (
    await server.ask<{ scenarios: { task: { id: string } }[] }>('GET', '/tau/scenarios?domain=order-desk')
  ).body;
  expect(scenarios.map((each) => each.task.id)).toEqual(TASKS.map(({ id }) => id));
  const made = await server.ask<{ id: string; observation: string; info: { tools: object[] } }>(
    'POST',
    '/tau/environments',
    {
      body: { domain: 'order-desk', task_id: task.id, user_llm: 'gpt-4o', idle_timeout_seconds: 60 },
    },
  );
  expect(made.body.observation).toBe(`user: ${task.user.opening}`);
  const step = async (action: string): Promise<Step> =>
    (
      await server.ask<Step & Record<string, never>>('POST', `/tau/environments/${made.body.id}/step`, {
        body: { action },
      })
    ).body;
  expect((await step('open_sesame(a=1)')).observation).toMatch(/^user: /);
  let last: Step | undefined;
  for (const call of goldCalls(task)) {
    if (!/^(find|list|get|search|look)/.test(call.name)) await step(question(call));
    last = await step(JSON.stringify(call));
    expect(last.observation).toMatch(/^tool: /);
  }
  last = await step(lastWords(task));
  expect(last).toMatchObject({ terminated: true, reward: 1, info: { mask_sample: false } });
  expect((await server.ask('POST', `/tau/environments/${made.body.id}/step`, { body: { action: 'x' } })).status).toBe(
    409,
  );
  expect((await server.ask('DELETE', `/tau/environments/${made.body.id}`)).body).toMatchObject({ deleted: true });
  expect((await server.ask('DELETE', `/tau/environments/${made.body.id}`)).body).toMatchObject({ deleted: false });
  expect((await server.ask('POST', '/tau/environments/nobody/step', { body: { action: 'x' } })).status).toBe(404);
});
