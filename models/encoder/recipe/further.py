"""A trained encoder reads more pairs: what stage 4 was.

    python further.py POOLS.json.gz VOCAB.txt START.pt OUT.pt --minutes 44 POOL:COUNT ...

POOLS is what `prepare.py` wrote, START what `start.py` made of a shipped encoder (`--lower 6`) or an earlier run wrote. COUNT
pairs are drawn of each POOL (`drawn`, `made`, `written`, `own_words`, `scopes`, `views`), the whole pool as often as it
takes. The token table and the lowest layer stay as they are, since the network that reads findings shares them. Prints the figures
on SciFact's dev claims and on what is held out, before and after.
"""

import argparse
import gzip
import json
import random
from pathlib import Path

import torch

from distil import answers, hard, learn
from measure import stance
from minilm import CrossEncoder, MiniLM, pair_tokens
from vocabulary import pruned, read


def drawn(pools: dict, wanted: list[str], rng: random.Random) -> list:
    pairs = []
    for name, count in (one.split(":") for one in wanted):
        pool = [p for view in pools["written"] for p in view] if name == "written" else pools[name]
        pool = [p[-3:] for p in pool]  # the views begin with their number and their fold
        left = int(count)
        while left > 0:
            pairs += rng.sample(pool, min(left, len(pool)))
            left -= len(pool)
    return pairs


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    for name in ("pools", "vocabulary", "start", "out"):
        arguments.add_argument(name, type=Path)
    arguments.add_argument("wanted", nargs="+", metavar="POOL:COUNT")
    arguments.add_argument("--minutes", type=float, required=True)
    arguments.add_argument("--rate", type=float, default=8e-5)
    given = arguments.parse_args()
    torch.manual_seed(1)
    with gzip.open(given.pools, "rt", encoding="utf-8") as file:
        pools = json.load(file)
    kept = read(given.vocabulary)
    words = pruned(kept)
    tokens = lambda pairs: pair_tokens(words, [p[:2] for p in pairs], 256)
    model = CrossEncoder(MiniLM(dropout=0.1, vocabulary=len(kept)))
    model.load_state_dict(torch.load(given.start))
    for part in (model.body.embeddings, model.body.encoder["layer"][0]):
        part.requires_grad_(False)

    def figures(when: str):
        for name, pool in {"dev": pools["dev"], **pools["held"]}.items():
            found = stance(answers(model, tokens(pool), 0, 8192), [p[2] for p in pool])
            print(when, name, len(pool), " ".join(f"{k} {v:.3f}" for k, v in found.items()), flush=True)

    figures("before")
    pairs = drawn(pools, given.wanted, random.Random(9))
    learn(model, tokens(pairs), hard([p[2] for p in pairs]), 0, given.rate, 1, 4096, 256, 3, "further", given.minutes)
    torch.save(model.state_dict(), given.out)
    figures("after")


if __name__ == "__main__":
    main()
