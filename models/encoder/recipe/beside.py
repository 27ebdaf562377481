"""Claims over passages of other documents than they were written for, of which an encoder takes a side: pairs that leave open.

    python beside.py SCIFACT written POOLS.json.gz VOCAB.txt ENCODER.pt OUT.json.gz

Of a claim over an abstract what a search by words finds first, of a claim over a short passage the nearest other passage;
kept where ENCODER (as `further.py` reads it) gives a side more than 0.12, and where the passage covers less than 0.55 of the
claim by idf: of 1,897 such pairs over all coverages that a reader labelled, 69 were decided, and 1.6 % of those below 0.45. OUT
is POOLS with a pool `beside` more, and what `found.jsonl.gz` has of labelled ones as `found` and, one in eight passages, among what is held out.
"""

import gzip
import json
import math
import random
import sys
from collections import Counter
from pathlib import Path

import torch

import written
from distil import answers
from minilm import SHORT, CrossEncoder, MiniLM, pair_tokens
from scifact import Document, SciFact, passage, stems
from search import BM25
from vocabulary import pruned, read

OPEN, COVERED, A_PASSAGE, A_CLAIM = 0.88, 0.55, 5, 3


class Corpus:
    """What `BM25` reads, of short passages."""

    def __init__(self, texts: list[str]):
        self.documents = {number: Document(number, "", [text]) for number, text in enumerate(texts)}


def coverage(texts: list[str]):
    seen = Counter(stem for text in texts for stem in set(stems(text)))
    idf = lambda stem: math.log(1 + len(texts) / (1 + seen[stem]))

    def covered(claim: str, text: str) -> float:
        wanted, have = set(stems(claim)), set(stems(text))
        return sum(map(idf, wanted & have)) / (sum(map(idf, wanted)) or 1.0)

    return covered


def over_abstracts(data: SciFact, rows: list[dict], rng: random.Random):
    keyword = BM25(data)
    covered = coverage([f"{d.title} {' '.join(d.sentences)}" for d in data.documents.values()])
    for kinds, claims, most in (("S", 2_500, 6), ("CO", 2_500, 4)):
        pool = [(claim, row["d"]) for row in rows if "d" in row and "edits" not in row for kind in kinds for claim in row[kind]]
        for claim, own in rng.sample(pool, min(claims, len(pool))):
            for at in keyword.scores(claim).topk(most).indices.tolist():
                document = data.documents[keyword.ids[at]]
                if document.id != own and document.id not in data.held_out and document.sentences:
                    text = passage(document, data.ranked(claim, document)[: rng.choice((1, 3, 3))])
                    yield claim, text, covered(claim, text)


def over_passages(rows: list[dict], rng: random.Random):
    own = {written.edited(row["e"], row): row["e"] for row in rows if "e" in row}
    texts = sorted(own)
    keyword, covered = BM25(Corpus(texts)), coverage(texts)
    pool = [(claim, row["e"]) for row in rows if "e" in row for kind in "SCO" for claim in row[kind]]
    for claim, place in rng.sample(pool, min(7_000, len(pool))):
        near = [texts[at] for at in keyword.scores(claim).topk(6).indices.tolist() if own[texts[at]] != place]
        if near:
            yield claim, near[0], covered(claim, near[0])


def labelled(data: SciFact) -> tuple[list, list]:
    """`found.jsonl.gz`: of a claim (`c`) and what a search found in another abstract (`d`, sentences `s`) what a reader says
    (`l`), and claims written over the same passage (`t`); trained on, and held out."""
    sides = [], []
    for row in written.lines(Path(__file__).parent / "found.jsonl.gz"):
        text = passage(data.documents[row["d"]], row["s"])
        claims = [[row["c"], row["l"]], *row["t"]]
        sides[sum(text.encode()) % 8 == 0].extend((claim, text, {"S": 0, "C": 1, "O": 2}[label]) for claim, label in claims)
    return sides


def main():
    scifact, texts, pools, vocabulary, encoder, out = map(Path, sys.argv[1:])
    data, rng = SciFact(scifact), random.Random(5)
    rows = [row for row in written.rows(texts) if not written.held(row)]
    with gzip.open(pools, "rt", encoding="utf-8") as file:
        everything = json.load(file)
    everything["found"], everything["held"]["found"] = labelled(data)
    known = {(claim, text) for claim, text, _ in everything["found"] + everything["held"]["found"]}
    pairs = [*over_abstracts(data, rows, rng), *over_passages(rows, rng)]
    kept = read(vocabulary)
    model = CrossEncoder(MiniLM(vocabulary=len(kept)))
    model.load_state_dict(torch.load(encoder))
    sides = torch.as_tensor(answers(model, pair_tokens(pruned(kept), [p[:2] for p in pairs], 256), 0, 8192)).softmax(-1).tolist()
    rng.shuffle(together := list(zip(pairs, sides)))
    by_claim, by_passage, beside = Counter(), Counter(), []
    for (claim, text, covered), likely in together:
        if covered < COVERED and likely[2] <= OPEN and (claim, text) not in known and by_claim[claim] < A_CLAIM and by_passage[text] < A_PASSAGE:
            by_claim[claim] += 1
            by_passage[text] += 1
            beside.append((claim, text, 2))
    everything["beside"] = beside
    print(len(pairs), "read,", len(beside), "kept,", len(everything["found"]), "labelled,", len(everything["held"]["found"]), "held out")
    with gzip.open(out, "wt", encoding="utf-8", compresslevel=1) as file:
        json.dump(everything, file, ensure_ascii=False)


if __name__ == "__main__":
    main()
