"""agent-lightning's server between callgym and a scripted model: its proxy's URL plays whole episodes, and the reward goes back as an event."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from gold import NAME, calls, plain_tasks, tell, words

url, token = sys.argv[1:3]
TASKS = plain_tasks(url, token)
# The task that is being played, or None for an episode without calls.
playing = {"task": None}


class Model(BaseHTTPRequestHandler):
    """Answers as gold would: the next call, or the last words."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        task = playing["task"]
        made = sum(each["role"] == "tool" for each in asked["messages"])
        gold = [] if task is None else calls(task)
        message = {"role": "assistant", "content": "nothing" if task is None else words(task)}
        if made < len(gold):
            name, arguments = gold[made]
            function = {"name": name, "arguments": json.dumps(arguments)}
            message = {"role": "assistant", "content": None, "tool_calls": [{"id": f"c{made}", "type": "function", "function": function}]}
        choice = {"index": 0, "message": message, "finish_reason": "stop", "token_ids": [7, 8], "logprobs": {"content": [{"token": "a", "logprob": -0.5}, {"token": "b", "logprob": -0.5}]}}
        body = json.dumps({"id": "x", "object": "chat.completion", "created": 0, "model": asked["model"], "choices": [choice], "prompt_token_ids": [1, 2, made], "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}}).encode()
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


def ask(method, where, body=None, headers=None):
    request = urllib.request.Request(where, method=method, data=None if body is None else json.dumps(body).encode(), headers={"content-type": "application/json", **(headers or {})})
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.loads(answer.read())


def main(base, model_url):
    ask("POST", f"{base}/api/models", [{"model": "policy", "endpoint": model_url}])
    rewards = []
    for at, task in enumerate(TASKS):
        playing["task"] = None if at == len(TASKS) - 1 else task
        [rollout] = ask("POST", f"{base}/api/rollouts", [{"input": {"data_id": task["id"]}, "is_train": True}])
        rollout_id = rollout["rollout_id"]
        proxy = f"{base}/proxy/rollout/{rollout_id}/attempt/0/mode/train/openai/v1"
        wish = {"environment": NAME, "task": task["id"], "user": "none", "model": {"base_url": proxy, "name": "policy", "token_ids": True}}
        told = ask("POST", f"{url}/episodes", wish, {"authorization": f"Bearer {token}"})
        ask("POST", f"{base}/api/rollouts/{rollout_id}/attempt/0/events", {"event_type": "reward", "data": {"value": told["reward"]}})
        events = ask("GET", f"{base}/api/rollouts/{rollout_id}/events")
        requests = [each for each in events if each["event_type"] == "model_request"]
        assert len(requests) == len(told["turns"]), (len(requests), len(told["turns"]))
        rewards += [each["data"]["value"] for each in events if each["event_type"] == "reward"]
    return rewards


model = ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=model.serve_forever, daemon=True).start()
port = free_port()
base = f"http://127.0.0.1:{port}"
with tempfile.TemporaryDirectory() as place:
    command = [os.path.join(os.path.dirname(sys.executable), "agl-server"), "host=127.0.0.1", f"port={port}", "default_proxy.model_name=policy"]
    server = subprocess.Popen(command, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{base}/openapi.json", timeout=2)
                break
            except OSError:
                time.sleep(0.2)
        rewards = main(base, f"http://127.0.0.1:{model.server_port}/v1")
    finally:
        server.terminate()
        server.wait(30)
tell("agent-lightning", ["agentlightning"], rewards, [1] * (len(TASKS) - 1) + [0], "its proxy saw each request, its events hold the rewards")
