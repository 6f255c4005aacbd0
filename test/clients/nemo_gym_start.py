"""`gym env start` of NeMo Gym itself, in the folder that `callgym export --hub nemo_gym` writes: its head starts our server
as its entry point, its own agent and its own model server; episodes then go through the agent.

NeMo Gym makes a virtual environment for each server with a Python of its own choice. Here the environment that runs this
script stands in all of their places, which `skip_venv_if_present` finds. On a busy machine Ray may give up.
"""

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from gold import calls, tell, words
from subjects import COMMAND, FOLDERS, export, tasks_of

PLAIN = ("write", "read", "mixed", "multi")
MOST_WAIT_S = 300


class Model(BaseHTTPRequestHandler):
    """The Responses API of a model that plays gold of the task whose words it reads; of an idle task it does nothing."""

    protocol_version = "HTTP/1.1"
    tasks, idle = (), set()

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        text = json.dumps(asked["input"], ensure_ascii=False)
        task = next(each for each in self.tasks if json.dumps(each["user"]["opening"], ensure_ascii=False)[1:-1] in text)
        made = sum(item.get("type") == "function_call" for item in asked["input"])
        gold = [] if task["id"] in self.idle else calls(task)
        if made < len(gold):
            name, arguments = gold[made]
            item = {"type": "function_call", "id": f"f{made}", "call_id": f"c{made}", "name": name, "arguments": json.dumps(arguments), "status": "completed"}
        else:
            said = "I can do nothing." if task["id"] in self.idle else words(task)
            content = [{"type": "output_text", "text": said, "annotations": []}]
            item = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": content}
        usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2, "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
        told = {"id": "r", "object": "response", "created_at": 0, "status": "completed", "model": "policy", "output": [item], "parallel_tool_calls": False, "tool_choice": "auto", "tools": asked.get("tools") or [], "usage": usage}
        body = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def free_port():
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return line.getsockname()[1]


def ask(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data=data, headers={"content-type": "application/json"}), timeout=120) as answer:
        return json.loads(answer.read())


def play(root, place, model_url):
    """The rewards of the rows that gold solves and of one row for which nothing is done, through NeMo Gym's own agent."""
    [server] = (root / "resources_servers").iterdir()
    [config] = (server / "configs").iterdir()
    venvs = place / "venvs"
    run = ("resources_servers", server.name), ("responses_api_agents", "simple_agent"), ("responses_api_models", "openai_model"), ("environment_servers", "legacy_agent")
    for kind, name in run:
        (venvs / kind / name).mkdir(parents=True)
        (venvs / kind / name / ".venv").symlink_to(sys.prefix)
    head = free_port()
    command = [
        os.path.join(sys.prefix, "bin", "gym"), "env", "start", "--config", str(config), "--model-type", "openai_model", "--model", "policy",
        "--model-url", model_url, "--model-api-key", "none", f"+uv_venv_dir={venvs}", "+skip_venv_if_present=true",
        "+head_server.host=127.0.0.1", f"+head_server.port={head}",
    ]
    path = f"{os.path.join(sys.prefix, 'bin')}{os.pathsep}{os.environ['PATH']}"
    env = {**{key: value for key, value in os.environ.items() if key != "CALLGYM_TOKEN"}, "PATH": path, "CALLGYM_COMMAND": COMMAND}
    with open(place / "log.txt", "w+") as log:
        started = subprocess.Popen(command, cwd=root, env=env, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            ready(started, log)
            instances = ask(f"http://127.0.0.1:{head}/server_instances")
            agent = next(each for each in instances if each["name"] == "simple_agent" or each.get("process_name", "").endswith("simple_agent"))
            rows = [json.loads(line) for line in (server / "data" / "train.jsonl").read_text(encoding="utf-8").splitlines()]
            of = {row["verifier_metadata"]["task"]: row for row in rows}
            return [ask(f"{agent['url']}/run", of[task["id"]])["reward"] for task in Model.tasks]
        finally:
            if started.poll() is None:
                started.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                started.wait(60)
            # ends the processes that the head process left
            with contextlib.suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGKILL)


def ready(started, log):
    """Waits until NeMo Gym itself says that all of its servers are ready."""
    until = time.monotonic() + MOST_WAIT_S
    while time.monotonic() < until and started.poll() is None:
        log.flush()
        if "servers ready! Polling" in pathlib.Path(log.name).read_text(errors="replace"):
            return
        time.sleep(0.5)
    raise RuntimeError("gym env start: " + " ".join(pathlib.Path(log.name).read_text(errors="replace").split())[-600:])


folder = FOLDERS[0]
tasks = [json.loads(line) for line in (folder / "tasks.jsonl").read_text(encoding="utf-8").splitlines()]
plain = [task for task in tasks if task["kind"] in PLAIN and not task.get("faults") and task["gold"]["calls"] and all(call["by"] == "agent" for call in task["gold"]["calls"])]
Model.tasks = plain[:4]
Model.idle = {plain[3]["id"]}
model = ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=model.serve_forever, daemon=True).start()
with tempfile.TemporaryDirectory() as temporary:
    place = pathlib.Path(temporary)
    rewards = play(export(folder, "nemo_gym", place), place, f"http://127.0.0.1:{model.server_port}/v1")
tell("gym env start", ["nemo-gym"], rewards, [1.0, 1.0, 1.0, 0.0], f"head, model server, simple_agent and callgym as the resources server, of {tasks_of(folder)} rows")
