"""Stage 1: the cross-encoder learns support, contradict and neutral from freely licensed pairs and from made ones.

    python stage1.py NLI_FOLDER SCIFACT_FOLDER FURTHER_FOLDER VOCAB.txt OUT.pt --made 100000 --minutes 50

The learning rate falls to nothing by the last step or by the end of the minutes, whichever comes first; the batches are
in random order, so that a run cut short has seen a fair sample of everything.
"""

import argparse
import random
import time
from pathlib import Path

import torch
import torch.nn.functional as F

from made import made
from made_lexicon import Lexicon, kinds, turned
from made_real import sources
from minilm import BFLOAT, DEVICE, CrossEncoder, MiniLM, pair_tokens, padded
from pairs import Pair, stage1
from scifact import SciFact
from vocabulary import cut, pruned, read


TURNED = {"vitaminc_real", "vitaminc_synthetic", "fever_dev", "check_covid", "fm2", "evidence_inference", "cad_nli"}


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
    return padded([rows[i][0] for i in chosen]).to(DEVICE), padded([rows[i][1] for i in chosen]).to(DEVICE)


def logits(model: CrossEncoder, rows, tokens: int = 8192) -> torch.Tensor:
    """Logits of every row, in order, without dropout and in fp32."""
    model.eval()
    out = torch.zeros(len(rows), 3)
    with torch.inference_mode():
        for batch in batches([len(ids) for ids, _ in rows], tokens, 256, random.Random(0)):
            out[batch] = model(*tensors(rows, batch)).float().cpu()
    return out


class Trainer:
    """AdamW with a short warm-up and linear decay, bf16 autocast, gradients clipped at 1. `spent` is the share of the
    allowed time that is gone; the rate falls with it where it is ahead of the steps."""

    def __init__(self, model: CrossEncoder, rate: float, steps: int, smoothing: float = 0.0):
        self.model, self.steps, self.done, self.smoothing, self.spent = model, steps, 0, smoothing, 0.0
        learnt = [p for p in model.parameters() if p.requires_grad]
        groups = [{"params": [p for p in learnt if p.dim() > 1], "weight_decay": 0.01},
                  {"params": [p for p in learnt if p.dim() == 1], "weight_decay": 0.0}]
        self.optimizer = torch.optim.AdamW(groups, lr=rate, fused=True)
        warm = max(1, steps // 20)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda s: min((s + 1) / warm, max(0.0, (steps - s) / max(1, steps - warm)), max(0.0, 1 - self.spent)))

    def step(self, ids, segments, targets) -> torch.Tensor:
        self.model.train()
        with torch.autocast(DEVICE.type, torch.bfloat16, BFLOAT):
            found = self.model(ids, segments)
        loss = F.cross_entropy(found.float(), targets.to(DEVICE), label_smoothing=self.smoothing)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.schedule.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.done += 1
        return loss.detach()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("nli", type=Path)
    arguments.add_argument("scifact", type=Path)
    arguments.add_argument("further", type=Path)
    arguments.add_argument("vocabulary", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--made", type=int, default=100_000)
    arguments.add_argument("--leave-out", default="", help="kinds of made pairs, with commas between them")
    arguments.add_argument("--share", type=float, default=1.0, help="how much of each set is drawn")
    arguments.add_argument("--lexicon", type=Path, help="folder with the files of WordNet: adds pairs of antonyms and synonyms")
    arguments.add_argument("--turned", type=int, default=0, help="real pairs with their claims turned round or reworded (needs --lexicon)")
    arguments.add_argument("--start", type=Path, help="goes on from this model")
    arguments.add_argument("--minutes", type=float, default=1e9)
    arguments.add_argument("--rate", type=float, default=1.5e-4)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--threads", type=int, default=2)
    given = arguments.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)

    drawn, held = stage1(given.nli, SciFact(given.scifact), given.further, given.seed, given.share)
    sentences, real = sources(given.scifact, given.nli)
    left_out = set(filter(None, given.leave_out.split(",")))
    more = {}
    if given.lexicon:
        lexicon = Lexicon(given.lexicon)
        more = {kind: 10 for kind in kinds(lexicon)}
        rng = random.Random(given.seed + 3_000)
        drawn += turned(lexicon, [p for p in drawn if p.source in TURNED], rng, given.turned)
    drawn += [Pair(f"made {m.kind}", m.claim, m.evidence, m.label) for m in made(given.made, given.seed, sentences, left_out, real, more)]
    fresh = made(3_000, given.seed + 1_000, sentences, frozenset(), real)
    for m in fresh:
        held.setdefault(f"made {m.kind}", []).append(Pair(m.kind, m.claim, m.evidence, m.label))
    kept = read(given.vocabulary)
    words = pruned(kept)
    rows = pair_tokens(words, [(p.claim, p.evidence) for p in drawn], 128)
    plan = batches([len(ids) for ids, _ in rows], 3072, 80, random.Random(given.seed))
    print(f"{len(drawn)} pairs, {len(plan)} steps, {sum(len(ids) for ids, _ in rows):,} tokens", flush=True)

    model = CrossEncoder(MiniLM(dropout=0.1, vocabulary=len(kept)))
    model.load_state_dict(torch.load(given.start) if given.start else cut(CrossEncoder(MiniLM.published()).state_dict(), kept))
    trainer = Trainer(model, given.rate, len(plan), smoothing=0.05)
    # A run that was cut off goes on from its last checkpoint.
    checkpoint, before = given.out.with_suffix(".ckpt"), 0.0
    if checkpoint.exists():
        state = torch.load(checkpoint)
        model.load_state_dict(state["model"])
        trainer.optimizer.load_state_dict(state["optimizer"])
        trainer.schedule.load_state_dict(state["schedule"])
        trainer.done, before = state["done"], state["seconds"]
    start, seen, total = time.time(), 0, 0.0
    while trainer.done < len(plan) and trainer.spent < 1:
        batch = plan[trainer.done]
        targets = torch.tensor([drawn[i].label for i in batch])
        ids, segments = tensors(rows, batch)
        trainer.spent = (before + time.time() - start) / (60 * given.minutes)
        total += trainer.step(ids, segments, targets)
        seen += ids.numel()
        if trainer.done % 50 == 0:
            print(f"step {trainer.done} loss {total / 50:.3f} {seen / (time.time() - start):.0f} tokens/s", flush=True)
            total = 0.0
        if trainer.done % 250 == 0:
            torch.save({"model": model.state_dict(), "optimizer": trainer.optimizer.state_dict(), "schedule": trainer.schedule.state_dict(),
                        "done": trainer.done, "seconds": before + time.time() - start}, checkpoint)
    print(f"{trainer.done} of {len(plan)} steps", flush=True)
    torch.save(model.state_dict(), given.out)

    for name, pool in held.items():
        if pool:
            found = logits(model, pair_tokens(words, [(p.claim, p.evidence) for p in pool], 128)).argmax(1)
            right = (found == torch.tensor([p.label for p in pool])).float().mean().item()
            print(f"held out {name}: accuracy {right:.3f} of {len(pool)}", flush=True)


if __name__ == "__main__":
    main()
