"""Stage 1: the cross-encoder learns support, contradict and neutral from freely licensed pairs.

    python stage1.py NLI_FOLDER SCIFACT_FOLDER OUT.pt
"""

import argparse
import math
import random
import time
from pathlib import Path

import torch
import torch.nn.functional as F

from minilm import CrossEncoder, MiniLM, pair_tokens, padded, tokenizer
from pairs import Pair, stage1
from scifact import SciFact


def batches(lengths: list[int], tokens: int, most: int, rng: random.Random) -> list[list[int]]:
    """Rows of about the same length together, at most `most` rows and `tokens` tokens (padding included); in random
    order. Lengths are jittered so that the company changes from epoch to epoch."""
    order = sorted(range(len(lengths)), key=lambda i: lengths[i] * rng.uniform(0.93, 1.07))
    out, batch, width = [], [], 0
    for i in order:
        width = max(width, lengths[i])
        if batch and (width * (len(batch) + 1) > tokens or len(batch) == most):
            out.append(batch)
            batch, width = [], lengths[i]
        batch.append(i)
    out.append(batch)
    rng.shuffle(out)
    return out


def tensors(rows, chosen):
    return padded([rows[i][0] for i in chosen]), padded([rows[i][1] for i in chosen])


def logits(model: CrossEncoder, rows, tokens: int = 8192) -> torch.Tensor:
    """Logits of every row, in order, without dropout and in fp32."""
    model.eval()
    out = torch.zeros(len(rows), 3)
    with torch.inference_mode():
        for batch in batches([len(ids) for ids, _ in rows], tokens, 256, random.Random(0)):
            out[batch] = model(*tensors(rows, batch))
    return out


class Trainer:
    """AdamW with a short warm-up and linear decay, bf16 autocast, gradients clipped at 1."""

    def __init__(self, model: CrossEncoder, rate: float, steps: int):
        self.model, self.steps, self.done = model, steps, 0
        learnt = [p for p in model.parameters() if p.requires_grad]
        groups = [{"params": [p for p in learnt if p.dim() > 1], "weight_decay": 0.01},
                  {"params": [p for p in learnt if p.dim() == 1], "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(groups, lr=rate, fused=True)
        warm = max(1, steps // 20)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda s: min((s + 1) / warm, max(0.0, (steps - s) / (steps - warm))))

    def step(self, ids, segments, targets) -> float:
        self.model.train()
        with torch.autocast("cpu", torch.bfloat16):
            found = self.model(ids, segments)
        loss = F.cross_entropy(found, targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.schedule.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.done += 1
        return loss.item()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("nli", type=Path)
    arguments.add_argument("scifact", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--threads", type=int, default=2)
    given = arguments.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)

    epochs, held = stage1(given.nli, SciFact(given.scifact), given.seed)
    words = tokenizer()
    rows = [pair_tokens(words, [(p.claim, p.evidence) for p in epoch], 128) for epoch in epochs]
    plan = []
    for number, epoch in enumerate(rows):
        plan += [(number, batch) for batch in batches([len(ids) for ids, _ in epoch], 3072, 48, random.Random(given.seed + number))]
    print(f"{len(plan)} steps, {sum(len(ids) for epoch in rows for ids, _ in epoch):,} tokens", flush=True)

    model = CrossEncoder(MiniLM.published(dropout=0.1))
    trainer = Trainer(model, 1e-4, len(plan))
    # A run that was cut off goes on from its last checkpoint.
    checkpoint = given.out.with_suffix(".ckpt")
    if checkpoint.exists():
        kept = torch.load(checkpoint)
        model.load_state_dict(kept["model"])
        trainer.optimizer.load_state_dict(kept["optimizer"])
        trainer.schedule.load_state_dict(kept["schedule"])
        trainer.done = kept["done"]
    start, seen, total = time.time(), 0, 0.0
    while trainer.done < len(plan):
        number, batch = plan[trainer.done]
        targets = torch.tensor([epochs[number][i].label for i in batch])
        ids, segments = tensors(rows[number], batch)
        total += trainer.step(ids, segments, targets)
        seen += ids.numel()
        if trainer.done % 50 == 0:
            print(f"step {trainer.done} loss {total / 50:.3f} {seen / (time.time() - start):.0f} tokens/s", flush=True)
            total = 0.0
        if trainer.done % 250 == 0:
            torch.save({"model": model.state_dict(), "optimizer": trainer.optimizer.state_dict(),
                        "schedule": trainer.schedule.state_dict(), "done": trainer.done}, checkpoint)
    torch.save(model.state_dict(), given.out)

    for name, pool in held.items():
        if pool:
            found = logits(model, pair_tokens(words, [(p.claim, p.evidence) for p in pool], 128)).argmax(1)
            right = (found == torch.tensor([p.label for p in pool])).float().mean().item()
            print(f"held out {name}: accuracy {right:.3f} of {len(pool)}", flush=True)


if __name__ == "__main__":
    main()
