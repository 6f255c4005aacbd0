"""A whole task of cancelling: python3 play_a_task.py URL ENVIRONMENT TASK, with the control token in CALLGYM_TOKEN."""

import calendar
import os
import re
import sys
from datetime import datetime

from callgym_client import Gym

MONTHS = "|".join(calendar.month_name[1:])
with Gym(sys.argv[1], os.environ["CALLGYM_TOKEN"]) as gym:
    session = gym.reset(sys.argv[2], sys.argv[3], user="scripted")
    tool = next(t["function"] for t in session.tools() if t["function"]["name"] == "cancel_order")
    reasons = tool["parameters"]["properties"]["reason"]["enum"]
    heard = session.opening()
    for question in ("What is your email?", "When did you place the order?", f"The reason: {', '.join(reasons)}?"):
        heard += "\n" + (session.say(question)["message"] or "")
    email, day = re.search(r"[\w.+-]+@[\w.-]+\w", heard), re.search(rf"\d+ (?:{MONTHS})\b", heard)
    customer = session.call("find_customer_by_email", {"email": email[0] if email else ""}).get("result", {})
    orders = session.call("list_orders", {"customer_id": customer.get("customer_id", "")}).get("result", [])
    placed = datetime.strptime(f"{day[0]} 2000", "%d %B %Y").strftime("%m-%d") if day else "-"
    chosen = [o["order_id"] for o in orders if o["order_id"] in heard or o["placed_at"][5:].startswith(placed)]
    reason = next((each for each in reasons if each in heard), None)
    last = "I am sorry, I cannot tell which order you mean, so I cannot cancel it."
    if len(chosen) == 1 and reason:
        answer = session.say(f"I will cancel order {chosen[0]}, reason: {reason}. Shall I go ahead?")
        if re.search(r"\b(yes|yeah|sure|fine|okay|right|good|go ahead|do that|please do)\b", (answer["message"] or "").lower()):
            session.call("cancel_order", {"order_id": chosen[0], "reason": reason})
            last = "Your order is cancelled."
    session.end(last)
    print("reward", session.verdict()["reward"])
