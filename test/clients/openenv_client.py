"""OpenEnv's generic client over its socket, and `openenv validate --url`."""

import asyncio
import sys

from gold import NAME, calls, plain_tasks, tell, words
from openenv import GenericEnvClient
from openenv.cli._validation import validate_running_environment

url, token = sys.argv[1:3]
base = f"{url}/openenv/{NAME}"


async def episodes():
    tasks, rewards = plain_tasks(url, token), []
    for at, task in enumerate(tasks):
        idle = at == len(tasks) - 1
        async with GenericEnvClient(base_url=base, headers={"Authorization": f"Bearer {token}"}) as env:
            await env.reset(task_id=task["id"])
            for tool, arguments in [] if idle else calls(task):
                await env.step({"type": "call_tool", "tool_name": tool, "arguments": arguments})
            answer = {"answer": "nothing" if idle else words(task)}
            rewards.append((await env.step({"type": "call_tool", "tool_name": "finish", "arguments": answer})).reward)
    return rewards, [1] * (len(tasks) - 1) + [0]


missing = [each["id"] for each in validate_running_environment(base)["criteria"] if not each["passed"]]
rewards, expected = asyncio.run(episodes())
tell("openenv", ["openenv"], rewards, expected if not missing else [], f"validate misses {missing}" if missing else "validate passes")
