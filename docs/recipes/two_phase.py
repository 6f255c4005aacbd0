"""The trial, in one command: data from callgym, fine-tuning in two phases, and the model before, between and after.

    pip install -r docs/recipes/two_phase_requirements.txt
    python docs/recipes/two_phase.py --setting tiny --out out/trial      # minutes, a random model: it proves the path
    python docs/recipes/two_phase.py --setting real --model smollm2 --data DATA --out out/trial   # wants a GPU

Stages, each with a file in OUT/stages, so that the same command goes on where it stopped: tasks, episodes of the oracle
and of a noisy one whose failures are mended, the data set, then the runs. A run is a variant of the recipe with one
seed: it trains phase 1 and phase 2, and after each `callgym run` plays the model against a server of this script on
held-out environments and on held-out tasks of the vertical; with --data also BFCL's single-turn questions with their
answers. OUT/table.md has pass^1 with paired bootstrap intervals, OUT/curves.jsonl the losses. Its first rows are the
ceiling: the oracle, held to the length, the words a reply and the turns that the model has.

--jobs N lets N processes take runs side by side; after --deadline SECONDS no stage is begun.
"""

import argparse
import concurrent.futures
import glob
import hashlib
import json
import os
import random
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(HERE, "two_phase"))

from bfcl import accepted  # noqa: E402
from chat import Reader  # noqa: E402
from report import table  # noqa: E402

#: held-out environments and the vertical are the first five of the gallery by the SHA-256 of their names
ORDER = ("carrier-care travel bistro smart-home bank recruiting tickets calendar utility insurance order-desk tracker rides crm mailbox "
         "ward team-chat helpdesk warehouse library leave-desk school rental shared-drive permits rail").split()

SETTINGS = {
    "tiny": dict(environments=["order-desk", "smart-home", "carrier-care"], holdout=["carrier-care"], vertical="order-desk", tasks=6,
                 vertical_tasks=8, held_out=2, length=16384, new_tokens=24, slots=4, batch_tokens=16384, rate=1e-3, rate2=1e-3, tokens=80_000, tokens2=30_000,
                 turns=2, bfcl=4, runs=["full:1"]),
    "real": dict(environments=ORDER, holdout=ORDER[:4], vertical=ORDER[4], tasks=160, vertical_tasks=260, held_out=60, length=8192,
                 new_tokens=150, slots=160, batch_tokens=8192, rate=1e-3, rate2=5e-4, tokens=36_000_000, tokens2=3_600_000, turns=30, bfcl=400,
                 sweep_tokens=3_000_000,
                 runs=["full:1", "full:2", "full:3", "environments-1:1", "environments-4:1", "environments-16:1", "environments-all:1",
                       "environments-1:2", "environments-4:2", "environments-16:2", "environments-all:2", "environments-1:3", "environments-4:3",
                       "environments-16:3", "environments-all:3", "vertical-only:1", "unmended:1", "unmasked:1"]),
}


def callgym(*args):
    own = os.path.join(ROOT, "node_modules", ".bin", "node")
    node = own if os.path.exists(own) else "node"
    command = [*os.environ.get("CALLGYM", f"{node} {os.path.join(ROOT, 'cli', 'callgym.js')}").split(), *args]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"callgym {' '.join(args)}: exit {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def side_by_side(work, items):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, items))


def lines(path):
    with open(path, encoding="utf8") as file:
        return [json.loads(line) for line in file if line.strip()]


class Trial:
    """The settings, the folder, and the stages that are done."""

    def __init__(self, out, setting, deadline):
        self.out, self.setting, self.ends = out, setting, time.time() + deadline
        os.makedirs(os.path.join(out, "stages"), exist_ok=True)
        told = os.path.join(out, "setting.json")
        if os.path.exists(told) and json.load(open(told)) != setting:
            raise SystemExit(f"{out} was begun with other settings: take another --out")
        with open(told, "w") as file:
            json.dump(setting, file, indent=1)

    def path(self, *parts):
        return os.path.join(self.out, *parts)

    def result(self, name):
        file = self.path("stages", f"{name}.json")
        return json.load(open(file)) if os.path.exists(file) else None

    def stage(self, name, work):
        """The result of a stage, made once."""
        if self.result(name) is None:
            began = time.time()
            print(f"{name} …", file=sys.stderr, flush=True)
            made = {"result": work(), "seconds": round(time.time() - began, 1)}
            print(f"{name}: {made['seconds']} s", file=sys.stderr, flush=True)
            file = self.path("stages", f"{name}.json")
            with open(f"{file}.new", "w") as into:
                json.dump(made, into)
            os.replace(f"{file}.new", file)
        return self.result(name)["result"]

    @property
    def trained(self):
        return [each for each in self.setting["environments"] if each not in self.setting["holdout"]]


# ---- data ------------------------------------------------------------------------------------------------------------


def held(task):
    """The rank of a task by the digest of its id; a task and its twin have the same."""
    word = min(task["id"], task.get("twin") or task["id"])
    return int(hashlib.sha256(word.encode()).hexdigest()[:8], 16)


def make_tasks(trial):
    """Tasks of every environment. Of the vertical's, `held_out` are kept for tests."""
    setting = trial.setting
    os.makedirs(trial.path("tasks"), exist_ok=True)

    def make(name):
        file = trial.path("tasks", f"{name}.jsonl")
        count = setting["held_out"] if name in setting["holdout"] else setting["vertical_tasks"] if name == setting["vertical"] else setting["tasks"]
        callgym("tasks", f"gallery:{name}", "--count", str(count), "--out", file, "--seed", "1")
        ranked = sorted(lines(file), key=held)
        tests = len(ranked) if name in setting["holdout"] else setting["held_out"] if name == setting["vertical"] else 0
        for part, rows in (("test", ranked[:tests]), ("train", ranked[tests:])):
            with open(trial.path("tasks", f"{name}.{part}.jsonl"), "w") as into:
                into.writelines(json.dumps(row) + "\n" for row in rows)
        return name, len(ranked) - tests, tests

    return side_by_side(make, setting["environments"])


def make_data(trial):
    """Episodes of the oracle, mended episodes of a noisy one, and a data set for each phase."""
    setting = trial.setting

    def play(wish):
        name, agent = wish
        out = trial.path("runs", f"{name}-{agent.split(':')[0]}")
        kept = out if agent == "oracle" else f"{out}-mended"
        if os.path.exists(kept):
            return kept
        tasks = trial.path("tasks", f"{name}.{'test' if name in setting['holdout'] else 'train'}.jsonl")
        callgym("run", f"gallery:{name}", "--agent", agent, "--user", "scripted", "--tasks", tasks, "--out", out)
        if agent != "oracle":
            callgym("mend", out, "--out", kept)
        return kept

    wishes = [(name, "oracle") for name in setting["environments"]] + [(name, "noisy:0.5") for name in trial.trained]
    played = dict(zip(wishes, side_by_side(play, wishes)))
    # held-out environments are inputs, too, so that what they share with the training side is taken out of it
    general = [run for (name, _), run in played.items() if name != setting["vertical"]]
    callgym("dataset", *general, "--phase", "1", "--format", "canonical", "--out", trial.path("data1"), "--holdout", ",".join(setting["holdout"]))
    vertical = [run for (name, _), run in played.items() if name == setting["vertical"]]
    callgym("dataset", *vertical, "--phase", "1", "--format", "canonical", "--out", trial.path("data2"))
    return {phase: len(training_rows(trial, phase)) for phase in ("1", "2")}


def training_rows(trial, phase):
    return [row for file in sorted(glob.glob(trial.path(f"data{phase}", "phase1.canonical.train*.jsonl"))) for row in lines(file)]


def make_tokens(trial):
    """The data set as tokens: a row too long loses its end, and a row that then trains nothing is left out."""
    import torch
    from llama import open_tokenizer

    reader, counts = Reader(open_tokenizer(trial.setting["model"], lambda: texts_of(trial))), {}
    for phase in ("1", "2"):
        flat, made = dict(ids=[], trained=[], every=[]), []
        for row in training_rows(trial, phase):
            ids, trained, first = reader.row(row)
            kept = slice(0, trial.setting["length"])
            if not any(trained[kept]):
                continue
            made.append(dict(environment=row["environment"]["name"], tier=row["tier"], count=len(ids[kept]), prompt=first))
            for name, values in (("ids", ids), ("trained", trained), ("every", reader.row(row, every=True)[1])):
                flat[name] += values[kept]
        torch.save({"rows": made, "ids": torch.tensor(flat["ids"], dtype=torch.int32).to(torch.uint16 if reader.tokenizer.vocab_size < 65_000 else torch.int32),
                    **{name: torch.tensor(flat[name], dtype=torch.bool) for name in ("trained", "every")}}, trial.path(f"tokens{phase}.pt"))
        counts[phase] = dict(rows=len(made), tokens=len(flat["ids"]), trained=sum(flat["trained"]))
    return counts


def open_tokens(trial, phase):
    import torch

    told, rows, at = torch.load(trial.path(f"tokens{phase}.pt")), [], 0
    for row in told["rows"]:
        part = slice(at, at + row["count"])
        rows.append({**row, **{name: told[name][part] for name in ("ids", "trained", "every")}})
        at += row["count"]
    return rows


def texts_of(trial):
    return [json.dumps(row["messages"]) for row in training_rows(trial, "1")]


def bfcl_questions(data, count):
    """Questions with one call, with their accepted answers, drawn by seed."""
    files = sorted(glob.glob(os.path.join(data, "corpora", "bfcl_ast", "*.jsonl")))
    rows = [row for file in files if "parallel" not in file for row in lines(file)]
    random.Random(1).shuffle(rows)
    return rows[:count]


def make_control(trial):
    """The oracle's rewards on the tests, under a model's limits."""
    from control import bfcl_ceiling, ceiling
    from llama import open_tokenizer

    setting, reader = trial.setting, Reader(open_tokenizer(trial.setting["model"], lambda: texts_of(trial)))

    def play(name):
        out = trial.path("runs", f"{name}-control")
        if not os.path.exists(out):
            callgym("run", f"gallery:{name}", "--agent", "oracle", "--user", "scripted", "--tasks", trial.path("tasks", f"{name}.test.jsonl"),
                    "--max-turns", str(setting["turns"]), "--out", out)
        return ceiling(reader, lines(os.path.join(out, "episodes.jsonl")), setting)

    made = [play(name) for name in (*setting["holdout"], setting["vertical"])]
    rewards = {"held-out environments": {task: reward for each in made[:-1] for task, reward in each.items()}, "held-out tasks of the vertical": made[-1]}
    if setting["data"]:
        rewards["BFCL single turn"] = bfcl_ceiling(reader, lines(trial.path("bfcl.jsonl")), setting)
    return {"rewards": rewards}


# ---- runs ------------------------------------------------------------------------------------------------------------


class Runs:
    """Trains and measures variants of the recipe."""

    def __init__(self, trial, base, tokenizer):
        self.trial, self.setting, self.base, self.tokenizer = trial, trial.setting, base, tokenizer
        self.read = {phase: open_tokens(trial, phase) for phase in ("1", "2")}

    def rows(self, phase, keep, every=False):
        """Rows of a phase as (ids, trained, tokens of the prompt)."""
        return [(row["ids"], row["every" if every else "trained"], row["prompt"]) for row in self.read[phase] if keep(row)]

    def plan(self, variant, seed):
        """The phases of a variant: (name, rows, tokens, rate, whether the vertical is measured)."""
        setting, everything = self.setting, lambda _row: True
        first = lambda keep=everything, every=False: ("phase1", self.rows("1", keep, every), setting["tokens"], setting["rate"], True)  # noqa: E731
        second = lambda keep=everything, every=False: ("phase2", self.rows("2", keep, every), setting["tokens2"], setting["rate2"], True)  # noqa: E731
        if variant == "full":
            return [first(), second()]
        if variant == "vertical-only":
            return [second()]
        if variant == "unmended":
            kept = lambda row: row["tier"] != "mended"  # noqa: E731
            return [first(kept), second(kept)]
        if variant == "unmasked":
            return [first(every=True), second(every=True)]
        if variant.startswith("environments-"):
            names = sorted(self.trial.trained)
            random.Random(seed).shuffle(names)
            chosen = set(names if variant.endswith("all") else names[: int(variant.split("-")[1])])
            rows = self.rows("1", lambda row: row["environment"] in chosen)
            return [("phase1", rows, setting["sweep_tokens"], setting["rate"], False)]
        raise SystemExit(f"{variant}: full, vertical-only, unmended, unmasked, environments-N or environments-all")

    def go(self, wish):
        """Trains and measures one run; its stages that are done are passed over while no later one needs their weights."""
        import torch
        from llama import Llama
        from training import train

        variant, seed = wish.split(":")
        if wish == "base":
            return
        model = None
        for phase, rows, budget, rate, whole in self.plan(variant, int(seed)):
            name, weights = f"{variant}-{seed}-{phase}", self.trial.path("models", f"{variant}-{seed}-{phase}.pt")
            if model is None:
                torch.manual_seed(int(seed))
                model = Llama(self.base.config).to(self.base.embed.device)
                model.load_state_dict(self.base.state_dict())
                model.dtype = torch.float32
            if self.trial.result(f"train-{name}") is not None and os.path.exists(weights):
                model.load_state_dict(torch.load(weights, map_location=model.embed.device))
            else:
                def fit(phase=phase, name=name, weights=weights):
                    with open(self.trial.path("curves.jsonl"), "a") as file:
                        curve = lambda step, loss, tokens, seconds: file.write(json.dumps(dict(run=name, step=step, loss=round(loss, 4), tokens=tokens, seconds=round(seconds, 1))) + "\n")  # noqa: E731
                        with mixed(model):
                            tokens = train(model, rows, self.setting["batch_tokens"], int(seed), rate, budget, curve)
                    os.makedirs(os.path.dirname(weights), exist_ok=True)
                    torch.save(model.state_dict(), weights)
                    return {"tokens": tokens, "rows": len(rows)}
                if time.time() > self.trial.ends:
                    return
                self.trial.stage(f"train-{name}", fit)
            if time.time() > self.trial.ends:
                return
            self.trial.stage(f"eval-{name}", lambda name=name, whole=whole: evaluate(self.trial, model, self.tokenizer, name, whole))


def mixed(model):
    """On a GPU layers compute in bfloat16; the weights stay as they are."""
    import contextlib

    import torch

    @contextlib.contextmanager
    def told():
        before, model.dtype = model.dtype, torch.bfloat16 if model.embed.is_cuda else torch.float32
        try:
            yield
        finally:
            model.dtype = before
    return told()


def evaluate(trial, model, tokenizer, name, whole=True):
    """Rewards by task on held-out environments and the vertical's held-out tasks, and BFCL's share of right calls."""
    import copy

    import torch
    from decoder import Decoder, Served

    setting, rewards = trial.setting, {}
    frozen = copy.deepcopy(model)
    parts = [*setting["holdout"], *([setting["vertical"]] if whole else [])]
    if model.embed.is_cuda:
        torch.cuda.empty_cache()
        frozen = frozen.to(torch.bfloat16)
        frozen.dtype = torch.bfloat16
        frozen.turns = model.turns.float()
    decoder = Decoder(frozen, tokenizer, setting["slots"], setting["length"], setting["new_tokens"])
    try:
        with Served(decoder) as served:
            def play(wanted):
                out = trial.path("evals", name, wanted)
                callgym("run", f"gallery:{wanted}", "--agent", "openai:trained", "--agent-base-url", served.url, "--user", "scripted",
                        "--tasks", trial.path("tasks", f"{wanted}.test.jsonl"), "--trials", "1", "--max-turns", str(setting["turns"]),
                        "--concurrency", str(max(1, setting["slots"] // len(parts))), "--out", out)
                return {f"{wanted}/{row['task']}": row["verdict"]["reward"] or 0 for row in lines(os.path.join(out, "episodes.jsonl"))}

            with concurrent.futures.ThreadPoolExecutor(len(parts)) as pool:
                made = dict(zip(parts, pool.map(play, parts)))
        rewards["held-out environments"] = {task: reward for each in setting["holdout"] for task, reward in made[each].items()}
        if whole:
            rewards["held-out tasks of the vertical"] = made[setting["vertical"]]
        if setting.get("data"):
            rewards["BFCL single turn"] = bfcl(trial, decoder)
    finally:
        decoder.close()
        del decoder.cache, decoder.graphs
        if model.embed.is_cuda:
            torch.cuda.empty_cache()
    return {"rewards": rewards, "read": decoder.tokens_read, "made": decoder.tokens_made}


def bfcl(trial, decoder):
    """Right or wrong for each question with one call, by the accepted answers beside it."""
    asked = []
    for row in lines(trial.path("bfcl.jsonl")):
        tools = [{"type": "function", "function": f} for f in row["functions"]]
        messages = [{"role": "system", "content": "Call the function that answers the user."}, *row["messages"]]
        asked.append((row, decoder.ask(messages, tools)))
    told = {}
    for row, future in asked:
        calls = [c["function"] for c in future.result()[0].get("tool_calls") or []]
        told[row["id"]] = float(len(calls) == 1 and accepted(calls[0], row["answers"] if "answers" in row else row.get("ground_truth")))
    return told


def take(trial, wish):
    """Whether this process is the first that wants a run; a run whose process was stopped is free again on the next start."""
    try:
        os.close(os.open(trial.path("taken", wish), os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def work(trial):
    """Takes runs until none is left."""
    import torch
    from llama import open_model

    base, tokenizer = open_model(trial.setting["model"], lambda: texts_of(trial))
    base = base.to("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    runs = Runs(trial, base, tokenizer)
    for wish in ["base:0", *trial.setting["runs"]]:
        if time.time() > trial.ends or not take(trial, wish):
            continue
        if wish == "base:0":
            trial.stage("eval-base", lambda: evaluate(trial, base, tokenizer, "base"))
        else:
            runs.go(wish)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--setting", choices=SETTINGS, default="tiny")
    parser.add_argument("--model", default="random", help="random, smollm2, or a folder or name that transformers opens")
    parser.add_argument("--environments", help="instead of the setting's: names of the gallery, with commas")
    parser.add_argument("--holdout", help="with commas")
    parser.add_argument("--vertical")
    parser.add_argument("--data", help="a folder with corpora/bfcl_ast, for the outside set")
    parser.add_argument("--runs", help="VARIANT:SEED,… instead of the setting's: full, vertical-only, unmended, unmasked, environments-N")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--deadline", type=float, default=1e9)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=NUMBER", help="a number of the setting")
    parser.add_argument("--until", choices=["data", "end"], default="end")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    setting = {**SETTINGS[args.setting], "model": args.model, "data": args.data is not None}
    for key in ("environments", "holdout", "runs"):
        setting[key] = getattr(args, key).split(",") if getattr(args, key) else setting[key]
    setting["vertical"] = args.vertical or setting["vertical"]
    for wish in args.set:
        key, _, value = wish.partition("=")
        if not isinstance(setting.get(key), (int, float)):
            raise SystemExit(f"--set {key}: the setting has no such number")
        setting[key] = type(setting[key])(float(value))
    worker = os.environ.get("TWO_PHASE_WORKER") is not None
    trial = Trial(args.out, setting, args.deadline)
    if worker:
        return work(trial)
    trial.stage("tasks", lambda: make_tasks(trial))
    trial.stage("data", lambda: make_data(trial))
    trial.stage("tokens", lambda: make_tokens(trial))
    if args.data and not os.path.exists(trial.path("bfcl.jsonl")):
        with open(trial.path("bfcl.jsonl"), "w") as into:
            into.writelines(json.dumps(row) + "\n" for row in bfcl_questions(args.data, setting["bfcl"]))
    trial.stage("control", lambda: make_control(trial))
    if args.until == "data":
        return
    os.makedirs(trial.path("taken"), exist_ok=True)
    for file in glob.glob(trial.path("taken", "*")):
        os.remove(file)
    command = [sys.executable, os.path.abspath(__file__), *sys.argv[1:]]
    others = [subprocess.Popen(command, env={**os.environ, "TWO_PHASE_WORKER": str(at)}) for at in range(args.jobs)]
    if any([each.wait() for each in others]):
        raise SystemExit("a process of the trial failed: its message is above")
    print(table(trial))


if __name__ == "__main__":
    main()
