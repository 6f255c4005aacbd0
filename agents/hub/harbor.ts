// Exports Harbor tasks, one folder per task. The agent's container reaches only an MCP endpoint. A second container
// runs the callgym server and a gate (a small HTTP proxy). The gate gives the verdict only to a caller that knows a
// secret word; only the tests contain this word.
import { sha256 } from '../../envs/values/hash.ts';
import { asJson, canonicalJson } from '../../envs/values/json.ts';
import type { Task } from '../../envs/values/task.ts';
import { promptFor } from '../../envs/server/prompt.ts';
import { ENVIRONMENT_AT, folderFiles } from './folder-files.ts';
import { getCallgym, installInImage } from './get-callgym.ts';
import { hubCard } from './hub-card.ts';
import type { Hub, HubSubject } from './hub.ts';

const PORT = 8090;

export const harborHub: Hub = {
  name: 'harbor',
  about: 'Harbor task folders: instruction, MCP server in a container of its own, verifier, solution',
  images: (subject) => subject.tasks.map((task) => `${folderOf(subject, task)}/environment/callgym`),
  files: (subject) =>
    new Map([
      ['README.md', hubCard(subject, use(subject))],
      ...subject.tasks.flatMap((task) => taskFiles(subject, task)),
    ]),
};

const folderOf = ({ dashed }: HubSubject, task: Task): string => `tasks/${dashed}-${task.id}`;

const use = ({ version }: HubSubject): string => `
Each folder below \`tasks\` is a Harbor task: \`harbor run -p tasks/NAME -a oracle\`. The agent reaches the tools over MCP and writes its last words into \`/app/answer.txt\`.

${getCallgym(version)}
`;

function taskFiles(subject: HubSubject, task: Task): [string, string][] {
  const at = folderOf(subject, task);
  const { system, opening } = promptFor(subject.world, task, 'agent', { solo: true });
  // the secret word is a digest of the whole task with its solution, so that an agent that knows only the task's hash
  // and id cannot compute it
  const secret = sha256(`harbor ${canonicalJson(asJson(task))}`).slice(0, 32);
  return [
    [`${at}/task.toml`, settings(subject, task)],
    [`${at}/instruction.md`, instruction(system, opening ?? '')],
    [`${at}/environment/Dockerfile`, AGENT_IMAGE],
    [`${at}/environment/docker-compose.yaml`, compose(task)],
    [`${at}/environment/callgym/Dockerfile`, serverImage(subject)],
    [`${at}/environment/callgym/gate.mjs`, GATE],
    [`${at}/environment/callgym/secret.sha256`, `${sha256(secret)}\n`],
    [`${at}/tests/test.sh`, test(secret)],
    [`${at}/solution/solve.sh`, solve(secret)],
    ...folderFiles(subject).map(([path, text]): [string, string] => [`${at}/environment/callgym/${path}`, text]),
  ];
}

const instruction = (system: string, opening: string): string => `${system}

# The request

${opening}

Use the tools of the MCP server \`callgym\`. At the end write your last words to the user into \`/app/answer.txt\`.
`;

const settings = ({ world, dashed }: HubSubject, task: Task): string => `version = "1.0"

[metadata]
name = ${JSON.stringify(`${dashed}-${task.id}`)}
category = "tool-use"
tags = ["tool-use", "stateful", ${JSON.stringify(task.kind)}]
environment_hash = "${world.hash}"

[verifier]
timeout_sec = 60.0

[agent]
timeout_sec = 900.0

[environment]
build_timeout_sec = 600.0
cpus = 1
memory_mb = 1024

[[environment.mcp_servers]]
name = "callgym"
transport = "streamable-http"
url = "http://callgym:${PORT}/mcp"
`;

const AGENT_IMAGE = `FROM docker.io/library/debian:stable-slim
WORKDIR /app
RUN apt-get update && apt-get install -y --no-install-recommends curl ca-certificates && rm -rf /var/lib/apt/lists/*
`;

const compose = (task: Task): string => `services:
  main:
    depends_on:
      callgym:
        condition: service_healthy
  callgym:
    build: ./callgym
    environment:
      CALLGYM_TASK: ${JSON.stringify(task.id)}
    expose: ["${PORT}"]
    healthcheck:
      test: ["CMD", "node", "-e", "fetch('http://127.0.0.1:${PORT}/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
      interval: 2s
      retries: 30
`;

const serverImage = ({ version }: HubSubject): string => `FROM docker.io/library/node:24-slim
WORKDIR /callgym
${installInImage(version)}
COPY ${ENVIRONMENT_AT} ${ENVIRONMENT_AT}
COPY gate.mjs secret.sha256 ./
CMD ["node", "gate.mjs"]
`;

/**
 * The source of the gate, a small proxy in the server's container. The gate opens one session on the task and offers
 * the session's MCP endpoint under a fixed path. A caller that knows the secret word can also get the verdict, or have
 * the stored solution played.
 */
const GATE = `// Starts callgym, begins one session on the task, and opens doors: /mcp for the agent; /verdict, /reward and /gold for a
// caller that knows the word that comes with the tests.
import { spawn } from 'node:child_process';
import { createHash, generateKeySync, timingSafeEqual } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const token = generateKeySync('hmac', { length: 256 }).export().toString('hex');
const folder = '${ENVIRONMENT_AT}/' + readdirSync('${ENVIRONMENT_AT}')[0];
const [command, ...args] = (process.env.CALLGYM_COMMAND ?? 'callgym').split(' ');
const server = spawn(command, [...args, 'serve', folder, '--port', '0'], {
  env: { ...process.env, CALLGYM_TOKEN: token },
  stdio: ['ignore', 'pipe', 'inherit'],
});
server.on('exit', (code) => process.exit(code ?? 1));
const url = await new Promise((done) => createInterface(server.stdout).once('line', done));
const control = async (method, path, body) => {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(method + ' ' + path + ': ' + response.status + ' ' + (await response.text()));
  return response.json();
};
const { environments } = await control('GET', '/environments');
const environment = environments[0].name;
const task = process.env.CALLGYM_TASK;
const session = await control('POST', '/sessions', { environment, task, user: 'none', ttl_s: 86400 });
const mcp = url + new URL(session.urls.mcp).pathname;
const expected = Buffer.from(readFileSync('secret.sha256', 'utf8').trim(), 'hex');
const knows = (word) => timingSafeEqual(createHash('sha256').update(String(word)).digest(), expected);
const read = async (request) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
};

createServer(async (request, response) => {
  try {
    if (request.url === '/health') return response.end('ok');
    if (request.url === '/mcp') {
      const headers = {};
      for (const name of ['content-type', 'accept', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'mcp-name'])
        if (request.headers[name] !== undefined) headers[name] = request.headers[name];
      const body = request.method === 'POST' ? await read(request) : undefined;
      const answer = await fetch(mcp, { method: request.method, headers, body });
      const kept = {};
      for (const name of ['content-type', 'mcp-session-id', 'allow'])
        if (answer.headers.has(name)) kept[name] = answer.headers.get(name);
      response.writeHead(answer.status, kept);
      return response.end(Buffer.from(await answer.arrayBuffer()));
    }
    if (request.method !== 'POST' || !knows(request.headers['x-word'] ?? '')) {
      response.writeHead(404);
      return response.end();
    }
    if (request.url === '/verdict' || request.url === '/reward') {
      const answer = (await read(request)).toString('utf8').trim();
      const verdict = await control('POST', '/sessions/' + session.id + '/verdict', { solo: true, answer: answer === '' ? '-' : answer });
      if (request.url === '/reward') {
        response.statusCode = verdict.reward === null ? 409 : 200;
        return response.end(String(verdict.reward));
      }
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify(verdict));
    }
    if (request.url === '/gold') {
      const proof = await control('GET', '/environments/' + encodeURIComponent(environment) + '/tasks/' + encodeURIComponent(task) + '/proof');
      for (const { by, name, arguments: given } of proof.script)
        await control('POST', '/sessions/' + session.id + '/calls', { by, name, arguments: given });
      return response.end(proof.reply);
    }
    response.writeHead(404);
    response.end();
  } catch (error) {
    response.writeHead(502);
    response.end(String(error.message));
  }
}).listen(Number(process.env.PORT ?? ${PORT}));
`;

const test = (secret: string): string => `#!/bin/bash
# Harbor reads the reward from this file.
mkdir -p "\${HARBOR_LOGS:-/logs/verifier}"
answer=$(cat /app/answer.txt 2>/dev/null)
ask() {
  printf '%s' "$answer" | curl -sf -X POST -H "x-word: ${secret}" --data-binary @- "\${CALLGYM_GATE:-http://callgym:${PORT}}/$1"
}
logs=\${HARBOR_LOGS:-/logs/verifier}
ask verdict > "$logs/verdict.json" || exit 1
# no file without a reward: an episode that cannot be judged is none
reward=$(ask reward) || exit 1
printf '%s\n' "$reward" > "$logs/reward.txt"
`;

const solve = (secret: string): string => `#!/bin/bash
# Plays gold in the session and keeps the words that belong to it.
curl -sf -X POST -H "x-word: ${secret}" http://callgym:${PORT}/gold > /app/answer.txt
`;
