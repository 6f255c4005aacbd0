"""callgym for trainers that build environments in Python, such as TRL's GRPOTrainer(environment_factory=…).

    from callgym_client import Gym
    from callgym_trl import environment, rows, verdict

    gym = Gym("http://127.0.0.1:8080", token)
    trainer = GRPOTrainer(
        train_dataset=Dataset.from_list(rows(gym, "order-desk")), environment_factory=environment(gym, "order-desk"),
        reward_funcs=verdict, …,
    )
"""

import json

TYPES = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "array": "list", "object": "dict"}


def rows(gym, name):
    """A prompt for each task: the system prompt, and all that the user would say at once."""
    for_each = [(task["id"], gym.reset(name, task["id"], user="none")) for task in gym.tasks(name)]
    told = [(task, session, session.prompt()) for task, session in for_each]
    for _, session, _ in told:
        session.close()
    return [{"prompt": [{"role": "system", "content": t["system"]}, {"role": "user", "content": t["opening"]}], "task": task} for task, _, t in told]


def environment(gym, name):
    """A class with a method for each tool: its types and docstring are what the trainer tells the model."""

    class CallgymEnvironment:
        session = None

        def reset(self, task=None, **_):
            if self.session is not None:
                self.session.close()
            self.session = gym.reset(name, task, user="none")

        def _call(self, tool, arguments):
            answer = self.session.call(tool, {key: value for key, value in arguments.items() if key != "self" and value is not None})
            return json.dumps(answer["result"] if answer["ok"] else {"error": answer["error"]})

    probe = gym.reset(name, next(gym.tasks(name))["id"], user="none")
    for spec in (tool["function"] for tool in probe.tools()):
        known, needed = spec["parameters"].get("properties", {}), spec["parameters"].get("required", [])
        if not all(each.isidentifier() for each in (spec["name"], *known)):
            continue  # what is no Python name cannot be a method
        ordered = sorted(known, key=lambda key: key not in needed)
        typed = [f"{key}: {TYPES.get(known[key].get('type'), 'str')}{'' if key in needed else ' = None'}" for key in ordered]
        about = "\n".join([spec["description"], "", "Args:", *(f"    {key}: {known[key].get('description', key)}" for key in ordered), "", "Returns:", "    The answer."])
        space = {}
        exec(f"def {spec['name']}(self, {', '.join(typed)}) -> str:\n    {about!r}\n    return self._call({spec['name']!r}, locals())", space)
        setattr(CallgymEnvironment, spec["name"], space[spec["name"]])
    probe.close()
    return CallgymEnvironment


def verdict(completions, environments, **_):
    """The reward of each rollout; None where it cannot be judged, which is no nought."""
    return [each.session.verdict(messages=said, end="done")["reward"] for each, said in zip(environments, completions)]
