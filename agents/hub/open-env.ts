// Exports an OpenEnv folder: a manifest with a validation block, an image, and a small Python server that starts
// callgym.
import { stringify } from 'yaml';
import { canaryOf } from '../../envs/values/canary.ts';
import { ownTools } from '../../envs/server/seat/own-tools.ts';
import { replyOf } from '../../envs/verification/script.ts';
import { ENVIRONMENT_AT, folderFiles } from './folder-files.ts';
import { FIND_COMMAND, getCallgym, installInImage } from './get-callgym.ts';
import { hubCard } from './hub-card.ts';
import type { Hub, HubSubject } from './hub.ts';
import { CANARIES_AT, openEnvPlan, openEnvValidation, ORACLE_AT, PLAN_AT } from './open-env-manifest.ts';

const PORT = 8000;

export const openEnvHub: Hub = {
  name: 'openenv',
  about: 'an OpenEnv folder: openenv.yaml, image, Python entry point',
  images: () => ['.'],
  files: (subject) =>
    new Map([
      ['openenv.yaml', manifest(subject)],
      ['pyproject.toml', project(subject)],
      ['Dockerfile', image(subject)],
      ['server/__init__.py', ''],
      ['server/app.py', app(subject)],
      [ORACLE_AT, ORACLE],
      ['server/oracle.jsonl', gold(subject)],
      [PLAN_AT, `${JSON.stringify(openEnvPlan(subject.tasks[0]?.id, ownTools(subject.world).finish.name), null, 2)}\n`],
      [CANARIES_AT, `${canaryOf(subject.world.hash)}\n`],
      ['README.md', hubCard(subject, use(subject), front(subject))],
      ...folderFiles(subject),
    ]),
};

const quoted = (text: string): string => JSON.stringify(text);

function manifest({ dashed, world, tasks, version }: HubSubject): string {
  const tools = world.environment.tools.filter(({ audience }) => audience === 'agent').map(({ name }) => name);
  return stringify({
    spec_version: 1,
    name: dashed,
    version,
    type: 'space',
    runtime: 'fastapi',
    app: 'server.app:app',
    port: PORT,
    validation: openEnvValidation({ hash: world.hash, tools, tasks: tasks.length }),
  });
}

const project = ({ dashed, version }: HubSubject): string => `[project]
name = "callgym-openenv-${dashed}"
version = "0.1.0"
description = "A simulated API for tool-using agents, served by callgym ${version}"
requires-python = ">=3.10"
dependencies = ["openenv>=0.4.1", "fastapi>=0.115", "uvicorn>=0.30", "httpx>=0.27", "websockets>=13"]

[project.scripts]
server = "server.app:main"

[build-system]
requires = ["setuptools>=68"]
build-backend = "setuptools.build_meta"

[tool.setuptools]
packages = ["server"]
`;

const image = ({
  dashed,
  version,
}: HubSubject): string => `# The environment as a callgym server that speaks OpenEnv at /openenv/NAME, and behind the Python entry point at the root.
FROM docker.io/library/node:24-slim
RUN apt-get update && apt-get install -y --no-install-recommends python3 python3-pip python3-venv && rm -rf /var/lib/apt/lists/*
WORKDIR /app
${installInImage(version)}
COPY pyproject.toml ./
COPY server server
RUN python3 -m venv /venv && /venv/bin/pip install --no-cache-dir .
COPY ${ENVIRONMENT_AT} ${ENVIRONMENT_AT}
ENV CALLGYM_FOLDER=/app/${ENVIRONMENT_AT}/${dashed}
EXPOSE ${PORT}
CMD ["/venv/bin/server"]
`;

const app = ({
  world,
  dashed,
}: HubSubject): string => `"""OpenEnv's entry point: starts \`callgym serve\` on a free port of this machine and passes everything on to it."""

import asyncio
import os
import re
import shlex
import shutil
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import websockets
from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect

NAME = ${quoted(world.environment.name)}
HERE = Path(__file__).resolve().parent.parent
FOLDER = os.environ.get("CALLGYM_FOLDER", str(HERE / ${quoted(ENVIRONMENT_AT)} / ${quoted(dashed)}))
SERVER = os.environ.get("CALLGYM_URL")
TOKEN = {"authorization": f"Bearer {os.environ['CALLGYM_TOKEN']}"} if SERVER and os.environ.get("CALLGYM_TOKEN") else {}
${FIND_COMMAND}
KEPT = {"content-type", "retry-after"}


def start():
    process = subprocess.Popen(
        [*found(), "serve", FOLDER, "--port", "0", "--dialects", "openenv"],
        stdout=subprocess.PIPE,
        text=True,
    )
    line = process.stdout.readline().strip()
    if not re.match(r"https?://", line):
        raise RuntimeError(f"callgym did not start: {line or 'it said nothing'}")
    return process, line


@asynccontextmanager
async def lifespan(app):
    process, url = (None, SERVER.rstrip("/")) if SERVER else await asyncio.to_thread(start)
    app.state.base = f"{url}/openenv/{NAME}"
    async with httpx.AsyncClient(timeout=60) as client:
        app.state.client = client
        yield
    if process is not None:
        process.terminate()
        await asyncio.to_thread(process.wait)


app = FastAPI(lifespan=lifespan, openapi_url=None, docs_url=None, redoc_url=None)


@app.websocket("/ws")
async def socket(there: WebSocket):
    await there.accept()
    query = there.scope["query_string"].decode()
    url = there.app.state.base.replace("http", "ws", 1) + "/ws" + (f"?{query}" if query else "")
    async with websockets.connect(url, max_size=None, additional_headers=TOKEN) as here:

        async def forth():
            try:
                while True:
                    await here.send(await there.receive_text())
            except WebSocketDisconnect:
                await here.close()

        async def back():
            async for text in here:
                await there.send_text(text)
            await there.close()

        await asyncio.gather(forth(), back(), return_exceptions=True)


@app.api_route("/{path:path}", methods=["GET", "POST"])
async def pass_on(path: str, request: Request):
    state = request.app.state
    answer = await state.client.request(
        request.method,
        f"{state.base}/{path}",
        params=request.query_params,
        content=await request.body(),
        headers={name: value for name, value in request.headers.items() if name in KEPT} | TOKEN,
    )
    kept = {name: value for name, value in answer.headers.items() if name in KEPT}
    return Response(answer.content, answer.status_code, kept)


def main(host: str = "0.0.0.0", port: int = ${PORT}):
    import uvicorn

    uvicorn.run(app, host=host, port=int(os.environ.get("PORT", port)))


if __name__ == "__main__":
    main()
`;

/** Returns one line per task with the calls of the task's stored solution and the agent's last words. */
const gold = ({ tasks }: HubSubject): string =>
  tasks
    .map((task) => {
      const calls = task.gold.calls.map(({ name, arguments: given }) => ({ name, arguments: given }));
      return `${JSON.stringify({ task: task.id, calls, answer: replyOf(task) })}\n`;
    })
    .join('');

const ORACLE = `"""The oracle: plays gold of every task over OpenEnv's socket and prints the mean reward. Exit 1 when one is not 1."""

import asyncio
import json
import os
import pathlib
import sys

import websockets

URL = os.environ.get("OPENENV_URL", "ws://127.0.0.1:${PORT}/ws")
GOLD = pathlib.Path(__file__).with_name("oracle.jsonl")


async def play(socket, row):
    async def ask(kind, data):
        await socket.send(json.dumps({"type": kind, "data": data}))
        return json.loads(await socket.recv())["data"]

    answer = await ask("reset", {"task_id": row["task"], "user": "none"})
    last = {"name": "finish", "arguments": {"answer": row["answer"]}}
    for call in [*row["calls"], last]:
        answer = await ask("step", {"type": "call_tool", "tool_name": call["name"], "arguments": call["arguments"]})
    return answer.get("reward")


async def main():
    rewards = []
    async with websockets.connect(URL, max_size=None) as socket:
        for line in GOLD.read_text(encoding="utf-8").splitlines():
            rewards.append(await play(socket, json.loads(line)))
    print(json.dumps({"tasks": len(rewards), "reward": sum(reward or 0 for reward in rewards) / max(len(rewards), 1)}))
    return 0 if all(reward == 1 for reward in rewards) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
`;

const front = ({ world }: HubSubject): string => `---
title: ${quoted(world.environment.title)}
sdk: docker
app_port: ${PORT}
tags:
  - openenv
---

`;

const use = ({ dashed, version }: HubSubject): string => `
\`\`\`sh
docker build -t ${dashed} . && docker run -p ${PORT}:${PORT} ${dashed}
openenv validate --url http://127.0.0.1:${PORT}
\`\`\`

${getCallgym(version)}

Without an image: \`pip install .\`, \`server\`. It starts the command \`callgym\`, or the one that \`CALLGYM_COMMAND\` names (\`node CHECKOUT/cli/callgym.js\`); with \`CALLGYM_URL\` (and \`CALLGYM_TOKEN\`) it starts nothing and passes all on to a server that runs with \`--dialects openenv\`. \`uv lock\` writes the lock file that OpenEnv's multi-mode check asks for; it names the registry of whoever runs it, so it is not part of this folder.
`;
