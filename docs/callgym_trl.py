"""For trainers that build environments in Python, such as TRL. With gym = callgym_client.Gym(URL, TOKEN):
GRPOTrainer(train_dataset=Dataset.from_list(rows(gym, NAME)), environment_factory=environment(gym, NAME), reward_funcs=verdict)"""
import inspect, json

TYPES = {"string": str, "integer": int, "number": float, "boolean": bool, "array": list, "object": dict}

def rows(gym, name):  # a prompt for each task: the system prompt, and all that the user would say
    return [{"task": task["id"], "prompt": prompt(gym, name, task["id"])} for task in gym.tasks(name)]

def prompt(gym, name, task):
    with gym.reset(name, task, user="none") as session:
        told = session.prompt()
    return [{"role": "system", "content": told["system"]}, {"role": "user", "content": told["opening"]}]

def method(name, description, parameters):  # the trainer reads name, types and docstring of each method
    about, needed = parameters.get("properties", {}), parameters.get("required", [])
    def act(self, **arguments):
        answer = self.session.call(name, {key: value for key, value in arguments.items() if value is not None})
        return json.dumps(answer["result"] if answer["ok"] else {"error": answer["error"]})
    told = [inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, annotation=TYPES.get(about[key].get("type"), str), default=inspect.Parameter.empty if key in needed else None) for key in about]
    act.__signature__ = inspect.Signature([inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD), *told], return_annotation=str)
    act.__name__, act.__annotations__ = name, {each.name: each.annotation for each in told} | {"return": str}
    act.__doc__ = "\n".join([description, "\nArgs:", *(f"    {key}: {about[key].get('description', key)}" for key in about), "\nReturns:\n    The answer."])
    return act

def environment(gym, name):  # a class with a method for each tool whose names are Python's
    def reset(self, task=None, **_):
        self.session = gym.reset(name, task, user="none")
    with gym.reset(name, next(gym.tasks(name))["id"], user="none") as session:
        tools = [(tool["name"], tool["description"], tool["parameters"]) for tool in (each["function"] for each in session.tools())]
    return type("Callgym", (), {"reset": reset} | {tool[0]: method(*tool) for tool in tools if all(word.isidentifier() for word in (tool[0], *tool[2].get("properties", {})))})

def verdict(completions, environments, **_):  # None where a rollout cannot be judged: no nought
    return [each.session.verdict(messages=said, end="done")["reward"] for each, said in zip(environments, completions)]
