// Tests the folders for hubs of environments: they are complete, the hubs' own parsers can read them, and a model
// cannot read the tasks' stored solutions in them.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { HUBS } from '../../agents/hub/hub-list.ts';
import { namesOf, type HubSubject } from '../../agents/hub/hub.ts';
import { openEnvironment } from '../../envs/folder/environment-folder.ts';
import { isJsonObject, type Json, type JsonObject } from '../../envs/values/json.ts';
import { canaryOf } from '../../envs/values/canary.ts';
import { playAdversary } from '../../envs/verification/adversaries.ts';
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

test('a twin that doing nothing solves is no row of verifiers, whose validator refuses it', () => {
  const [task] = tasks;
  if (task === undefined) throw new Error('no task was made');
  const idle = {
    ...task,
    id: 'idle-001',
    twin: task.id,

    gold: { ...task.gold, calls: [], diff: {}, outputs: [] },
  };
  expect(playAdversary(world, idle, 'noop').verdict.reward).toBe(1);
  const hub = HUBS.find((each) => each.name === 'verifiers');
  const files = hub?.files({ ...subject, tasks: [...tasks, idle] }) ?? new Map<string, string>();
  const rows = rowsOf(text(files, 'callgym_order_desk/rows.jsonl'));
  expect(rows.map(({ id }) => id)).toEqual(tasks.map(({ id }) => `order-desk/${id}`));
  expect(text(files, 'README.md')).toContain('leaves out 1 of the tasks');
});

test("OpenEnv's manifest declares the tools and the tasks, and what it names is there", () => {
  const files = filesOf('openenv');
  const manifest = parse(text(files, 'openenv.yaml')) as {
    validation: { capabilities: JsonObject; execution: { probe_path: string; dockerfile: string } };
  };
  const { declared_tools: tools, declared_task_count: counts, oracle, canaries } = manifest.validation.capabilities;
  expect(tools).toEqual(world.environment.tools.filter(({ audience }) => audience === 'agent').map(({ name }) => name));
  expect(counts).toEqual({ train: tasks.length });
  text(files, String((oracle as JsonObject)['location']));
  text(files, String(canaries));
  // the episode that the validator plays reveals no part of the task's solution
  const { execution } = manifest.validation;
  text(files, execution.dockerfile);
  expect(JSON.parse(text(files, execution.probe_path))).toMatchObject({
    reset: { options: { task_id: tasks[0]?.id } },
    actions: [{ tool_name: 'finish' }],
  });
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

test('no folder asks a package index for callgym, and each says how to come by it', () => {
  for (const { name } of HUBS) {
    const files = filesOf(name);
    for (const [path, each] of files) expect(`${path}: ${each}`).not.toMatch(/callgym@\d|install --global callgym\b/);
    expect([...files.values()].some((each) => each.includes('npm pack'))).toBe(true);
  }
});

test("Harbor's test reads the reward from the gate: 0 for nothing, 1 for gold, none where it cannot be judged", async () => {
  const dir = mkdtempSync(join(tmpdir(), 'callgym-harbor-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const [task] = tasks;
  const files = filesOf('harbor');
  const at = `tasks/order-desk-${task?.id ?? ''}`;
  const put = (name: string, content: string): string => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), content);
    return join(dir, name);
  };
  put('gate.mjs', text(files, `${at}/environment/callgym/gate.mjs`));
  put('secret.sha256', text(files, `${at}/environment/callgym/secret.sha256`));
  cpSync(ORDER_DESK, join(dir, 'environment/order-desk'), { recursive: true });
  put('environment/order-desk/tasks.jsonl', tasks.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const command = `${process.execPath} ${fileURLToPath(new URL('../../cli/callgym.js', import.meta.url))}`;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const gate = spawn(process.execPath, ['gate.mjs'], {
    cwd: dir,
    env: { ...process.env, CALLGYM_COMMAND: command, CALLGYM_TASK: task?.id ?? '', PORT: String(port) },
    stdio: 'ignore',
    detached: true,
  });
  onTestFinished(() => {
    if (gate.pid !== undefined) process.kill(-gate.pid, 'SIGKILL');
  });
  while (
    !(await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(50);
  const logs = join(dir, 'logs');
  const script = put(
    'test.sh',
    text(files, `${at}/tests/test.sh`).replaceAll('/app/answer.txt', join(dir, 'answer.txt')),
  );
  const judge = (): Promise<unknown> =>
    promisify(execFile)('bash', [script], { env: { ...process.env, CALLGYM_GATE: url, HARBOR_LOGS: logs } });
  await judge();
  expect(readFileSync(join(logs, 'reward.txt'), 'utf8')).toBe('0\n');
  const word = /x-word: ([0-9a-f]{32})/.exec(text(files, `${at}/tests/test.sh`))?.[1] ?? '';
  const gold = await fetch(`${url}/gold`, { method: 'POST', headers: { 'x-word': word } });
  put('answer.txt', await gold.text());
  await judge();
  expect(readFileSync(join(logs, 'reward.txt'), 'utf8')).toBe('1\n');
  expect(JSON.parse(readFileSync(join(logs, 'verdict.json'), 'utf8'))).toMatchObject({ reward: 1 });
  expect((await fetch(`${url}/reward`, { method: 'POST' })).status).toBe(404);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

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
