"""Teacher and student: the large cross-encoder learns from all labelled pairs, the small one from its word.

    python distil.py POOLS.json.gz MPNET_FOLDER VOCAB.txt START OUT_FOLDER [--windows FILE ...] [--judge FILE ...]

POOLS is what `prepare.py` wrote. START is what the small encoder goes on from: a model that has not seen SciFact's claims
(`stage1.py` makes one), or `published` for all-MiniLM-L6-v2. First the teacher learns all labelled pairs that are not SciFact's,
then, once for every fold of train left out and once for none, SciFact's train claims. The student learns the same pairs, half from the
labels and half from the teacher, then from each of these teachers what it says of claims over what a search finds. With `-` for
MPNET_FOLDER there is no teacher, and the labels are all there is. Writes `full.pt` and `fold0.pt` to `fold2.pt`, and answers every FILE
of windows (see `score.py`).
"""

import argparse
import gzip
import json
import math
import random
import time
from pathlib import Path

import torch

from judge import plain
from measure import stance, told
from minilm import BFLOAT, DEVICE, SHORT, CrossEncoder, MiniLM, pair_tokens
from scifact import lines
from stage1 import Trainer, batches
from teacher import PADDING, Teacher, teacher_tokens
from vocabulary import cut, pruned, read

START = time.time()


def note(*words):
    print(f"[{time.time() - START:5.0f} s]", *words, flush=True)


def block(rows, chosen, pad):
    width = -(-max(len(rows[i][0]) for i in chosen) // 8) * 8
    ids = torch.full((len(chosen), width), pad)
    segments = torch.zeros((len(chosen), width), dtype=torch.long)
    for at, i in enumerate(chosen):
        ids[at, : len(rows[i][0])] = torch.tensor(rows[i][0])
        if rows[i][1]:
            segments[at, : len(rows[i][1])] = torch.tensor(rows[i][1])
    return ids.to(DEVICE, non_blocking=True), segments.to(DEVICE, non_blocking=True)


def answers(model, rows, pad, tokens=65536) -> torch.Tensor:
    """Logits of every row, without dropout."""
    model.eval()
    out = torch.zeros(len(rows), 3)
    plan = batches([len(ids) for ids, _ in rows], tokens, 2048, random.Random(0))
    found = []
    with torch.inference_mode(), torch.autocast(DEVICE.type, torch.bfloat16, BFLOAT):
        for batch in plan:
            found.append(model(*block(rows, batch, pad)).float())
    for batch, some in zip(plan, found):
        out[batch] = some.cpu()
    return out


def learn(model, rows, targets, pad, rate, epochs, tokens, most, seed, name, minutes=math.inf):
    """`targets` are probabilities, one row a pair. The rate falls to nothing by the last step or the end of the minutes."""
    rng, plan = random.Random(seed), []
    for _ in range(epochs):
        plan += batches([len(ids) for ids, _ in rows], tokens, most, rng)
    trainer, total, seen, began = Trainer(model, rate, len(plan)), torch.zeros((), device=DEVICE), 0, time.time()
    for batch in plan:
        trainer.spent = (time.time() - began) / (60 * minutes)
        if trainer.spent >= 1:
            break
        ids, segments = block(rows, batch, pad)
        total += trainer.step(ids, segments, targets[batch])
        seen += ids.numel()
        if trainer.done % 400 == 0:
            note(f"{name}: step {trainer.done} of {len(plan)}, loss {total.item() / 400:.3f}, {seen / (time.time() - began):,.0f} tokens/s")
            total.zero_()
    note(f"{name}: {trainer.done} of {len(plan)} steps, {seen:,} tokens, {time.time() - began:.0f} s")


def hard(labels, smoothing=0.05):
    return torch.nn.functional.one_hot(torch.tensor(labels), 3).float() * (1 - smoothing) + smoothing / 3


class Given:
    """The pairs, how both models read them, and what is measured."""

    def __init__(self, given):
        self.given, self.rng = given, random.Random(0)
        with gzip.open(given.pools, "rt", encoding="utf-8") as file:
            pools = json.load(file)
        some = lambda pool: self.rng.sample(pool, int(given.share * len(pool)))
        self.views, self.train, self.dev, self.open = pools["views"], pools["train"], pools["dev"], some(pools["open"])
        self.plain = self.rng.sample(pools["drawn"], min(len(pools["drawn"]), given.drawn)) + self.rng.sample(pools["made"], min(len(pools["made"]), given.made))
        self.written = [some(w) for w in pools["written"][: given.views]]
        # Labelled pairs of all kinds: the written ones in each of their views.
        self.general = self.plain + [p for w in self.written for p in w]
        kept = read(given.vocabulary)
        self.kept, words = kept, pruned(kept)
        self.small = lambda pairs: pair_tokens(words, [p[:2] for p in pairs], 256)
        self.large = lambda pairs: teacher_tokens(given.mpnet, [p[:2] for p in pairs])
        self.sets = {**pools["held"], **{file.stem: labelled(file) for file in given.judge}}
        note(len(self.plain), "pairs", [len(w) for w in self.written], "written", len(self.open), "open")

    def figures(self, model, tokens, pad, name):
        found = answers(model, tokens(self.dev), pad)
        note(f"{name} on dev: " + " ".join(f"{k} {v:.3f}" for k, v in stance(found, [p[2] for p in self.dev]).items()))
        for key, pool in ((k, p[:800]) for k, p in self.sets.items()):
            if pool:
                figure = stance(answers(model, tokens(pool), pad), [p[2] for p in pool])
                print(f"    {key} ({len(pool)}): " + " ".join(f"{k} {figure[k]:.3f}" for k in ("accuracy", "macro-F1", "S/C accuracy", "S/C AUC")), flush=True)

    def out_of_fold(self, found, name):
        """`found` has the logits of each fold's own claims."""
        rows = [(p, a) for fold, logits in found.items() for p, a in zip(self.members(fold), logits)]
        if rows:
            print(name, "out of fold", told(torch.tensor([a for _, a in rows]), [p[2] for p, _ in rows], [p[3] for p, _ in rows]), flush=True)

    def members(self, fold):
        return [p for p in self.train if p[4] == fold]


def labelled(file: Path):
    rows = [r for row in lines(file) for r in plain(row) if r.get("label") in SHORT]
    return [(r["claim"], r["evidence"] if isinstance(r["evidence"], str) else " ".join(r["evidence"]), SHORT[r["label"]]) for r in rows]


def taught(data: Given):
    """What the student learns: targets for the general pairs, and for each fold its pairs with their targets."""
    given, labels = data.given, hard([p[2] for p in data.general])
    teacher, lessons, cross = None, {}, {}
    if given.mpnet != Path("-"):
        rows = data.large(data.general)
        teacher = Teacher.published(given.mpnet).to(DEVICE)
        learn(teacher, rows, labels, PADDING, 4e-5, given.teacher_epochs, 16384, 256, 0, "teacher")
        data.figures(teacher, data.large, PADDING, "teacher")
        state = {k: v.clone() for k, v in teacher.state_dict().items()}
        labels = 0.5 * labels + 0.5 * answers(teacher, rows, PADDING).softmax(1)
        note("the teacher has answered")
    for key in given.folds.split(","):
        fold = None if key == "full" else int(key)
        own = [(claim, text, label) for _, f, claim, text, label in data.views if f != fold]
        pairs = own + data.rng.sample(data.plain, min(len(data.plain), given.again[0])) + data.rng.sample(data.general[len(data.plain) :], given.again[1])
        targets = hard([p[2] for p in pairs])
        if teacher:
            teacher.load_state_dict(state)
            learn(teacher, data.large(pairs), targets, PADDING, 2e-5, 1, 16384, 128, 1, f"teacher {key}")
            if fold is None:
                data.figures(teacher, data.large, PADDING, "teacher full")
            else:
                cross[fold] = answers(teacher, data.large(data.members(fold)), PADDING).tolist()
            pairs = pairs + [(claim, text) for f, claim, text in data.open if f is None or f != fold]
            word = answers(teacher, data.large(pairs), PADDING).softmax(1)
            word[: len(targets)] = 0.3 * targets + 0.7 * word[: len(targets)]
            targets = word
        lessons[fold] = (pairs, targets)
    data.out_of_fold(cross, "teacher")
    return labels, lessons


def student(data: Given, labels, lessons, frozen: int):
    given, out, models = data.given, data.given.out / f"frozen{frozen}", {}
    out.mkdir(exist_ok=True)

    def prepared(state):
        model = CrossEncoder(MiniLM(dropout=0.1, vocabulary=len(data.kept)))
        model.load_state_dict(state)
        model.to(DEVICE).body.embeddings["word_embeddings"].weight.requires_grad_(not frozen)
        for part in (model.body.embeddings, *model.body.encoder["layer"][:frozen]) if frozen else ():
            part.requires_grad_(False)
        return model

    start = cut(CrossEncoder(MiniLM.published()).state_dict(), data.kept) if given.start == Path("published") else torch.load(given.start)
    model = prepared(start)
    learn(model, data.small(data.general), labels, 0, 1.5e-4, given.epochs, given.tokens, 512, 0, "student", given.minutes)
    data.figures(model, data.small, 0, "student")
    state = {k: v.clone() for k, v in model.state_dict().items()}
    torch.save({k: v.half().cpu() for k, v in state.items()}, out / "general.pt")
    for fold, (pairs, targets) in lessons.items():
        name = "full" if fold is None else f"fold{fold}"
        model = prepared(state)
        learn(model, data.small(pairs), targets, 0, 8e-5, given.epochs, given.tokens, 256, 2, f"student {name}", given.again_minutes)
        if fold is None:
            data.figures(model, data.small, 0, "student full")
        torch.save({k: v.half().cpu() for k, v in model.state_dict().items()}, out / f"{name}.pt")
        models[fold] = model.eval()
    data.out_of_fold({f: answers(m, data.small(data.members(f)), 0).tolist() for f, m in models.items() if f is not None}, "student")
    for file in given.windows:
        rows = [r for r in lines(file) if r["fold"] in models]
        for fold, model in models.items():
            part = [r for r in rows if r["fold"] == fold]
            for r, a in zip(part, answers(model, data.small([(r["claim"], r["text"]) for r in part]), 0).tolist() if part else []):
                r["logits"] = [round(x, 3) for x in a]
        with (out / f"logits_{file.stem}.jsonl").open("w") as answered:
            answered.writelines(json.dumps({n: r[n] for n in ("id", "doc", "window", "logits")}) + "\n" for r in rows)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    for name in ("pools", "mpnet", "vocabulary", "start", "out"):
        arguments.add_argument(name, type=Path)
    arguments.add_argument("--windows", type=Path, nargs="*", default=[])
    arguments.add_argument("--judge", type=Path, nargs="*", default=[], help="sets of claim, evidence and label to measure on")
    arguments.add_argument("--share", type=float, default=1.0, help="how much of the written pairs and of those without labels is drawn")
    arguments.add_argument("--drawn", type=int, default=400_000, help="pairs that people labelled")
    arguments.add_argument("--made", type=int, default=180_000, help="synthetic pairs")
    arguments.add_argument("--views", type=int, default=4, help="of each written claim")
    arguments.add_argument("--again", type=int, nargs=2, default=[12_000, 60_000], help="plain and written pairs that are read again with SciFact's claims")
    arguments.add_argument("--minutes", type=float, default=math.inf, help="of the student's first part")
    arguments.add_argument("--again-minutes", type=float, default=math.inf, help="of each of its second parts")
    arguments.add_argument("--teacher-epochs", type=int, default=2)
    arguments.add_argument("--epochs", type=int, default=2, help="of the student")
    arguments.add_argument("--tokens", type=int, default=16_384, help="in a batch of the student")
    arguments.add_argument("--frozen", type=int, nargs="*", default=[0], help="lower layers of the student that stay as they are; several make several students")
    arguments.add_argument("--folds", default="full,0,1,2")
    given = arguments.parse_args()
    torch.manual_seed(0)
    torch.set_float32_matmul_precision("high")
    given.out.mkdir(parents=True, exist_ok=True)
    data = Given(given)
    labels, lessons = taught(data)
    for frozen in given.frozen:
        student(data, labels, lessons, frozen)
    note("done")


if __name__ == "__main__":
    main()
