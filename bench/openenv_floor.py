"""OpenEnv's own template environment (an echo without state) and a callgym server, held side by side for
`callgym bench --only openenv`.

argv: an empty folder, callgym's URL, its token, its process. The template is made by `openenv init`, served by
uvicorn and asked through its own generated client over a WebSocket; callgym through http.client over one connection.
Says JSON on stdout: medians in ms of going back to the start, and the bytes that a live session adds to each process.
"""

import http.client
import json
import os
import socket
import statistics
import subprocess
import sys
import time
from urllib.parse import urlsplit

folder, url, token, process = sys.argv[1:5]
ROUNDS = 500
SESSIONS = 200
# of callgym's, two hundred are lost among the pages
MANY = 20_000


def resident(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS"))


def median_ms(work):
    taken = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def openenv():
    cli = [sys.executable, "-m", "openenv.cli", "init", "echo_env"]
    subprocess.run(cli, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    app = os.path.join(folder, "echo_env", "server", "app.py")
    with open(app) as file:
        text = file.read()
    with open(app, "w") as file:
        file.write(text.replace("max_concurrent_envs=1,", f"max_concurrent_envs={SESSIONS + 10},"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    serve = [sys.executable, "-m", "uvicorn", "echo_env.server.app:app", "--port", str(port), "--log-level", "error"]
    server = subprocess.Popen(serve, cwd=folder, stdout=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with socket.socket() as there:
                if there.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        sys.path.insert(0, folder)
        from echo_env.client import EchoEnv

        base = f"http://127.0.0.1:{port}"
        with EchoEnv(base_url=base).sync() as client:
            client.reset()
            reset = median_ms(client.reset)
        before = resident(server.pid)
        clients = [EchoEnv(base_url=base).sync() for _ in range(SESSIONS)]
        for client in clients:
            client.__enter__()
            client.reset()
        session = (resident(server.pid) - before) / SESSIONS
        for client in clients:
            client.__exit__(None, None, None)
        return {"reset": reset, "session": session}
    finally:
        server.terminate()


def callgym():
    connection = http.client.HTTPConnection(urlsplit(url).netloc)

    def ask(method, path, body=None):
        headers = {"authorization": f"Bearer {token}"}
        if body is not None:
            headers["content-type"] = "application/json"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {text}")
        return json.loads(text) if text else None

    session = ask("POST", "/sessions", {"environment": "order-desk", "session_seed": 1})["id"]
    reset = median_ms(lambda: ask("POST", f"/sessions/{session}/reset"))
    before = resident(process)
    for at in range(MANY // 1000):
        ask("POST", "/sessions", {"environment": "order-desk", "count": 1000, "session_seed": at})
    return {"reset": reset, "session": (resident(process) - before) / MANY}


print(json.dumps({"openenv": openenv(), "callgym": callgym()}))
