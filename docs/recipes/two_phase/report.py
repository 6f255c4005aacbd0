"""OUT/table.md: every run that was measured, with the difference from the base and its interval."""

import glob
import json
import os
import random
import statistics


def interval(before, after):
    """Mean difference by task and its 95 % interval, paired bootstrap."""
    tasks = sorted(set(before) & set(after))
    differences = [after[task] - before[task] for task in tasks]
    if not differences:
        return 0.0, 0.0, 0.0
    chance = random.Random(1)
    means = sorted(statistics.fmean(chance.choices(differences, k=len(differences))) for _ in range(2000))
    return statistics.fmean(differences), means[50], means[1949]


def difference(before, after):
    mean, low, high = interval(before, after)
    return f"{mean:+.3f} ({low:+.3f} to {high:+.3f})"


def table(trial):
    base = (trial.result("eval-base") or {}).get("result", {}).get("rewards", {})
    rows = ["| run | seed | after | tests | tasks | pass^1 | against the base | tokens trained | seconds |", "| --- | ---: | --- | --- | ---: | ---: | --- | ---: | ---: |"]
    for part, rewards in base.items():
        rows.append(f"| base | | | {part} | {len(rewards)} | {statistics.fmean(rewards.values() or [0]):.3f} | | | |")
    for wish in trial.setting["runs"]:
        variant, seed = wish.split(":")
        before = None
        for phase in ("phase1", "phase2"):
            told, fit = trial.result(f"eval-{variant}-{seed}-{phase}"), trial.result(f"train-{variant}-{seed}-{phase}")
            if told is None or fit is None:
                continue
            for part, rewards in told["result"]["rewards"].items():
                against = difference(base.get(part, {}), rewards) + (f"; phase 1: {difference(before[part], rewards)}" if before else "")
                rows.append(f"| {variant} | {seed} | {phase} | {part} | {len(rewards)} | {statistics.fmean(rewards.values() or [0]):.3f} | {against} | {fit['result']['tokens']} | {fit['seconds']:.0f} + {told['seconds']:.0f} |")
            before = told["result"]["rewards"]
    with open(trial.path("table.md"), "w") as into:
        into.write("\n".join(rows) + "\n")
    return "\n".join(rows)
