// The folders that hubs want: whole, readable by their own parsers, and without gold where a model could read it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { HUBS } from '../../agents/hub/hub-list.ts';
import { namesOf, type HubSubject } from '../../agents/hub/hub.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { canaryOf } from '../../envs/values/canary.ts';
import { makeTasks } from '../../generator/tasks/make-tasks.ts';
import { makeServer, ORDER_DESK, talkTo } from '../support/server.ts';
import { GymServer } from '../../envs/server/server.ts';

const world = openEnvironment(ORDER_DESK);
const tasks = makeTasks(world, { count: 3, seed: 2, existing: [] }).tasks;
const subject: HubSubject = {
  world,
  tasks,
  folder: new Map([['environment.json', readFileSync(join(ORDER_DESK, 'environment.json'), 'utf8')]]),
  version: '1.2.3',
  ...namesOf(world.environment.name),
};

const filesOf = (name: string): ReadonlyMap<string, string> => {
  const hub = HUBS.find((each) => each.name === name);
  if (hub === undefined) throw new Error(`no hub ${name}`);
  return hub.files(subject);
};

const text = (files: ReadonlyMap<string, string>, path: string): string => {
  const found = files.get(path);
  if (found === undefined) throw new Error(`no file ${path} among ${[...files.keys()].join(', ')}`);
  return found;
};

const rowsOf = (lines: string): JsonObject[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);

test('names are those of packages and modules, whatever the environment is called', () => {
  expect(namesOf('Order Desk.v2')).toEqual({ dashed: 'order-desk-v2', module: 'order_desk_v2' });
  expect(namesOf('3 wishes')).toEqual({ dashed: 'env-3-wishes', module: 'env_3_wishes' });
});

test.each(HUBS.map(({ name }) => name))('%s: every folder names its canary, and no path leaves it', (name) => {
  const files = filesOf(name);
  expect([...files.values()].some((each) => each.includes(canaryOf(world.hash)))).toBe(true);
  for (const path of files.keys()) expect(path).not.toMatch(/^\/|\.\.|\\/);
});

test('rows of verifiers and NeMo Gym have the request and the task, and no gold', () => {
  const rows = rowsOf(text(filesOf('verifiers'), 'callgym_order_desk/rows.jsonl'));
  expect(rows).toHaveLength(tasks.length);
  for (const [at, row] of rows.entries()) {
    expect(row['verifier_metadata']).toEqual({ environment: 'order-desk', task: tasks[at]?.id, user: 'none' });
    const { input, tools } = row['responses_create_params'] as { input: JsonObject[]; tools: JsonObject[] };
    expect(input.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(tools.every(({ type, parameters }) => type === 'function' && isJsonObject(parameters as Json))).toBe(true);
    expect(Object.keys(row)).not.toContain('gold');
  }
  const server = filesOf('nemo_gym');
  expect(text(server, 'resources_servers/callgym_order_desk/data/train.jsonl')).toBe(
    text(filesOf('verifiers'), 'callgym_order_desk/rows.jsonl'),
  );
  const config = parse(
    text(server, 'resources_servers/callgym_order_desk/configs/callgym_order_desk.yaml'),
  ) as JsonObject;
  expect(Object.keys(config)).toEqual(['callgym_order_desk', 'callgym_order_desk_simple_agent']);
});

test("OpenEnv's manifest declares the tools and the tasks, and what it names is there", () => {
  const files = filesOf('openenv');
  const manifest = parse(text(files, 'openenv.yaml')) as { validation: { capabilities: JsonObject } };
  const { declared_tools: tools, declared_task_count: counts, oracle, canaries } = manifest.validation.capabilities;
  expect(tools).toEqual(world.environment.tools.filter(({ audience }) => audience === 'agent').map(({ name }) => name));
  expect(counts).toEqual({ train: tasks.length });
  text(files, String((oracle as JsonObject)['location']));
  text(files, String(canaries));
});

test('an agent in a Harbor container sees neither gold nor the word that opens the verdict', () => {
  const files = filesOf('harbor');
  const at = `tasks/order-desk-${tasks[0]?.id ?? ''}`;
  const word = /x-word: ([0-9a-f]{32})/.exec(text(files, `${at}/tests/test.sh`))?.[1] ?? '';
  expect(word).toHaveLength(32);
  const seen = [
    `${at}/instruction.md`,
    `${at}/environment/Dockerfile`,
    `${at}/environment/docker-compose.yaml`,
    `${at}/task.toml`,
  ];
  for (const path of seen) {
    expect(text(files, path)).not.toContain(word);
    expect(text(files, path)).not.toContain('tasks.jsonl');
  }
});

test('the server proves a task: gold is worth 1, nothing is worth 0, and the script is what gold is', async () => {
  const [task] = tasks;
  if (task === undefined) throw new Error('no task was made');
  const server = await GymServer.make({
    environments: [ORDER_DESK],
    tasks: new Map([['order-desk', tasks]]),
    token: 'a-token-for-tests-only',
  });
  const { ask } = talkTo(server);
  const { status, body } = await ask<{ gold: JsonObject; noop: JsonObject; script: JsonObject[]; reply: string }>(
    'GET',
    `/environments/order-desk/tasks/${task.id}/proof`,
  );
  expect(status).toBe(200);
  expect([body.gold['reward'], body.noop['reward']]).toEqual([1, 0]);
  expect(body.script.map(({ name }) => name)).toEqual(task.gold.calls.map(({ name }) => name));
  expect((await ask('GET', '/environments/order-desk/tasks/nobody/proof')).status).toBe(404);
  await server.stop();
});

test('a token of the agent gets no proof', async () => {
  const { ask, session } = await makeServer();
  const made = await session({ environment: 'order-desk' });
  const { status } = await ask('GET', '/environments/order-desk/tasks/write-001/proof', { token: made.tokens.agent });
  expect([401, 403]).toContain(status);
});
