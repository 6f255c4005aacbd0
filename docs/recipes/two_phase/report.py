"""OUT/table.md: every run that was measured, with the difference from the base and its interval."""

import glob
import json
import math
import os
import random
import statistics


def share(rewards):
    """The mean of rewards of 0 and 1 and its 95 % interval after Wilson, which has a width at 0, too."""
    count, z2 = len(rewards), 1.96**2
    if count == 0:
        return "no task"
    mean = statistics.fmean(rewards)
    middle, half = (mean + z2 / 2 / count), math.sqrt(z2 * (mean * (1 - mean) / count + z2 / 4 / count**2))
    return f"{mean:.3f} ({max(0, middle - half) / (1 + z2 / count):.3f} to {min(1 + z2 / count, middle + half) / (1 + z2 / count):.3f})"


def interval(before, after):
    """
    Mean difference by task and its 95 % interval, paired bootstrap. Where no task differs a bootstrap has no width: the
    bound is then the share of differing tasks that chance would still hide.
    """
    tasks = sorted(set(before) & set(after))
    differences = [after[task] - before[task] for task in tasks]
    if not differences:
        return 0.0, 0.0, 0.0
    if not any(differences):
        hidden = 1.96**2 / (len(tasks) + 1.96**2)
        return 0.0, -hidden, hidden
    chance = random.Random(1)
    means = sorted(statistics.fmean(chance.choices(differences, k=len(differences))) for _ in range(2000))
    return statistics.fmean(differences), means[50], means[1949]


def difference(before, after):
    mean, low, high = interval(before, after)
    return f"{mean:+.3f} ({low:+.3f} to {high:+.3f})"


def table(trial):
    base = (trial.result("eval-base") or {}).get("result", {}).get("rewards", {})
    rows = ["| run | seed | after | tests | tasks | pass^1 | against the base | tokens trained | seconds |", "| --- | ---: | --- | --- | ---: | ---: | --- | ---: | ---: |"]
    for part, rewards in (trial.result("control") or {}).get("result", {}).get("rewards", {}).items():
        rows.append(f"| oracle, a model's limits | | | {part} | {len(rewards)} | {share(rewards.values())} | | | |")
    for part, rewards in base.items():
        rows.append(f"| base | | | {part} | {len(rewards)} | {share(rewards.values())} | | | |")
    for wish in trial.setting["runs"]:
        variant, seed = wish.split(":")
        before = None
        for phase in ("phase1", "phase2"):
            told, fit = trial.result(f"eval-{variant}-{seed}-{phase}"), trial.result(f"train-{variant}-{seed}-{phase}")
            if told is None or fit is None:
                continue
            for part, rewards in told["result"]["rewards"].items():
                against = difference(base.get(part, {}), rewards) + (f"; phase 1: {difference(before[part], rewards)}" if before else "")
                rows.append(f"| {variant} | {seed} | {phase} | {part} | {len(rewards)} | {share(rewards.values())} | {against} | {fit['result']['tokens']} | {fit['seconds']:.0f} + {told['seconds']:.0f} |")
            before = told["result"]["rewards"]
    with open(trial.path("table.md"), "w") as into:
        into.write("\n".join(rows) + "\n")
    return "\n".join(rows)
