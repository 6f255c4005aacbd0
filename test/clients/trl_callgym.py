"""docs/callgym_trl.py with what TRL does to it: methods listed from the class, calls, rewards of gold and of nothing done."""

import inspect
import json
import sys

from gold import NAME, calls, plain_tasks, tell, words
from callgym_client import Gym
from callgym_trl import environment, rows, verdict

url, token = sys.argv[1:3]
gym = Gym(url, token)
made = environment(gym, NAME)
tools = [name for name, each in inspect.getmembers(made, inspect.isfunction) if not name.startswith("_") and name != "reset"]
tasks = plain_tasks(url, token)
asked = {row["task"]: row["prompt"] for row in rows(gym, NAME)}
said, environments = [], []
for at, task in enumerate(tasks):
    idle = at == len(tasks) - 1
    env = made()
    env.reset(task=task["id"])
    messages = list(asked[task["id"]])
    for tool, arguments in [] if idle else calls(task):
        assert tool in tools, tool
        function = {"name": tool, "arguments": arguments}
        messages.append({"role": "assistant", "tool_calls": [{"type": "function", "function": function}]})
        messages.append({"role": "tool", "name": tool, "content": json.dumps(getattr(env, tool)(**arguments))})
    messages.append({"role": "assistant", "content": "I cannot help." if idle else words(task)})
    said.append(messages)
    environments.append(env)
tell("callgym_trl", [], verdict(said, environments), [1] * (len(tasks) - 1) + [0], f"{len(tools)} tools")
