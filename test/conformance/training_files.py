"""Loads what `callgym dataset` wrote with the loaders of those who will train on it.

    python test/conformance/training_files.py DATASET_DIR

DATASET_DIR has the formats trl, llamafactory, verl and openai. Prints one JSON line per check: {"check", "ok", "detail"}, or
{"check", "skipped"} where a package is missing. TRL trains a tiny model with random weights on the CPU, phase 1 then phase 2.
"""
import glob
import importlib.machinery
import importlib.util
import json
import os
import sys
import tempfile

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
os.environ.setdefault("HF_DATASETS_CACHE", tempfile.mkdtemp())
DIR = sys.argv[1]

TEMPLATE = """{%- if tools %}<|begin|>tools
{{ tools | tojson }}<|end|>
{% endif %}{%- for message in messages %}<|begin|>{{ message.role }}
{{ message.content }}{% for call in message.tool_calls or [] %}
<call>{{ {'name': call.function.name, 'arguments': call.function.arguments} | tojson }}</call>{% endfor %}<|end|>
{% endfor %}{%- if add_generation_prompt %}<|begin|>assistant
{% endif %}"""


def say(check, ok, detail=""):
    print(json.dumps({"check": check, "ok": bool(ok), "detail": str(detail)[:400]}), flush=True)


def has(*modules):
    return all(importlib.util.find_spec(module) is not None for module in modules)


def lines(path):
    with open(path, encoding="utf8") as file:
        return [json.loads(line) for line in file]


def first(pattern):
    found = sorted(glob.glob(os.path.join(DIR, pattern)))
    return found[0] if found else None


def tiny_tokenizer(texts):
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    special = ["<|begin|>", "<|end|>", "<|pad|>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    made.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=2000, special_tokens=special, initial_alphabet=alphabet))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<|end|>", pad_token="<|pad|>")
    tokenizer.chat_template = TEMPLATE
    return tokenizer


def plain(value):
    """Without the fields that a table fills with nulls."""
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items() if each is not None}
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value


def check_datasets():
    from datasets import load_dataset

    for path in sorted(glob.glob(os.path.join(DIR, "phase*.trl.*.jsonl"))) + sorted(
        glob.glob(os.path.join(DIR, "phase*.openai.*.jsonl"))
    ):
        rows = load_dataset("json", data_files=path, split="train")
        wanted = lines(path)
        same = len(rows) == len(wanted) and all(plain(got) == plain(want) for got, want in zip(rows, wanted))
        padded = sum(1 for got, want in zip(rows, wanted) if has_padding(got, want))
        say(f"datasets loads {os.path.basename(path)}", same, f"{len(rows)} rows, {padded} with arguments padded by nulls")


def has_padding(got, want):
    """Whether arguments of a call came back with keys that they did not have."""

    def calls(row):
        for key in ("messages", "prompt", "completion", "chosen", "rejected"):
            for message in row.get(key) or []:
                for call in message.get("tool_calls") or []:
                    yield call["function"]["arguments"]

    return any(a != b for a, b in zip(calls(got), calls(want)))


def check_trl():
    import torch
    from datasets import load_dataset
    from transformers import LlamaConfig, LlamaForCausalLM
    import trl
    from trl import SFTConfig, SFTTrainer

    if int(trl.__version__.split(".")[0]) < 1:
        raise ImportError(f"TRL {trl.__version__} reads no tools as text; TRL 1 does")
    torch.manual_seed(1)
    paths = [first(f"phase{phase}.trl.prompt_completion.train*.jsonl") for phase in (1, 2)]
    texts = [json.dumps(row) for path in paths for row in lines(path)[:200]]
    tokenizer = tiny_tokenizer(texts)
    config = LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2,
        max_position_embeddings=8192, pad_token_id=tokenizer.pad_token_id, eos_token_id=tokenizer.eos_token_id,
    )
    model = LlamaForCausalLM(config)
    for phase, path in ((1, paths[0]), (2, paths[1])):
        wanted = sorted(lines(path), key=lambda row: len(json.dumps(row)))[:16]
        with tempfile.TemporaryDirectory() as place:
            small = os.path.join(place, "rows.jsonl")
            with open(small, "w", encoding="utf8") as file:
                file.writelines(json.dumps(row) + "\n" for row in wanted)
            rows = load_dataset("json", data_files=small, split="train")
            args = SFTConfig(
                output_dir=os.path.join(place, "out"), max_length=None, per_device_train_batch_size=4, max_steps=12,
                learning_rate=1e-2, lr_scheduler_type="constant", logging_steps=1, report_to=[], save_strategy="no",
                use_cpu=True, seed=1, eos_token="<|end|>", completion_only_loss=True, gradient_checkpointing=False, bf16=False,
            )
            trainer = SFTTrainer(model=model, args=args, train_dataset=rows, processing_class=tokenizer)
            wrong = untrue_spans(trainer, tokenizer, wanted)
            say(f"trl phase {phase}: trained tokens are exactly those flagged", wrong == [], wrong[:1] or f"{len(wanted)} rows")
            trainer.train()
            losses = [log["loss"] for log in trainer.state.log_history if "loss" in log]
            say(f"trl phase {phase}: the loss falls", losses[-1] < losses[0], f"{losses[0]:.3f} -> {losses[-1]:.3f}")
            model = trainer.model


def untrue_spans(trainer, tokenizer, wanted):
    """Token by token: what is not masked is the completion as the template renders it, what is masked comes before it."""
    wrong = []
    batches = trainer.data_collator([trainer.train_dataset[at] for at in range(len(wanted))])
    for ids, labels, row in zip(batches["input_ids"].tolist(), batches["labels"].tolist(), wanted):
        tools = json.loads(row["tools"])
        before = tokenizer.apply_chat_template(row["prompt"], tools=tools, tokenize=False, add_generation_prompt=True)
        whole = tokenizer.apply_chat_template(row["prompt"] + row["completion"], tools=tools, tokenize=False)
        trained = tokenizer.decode([token for token, label in zip(ids, labels) if label != -100])
        masked = tokenizer.decode(
            [token for token, label in zip(ids, labels) if label == -100 and token != tokenizer.pad_token_id]
        )
        if any(label not in (-100, token) for token, label in zip(ids, labels)):
            wrong.append("a label is another token")
        if masked != before or trained.rstrip("\n") != whole[len(before) :].rstrip("\n"):
            wrong.append(f"{trained[-200:]!r} is not {whole[len(before):][-200:]!r}")
    return wrong


def check_llamafactory():
    from types import ModuleType, SimpleNamespace

    if not has("torchaudio"):  # asked for at import, used for sound alone
        sys.modules["torchaudio"] = ModuleType("torchaudio")
        sys.modules["torchaudio"].__spec__ = importlib.machinery.ModuleSpec("torchaudio", None)
    from llamafactory.data.converter import get_dataset_converter
    from llamafactory.data.parser import DatasetAttr

    info = json.load(open(os.path.join(DIR, "dataset_info.json"), encoding="utf8"))
    for name, entry in info.items():
        attr = DatasetAttr("file", dataset_name=entry["file_name"])
        attr.join(entry)
        convert = get_dataset_converter(entry["formatting"], attr, SimpleNamespace(media_dir=""))
        rows = lines(os.path.join(DIR, entry["file_name"]))
        empty = [row for row in rows if convert(row)["_response"] == []]
        sides = [convert(row) for row in rows[:50]]
        ends = all(side["_response"][0]["role"] in ("assistant", "function") for side in sides)
        say(f"llamafactory takes every row of {name}", not empty and ends, f"{len(rows)} rows, {len(empty)} skipped")


def check_verl():
    sys.path.insert(0, DIR)
    from callgym_verl import CallgymSFTDataset
    from verl.utils.dataset.rl_dataset import RLHFDataset

    path = first("phase1.verl.sft.train.parquet")
    rows = lines(first("phase1.canonical.train*.jsonl"))
    whole = [row for row in rows if all(m["train"] for m in row["messages"] if m["role"] == "assistant")]
    tokenizer = tiny_tokenizer([json.dumps(row["messages"]) for row in rows[:200]])
    data = CallgymSFTDataset(path, tokenizer, {"max_length": 100000, "pad_mode": "no_padding", "ignore_input_ids_mismatch": True})
    wrong = []
    for at, row in enumerate(whole[:20]):
        item = data[at]
        trained = tokenizer.decode([token for token, on in zip(item["input_ids"].tolist(), item["loss_mask"].tolist()) if on])
        for message in row["messages"]:
            for text in [message["content"]] + [json.dumps(json.loads(c["function"]["arguments"]))[1:20] for c in message.get("tool_calls", [])]:
                if message["role"] == "assistant" and text and text not in trained:
                    wrong.append(text)
        if any(m["content"] in trained for m in row["messages"] if m["role"] in ("tool", "system") and len(m["content"]) > 40):
            wrong.append("a result or the system prompt is trained")
    say("verl sft: the assistant is trained, nobody else", len(data) == len(whole) and not wrong, wrong[:2] or f"{len(data)} rows")
    from omegaconf import OmegaConf

    config = OmegaConf.create({"prompt_key": "prompt", "max_prompt_length": 100000, "filter_overlong_prompts": False, "return_raw_chat": True})
    prompts = RLHFDataset(first("phase1.verl.rl.train.parquet"), tokenizer, config)
    row = prompts[0]
    kwargs = row["tools_kwargs"]["callgym"]["create_kwargs"]
    say("verl rl: prompts, and what begins their sessions", len(prompts) > 0 and kwargs["task"] and row["raw_prompt"][0]["role"] == "system", f"{len(prompts)} prompts")


CHECKS = {
    "datasets": (check_datasets, ["datasets"]),
    "trl": (check_trl, ["trl", "torch", "transformers", "datasets"]),
    "llamafactory": (check_llamafactory, ["llamafactory", "transformers", "torch"]),
    "verl": (check_verl, ["verl", "omegaconf", "torch", "transformers"]),
}

if __name__ == "__main__":
    for name, (check, modules) in CHECKS.items():
        if not has(*modules):
            print(json.dumps({"check": name, "skipped": f"python lacks one of {', '.join(modules)}"}), flush=True)
            continue
        try:
            check()
        except ImportError as error:  # versions of packages that do not go together are no fault of the files
            print(json.dumps({"check": name, "skipped": f"its packages do not go together here: {error}"[:300]}), flush=True)
        except Exception as error:  # noqa: BLE001  one consumer that breaks stops no other
            import traceback

            say(name, False, traceback.format_exc()[-400:])
