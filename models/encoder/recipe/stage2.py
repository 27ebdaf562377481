"""Stage 2: the cross-encoder learns what SciFact's annotators call support and contradiction, from the train claims.

    python stage2.py STAGE1.pt VOCAB.txt SCIFACT NLI FURTHER OUT_FOLDER            # all of train -> full.pt, figures on dev
    python stage2.py STAGE1.pt VOCAB.txt SCIFACT NLI FURTHER OUT_FOLDER --fold 0   # train without fold 0 -> fold0.pt, its logits

Each epoch mixes in made pairs and pairs of stage 1, so that the model does not forget them.
"""

import argparse
import json
import random
import time
from pathlib import Path

import torch

from flips import flips
from made import made
from made_lexicon import Lexicon, kinds
from made_real import sources
from measure import told
from minilm import CrossEncoder, MiniLM, pair_tokens
from pairs import stage1
from scifact import Claim, Document, SciFact, passage
from search import BM25
from stage1 import Trainer, batches, logits, tensors
from vocabulary import pruned, read

FOLDS, WINDOW, LIMIT = 3, 3, 256


def view(data: SciFact, claim: Claim, document: Document, label: int, rng: random.Random) -> tuple[str, int]:
    """One way to show an abstract, and the label that it then has: a window of the sentences that cover most of the
    claim (half of the time), the gold rationale with perhaps a neighbour, or a single sentence, which decides nothing
    unless it is a rationale by itself."""
    ranked = data.ranked(claim.text, document)
    gold = claim.evidence.get(document.id)
    kind = rng.random()
    if kind < 0.5 or (label == 2 and kind < 0.75):
        window = ranked[:WINDOW]
        if gold and not any(set(group) & set(window) for group in gold):
            window = window[:-1] + [rng.choice(gold)[0]]
        return passage(document, window), label
    if label == 2:
        return passage(document, [rng.choice(ranked[:5])]), 2
    group = rng.choice(gold)
    if kind < 0.75:
        chosen = set(group)
        if rng.random() < 0.5:
            near = [s + step for s in group for step in (-1, 1) if 0 <= s + step < len(ranked)]
            chosen.add(rng.choice(near) if near else group[0])
        return passage(document, sorted(chosen)), label
    alone = {group[0] for group in gold if len(group) == 1}
    if alone and rng.random() < 0.5:
        return passage(document, [rng.choice(sorted(alone))]), label
    others = [s for s in ranked[:6] if not any(s in group for group in gold)]
    if others:
        return passage(document, [rng.choice(others)]), 2
    return passage(document, group), label


def epoch(data: SciFact, claims: list[Claim], search: dict[int, list[int]], rng: random.Random) -> list[tuple[str, str, int]]:
    """Claim, passage and label: every cited abstract, the decided ones up to twice more with the claim turned round,
    and for three quarters of the claims an abstract that looks alike and is not cited."""
    out = []
    for claim, document in data.pairs(claims):
        label = claim.label(document.id)
        text, seen = view(data, claim, document, label, rng)
        out.append((claim.text, text, seen))
        ways = flips(claim.text) if label != 2 else []
        for other in rng.sample(ways, min(2, len(ways))):
            if rng.random() > 0.65:
                continue
            text, seen = view(data, claim, document, label, rng)
            out.append((other, text, seen if seen == 2 else 1 - seen))
    for claim in claims:
        if rng.random() < 0.75:
            document = data.documents[rng.choice(search[claim.id])]
            out.append((claim.text, passage(document, data.ranked(claim.text, document)[: rng.choice([1, WINDOW, WINDOW])]), 2))
    rng.shuffle(out)
    return out


def windows(data: SciFact, pairs: list[tuple[Claim, Document]]) -> list[tuple[str, str]]:
    return [(c.text, passage(d, data.ranked(c.text, d)[:WINDOW])) for c, d in pairs]


def mixed(given, data: SciFact) -> tuple[list[tuple], list[tuple]]:
    """Made pairs, with another seed than in stage 1, and pairs of stage 1 for all epochs; kept beside the results, since
    every fold uses the same ones."""
    file = given.out / f"mixed_{given.seed}_{given.made}_{given.again}_{given.epochs}.json"
    if not file.exists():
        sentences, real = sources(given.scifact, given.nli)
        more = {kind: 10 for kind in kinds(Lexicon(given.lexicon))} if given.lexicon else {}
        fresh = made(given.made * given.epochs, given.seed + 2_000, sentences, frozenset(), real, more)
        drawn, _ = stage1(given.nli, data, given.further, given.seed + 2)
        again = random.Random(given.seed).sample(drawn, given.again * given.epochs)
        file.write_text(json.dumps([[(p.claim, p.evidence, p.label) for p in pool] for pool in (fresh, again)]), encoding="utf-8")
    fresh, again = json.loads(file.read_text(encoding="utf-8"))
    return fresh, again


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("start", type=Path)
    arguments.add_argument("vocabulary", type=Path)
    arguments.add_argument("scifact", type=Path)
    arguments.add_argument("nli", type=Path)
    arguments.add_argument("further", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--made", type=int, default=1_500, help="made pairs an epoch")
    arguments.add_argument("--again", type=int, default=1_000, help="pairs of stage 1 an epoch")
    arguments.add_argument("--fold", type=int)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--epochs", type=int, default=3)
    arguments.add_argument("--rate", type=float, default=5e-5)
    arguments.add_argument("--lexicon", type=Path, help="folder with the files of WordNet, as in stage 1")
    arguments.add_argument("--minutes", type=float, default=1e9, help="as in stage 1")
    arguments.add_argument("--threads", type=int, default=2)
    given = arguments.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    rng = random.Random(given.seed)

    data, kept = SciFact(given.scifact), read(given.vocabulary)
    words = pruned(kept)
    given.out.mkdir(parents=True, exist_ok=True)
    folds = data.folds(data.train, FOLDS)
    claims = [c for c, f in zip(data.train, folds) if f != given.fold]
    keyword, search = BM25(data), {}
    for claim in claims:
        top = [keyword.ids[i] for i in keyword.scores(claim.text).topk(12).indices.tolist()]
        search[claim.id] = [d for d in top if d not in claim.cited][:8]
    fresh, again = mixed(given, data)
    plan = []
    for number in range(given.epochs):
        items = epoch(data, claims, search, rng)
        for pool, share in ((fresh, given.made), (again, given.again)):
            items += [tuple(p) for p in pool[number * share:(number + 1) * share]]
        rng.shuffle(items)
        rows = pair_tokens(words, [item[:2] for item in items], LIMIT)
        for batch in batches([len(ids) for ids, _ in rows], 4096, 32, rng):
            plan.append((*tensors(rows, batch), torch.tensor([items[i][2] for i in batch])))
    print(f"{len(plan)} steps, {sum(ids.numel() for ids, _, _ in plan):,} tokens", flush=True)

    model = CrossEncoder(MiniLM(dropout=0.1, vocabulary=len(kept)))
    state = torch.load(given.start)
    model.load_state_dict(state.get("model", state))
    trainer, began, total = Trainer(model, given.rate, len(plan)), time.time(), 0.0
    for ids, segments, targets in plan:
        trainer.spent = (time.time() - began) / (60 * given.minutes)
        if trainer.spent >= 1:
            break
        total += trainer.step(ids, segments, targets)
        if trainer.done % 25 == 0:
            print(f"step {trainer.done} loss {total / 25:.3f} after {time.time() - began:.0f} s", flush=True)
            total = 0.0
    print(f"{trainer.done} of {len(plan)} steps", flush=True)
    name = "full" if given.fold is None else f"fold{given.fold}"
    torch.save(model.state_dict(), given.out / f"{name}.pt")

    judged = data.dev if given.fold is None else [c for c, f in zip(data.train, folds) if f == given.fold]
    pairs = data.pairs(judged)
    found = logits(model, pair_tokens(words, windows(data, pairs), LIMIT))
    gold = [c.label(d.id) for c, d in pairs]
    print(told(found, gold, [c.id for c, _ in pairs]), flush=True)
    with (given.out / f"{name}.jsonl").open("w") as out:
        for (claim, document), row, label in zip(pairs, found.tolist(), gold):
            out.write(json.dumps({"claim": claim.id, "document": document.id, "label": label, "logits": [round(x, 4) for x in row],
                                  "sentences": sorted(data.ranked(claim.text, document)[:WINDOW])}) + "\n")


if __name__ == "__main__":
    main()
