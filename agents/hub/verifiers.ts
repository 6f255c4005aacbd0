// Exports a Python package for the library verifiers: a set of tasks that are played on a callgym server. The tasks can
// be validated without a model.
import { getCallgym } from './get-callgym.ts';
import { hubCard } from './hub-card.ts';
import type { Task } from '../../envs/values/task.ts';
import { playAdversary } from '../../envs/verification/adversaries.ts';
import type { World } from '../../envs/world/world.ts';
import type { Hub, HubSubject } from './hub.ts';
import { taskLines } from './task-rows.ts';

export const verifiersHub: Hub = {
  name: 'verifiers',
  about: 'a Python package with a taskset for verifiers and prime-rl',
  files(subject) {
    const { world, module } = subject;
    const tasks = subject.tasks.filter((task) => !passesUntouched(world, task));
    const pack = `callgym_${module}`;
    return new Map([
      ['pyproject.toml', project(subject, pack)],
      ['README.md', hubCard({ ...subject, tasks }, use(subject, subject.tasks.length - tasks.length))],
      [`${pack}/__init__.py`, `from ${pack}.taskset import CallgymTaskset\n\n__all__ = ["CallgymTaskset"]\n`],
      [`${pack}/taskset.py`, taskset(world.environment.name)],
      [`${pack}/rows.jsonl`, taskLines(world, tasks)],
    ]);
  },
};

const project = ({ dashed, version }: HubSubject, pack: string): string => `[project]
name = "callgym-${dashed}"
version = "0.1.0"
description = "A simulated API for tool-using agents, served by callgym ${version}"
requires-python = ">=3.11"
dependencies = ["verifiers>=0.4"]

[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[tool.hatch.build.targets.wheel]
packages = ["${pack}"]
`;

/**
 * Tells whether doing nothing solves the task. This can be right for one of two twins (nearly equal tasks with
 * different right outcomes), but the validator of verifiers refuses such a task, so the package leaves it out.
 */
function passesUntouched(world: World, task: Task): boolean {
  return task.twin !== undefined && playAdversary(world, task, 'noop').verdict.reward === 1;
}

const use = ({ dashed, version }: HubSubject, left: number): string => `
${getCallgym(version)}

Serve the environment (the folder that this package was made from), then name the server:

\`\`\`sh
callgym serve ENVIRONMENT --dialects nemo      # in a checkout: npm run -s callgym -- serve …
export CALLGYM_URL=http://127.0.0.1:8080 CALLGYM_TOKEN=…
pip install .
vf-validate callgym-${dashed} --runtime.type subprocess
vf-eval callgym-${dashed} -m MODEL
\`\`\`

\`vf-validate\` plays gold of every task on the server and expects reward 1, and scores an untouched session, which must not pass.${
  left === 0 ? '' : ` The package leaves out ${left} of the tasks: doing nothing solves them, as one of two twins.`
}
`;

const taskset = (
  environment: string,
): string => `"""Tasks of ${JSON.stringify(environment).slice(1, -1)}, played and verified by a callgym server.

The server's URL and control token come from CALLGYM_URL and CALLGYM_TOKEN, or from the task's config
(resources_url, headers).
"""

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import httpx
from verifiers.v1.taskset import Taskset
from verifiers.v1.tasksets.nemo_gym import NeMoGymConfig, NeMoGymTask, NeMoGymTaskset
from verifiers.v1.utils.decorators import reward

ROWS = Path(__file__).with_name("rows.jsonl")


class CallgymTask(NeMoGymTask):
    async def validate(self, runtime) -> bool:
        """Gold, played on the server, is worth 1, and doing nothing is not."""
        told = self.data.row["verifier_metadata"]
        url = f"{self.config.resources_url}/environments/{quote(told['environment'])}/tasks/{quote(told['task'])}/proof"
        async with httpx.AsyncClient(headers=self.config.headers, timeout=self.config.request_timeout) as client:
            response = await client.get(url)
            response.raise_for_status()
            proof = response.json()
        return proof["gold"]["reward"] == 1 and proof["noop"]["reward"] != 1

    @reward(weight=1.0)
    async def nemo_gym(self, trace) -> float:
        """As of every NeMo Gym task; a session that nobody touched is judged as it stands."""
        if trace.branches:
            return await super().nemo_gym(trace)
        response = await trace.state.post("verify", self.data.row | {"response": {"object": "response", "output": []}})
        response.raise_for_status()
        return float(response.json()["reward"])


class CallgymConfig(NeMoGymConfig):
    dataset: Path = ROWS


class CallgymTaskset(NeMoGymTaskset, Taskset[CallgymTask, CallgymConfig]):
    def load(self) -> Iterator[CallgymTask]:
        known = self.config.task
        if known.resources_url is None:
            known.resources_url = os.environ.get("CALLGYM_URL", "http://127.0.0.1:8080").rstrip("/")
        token = os.environ.get("CALLGYM_TOKEN")
        if token and "Authorization" not in known.headers:
            known.headers = {**known.headers, "Authorization": f"Bearer {token}"}
        for task in super().load():
            yield CallgymTask(task.data, known)
`;
