"""Supervised fine-tuning with TRL: phase 1, then phase 2 from its checkpoint.

    pip install "trl>=1"
    callgym dataset out/kept.jsonl --format trl.prompt_completion --out out/data
    python docs/recipes/trl_two_phases.py out/data --model Qwen/Qwen3-0.6B --out out/model

prompt_completion trains exactly the messages that are flagged. Where a dataset has nothing that is masked, trl.messages with
assistant_only_loss is the faster choice; its chat template must mark what the assistant generates.
"""
import argparse
import glob
import os

from datasets import load_dataset
from trl import SFTConfig, SFTTrainer


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data")
    parser.add_argument("--model", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--steps", type=int, default=-1, help="of a phase; all rows by default")
    parser.add_argument("--length", type=int, default=8192, help="tokens of a row at most")
    parser.add_argument("--batch", type=int, default=1)
    parser.add_argument("--accumulate", type=int, default=16)
    parser.add_argument("--rate", type=float, default=1e-5)
    parser.add_argument("--cpu", action="store_true")
    args = parser.parse_args()

    model = args.model
    for phase in (1, 2):
        files = sorted(glob.glob(os.path.join(args.data, f"phase{phase}.trl.prompt_completion.train*.jsonl*")))
        if not files:
            raise SystemExit(f"{args.data} has no phase{phase}.trl.prompt_completion files: callgym dataset … --format trl")
        out = os.path.join(args.out, f"phase{phase}")
        config = SFTConfig(
            output_dir=out,
            max_length=args.length,
            completion_only_loss=True,
            per_device_train_batch_size=args.batch,
            gradient_accumulation_steps=args.accumulate,
            # the second phase starts lower: it narrows what the first has learnt
            learning_rate=args.rate if phase == 1 else args.rate / 2,
            num_train_epochs=1,
            max_steps=args.steps,
            warmup_steps=0.03 if args.steps < 0 else 0,
            lr_scheduler_type="cosine",
            logging_steps=1,
            save_strategy="no",
            use_cpu=args.cpu,
            bf16=not args.cpu,
            gradient_checkpointing=not args.cpu,
            report_to=[],
            seed=1,
        )
        # rows stand in a balanced order, which is kept in the files; the trainer shuffles it again
        trainer = SFTTrainer(model=model, args=config, train_dataset=load_dataset("json", data_files=files, split="train"))
        trainer.train()
        trainer.save_model(out)
        model = out
    print(f"trained: {model}")


if __name__ == "__main__":
    main()
