"""A client of `callgym serve` in one file, standard library only.

    from callgym_client import Gym

    with Gym("http://127.0.0.1:8080", token) as gym:
        session = gym.reset("order-desk", task, user="scripted")     # or user="none": alone, all facts told at once
        told = session.prompt()
        messages = [{"role": "system", "content": told["system"]}, {"role": "user", "content": told["opening"]}]
        print(session.tools())
        print(session.call("get_order", {"order_id": "A20001"}))
        print(session.say("I will cancel order A20001. Shall I go ahead?"))
        session.end("Your order is cancelled.")                      # the user may also end it
        print(session.verdict()["reward"])

A refused call is an answer like any other ({"ok": False, "error": …}): show it to the model. Everything else that
goes wrong raises GymError, and is never the agent's fault.
"""

import http.client
import json
import threading
import time
import urllib.parse
import uuid


class GymError(Exception):
    """What is not 200: a stable code and one line."""

    def __init__(self, status, code, message):
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code = status, code


class Gym:
    def __init__(self, url, token, timeout=60, attempts=4):
        self.url = urllib.parse.urlsplit(url)
        self.token, self.timeout, self.attempts = token, timeout, attempts
        self._local = threading.local()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        connection = getattr(self._local, "connection", None)
        if connection is not None:
            connection.close()
            self._local.connection = None

    def request(self, method, path, body=None, token=None, repeatable=True):
        """One request over the thread's own connection; tried again when the server is busy or the line breaks."""
        payload = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {token or self.token}"}
        if payload is not None:
            headers["Content-Type"] = "application/json"
        for attempt in range(self.attempts):
            last = attempt == self.attempts - 1
            try:
                if getattr(self._local, "connection", None) is None:
                    self._local.connection = http.client.HTTPConnection(
                        self.url.hostname, self.url.port, timeout=self.timeout
                    )
                self._local.connection.request(method, path, payload, headers)
                response = self._local.connection.getresponse()
                text = response.read()
            except (OSError, http.client.HTTPException):
                self.close()
                if last or not repeatable:
                    raise
                time.sleep(0.1 * 2**attempt)
                continue
            if response.status == 503 and not last:
                time.sleep(float(response.headers.get("Retry-After", 1)))
                continue
            value = json.loads(text) if text else None
            if response.status >= 400:
                raise GymError(response.status, value["error"]["code"], value["error"]["message"])
            return value

    def tasks(self, environment, gold=False):
        """Every task of an environment: id, kind, difficulty, tags; with `gold` all of it."""
        after = None
        while True:
            query = {"gold": str(gold).lower(), **({} if after is None else {"after": after})}
            page = self.request("GET", f"/environments/{environment}/tasks?" + urllib.parse.urlencode(query))
            yield from page["tasks"]
            after = page["next"]
            if after is None:
                return

    def environments(self):
        """Every environment, page by page."""
        after = None
        while True:
            query = "" if after is None else "?" + urllib.parse.urlencode({"after": after})
            page = self.request("GET", "/environments" + query)
            yield from page["environments"]
            after = page["next"]
            if after is None:
                return

    def reset(self, environment, task=None, **options):
        """A new session; with count=N, a list of them on the same start."""
        body = {"environment": environment, **({} if task is None else {"task": task}), **options}
        made = self.request("POST", "/sessions", body, repeatable=False)
        return [Session(self, each) for each in made["sessions"]] if "sessions" in made else Session(self, made)


class Session:
    """One session, as its agent: `side="user"` for the user's own tools."""

    def __init__(self, gym, made, side="agent"):
        self.gym, self.made, self.side = gym, made, side
        self.id, self.token = made["id"], made["tokens"][side]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def as_user(self):
        return Session(self.gym, self.made, "user")

    def prompt(self, user=None):
        """What this side is told; `user="none"`: as for an agent that works alone, all facts in the opening."""
        query = "" if user is None else f"?user={user}"
        return self.gym.request("GET", f"/s/{self.id}/prompt{query}", token=self.token)

    def opening(self, user=None):
        """The user's first words."""
        return self.prompt(user)["opening"]

    def say(self, text):
        """To the live user (reset(…, user="scripted")): {"message", "done", "end_reason"?}."""
        return self.gym.request("POST", f"/s/{self.id}/messages", {"text": text or "…"}, token=self.token, repeatable=False)

    def end(self, text=None, reason="done"):
        """The agent ends it, with last words if it has any: done, refused or transferred. No call counts after it."""
        body = {"reason": reason, **({} if text is None else {"text": text})}
        return self.gym.request("POST", f"/s/{self.id}/end", body, token=self.token)

    def tools(self, format="openai"):
        return self.gym.request("GET", f"/s/{self.id}/tools?format={format}", token=self.token)["tools"]

    def call(self, name, arguments, key=None):
        """One call. The key makes it safe to try again: the same key never acts twice."""
        body = {"name": name, "arguments": arguments, "key": key or uuid.uuid4().hex}
        return self.gym.request("POST", f"/s/{self.id}/calls", body, token=self.token)

    def batch(self, calls):
        keyed = [{"key": uuid.uuid4().hex, **call} for call in calls]
        return self.gym.request("POST", f"/s/{self.id}/batch", {"calls": keyed}, token=self.token)["results"]

    # what only the holder of the control token may do

    def verdict(self, messages=None, end=None, solo=None, answer=None):
        """Messages as you have them, or `answer`: the last words after all calls, or neither: what the server heard."""
        given = (("messages", messages), ("end", end), ("solo", solo), ("answer", answer))
        body = {key: value for key, value in given if value is not None}
        return self.gym.request("POST", f"/sessions/{self.id}/verdict", body)

    def diff(self):
        return self.gym.request("GET", f"/sessions/{self.id}/diff")

    def log(self):
        return self.gym.request("GET", f"/sessions/{self.id}/log")["entries"]

    def fork(self, step, count=None):
        """Another session with the steps up to one; with count=N, a list of them."""
        body = {"step": step, **({} if count is None else {"count": count})}
        made = self.gym.request("POST", f"/sessions/{self.id}/fork", body, repeatable=False)
        return [Session(self.gym, each, self.side) for each in made["sessions"]] if "sessions" in made else Session(self.gym, made, self.side)

    def progress(self):
        """How far it has come: {"met", "of", "checks": [{"id", "held", "first_step"}]}."""
        return self.gym.request("GET", f"/sessions/{self.id}/progress")

    def rewind(self, step):
        return self.gym.request("POST", f"/sessions/{self.id}/rewind", {"step": step})

    def close(self):
        self.gym.request("DELETE", f"/sessions/{self.id}", repeatable=False)
