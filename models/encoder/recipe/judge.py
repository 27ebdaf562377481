"""Figures on sets that no training has seen: `claim`, `evidence` and `label` (S, C, N) a line, with perhaps `kind`.

    python judge.py MODEL VOCAB.txt FILE.jsonl ... [--most 1500] [--wrong]

MODEL is `encoder.onnx` or a checkpoint. Of a definite pair (S or C) `right` counts the label found, `side` the larger of
the two logits; of a neutral one `kept` counts those for which neither side comes out on top. `same side` is the share
of claims, judged with a claim of the opposite label on the same passage, that both get the same side.
"""

import argparse
import random
from collections import defaultdict
from pathlib import Path

import torch

from flips import flips
from measure import auc, macro_f1
from minilm import SHORT, CrossEncoder, MiniLM, pair_tokens
from scifact import lines
from stage1 import logits
from stage2 import LIMIT
from vocabulary import pruned, read


def judge(model: Path, kept: list[str], pairs: list[tuple[str, str]]) -> torch.Tensor:
    rows = pair_tokens(pruned(kept), pairs, LIMIT)
    if model.suffix == ".onnx":
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 2
        session = onnxruntime.InferenceSession(model, options)
        return torch.tensor([session.run(None, {"ids": [ids], "segments": [segments]})[0][0].tolist() for ids, segments in rows])
    network = CrossEncoder(MiniLM(vocabulary=len(kept)))
    state = torch.load(model)
    network.load_state_dict(state.get("model", state))
    return logits(network, rows)


def plain(row: dict) -> list[dict]:
    """A case of the program (`documents`, `expected`, perhaps the `counter` statement) as rows with one passage."""
    if "documents" not in row:
        return [row]
    parts = [d if isinstance(d, str) else " ".join(filter(None, [d.get("title", "").rstrip(". ") + "." if d.get("title") else "", d.get("text", "")])) for d in row["documents"]]
    label = {"supports": "S", "contradicts": "C"}.get(row["expected"], "N")
    out = [{"claim": row["claim"], "evidence": " ".join(parts), "label": label, "kind": row.get("kind", "")}]
    if "counter" in row:
        out.append({**out[0], "claim": row["counter"], "label": {"S": "C", "C": "S"}.get(label, "N")})
    return out


def summary(found: torch.Tensor, gold: list[int]) -> str:
    top, side = found.argmax(1).tolist(), (found[:, 1] > found[:, 0]).long().tolist()
    definite, neutral = [i for i, g in enumerate(gold) if g != 2], [i for i, g in enumerate(gold) if g == 2]
    text = f"{len(gold)} pairs, accuracy {sum(t == g for t, g in zip(top, gold)) / len(gold):.3f}"
    if len(set(gold)) == 3:
        text += f", macro-F1 {macro_f1(top, gold):.3f}"
    if definite:
        margin = (found[:, 0] - found[:, 1]).tolist()
        both = {k: [side[i] == k for i in definite if gold[i] == k] for k in (0, 1)}
        balanced = sum(sum(v) / len(v) for v in both.values() if v) / sum(bool(v) for v in both.values())
        text += (f"; definite: {sum(top[i] == gold[i] for i in definite)} of {len(definite)} right, {sum(top[i] == 1 - gold[i] for i in definite)} opposite, "
                 f"side balanced {balanced:.3f}, AUC {auc([margin[i] for i in definite], [gold[i] == 0 for i in definite]):.3f}")
    if neutral:
        text += f"; neutral: {sum(top[i] == 2 for i in neutral)} of {len(neutral)} kept"
    return text


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("model", type=Path)
    arguments.add_argument("vocabulary", type=Path)
    arguments.add_argument("files", type=Path, nargs="+")
    arguments.add_argument("--most", type=int, default=1_500)
    arguments.add_argument("--wrong", action="store_true", help="print what was judged wrongly")
    given = arguments.parse_args()
    torch.set_num_threads(2)
    kept = read(given.vocabulary)
    for file in given.files:
        rows = [r for row in lines(file) for r in plain(row) if r.get("label") in SHORT]
        random.Random(0).shuffle(rows)
        rows = rows[: given.most]
        texts = [(r["claim"], r["evidence"] if isinstance(r["evidence"], str) else " ".join(r["evidence"])) for r in rows]
        gold = [SHORT[r["label"]] for r in rows]
        found = judge(given.model, kept, texts)
        print(f"{file.stem}: {summary(found, gold)}")
        # Opposite claims on one passage: those in the file, and claims turned round by a rule.
        by_passage = defaultdict(lambda: ([], []))
        for (_, text), label, row in zip(texts, gold, found):
            if label != 2:
                by_passage[text][label].append(bool(row[0] > row[1]))
        own = [a == b for yes, no in by_passage.values() for a in yes for b in no]
        definite = [(c, t) for (c, t), label in zip(texts, gold) if label != 2][:400]
        turned = [(i, f) for i, (c, t) in enumerate(definite) for f in flips(c)[:1]]
        if turned:
            before = judge(given.model, kept, [definite[i] for i, _ in turned])
            after = judge(given.model, kept, [(f, definite[i][1]) for i, f in turned])
            same = ((before[:, 0] > before[:, 1]) == (after[:, 0] > after[:, 1])).float().mean()
            print(f"    same side: turned round by rule {same:.3f} of {len(turned)}" + (f"; opposite claims in the file {sum(own) / len(own):.3f} of {len(own)}" if own else ""))
        if any("kind" in r for r in rows) and len(rows) < 400:
            for kind in sorted({r.get("kind", "") for r in rows}):
                members = [i for i, r in enumerate(rows) if r.get("kind", "") == kind]
                print(f"    {kind}: {sum(found[i].argmax().item() == gold[i] for i in members)} of {len(members)}")
        if given.wrong:
            for (claim, text), label, row in zip(texts, gold, found):
                if row.argmax() != label:
                    print(f"    {'SCN'[label]} but {[round(x, 1) for x in row.tolist()]}: {claim} | {text}")


if __name__ == "__main__":
    main()
