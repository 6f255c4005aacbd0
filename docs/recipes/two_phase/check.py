"""
Proves on a small random model that one state has one meaning: whole rows, rows after a shared prompt, and the cache;
then that right answers pass the measurement and wrong ones do not.
"""

import json
import os
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import torch  # noqa: E402
from bfcl import accepted, right_arguments  # noqa: E402
from chat import Reader  # noqa: E402
from control import can_say  # noqa: E402
from decoder import Decoder, Job  # noqa: E402
from llama import Cache, Llama, extend  # noqa: E402
from report import interval  # noqa: E402

torch.manual_seed(1)
model = Llama(dict(layers=3, width=64, inner=128, heads=4, groups=2, vocabulary=200, theta=1e4, epsilon=1e-5))
prompt, ids = torch.randint(0, 200, (17,)), torch.randint(0, 200, (3, 11))
whole = torch.cat((prompt.expand(3, -1), ids), 1)
states = model(whole)


def same(one, other, what):
    apart = (one - other).abs().max().item()
    assert apart < 1e-3, f"{what}: {apart} apart"


same(states[:, 17:], model(ids, prompt), "rows after a shared prompt")
slope = lambda made: torch.autograd.grad(made.pow(2).sum(), model.embed)[0]  # noqa: E731
same(slope(model(whole)[:, 17:]), slope(model(ids, prompt)), "gradients after a shared prompt")
with torch.no_grad():
    cache = Cache(model, 3, 64)
    every, start = torch.arange(3), torch.zeros(3, dtype=torch.long)
    parts = [extend(model, cache, whole[:, at : at + 7], every, start + at, 64) for at in range(0, 28, 7)]
    same(states, torch.cat(parts, 1), "rows read in parts")


class Words:
    """A tokenizer whose tokens are numbers."""

    def __call__(self, text, **_):
        return {"input_ids": [ord(each) % 200 for each in text]}

    def convert_tokens_to_ids(self, _text):
        return 199

    def decode(self, made, **_):
        return " ".join(map(str, made))


@torch.no_grad()
def greedy(told, most):
    made = []
    while len(made) < most:
        token = int(model.logits(model(torch.tensor([told + made]))[0, -1]).argmax())
        if token == 199:
            break
        made.append(token)
    return made


# more conversations than slots, some of which go on after their first reply
decoder = Decoder(model, Words(), 3, 96, 8)
jobs = [Job([*prompt.tolist(), *ids[at % 3, : 4 + at].tolist()], 17, 8) for at in range(7)]


def ask(some):
    with decoder.lock:
        decoder.waiting += some
        decoder.lock.notify()
    return [job.done.result(timeout=60) for job in some]


ask(jobs)
later = [Job([*job.ids.tolist(), *job.made, 3, 1, 4], 17, 8) for job in jobs[:3]]
ask(later)
for job in [*jobs, *later]:
    assert job.made == greedy(job.ids.tolist(), 8), "a decoded reply is not the greedy one"
decoder.close()
assert threading.active_count() == 1
print("one state, one meaning")

# ---- the measurement

answers = [{"find": {"where": [{"town": ["Alm", "Torv"], "street": ["", "Quay"]}], "tags": [[{"is": [1]}]], "count": ["", 5]}}]
right = right_arguments(answers[0]["find"])
told = lambda given, name="find": accepted({"name": name, "arguments": json.dumps(given)}, answers)  # noqa: E731
assert right == {"where": {"town": "Alm"}, "tags": [{"is": 1}]} and told(right)
assert told({**right, "where": {"town": "Torv", "street": "Quay"}, "count": 5})
for wrong in ({**right, "where": {"town": "Kestel"}}, {**right, "where": {}}, {**right, "where": {"town": "Alm", "land": 1}}, {**right, "tags": []},
              {**right, "count": 6}, {**right, "more": 1}, {"where": right["where"]}, []):
    assert not told(wrong), wrong
assert not told(right, "seek")


class Letters(Words):
    """A tokenizer that loses nothing."""

    def __call__(self, text, **_):
        return {"input_ids": [ord(each) for each in text]}

    def decode(self, made, **_):
        return "".join(map(chr, made))


call = {"role": "assistant", "tool_calls": [{"function": {"name": "find", "arguments": '{"a": "</tool>"}'}}]}
spoken = [{"role": "system", "content": "Help."}, {"role": "user", "content": "Find it."}, call]
reader, limits = Reader(Letters()), dict(new_tokens=100, length=400)
assert can_say(reader, spoken, [], limits)
assert not can_say(reader, spoken, [], {**limits, "new_tokens": 20}), "a reply that is too long"
assert not can_say(reader, spoken, [], {**limits, "length": 200}), "a conversation that is too long"
lost = {"role": "assistant", "tool_calls": [{"function": {"name": "find", "arguments": '{"a": "</tool_call>"}'}}]}
assert not can_say(reader, [*spoken[:2], lost], [], limits), "a call that the parser cuts"
zeros = dict.fromkeys(range(240), 0)
assert interval(zeros, zeros)[2] > 0.015, "no task differs, and no width"
print("right answers pass, wrong ones do not")
