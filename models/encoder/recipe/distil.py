"""Teacher and student: the large cross-encoder learns from all labelled pairs, the small one from its word.

    python distil.py POOLS.json.gz MPNET_FOLDER VOCAB.txt START.pt OUT_FOLDER [--windows FILE ...]

POOLS is what `prepare.py` wrote, START the small encoder to go on from. First the teacher learns all labelled pairs that are not
SciFact's, then, once for every fold of train left out and once for none, SciFact's train claims. The student learns the same
pairs, half from the labels and half from the teacher, then from each of these teachers what it says of claims over what a
search finds. Writes `full.pt` and `fold0.pt` to `fold2.pt`, and answers every FILE of windows (see `score.py`).
"""

import argparse
import gzip
import json
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
from vocabulary import pruned, read

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


def learn(model, rows, targets, pad, rate, epochs, tokens, most, seed, name):
    """`targets` are probabilities, one row a pair."""
    rng, plan = random.Random(seed), []
    for _ in range(epochs):
        plan += batches([len(ids) for ids, _ in rows], tokens, most, rng)
    trainer, total, seen, began = Trainer(model, rate, len(plan)), torch.zeros((), device=DEVICE), 0, time.time()
    for batch in plan:
        ids, segments = block(rows, batch, pad)
        total += trainer.step(ids, segments, targets[batch])
        seen += ids.numel()
        if trainer.done % 400 == 0:
            note(f"{name}: step {trainer.done} of {len(plan)}, loss {total.item() / 400:.3f}, {seen / (time.time() - began):,.0f} tokens/s")
            total.zero_()
    note(f"{name}: {len(plan)} steps, {seen:,} tokens, {time.time() - began:.0f} s")


def hard(labels, smoothing=0.05):
    return torch.nn.functional.one_hot(torch.tensor(labels), 3).float() * (1 - smoothing) + smoothing / 3


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    for name in ("pools", "mpnet", "vocabulary", "start", "out"):
        arguments.add_argument(name, type=Path)
    arguments.add_argument("--windows", type=Path, nargs="*", default=[])
    arguments.add_argument("--judge", type=Path, nargs="*", default=[], help="sets of claim, evidence and label to measure on")
    arguments.add_argument("--share", type=float, default=1.0)
    arguments.add_argument("--teacher-epochs", type=int, default=2)
    arguments.add_argument("--epochs", type=int, default=2, help="of the student")
    arguments.add_argument("--frozen", type=int, nargs="*", default=[0], help="lower layers of the student that stay as they are; several make several students")
    arguments.add_argument("--folds", default="full,0,1,2")
    given = arguments.parse_args()
    torch.manual_seed(0)
    torch.set_float32_matmul_precision("high")
    given.out.mkdir(parents=True, exist_ok=True)
    rng = random.Random(0)
    with gzip.open(given.pools, "rt", encoding="utf-8") as file:
        pools = json.load(file)
    some = lambda pool: rng.sample(pool, int(given.share * len(pool)))
    drawn, made = some(pools["drawn"]), some(pools["made"])
    written = [some(w) for w in pools["written"]]
    # Labelled pairs of all kinds: the written ones in each of their views.
    general = drawn + made + [p for w in written for p in w]
    kept = read(given.vocabulary)
    words = pruned(kept)
    small = lambda pairs: pair_tokens(words, [p[:2] for p in pairs], 256)
    large = lambda pairs: teacher_tokens(given.mpnet, [p[:2] for p in pairs])
    note(len(drawn), "drawn", len(made), "made", [len(w) for w in written], "written", len(pools["open"]), "open")

    def figures(model, tokens, pad, name):
        found = answers(model, tokens(pools["dev"]), pad)
        note(f"{name} on dev: " + " ".join(f"{k} {v:.3f}" for k, v in stance(found, [p[2] for p in pools["dev"]]).items()))
        for key, pool in {**pools["held"], **judged}.items():
            found, gold = answers(model, tokens(pool), pad), [p[2] for p in pool]
            figure = stance(found, gold)
            print(f"    {key} ({len(pool)}): accuracy {figure['accuracy']:.3f} macro-F1 {figure['macro-F1']:.3f} side {figure['S/C accuracy']:.3f} AUC {figure['S/C AUC']:.3f}", flush=True)

    judged = {}
    for file in given.judge:
        rows = [r for row in lines(file) for r in plain(row) if r.get("label") in SHORT][:800]
        if rows:
            judged[file.stem] = [(r["claim"], r["evidence"] if isinstance(r["evidence"], str) else " ".join(r["evidence"]), SHORT[r["label"]]) for r in rows]

    student = CrossEncoder(MiniLM(dropout=0.1, vocabulary=len(kept)))
    student.load_state_dict(torch.load(given.start))
    student.to(DEVICE)
    figures(student, small, 0, "as shipped")

    large_rows, labels = large(general), hard([p[2] for p in general])
    note("tokens of the teacher")
    teacher = Teacher.published(given.mpnet).to(DEVICE)
    learn(teacher, large_rows, labels, PADDING, 4e-5, given.teacher_epochs, 16384, 256, 0, "teacher")
    figures(teacher, large, PADDING, "teacher")
    general_state = {k: v.clone() for k, v in teacher.state_dict().items()}
    soft = answers(teacher, large_rows, PADDING).softmax(1)
    note("the teacher has answered")

    # One teacher for each fold left out, and what it says of the pairs that its student reads.
    lessons, cross = {}, []
    for key in given.folds.split(","):
        fold = None if key == "full" else int(key)
        own = [(claim, text, label) for number, f, claim, text, label in pools["views"] if f != fold]
        again = rng.sample(drawn + made, min(len(drawn + made), 12_000)) + [p for w in written[:2] for p in w]
        known = hard([p[2] for p in own + again])
        teacher.load_state_dict(general_state)
        learn(teacher, large(own + again), known, PADDING, 2e-5, 1, 16384, 128, 1, f"teacher {key}")
        if fold is None:
            figures(teacher, large, PADDING, "teacher full")
        else:
            members = [p for p in pools["train"] if p[4] == fold]
            cross += [(p, a) for p, a in zip(members, answers(teacher, large(members), PADDING).tolist())]
        pool = own + again + [(claim, text) for f, claim, text in some(pools["open"]) if f is None or f != fold]
        word = answers(teacher, large(pool), PADDING).softmax(1)
        word[: len(known)] = 0.3 * known + 0.7 * word[: len(known)]
        lessons[fold] = (pool, word)
    if cross:
        print("teacher out of fold", told(torch.tensor([a for _, a in cross]), [p[2] for p, _ in cross], [p[3] for p, _ in cross]), flush=True)
    del teacher, general_state

    small_rows, mixed = small(general), 0.5 * labels + 0.5 * soft
    for frozen in given.frozen:
        out = given.out / f"frozen{frozen}"
        out.mkdir(exist_ok=True)

        def prepared(state):
            model = CrossEncoder(MiniLM(dropout=0.1, vocabulary=len(kept)))
            model.load_state_dict(state)
            model.to(DEVICE)
            model.body.embeddings["word_embeddings"].weight.requires_grad_(not frozen)
            for part in (model.body.embeddings, *model.body.encoder["layer"][:frozen]) if frozen else ():
                part.requires_grad_(False)
            return model

        student = prepared(torch.load(given.start))
        learn(student, small_rows, mixed, 0, 1.5e-4, given.epochs, 24576, 512, 0, "student")
        figures(student, small, 0, "student")
        state, models = {k: v.clone() for k, v in student.state_dict().items()}, {}
        for fold, (pool, word) in lessons.items():
            name = "full" if fold is None else f"fold{fold}"
            student = prepared(state)
            learn(student, small(pool), word, 0, 8e-5, given.epochs, 16384, 256, 2, f"student {name}")
            if fold is None:
                figures(student, small, 0, "student full")
            torch.save({k: v.half().cpu() for k, v in student.state_dict().items()}, out / f"{name}.pt")
            models[fold] = student.eval()
        rows = [(p, a) for fold in models if fold is not None for members in [[p for p in pools["train"] if p[4] == fold]]
                for p, a in zip(members, answers(models[fold], small(members), 0).tolist())]
        if rows:
            print("student out of fold", told(torch.tensor([a for _, a in rows]), [p[2] for p, _ in rows], [p[3] for p, _ in rows]), flush=True)
        for file in given.windows:
            rows = lines(file)
            for fold in sorted({r["fold"] for r in rows}, key=str):
                part = [r for r in rows if r["fold"] == fold]
                if fold in models:
                    for r, a in zip(part, answers(models[fold], small([(r["claim"], r["text"]) for r in part]), 0).tolist()):
                        r["logits"] = [round(x, 3) for x in a]
            with (out / f"logits_{file.stem}.jsonl").open("w") as answered:
                answered.writelines(json.dumps({n: r[n] for n in ("id", "doc", "window", "logits")}) + "\n" for r in rows if "logits" in r)
        (out / "done").touch()
    note("done")


if __name__ == "__main__":
    main()
