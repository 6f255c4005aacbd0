"""`openenv validate` on three environments: a running server by its URL, and the exported folder by all local levels.

Version 0.10 builds an image for its runtime level. Here a process of the folder's own server stands in for the image,
and the folder's oracle plays gold of every task on it.
"""

import contextlib
import json
import os
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from importlib import metadata

from subjects import COMMAND, FOLDERS, export, name_of, run, tasks_of, tell

url, token = sys.argv[1:3]
VERSION = metadata.version("openenv")
LEVELS = tuple(int(part) for part in VERSION.split(".")[:2]) >= (0, 10)


def free_port():
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return line.getsockname()[1]


class Process:
    """The folder's server as a process, in the place of a container."""

    def __init__(self, root, deadline):
        port = free_port()
        self.base_url = f"http://127.0.0.1:{port}"
        env = {**os.environ, "PORT": str(port), "CALLGYM_COMMAND": COMMAND}
        self.child = subprocess.Popen([sys.executable, "-m", "server.app"], cwd=root, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + deadline
        while time.monotonic() < until and self.child.poll() is None:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.base_url}/health", timeout=2) as answer:
                if answer.status == 200:
                    return
            time.sleep(0.2)
        self.stop()
        raise RuntimeError("the folder's server did not become healthy")

    def inspect(self):
        return {}

    def logs(self, max_bytes=65536):
        return ""

    def exec(self, argv, timeout_s):
        raise NotImplementedError

    def stop(self):
        self.child.terminate()
        self.child.wait(30)


def provider(root):
    from openenv.validation.types import ProviderCapability

    class Provider:
        name = "process"
        capabilities = frozenset({ProviderCapability.IMAGE_BUILD})
        supported_network_modes = frozenset({"no-network", "public"})

        def build(self, _root, _execution):
            return "sha256:" + "0" * 64

        def start(self, spec):
            return Process(root, spec.startup_timeout_s)

    return Provider()


def by_url(name):
    """The criteria that the running server misses, and how many there are."""
    _, out, errors = run("openenv", "validate", "--url", f"{url}/openenv/{name}", "--json") if LEVELS else run("openenv", "validate", "--url", f"{url}/openenv/{name}")
    if not out.strip():
        return [f"--url said nothing: {errors.strip()[-120:]}"], 0
    criteria = json.loads(out)["criteria"]
    return [f"--url misses {each['id']}" for each in criteria if not each["passed"]], len(criteria)


def by_levels(root):
    """Static, runtime and semantic level of 0.10: nothing fails, and the reward channel was seen."""
    from openenv.validation import Level, run_validation

    report = run_validation(root, max_level=Level.SEMANTIC, provider=provider(root))
    missed = [f"{each.check_id}: {each.status.value} {each.evidence[:1]}" for each in report.results if each.status.value in ("fail", "error")]
    passed = [each.check_id for each in report.results if each.status.value == "pass"]
    for needed in ("static.manifest", "runtime.startup"):
        if needed not in passed:
            missed.append(f"{needed} did not pass")
    return missed, len(passed)


def by_modes(root):
    """0.4: the ways to deploy. Its check asks for the lock file that `uv lock` writes."""
    status, _, errors = run("uv", "lock", "-q", cwd=root)
    if status != 0:
        return [f"uv lock: {errors.strip()[-160:]}"], 0
    status, out, errors = run("openenv", "validate", str(root), "--json")
    report = json.loads(out) if out.strip() else {}
    return ([] if status == 0 else [f"validate: {json.dumps(report.get('issues') or errors.strip()[-160:])}"]), 1


def oracle(root, count):
    """The folder's oracle: gold of every task through OpenEnv's socket."""
    server = Process(root, 60)
    try:
        status, out, errors = run(sys.executable, "server/oracle.py", cwd=root, env={"OPENENV_URL": f"{server.base_url.replace('http', 'ws', 1)}/ws"})
    finally:
        server.stop()
    told = json.loads(out) if out.strip() else {"reward": errors.strip()[-160:]}
    return [] if status == 0 and told == {"tasks": count, "reward": 1.0} else [f"the oracle got {told}"]


faults, played, notes = [], 0, []
with tempfile.TemporaryDirectory() as place:
    for folder in FOLDERS:
        name, count = name_of(folder), tasks_of(folder)
        missed, criteria = by_url(name)
        root = pathlib.Path(export(folder, "openenv", place))
        sys.path.insert(0, str(root))
        more, checks = by_levels(root) if LEVELS else by_modes(root)
        gold = oracle(root, count)
        played += count
        faults += [f"{name}: {each}" for each in [*missed, *more, *gold]]
        notes.append(f"{name}: {criteria} criteria by URL, {checks} {'local checks' if LEVELS else 'local report'}, oracle on {count} tasks")
tell("openenv validate", ["openenv"], played, faults, "; ".join(notes))
