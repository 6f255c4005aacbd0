"""docs/callgym_trl.py under TRL's own GRPOTrainer: a tiny random model whose generate() plays gold, every second rollout idle."""

import json
import os
import pathlib
import sys
import tempfile

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")

import torch
import trl
from datasets import Dataset
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

from gold import NAME, calls, plain_tasks, tell, words
from callgym_client import Gym
from callgym_trl import environment, rows, verdict

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>", "<think>", "</think>"]


def tokenizer_of(texts):
    """Bytes and what is frequent in the texts, with the template that TRL ships for Qwen3."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer, made.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    made.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=2000, special_tokens=SPECIAL, initial_alphabet=alphabet))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<|im_end|>", pad_token="<|endoftext|>")
    tokenizer.chat_template = (pathlib.Path(trl.__file__).parent / "chat_templates" / "qwen3.jinja").read_text()
    return tokenizer


def reply(task, text, idle):
    """Gold's next call as the template writes it, then the last words."""
    if idle:
        return "I cannot help."
    made = text.count("<tool_response>\n")
    if made >= len(task["gold"]["calls"]):
        return words(task)
    name, arguments = calls(task)[made]
    return "<tool_call>\n" + json.dumps({"name": name, "arguments": arguments}) + "\n</tool_call>"


class Player(Qwen2ForCausalLM):
    begun = 0

    def generate(self, input_ids=None, **_):
        told = []
        for ids in input_ids:
            text = self.tokenizer.decode(ids)
            task = next(each for each in self.tasks if each["user"]["opening"] in text)
            fresh = "<tool_response>\n" not in text
            self.begun += fresh
            told.append(self.tokenizer(reply(task, text, fresh and self.begun % 2 == 0) + "<|im_end|>", add_special_tokens=False)["input_ids"])
        most = max(map(len, told))
        padded = [ids + [self.tokenizer.pad_token_id] * (most - len(ids)) for ids in told]
        return torch.cat([input_ids, torch.tensor(padded)], dim=1)


url, token = sys.argv[1:3]
gym = Gym(url, token)
tasks = plain_tasks(url, token, count=2)
wanted = [row for row in rows(gym, NAME) if row["task"] in {task["id"] for task in tasks}]
tokenizer = tokenizer_of([json.dumps(wanted), json.dumps(tasks)])
sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2, "num_key_value_heads": 1}
model = Player(Qwen2Config(vocab_size=len(tokenizer), max_position_embeddings=32768, eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id, **sizes))
Player.tokenizer, Player.tasks = tokenizer, tasks
seen = []


def callgym_verdict(completions, environments, **more):
    values = verdict(completions, environments, **more)
    seen.extend(values)
    return values


arguments = trl.GRPOConfig(
    output_dir=tempfile.mkdtemp(), max_steps=2, per_device_train_batch_size=4, num_generations=2, max_completion_length=6000,
    max_tool_calling_iterations=20, report_to=[], use_cpu=True, bf16=False, save_strategy="no", disable_tqdm=True, logging_steps=1,
)
made = environment(gym, NAME)
trainer = trl.GRPOTrainer(
    model=model, processing_class=tokenizer, train_dataset=Dataset.from_list(wanted), environment_factory=made,
    reward_funcs=callgym_verdict, args=arguments,
)
trainer.train()
logged = next(each for each in trainer.state.log_history if "reward" in each)
failed = logged["tools/failure_frequency"]
tell("TRL, docs/callgym_trl.py", ["trl", "transformers", "torch"], [failed, *seen], [0.0, *([1.0, 0.0] * (len(seen) // 2))], f"reward_std {logged['reward_std']}")
