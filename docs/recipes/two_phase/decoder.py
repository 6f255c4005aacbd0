"""
Many conversations at once with one model: each keeps its keys and values between its turns, so that only new tokens are
read; conversations with the same beginning copy it. Behind /v1/chat/completions for `callgym run`, or asked directly.
"""

import concurrent.futures
import http.server
import json
import threading

import numpy
import torch

from chat import Reader, reply_of
from llama import Cache, extend

#: tokens that are read at once before a reply, over all rows
READ = 4096
#: decoding steps between two looks at the requests that wait
STEPS = 12


class Slot:
    def __init__(self):
        self.ids, self.job, self.used, self.head = array([]), None, 0, None


class Job:
    def __init__(self, ids, first, most):
        self.ids, self.first, self.most = array(ids), first, most
        self.head = hash(tuple(ids[:first]))
        self.made, self.done = [], concurrent.futures.Future()


def common(a, b):
    """The length of the common beginning of two arrays."""
    most = min(len(a), len(b))
    told = a[:most] != b[:most]
    return int(told.argmax()) if told.any() else most


def array(ids):
    return numpy.asarray(ids, dtype=numpy.int32)


class Decoder:
    def __init__(self, model, tokenizer, slots, length, new_tokens):
        self.model, self.tokenizer, self.reader = model.eval(), tokenizer, Reader(tokenizer)
        self.length, self.new_tokens, self.device = length, new_tokens, model.embed.device
        # one cell more, into which slots without a job write
        self.cache = Cache(model, slots, length + 513)
        self.slots = [Slot() for _ in range(slots)]
        self.last = torch.zeros(slots, dtype=torch.long, device=self.device)
        self.position = torch.full((slots,), length + 512, dtype=torch.long, device=self.device)
        self.graphs, self.clock = {}, 0
        self.waiting, self.lock, self.open = [], threading.Condition(), True
        self.tokens_read = self.tokens_made = 0
        self.thread = threading.Thread(target=self.work, daemon=True)
        self.thread.start()

    # ---- asking

    def ask(self, messages, tools, most=None):
        """Returns a future of (message, prompt tokens, new tokens)."""
        ids, first = self.reader.prompt(messages, tools)
        job = Job(ids, first, most or self.new_tokens)
        if len(ids) + job.most > self.length:
            job.done.set_result(({"role": "assistant", "content": "…"}, len(ids), 0))
            return job.done
        with self.lock:
            self.waiting.append(job)
            self.lock.notify()
        return job.done

    def close(self):
        with self.lock:
            self.open = False
            self.lock.notify()
        self.thread.join()

    # ---- the loop

    @torch.inference_mode()
    def work(self):
        try:
            while True:
                with self.lock:
                    while self.open and not self.waiting and not any(slot.job for slot in self.slots):
                        self.lock.wait()
                    if not self.open:
                        return
                    jobs, self.waiting = self.waiting, []
                self.admit(jobs)
                self.decode()
        except BaseException as error:  # noqa: BLE001
            for job in [*self.waiting, *(slot.job for slot in self.slots if slot.job)]:
                job.done.set_exception(error)
            raise

    def admit(self, jobs):
        """Gives each job a slot and reads its new tokens. Of jobs with one beginning that no slot has, one goes first."""
        later, chosen, fresh = [], [], set()
        known = {slot.head for slot in self.slots if len(slot.ids) > 0}
        for job in jobs:
            free = [slot for slot in self.slots if slot.job is None]
            if not free or (job.head not in known and job.head in fresh):
                later.append(job)
                continue
            fresh.add(job.head)
            mates = [(common(slot.ids, job.ids), slot.job is None, at) for at, slot in enumerate(self.slots) if slot.head == job.head]
            shared, _, at = max(mates, default=(0, True, None))
            best, shared = None if at is None else self.slots[at], min(shared, len(job.ids) - 1)
            # a conversation goes on in its own slot; another one takes the slot that rested longest
            slot = best if best is not None and best.job is None and shared > job.first + 8 else min(free, key=lambda each: each.used)
            if best is not None and slot is not best and shared > 0:
                self.cache.copy(self.slots.index(best), self.slots.index(slot), shared)
            self.clock += 1
            slot.job, slot.used, slot.head = job, self.clock, job.head
            slot.ids = job.ids[:shared]
            chosen.append((self.slots.index(slot), shared, job))
        with self.lock:
            self.waiting = later + self.waiting
        self.read(chosen)

    def read(self, chosen):
        chosen.sort(key=lambda each: len(each[2].ids) - each[1])
        while chosen:
            width = min(512, max(1, len(chosen[0][2].ids) - chosen[0][1]))
            rows = chosen[: max(1, min(32, READ // width))]
            at = torch.tensor([index for index, _, _ in rows], device=self.device)
            starts = torch.tensor([start for _, start, _ in rows], device=self.device)
            parts = [job.ids[start : start + width] for _, start, job in rows]
            ids = torch.tensor([[*part.tolist(), *[0] * (width - len(part))] for part in parts], device=self.device)
            upto = self.round(max(start + width for _, start, _ in rows))
            hidden = extend(self.model, self.cache, ids, at, starts, upto)
            ends = torch.tensor([len(part) - 1 for part in parts], device=self.device)
            told = self.model.logits(hidden[torch.arange(len(rows), device=self.device), ends]).argmax(-1)
            self.tokens_read += sum(len(part) for part in parts)
            rest = []
            for (index, start, job), part, token in zip(rows, parts, told.tolist()):
                slot = self.slots[index]
                slot.ids = job.ids[: start + len(part)]
                if len(slot.ids) < len(job.ids):
                    rest.append((index, start + len(part), job))
                    continue
                self.last[index] = token
                self.position[index] = len(slot.ids)
                self.take(slot, index, token)
            chosen = sorted([*chosen[len(rows) :], *rest], key=lambda each: len(each[2].ids) - each[1])

    def take(self, slot, index, token):
        """Adds a token to a slot's reply, and ends the reply at its mark or its limit."""
        job = slot.job
        if token != self.reader.end:
            job.made.append(token)
        self.tokens_made += 1
        if token != self.reader.end and len(job.made) < job.most:
            return
        # the keys of the newest token are not in the cache yet
        kept = job.made if token == self.reader.end else job.made[:-1]
        slot.ids = numpy.concatenate((job.ids, array(kept)))
        slot.job = None
        self.position[index] = self.length + 512
        text = self.tokenizer.decode(job.made, skip_special_tokens=False)
        job.done.set_result((reply_of(text), len(job.ids), len(job.made)))

    def decode(self):
        for _ in range(STEPS):
            active = [at for at, slot in enumerate(self.slots) if slot.job]
            if not active:
                return
            upto = self.round(max(len(self.slots[at].job.ids) + len(self.slots[at].job.made) + 1 for at in active))
            self.step(upto)
            told = self.last.tolist()
            for at in active:
                self.take(self.slots[at], at, told[at])

    def round(self, count):
        return min(self.length + 513, -(-count // 1024) * 1024)

    def step(self, upto):
        """One token of every slot; on a GPU as a recorded graph, one for each bound."""
        def once():
            hidden = extend(self.model, self.cache, self.last[:, None], None, self.position, upto)
            self.last.copy_(self.model.logits(hidden[:, 0]).argmax(-1))
            self.position.add_(self.position < self.length + 512)

        if self.device.type != "cuda":
            return once()
        if upto not in self.graphs:
            last, position = self.last.clone(), self.position.clone()
            once()  # warms up
            torch.cuda.synchronize()
            self.last.copy_(last)
            self.position.copy_(position)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                once()
            self.graphs[upto] = graph
        self.graphs[upto].replay()


class Served:
    """The decoder behind /v1/chat/completions."""

    def __init__(self, decoder):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                message, prompt, fresh = decoder.ask(body["messages"], body.get("tools")).result()
                reason = "tool_calls" if message.get("tool_calls") else "stop"
                answer = {"id": "c", "object": "chat.completion", "model": body["model"], "created": 0,
                          "choices": [{"index": 0, "message": message, "finish_reason": reason}],
                          "usage": {"prompt_tokens": prompt, "completion_tokens": fresh, "total_tokens": prompt + fresh}}
                told = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(told)))
                self.end_headers()
                self.wfile.write(told)

            def log_message(self, *_args):
                pass

        class Server(http.server.ThreadingHTTPServer):
            request_queue_size = 1024
            daemon_threads = True

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.server.shutdown()
