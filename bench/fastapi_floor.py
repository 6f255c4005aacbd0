"""The statements of recorded calls behind FastAPI and uvicorn, for `callgym bench --only http.fastapi`.

argv[1] is a folder with template.db and calls.json; the port goes to stdout. One call is: validate the body with
pydantic, run the call's statements on sqlite3 in a savepoint where it writes, answer as JSON.
"""

import json
import os
import resource
import socket
import sqlite3
import sys

import uvicorn
from fastapi import FastAPI
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

folder = sys.argv[1]
with open(os.path.join(folder, "calls.json")) as file:
    calls = json.load(file)
source = sqlite3.connect(os.path.join(folder, "template.db"))
db = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False, cached_statements=1000)
source.backup(db)
db.execute("PRAGMA foreign_keys = ON")
db.execute("BEGIN")
app = FastAPI()


class Call(BaseModel):
    name: str
    arguments: dict
    index: int


@app.post("/call")
async def call(body: Call):
    recorded = calls[body.index]
    if recorded["savepoint"]:
        db.execute("SAVEPOINT call")
    try:
        for statement in recorded["statements"]:
            rows = db.execute(statement["sql"], statement["params"])
            if statement["mode"] == "get":
                rows.fetchone()
            elif statement["mode"] == "all":
                rows.fetchall()
    except sqlite3.Error:
        pass
    if recorded["savepoint"]:
        db.execute("ROLLBACK TO call")
        db.execute("RELEASE call")
    return recorded["answer"]


@app.get("/cpu", response_class=PlainTextResponse)
async def cpu():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return str(round((used.ru_utime + used.ru_stime) * 1e6))


listening = socket.socket()
listening.bind(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listening])
