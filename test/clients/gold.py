"""What the scripts of this folder share: a task that gold alone can solve, its moves, and how a script ends."""

import json
import os
import sys
from importlib import metadata

sys.path.insert(0, os.environ.get("CALLGYM_DOCS", os.path.join(os.path.dirname(__file__), "..", "..", "docs")))
from callgym_client import Gym  # noqa: E402

NAME = os.environ.get("CALLGYM_ENVIRONMENT", "order-desk")


def plain_tasks(url, token, count=3):
    """Tasks without faults whose gold is the agent's calls alone."""
    found = [
        task
        for task in Gym(url, token).tasks(NAME, gold=True)
        if task["kind"] in ("write", "read", "mixed", "multi")
        and not task.get("faults")
        and task["gold"]["calls"]
        and all(call["by"] == "agent" for call in task["gold"]["calls"])
    ]
    return found[:count]


def calls(task):
    return [(call["name"], call["arguments"]) for call in task["gold"]["calls"]]


def words(task):
    said = [f"{out['key'].replace('_', ' ')}: {out['value']}" for out in task["gold"]["outputs"]]
    return "Done. " + "; ".join(said)


def tell(client, packages, rewards, expected, note=""):
    version = ", ".join(f"{name} {metadata.version(name)}" for name in packages)
    ok = rewards == expected
    line = {"client": client, "version": version, "episodes": len(rewards), "rewards": rewards, "ok": ok, "note": note}
    print(json.dumps(line), flush=True)
    os._exit(0 if ok else 1)
