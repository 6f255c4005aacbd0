"""An agent from outside: it talks to a live user over HTTP and cancels the order that they describe.

    callgym serve ENV          # ENV has tasks; the control token is in CALLGYM_TOKEN
    python3 outside_agent.py http://127.0.0.1:8080 order-desk TASK
"""

import calendar
import os
import re
import sys
from datetime import datetime

from callgym_client import Gym

MONTHS = "|".join(calendar.month_name[1:])
url, environment, task = sys.argv[1:4]
session = Gym(url, os.environ["CALLGYM_TOKEN"]).reset(environment, task, user="scripted")
heard = session.opening()  # all that the user has said
print("user: ", heard)


def call(name, **arguments):
    answer = session.call(name, arguments)
    print("  call", name, arguments, "->", "ok" if answer["ok"] else answer["error"]["message"])
    return answer.get("result")


def say(text):
    global heard
    answer = session.say(text)
    print("agent:", text, "\nuser: ", answer["message"])
    heard += "\n" + (answer["message"] or "")
    return answer["message"] or ""


def find(pattern, question):
    """What the user has said already, or says when asked."""
    found = re.search(pattern, heard) or re.search(pattern, say(question))
    return found and found.group()


def meant(orders):
    """The orders that the user's words fit: by number, by day, by being the first, the last, the cheapest, the dearest."""
    # people leave out the year of a day in this year
    day = re.search(rf"(\d+ (?:{MONTHS}))(?: (\d{{4}}))?(?: at (\d\d:\d\d))?", heard)
    year = f"{day[2]}-" if day and day[2] else ""
    start = day and datetime.strptime(f"{day[1]} 2000", "%d %B %Y").strftime("%m-%d") + (f"T{day[3]}" if day[3] else "")
    named = [each for each in orders if each["order_id"] in heard]
    dated = [each for each in orders if start and each["placed_at"].startswith(year) and each["placed_at"][5:].startswith(start)]
    last = orders[-1:] if re.search(r"\b(last|latest|newest|most recent)", heard) else []
    first = orders[:1] if re.search(r"\b(first|oldest|earliest)", heard) else []
    by_total = sorted((each for each in orders if "total" in each), key=lambda each: each["total"])
    low = by_total[:1] if re.search(r"\b(lowest|smallest|cheapest)", heard) else []
    high = by_total[-1:] if re.search(r"\b(highest|largest|dearest|most expensive)", heard) else []
    return named or dated or last or first or low or high or (orders if len(orders) == 1 else [])


email = find(r"[\w.+-]+@[\w.-]+\w", "What is your email?")
customer = call("find_customer_by_email", email=email) if email else None
orders = sorted(call("list_orders", customer_id=customer["customer_id"]), key=lambda each: each["placed_at"]) if customer else []
chosen = meant(orders) or (say("Which order is it: what is its number, or when did you place it?") and meant(orders))
offered = next(tool["function"] for tool in session.tools() if tool["function"]["name"] == "cancel_order")
reasons = offered["parameters"]["properties"]["reason"]["enum"]
reason = find("|".join(map(re.escape, reasons)), f"What is the reason: {', '.join(reasons)}?")
if len(chosen) != 1 or not reason:
    say("I am sorry, I cannot tell which order you mean, so I cannot cancel it.")
elif "yes" in say(f"I will cancel order {chosen[0]['order_id']}, reason: {reason}. Shall I go ahead?").lower():
    call("cancel_order", order_id=chosen[0]["order_id"], reason=reason)
    say("Your order is cancelled.")
session.end()  # where the user has not ended it
print("reward", session.verdict()["reward"])
