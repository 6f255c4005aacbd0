// Tests models as agents and as users, on a local server that gives all kinds of answers of real servers, including
// broken ones.
import { expect, test } from 'vitest';
import type { Json } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { spoken } from '../../envs/words/spoken.ts';
import { ORDER_DESK } from '../support/server.ts';
import { modelServer, type Reply, type Trouble } from '../support/model-server.ts';
import { runInTest, tasksOf, type RunInTest } from '../support/played.ts';

const TASK = tasksOf(ORDER_DESK, 12).find(({ kind, user }) => kind === 'write' && user.later === undefined) as Task;
const [LOOK] = TASK.gold.calls as [Task['gold']['calls'][number]];
const DONE: Reply = { content: 'That is done.' };

/** Plays an episode whose model gives these replies in order. The last reply is repeated. */
async function played(
  replies: readonly (Reply | Trouble)[],
  limits?: { turns: number; errors: number },
): Promise<RunInTest & { asked: number }> {
  const server = await modelServer((_body, at) => replies[Math.min(at, replies.length - 1)] as Reply);
  const run = await runInTest({
    dirs: [ORDER_DESK],
    tasks: new Map([[ORDER_DESK, [TASK]]]),
    agent: 'openai:tiny',
    user: 'scripted',
    options: { baseUrl: server.url },
    ...(limits === undefined ? {} : { limits }),
  });
  return { ...run, asked: server.asked.length };
}

const look = (args: string = JSON.stringify(LOOK.arguments)): Reply => ({
  content: '',
  calls: [{ name: LOOK.name, arguments: args }],
});

test('gold, played by a model, passes; reasoning and tokens are kept', async () => {
  const gold = TASK.gold.calls.map((call): Reply => ({
    reasoning_content: `I call ${call.name}.`,
    calls: [{ name: call.name, arguments: JSON.stringify(call.arguments) }],
  }));
  const writes = gold.length - 1;
  const change = TASK.gold.calls[writes];
  const asks: Reply = {
    content: `I will call ${change?.name} with ${JSON.stringify(change?.arguments)}. Shall I go ahead?`,
  };
  const { episodes, asked } = await played([...gold.slice(0, writes), asks, ...gold.slice(writes), DONE]);
  const [episode] = episodes;
  expect(episode?.verdict).toMatchObject({ reward: 1 });
  expect(episode?.messages.find(({ role }) => role === 'assistant')).toMatchObject({
    reasoning: `I call ${LOOK.name}.`,
  });
  expect(episode?.usage?.agent).toEqual({ prompt: asked * 100, completion: asked * 10 });
  expect(episode).toMatchObject({ agent: { kind: 'openai', model: 'tiny' }, user: { kind: 'scripted', version: '2' } });
});

test('parallel calls are made in order and answered one by one', async () => {
  const { episodes } = await played([{ calls: [...(look().calls ?? []), ...(look().calls ?? [])] }, DONE]);
  const [episode] = episodes;
  const at = episode?.messages.findIndex(({ tool_calls }) => tool_calls !== undefined) ?? -1;
  expect(episode?.messages.slice(at, at + 3).map(({ role }) => role)).toEqual(['assistant', 'tool', 'tool']);
  expect(episode?.messages[at]?.tool_calls?.map(({ id }) => id)).toEqual(['call_1', 'call_2']);
  expect(episode?.messages.slice(at + 1, at + 3).map(({ tool_call_id }) => tool_call_id)).toEqual(['call_1', 'call_2']);
});

test('arguments that are no JSON and tools that are not there are observations, not ends', async () => {
  const { episodes } = await played([
    look('{"a": '),
    look('[1]'),
    { calls: [{ name: 'no_such_tool', arguments: '{}' }] },
    DONE,
  ]);
  const [episode] = episodes;
  const seen = episode?.messages.filter(({ role }) => role === 'tool').map(({ content }) => content) ?? [];
  expect(seen[0]).toMatch(/INVALID_ARGUMENT.*no JSON/);
  expect(seen[1]).toMatch(/INVALID_ARGUMENT.*JSON object/);
  expect(seen[2]).toMatch(/UNKNOWN_TOOL/);
  expect(episode?.steps).toHaveLength(1);
  expect(episode?.end_reason).toBe('user_gave_up');
});

test('arguments as an object, text in parts, a wrong role: read as they were meant', async () => {
  const { episodes } = await played([
    { calls: [{ name: LOOK.name, arguments: LOOK.arguments }], role: 'user' },
    {
      content: [
        { type: 'text', text: 'All ' },
        { type: 'text', text: 'done.' },
      ],
    },
  ]);
  expect(episodes[0]?.steps[0]).toMatchObject({ ok: true });
  expect(episodes[0]?.messages.findLast(({ role }) => role === 'assistant')?.content).toBe('All done.');
});

test.each<[string, readonly (Reply | Trouble)[]]>([
  ['a storm of 429', Array.from({ length: 4 }, () => ({ status: 429, error: { message: 'slow down' } }))],
  ['a 500 and a 503', [500, 503].map((status) => ({ status, error: { message: 'oops' } }))],
  ['a dropped connection', [{ drop: true }]],
  ['truncated JSON', [{ raw: '{"id":"chat","choices":[{"ind' }]],
  ['no choices', [{ raw: '{"id":"chat","choices":[]}' }]],
  ['an empty reply', [{ content: '' }]],
  ['a slow first byte', [{ slow: 300, reply: look() }]],
])('%s is asked again, and no call is made twice', async (_name, troubles) => {
  const { episodes } = await played([look(), ...troubles, DONE]);
  const [episode] = episodes;
  expect(episode?.end_reason).toBe('user_gave_up');
  const slow = troubles.some((trouble) => 'slow' in trouble);
  expect(episode?.steps).toHaveLength(slow ? 2 : 1);
});

test('a conversation that is too long ends in max_tokens, reward 0', async () => {
  const { episodes } = await played([
    look(),
    {
      status: 400,
      error: { message: "This model's maximum context length is 4096 tokens.", code: 'context_length_exceeded' },
    },
  ]);
  expect(episodes[0]).toMatchObject({ end_reason: 'max_tokens', verdict: { reward: 0 } });
  const cut = await played([{ content: 'I will no', finish_reason: 'length' }]);
  expect(cut.episodes[0]).toMatchObject({ end_reason: 'max_tokens', verdict: { reward: 0 } });
  expect(cut.episodes[0]?.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'I will no' });
});

test('silence, endless talk and endless errors end by their limits', async () => {
  expect((await played([{ content: null }])).episodes[0]).toMatchObject({
    end_reason: 'agent_error',
    verdict: { reward: 0 },
  });
  const limits = { turns: 6, errors: 3 };
  expect((await played([look()], limits)).episodes[0]).toMatchObject({
    end_reason: 'max_turns',
    verdict: { reward: 0 },
  });
  const bad = await played([{ calls: [{ name: 'no_such_tool', arguments: '{}' }] }], limits);
  expect(bad.episodes[0]).toMatchObject({ end_reason: 'max_errors', verdict: { reward: 0 } });
});

test('a server that is down is nobody’s failure: reward null, and the episode is played again later', async () => {
  let broken = true;
  const server = await modelServer(() => (broken ? { status: 400, error: { message: 'bad template' } } : DONE));
  const setting = {
    dirs: [ORDER_DESK],
    tasks: new Map([[ORDER_DESK, [TASK]]]),
    agent: 'openai:tiny',
    user: 'scripted',
    options: { baseUrl: server.url },
  };
  const first = await runInTest(setting);
  expect(first.episodes[0]).toMatchObject({ end_reason: 'infrastructure', verdict: { reward: null } });
  expect(first.episodes[0]?.why).toContain('bad template');
  broken = false;
  const again = await runInTest({ ...setting, out: first.out });
  expect(again.episodes).toHaveLength(1);
  expect(again.episodes[0]).toMatchObject({ end_reason: 'user_gave_up', verdict: { reward: 0 } });
});

test('a key that is refused ends the run with one line', async () => {
  await expect(played([{ status: 401, error: { message: 'no such key' } }])).rejects.toThrow(/no such key/);
});

async function withUser(says: readonly Reply[], agent = 'noop', task = TASK): Promise<RunInTest> {
  const server = await modelServer((_body, at) => says[Math.min(at, says.length - 1)] as Reply);
  return runInTest({
    dirs: [ORDER_DESK],
    tasks: new Map([[ORDER_DESK, [task]]]),
    agent,
    user: 'openai:tiny',
    options: { baseUrl: server.url },
  });
}

test('a model as the user: its marks end the episode, its acts are recognised', async () => {
  const { episodes } = await withUser([{ content: 'Yes, please do. Thank you! ###GIVE-UP###' }]);
  const [episode] = episodes;
  expect(episode).toMatchObject({ end_reason: 'user_gave_up', user: { kind: 'openai', version: '2' } });
  expect(episode?.messages.at(-1)).toMatchObject({ role: 'user', content: 'Yes, please do. Thank you!' });
  expect(episode?.messages.filter(({ role }) => role === 'user').every(({ acts }) => acts !== undefined)).toBe(true);
});

test.each([
  ['invents a value', 'My order is A99999, please hurry. ###STOP###', /invented|leaked|contradicted/],
  ['leaks its template', '<s>[INST] I want to cancel my order.', /scaffolding/],
  ['repeats the agent', 'Thank you for your message. Have a nice day!', /parroted/],
  ['contradicts its facts', 'My email is somebody.else@example.org.', /contradicted|invented/],
])('a user who %s spoils the episode: user_error, reward null', async (_name, content, why) => {
  const { episodes } = await withUser([{ content }]);
  expect(episodes[0]).toMatchObject({ end_reason: 'user_error', verdict: { reward: null } });
  expect(episodes[0]?.why).toMatch(why);
});

test('a reply that no customer could give is asked for once more', async () => {
  const { episodes } = await withUser([
    { content: 'My order is A99999, please hurry.' },
    { content: 'I would still like to have it done. ###GIVE-UP###' },
  ]);
  expect(episodes[0]).toMatchObject({ end_reason: 'user_gave_up' });
  expect(episodes[0]?.messages.some(({ content }) => content.includes('A99999'))).toBe(false);
});

test('who leaves as served before anything was done spoils the episode', async () => {
  const { episodes } = await withUser([{ content: 'Great, thank you! ###STOP###' }]);
  expect(episodes[0]).toMatchObject({ end_reason: 'user_error' });
  expect(episodes[0]?.why).toMatch(/not done yet/);
});

test('what the user knows reaches the model as data, with when it is said', async () => {
  const server = await modelServer(() => ({ content: 'Never mind. ###GIVE-UP###' }));
  await runInTest({
    dirs: [ORDER_DESK],
    tasks: new Map([[ORDER_DESK, [TASK]]]),
    agent: 'noop',
    user: 'openai:tiny',
    options: { baseUrl: server.url },
  });
  const system = String(server.asked[0]?.messages[0]?.content);
  for (const { value } of TASK.user.facts.filter(({ say }) => say === 'asked'))
    expect(system).toContain(JSON.stringify(spoken(value as Json)));
  expect(system).toContain('when asked for it');
});

test('a user who leaves while being asked ended early', async () => {
  const asks = await modelServer((body) =>
    body.tools === undefined || body.tools.length === 0
      ? { content: 'Bye. ###STOP###' }
      : { content: 'What is your email?' },
  );
  const { episodes } = await runInTest({
    dirs: [ORDER_DESK],
    tasks: new Map([[ORDER_DESK, [TASK]]]),
    agent: 'openai:tiny',
    user: 'openai:tiny',
    options: { baseUrl: asks.url },
  });
  expect(episodes[0]).toMatchObject({ end_reason: 'user_error' });
  expect(episodes[0]?.why).toMatch(/ended early/);
});
