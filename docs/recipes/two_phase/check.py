"""Proves on a small random model that one state has one meaning: whole rows, rows after a shared prompt, and the cache."""

import os
import sys
import threading

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import torch  # noqa: E402
from decoder import Decoder, Job  # noqa: E402
from llama import Cache, Llama, extend  # noqa: E402

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
