"""An agent from outside, standard library only: it talks to a live user over HTTP and cancels the order they describe.

    callgym serve ENV          # ENV has tasks; the control token is in CALLGYM_TOKEN
    python3 outside_agent.py http://127.0.0.1:8080 order-desk TASK
"""

import json
import os
import re
import sys
import urllib.request
from datetime import datetime

base, environment, task = sys.argv[1:4]


def http(method, path, body=None, token=os.environ["CALLGYM_TOKEN"]):
    request = urllib.request.Request(base + path, method=method, data=None if method == "GET" else json.dumps(body or {}).encode())
    request.add_header("Authorization", f"Bearer {token}")
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as response:
        return json.load(response)


session = http("POST", "/sessions", {"environment": environment, "task": task, "user": "scripted"})
here, token = f"/s/{session['id']}", session["tokens"]["agent"]


def call(name, **arguments):
    answer = http("POST", f"{here}/calls", {"name": name, "arguments": arguments}, token)
    print("  call", name, arguments, "->", "ok" if answer["ok"] else answer["error"]["message"])
    return answer.get("result")


def say(text):
    answer = http("POST", f"{here}/messages", {"text": text}, token)
    print("agent:", text, "\nuser: ", answer["message"])
    return answer["message"] or ""


wish = http("GET", f"{here}/prompt", token=token)["opening"]  # the user's first words
print("user: ", wish)
found = re.search(r"[\w.+-]+@[\w.-]+\w", wish) or re.search(r"[\w.+-]+@[\w.-]+\w", say("What is your email?"))
customer = call("find_customer_by_email", email=found.group())
orders = call("list_orders", customer_id=customer["customer_id"])
day = re.search(r"on (\d+ \w+ \d{4}) at (\d\d:\d\d)", wish)
when = datetime.strptime(" ".join(day.groups()), "%d %B %Y %H:%M").strftime("%Y-%m-%dT%H:%M")
order = next(each for each in orders if each["placed_at"].startswith(when))["order_id"]
if not (reason := re.search(r"reason: ([^)]+)\)", wish)):
    reason = re.search(r'reason is "?([^".]+)', say("What is the reason?"))
if "yes" in say(f"I will cancel order {order}. Shall I go ahead?").lower():
    call("cancel_order", order_id=order, reason=reason.group(1))
say("Your order is cancelled.")
print("reward", http("POST", f"/sessions/{session['id']}/verdict")["reward"])
