"""What the validators' scripts share: folders of environments with tasks, exported as their hub wants them."""

import json
import os
import pathlib
import shlex
import subprocess
import sys
from importlib import metadata

FOLDERS = [pathlib.Path(each) for each in os.environ["CALLGYM_FOLDERS"].split(os.pathsep)]
COMMAND = os.environ["CALLGYM_COMMAND"]


def name_of(folder):
    return json.loads((folder / "environment.json").read_text(encoding="utf-8"))["name"]


def tasks_of(folder):
    return len((folder / "tasks.jsonl").read_text(encoding="utf-8").splitlines())


def export(folder, hub, place):
    """The folder that the hub wants, made by `callgym export`."""
    out = pathlib.Path(place) / f"{hub}-{name_of(folder)}"
    subprocess.run(
        [*shlex.split(COMMAND), "export", str(folder), "--hub", hub, "--out", str(out)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return out


def run(*command, **options):
    """A command beside this interpreter: its status and all that it printed."""
    path = f"{os.path.dirname(sys.executable)}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, **options.pop("env", {})}
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=540, **options)
    return done.returncode, done.stdout, done.stderr


def tell(client, packages, episodes, faults, note):
    version = ", ".join(f"{name} {metadata.version(name)}" for name in packages)
    told = "; ".join([*faults, note]) if faults else note
    line = {"client": client, "version": version, "episodes": episodes, "ok": not faults, "note": told}
    print(json.dumps(line), flush=True)
    os._exit(1 if faults else 0)
