"""Logits for pairs that somebody else chose: how the trees get the encoder's word on train without its having seen it.

    python score.py MODELS_FOLDER VOCAB.txt PAIRS.jsonl OUT.jsonl

A line of PAIRS has `claim` (text), `text` (title and sentences) and `fold` (the number of the fold that its claim is in;
null for a pair of no train claim), as `cargo run --release --example train_stance -- SCIFACT PAIRS --windows` writes them. A
pair of fold k goes to `foldK.pt`, which has not seen that fold; null goes to `full.pt`. OUT has each line's `id`, `doc`
and `window` with `logits` (support, contradict, neutral).
"""

import json
import sys
from pathlib import Path

import torch

from minilm import CrossEncoder, MiniLM, pair_tokens
from scifact import lines
from stage1 import logits
from stage2 import LIMIT
from vocabulary import pruned, read


def main():
    models, vocabulary, given, out = map(Path, sys.argv[1:])
    rows, kept = lines(given), read(vocabulary)
    words, model = pruned(kept), CrossEncoder(MiniLM(vocabulary=len(kept)))
    for fold in sorted({row["fold"] for row in rows}, key=str):
        model.load_state_dict(torch.load(models / ("full.pt" if fold is None else f"fold{fold}.pt")))
        own = [row for row in rows if row["fold"] == fold]
        for row, found in zip(own, logits(model, pair_tokens(words, [(r["claim"], r["text"]) for r in own], LIMIT)).tolist()):
            row["logits"] = [round(x, 3) for x in found]
    with out.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps({name: row[name] for name in ("id", "doc", "window", "logits")}) + "\n" for row in rows)


if __name__ == "__main__":
    main()
