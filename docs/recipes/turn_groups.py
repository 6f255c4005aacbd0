"""Groups from one state: at each turn several candidates, each on a fork of its own, and whole rollouts of one task beside them.

    callgym serve my-env --port 8080                       # with CALLGYM_TOKEN
    python docs/recipes/turn_groups.py http://127.0.0.1:8080 TOKEN my-env --out groups --policy gold:0.3
    python docs/recipes/turn_groups.py … --policy openai:NAME --base-url http://127.0.0.1:8000/v1

A candidate's value is the progress (met / of) that can still be reached from its fork: gold's calls that it has not made are
made there, on a fork again, and asked for. Its advantage is the value less the mean of its group, by the group's deviation.

    turns.jsonl         {task, step, state, tools, candidates: [{move, progress, to_go, advantage}]}: for offline use
    trajectories.jsonl  {task, group, messages, reward, progress, advantage}
    trl.jsonl           {prompt, completion, advantage, group}: rows for a trainer of TRL's with rewards known beforehand
    verl.jsonl          {data_source, prompt, response, reward_model, extra_info}

`gold:RATE` is no model: gold, with a mistake in one move of RATE; it shows the recipe and tests it. Standard library only.
"""

import argparse
import json
import os
import random
import statistics
import sys
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from callgym_client import Gym  # noqa: E402


def gold_policy(rate, seed):
    """The next of gold's calls, or with a chance of RATE a call that is not asked for."""
    chance = random.Random(seed)

    def move(task, messages, tools):
        made = [(c["function"]["name"], c["function"]["arguments"]) for m in messages for c in m.get("tool_calls") or []]
        left = [c for c in task["gold"]["calls"] if (c["name"], json.dumps(c["arguments"])) not in made]
        if chance.random() < rate:
            return {"name": chance.choice(tools)["function"]["name"], "arguments": {}} if chance.random() < 0.5 else {"say": "I cannot do that."}
        if left:
            return {"name": left[0]["name"], "arguments": left[0]["arguments"]}
        said = "; ".join(f"{o['key'].replace('_', ' ')}: {o['value']}" for o in task["gold"]["outputs"])
        return {"say": f"Done. {said}"}

    return move


def model_policy(name, base_url, temperature):
    def move(_task, messages, tools):
        body = {"model": name, "messages": messages, "tools": tools, "temperature": temperature}
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', 'none')}"}
        request = urllib.request.Request(f"{base_url}/chat/completions", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=300) as response:
            message = json.load(response)["choices"][0]["message"]
        for call in message.get("tool_calls") or []:
            try:
                return {"name": call["function"]["name"], "arguments": json.loads(call["function"]["arguments"] or "{}")}
            except ValueError:
                return {"say": message.get("content") or "…"}
        return {"say": message.get("content") or "…"}

    return move


def said(move, at):
    """A move as the message that makes it."""
    if "say" in move:
        return {"role": "assistant", "content": move["say"]}
    call = {"name": move["name"], "arguments": json.dumps(move["arguments"])}
    return {"role": "assistant", "content": "", "tool_calls": [{"id": f"call_{at}", "type": "function", "function": call}]}


def act(session, move, messages):
    """Plays a move; the messages with it, and whether it was the last."""
    message = said(move, len(messages))
    if "say" in move:
        session.end(move["say"] or "…")
        return [*messages, message], True
    answer = session.call(move["name"], move["arguments"])
    told = json.dumps(answer["result"] if answer["ok"] else {"error": answer["error"]})
    return [*messages, message, {"role": "tool", "tool_call_id": f"call_{len(messages)}", "content": told}], False


def share(session):
    told = session.progress()
    return told["met"] / told["of"]


def to_go(session, task, ended):
    """How far gold's calls that were not made can still bring it; what was said last stands where it has ended."""
    if ended:
        return share(session)
    fork = session.fork(len(session.log()) - 1)
    done = {(e["name"], json.dumps(e["arguments"], sort_keys=True)) for e in fork.log()[1:] if e["ok"]}
    for call in task["gold"]["calls"]:
        if (call["name"], json.dumps(call["arguments"], sort_keys=True)) not in done:
            fork.call(call["name"], call["arguments"])
    fork.end("Done. " + "; ".join(f"{o['key'].replace('_', ' ')}: {o['value']}" for o in task["gold"]["outputs"]))
    value = share(fork)
    fork.close()
    return value


def advantages(values):
    spread = statistics.pstdev(values)
    return [0.0 if spread == 0 else (value - statistics.fmean(values)) / spread for value in values]


def turns(gym, name, task, policy, count, most):
    """At each turn `count` candidates from one state; the best of them is where it goes on."""
    session = gym.reset(name, task["id"], user="none")
    told, tools = session.prompt(), session.tools()
    messages = [{"role": "system", "content": told["system"]}, {"role": "user", "content": told["opening"]}]
    for step in range(most):
        forks = session.fork(len(session.log()) - 1, count=count)
        moves = [policy(task, messages, tools) for _ in forks]
        played = [act(fork, move, messages) for fork, move in zip(forks, moves)]
        now = [share(fork) for fork in forks]
        values = [to_go(fork, task, ended) for fork, (_, ended) in zip(forks, played)]
        told = [{"move": said(m, len(messages)), "progress": p, "to_go": v, "advantage": a} for m, p, v, a in zip(moves, now, values, advantages(values))]
        yield {"task": task["id"], "step": step, "state": messages, "tools": tools, "candidates": told}
        best = max(range(count), key=lambda at: (values[at], now[at]))
        for fork in (session, *(fork for at, fork in enumerate(forks) if at != best)):
            fork.close()
        session, (messages, ended) = forks[best], played[best]
        if ended:
            break
    session.close()


def trajectories(gym, name, task, policy, count, most):
    """`count` whole rollouts of one task, their advantage by reward, and by progress where all rewards are alike."""
    group = gym.reset(name, task["id"], user="none", count=count)
    rows = []
    for session in group:
        told, tools, ended = session.prompt(), session.tools(), False
        messages = [{"role": "system", "content": told["system"]}, {"role": "user", "content": told["opening"]}]
        while not ended and len(messages) < 2 * most:
            messages, ended = act(session, policy(task, messages, tools), messages)
        verdict = session.verdict(messages=messages, end="done" if ended else "max_turns")
        rows.append({"task": task["id"], "group": task["id"], "messages": messages, "reward": verdict["reward"], "progress": share(session)})
        session.close()
    judged = [row for row in rows if row["reward"] is not None]
    alike = len({row["reward"] for row in judged}) < 2
    for row, advantage in zip(judged, advantages([row["progress" if alike else "reward"] for row in judged]) if judged else []):
        row["advantage"] = advantage
    return judged


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("url", "token", "environment"):
        parser.add_argument(name)
    parser.add_argument("--out", required=True)
    parser.add_argument("--policy", default="gold:0.3", help="gold:RATE or openai:NAME")
    parser.add_argument("--base-url", default="http://127.0.0.1:8000/v1")
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--count", type=int, default=4, help="candidates of a state, rollouts of a task")
    parser.add_argument("--tasks", type=int, default=10)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    kind, _, name = args.policy.partition(":")
    policy = gold_policy(float(name), args.seed) if kind == "gold" else model_policy(name, args.base_url, args.temperature)
    os.makedirs(args.out, exist_ok=True)
    files = {kind: open(os.path.join(args.out, f"{kind}.jsonl"), "w") for kind in ("turns", "trajectories", "trl", "verl")}
    write = lambda kind, row: files[kind].write(json.dumps(row, ensure_ascii=False) + "\n")  # noqa: E731
    with Gym(args.url, args.token) as gym:
        plain = [t for t in gym.tasks(args.environment, gold=True) if all(c["by"] == "agent" for c in t["gold"]["calls"])]
        for task in plain[: args.tasks]:
            for row in turns(gym, args.environment, task, policy, args.count, args.moves):
                write("turns", row)
                group = f"{row['task']}/{row['step']}"
                for each in row["candidates"]:
                    write("trl", {"prompt": row["state"], "completion": [each["move"]], "advantage": each["advantage"], "group": group})
                    about = {"group": group, "advantage": each["advantage"], "progress": each["progress"]}
                    ground = {"style": "rule", "ground_truth": each["to_go"]}
                    write("verl", {"data_source": args.environment, "prompt": row["state"], "response": [each["move"]], "reward_model": ground, "extra_info": about})
            for row in trajectories(gym, args.environment, task, policy, args.count, args.moves):
                write("trajectories", row)
    for file in files.values():
        file.close()


if __name__ == "__main__":
    main()
