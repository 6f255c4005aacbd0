"""One phase of training: AdamW, a warm-up and a cosine, several rows a step, losses of trained tokens only."""

import math
import random
import time

import torch
import torch.nn.functional as F

#: batches of one step, each with the rows of one prompt
BATCHES = 2


def batches(rows, size, chance):
    """
    Rows with one prompt together, of like length, about `size` tokens after the prompt a batch with padding, in a drawn
    order.
    """
    groups, made = {}, []
    for at, (_, _, prompt) in enumerate(rows):
        groups.setdefault(rows[at][0][:prompt].numpy().tobytes(), []).append(at)
    for group in groups.values():
        batch = []
        for at in sorted(group, key=lambda at: (len(rows[at][0]) + chance.random() * 200, at)):
            if batch and (len(batch) + 1) * (len(rows[at][0]) - rows[at][2]) > size:
                made.append(batch)
                batch = []
            batch.append(at)
        made.append(batch)
    chance.shuffle(made)
    return made


def train(model, rows, size, seed, rate, budget, curve=lambda *_: None):
    """Trains on rows of (ids, trained, tokens of the prompt), until `budget` tokens are seen. Returns the tokens seen, prompts
    counted with every row."""
    if not rows:
        raise SystemExit("a phase has no rows to train: its episodes failed, or are longer than the setting's length")
    device = model.embed.device
    chance = random.Random(seed)
    plan, seen = [], 0
    while seen < budget:
        for batch in batches(rows, size, chance):
            if seen < budget:
                plan.append(batch)
                seen += sum(len(rows[at][0]) for at in batch)
    # a step learns from several prompts
    plan = [plan[at : at + BATCHES] for at in range(0, len(plan), BATCHES)]
    steps = len(plan)
    warm = max(1, steps // 20)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, betas=(0.9, 0.95), weight_decay=0.01, fused=device.type == "cuda")
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda at: min((at + 1) / warm, 0.1 + 0.45 * (1 + math.cos(math.pi * min(1, at / steps)))))
    model.train()
    tokens, began = 0, time.time()
    for step, part in enumerate(plan):
        count = sum(int(rows[at][1].sum()) for batch in part for at in batch)
        total = torch.zeros((), device=device)
        for batch in part:
            prompt = rows[batch[0]][2]
            ids = torch.zeros(len(batch), max(len(rows[at][0]) for at in batch) - prompt, dtype=torch.long)
            kept = torch.zeros(ids.shape, dtype=torch.bool)
            for row, at in enumerate(batch):
                told, trained, _ = rows[at]
                ids[row, : len(told) - prompt] = told[prompt:].long()
                kept[row, : len(told) - prompt] = trained[prompt:]
            ids, kept = ids.to(device), kept.to(device)
            hidden = model(ids, rows[batch[0]][0][:prompt].long().to(device))[:, :-1][kept[:, 1:]]
            loss = F.cross_entropy(model.logits(hidden).float(), ids[:, 1:][kept[:, 1:]], reduction="sum") / count
            loss.backward()
            total += loss.detach()
            tokens += sum(len(rows[at][0]) for at in batch)
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad(set_to_none=True)
        if step % max(1, steps // 40) == 0 or step == steps - 1:
            curve(step, total.item(), tokens, time.time() - began)
    return tokens
