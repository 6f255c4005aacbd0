"""The openreward SDK: gold is worth 1, nothing done 0, and a conversation ends when its user ends it."""

import os
import sys

from gold import NAME, calls, plain_tasks, tell, words

url, token = sys.argv[1:3]
os.environ["OPENREWARD_SESSION_URL"] = os.environ["OPENREWARD_API_URL"] = url
from openreward import OpenReward  # noqa: E402

client = OpenReward(api_key=token)
tasks = plain_tasks(url, token)
rewards, expected = [], []
for name, talks in ((NAME, False), (f"{NAME}.talk", True)):
    environment = client.environments.get(name)
    listed = [spec.task_spec["task"] for spec in environment.list_tasks(split="train")]
    for at, task in enumerate(tasks[:1] if talks else tasks):
        idle = at == len(tasks) - 1
        with environment.session(split="train", index=listed.index(task["id"])) as session:
            for tool, arguments in [] if idle else calls(task):
                if talks and not tool.startswith(("find", "list", "get", "search")):
                    session.call_tool("say_to_user", {"text": f"I will call {tool} with {arguments}. Shall I go ahead?"})
                session.call_tool(tool, arguments)
            end = ("say_to_user", {"text": words(task)}) if talks else ("finish", {"answer": "nothing" if idle else words(task)})
            rewards.append(session.call_tool(*end).reward)
            expected.append(0 if idle else 1)
tell("openreward", ["openreward"], rewards, expected)
