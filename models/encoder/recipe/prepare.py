"""What teacher and student read: pairs with labels, claims of train per fold, and pairs without labels.

    python prepare.py NLI SCIFACT FURTHER written WORDNET|- OUT.json.gz

FURTHER may hold fewer sets than `pairs.py` names, and others; those are drawn from as well.
"""

import gzip
import json
import random
import sys
from multiprocessing import Pool
from pathlib import Path

from flips import flips
from made import made
from made_lexicon import Lexicon, kinds, turned
from made_real import sources
from pairs import Pair, stage1, untokenised
from minilm import SHORT
from scifact import SciFact, lines, passage
from search import BM25
from stage1 import TURNED
from stage2 import FOLDS, WINDOW, epoch
import pairs as sets
import written

MADE, SEEDS, EPOCHS, MOST = 60_000, 3, 4, 90_000


def draw(given):
    seed, nli, scifact, wordnet = given
    sentences, real = sources(scifact, nli)
    more = {kind: 10 for kind in kinds(Lexicon(wordnet))} if wordnet else {}
    return [(m.claim, m.evidence, m.label) for m in made(MADE, seed, sentences, frozenset(), real, more)]


def main():
    nli, scifact, more, texts = map(Path, sys.argv[1:5])
    wordnet = None if sys.argv[5] == "-" else Path(sys.argv[5])
    out = Path(sys.argv[6])
    rng, data = random.Random(0), SciFact(scifact)
    present = {file.stem for file in more.glob("*.jsonl")}
    known = {file for files in [*sets.FURTHER.values(), *sets.UNSEEN.values()] for file in files}
    sets.FURTHER = {name: [f for f in files if f in present] for name, files in sets.FURTHER.items()}
    sets.FURTHER = {name: files for name, files in sets.FURTHER.items() if files}
    drawn, held = stage1(nli, data, more if sets.FURTHER else None, 0, 1.0)
    for name in sorted(present - known):
        pool = [Pair(name, untokenised(r["claim"]), untokenised(r["evidence"]), SHORT[r["label"]], str(r["group"])) for r in lines(more / f"{name}.jsonl")]
        pool, held[name] = sets.split(pool, 0.02)
        rng.shuffle(pool)
        drawn += pool[:MOST]
    if wordnet:
        drawn += turned(Lexicon(wordnet), [p for p in drawn if p.source in TURNED], rng, 20_000)
    with Pool(2) as pool:
        synthetic = [m for some in pool.map(draw, [(s, nli, scifact, wordnet) for s in range(SEEDS)]) for m in some]
    rows = written.rows(texts)
    own = [r for r in rows if not written.held(r)]
    owned = [written.pairs(written.with_twins(own), data, random.Random(s)) for s in range(EPOCHS)]
    # Two sets that `further.py` draws from: of the claims within and beyond what was found, and in a reader's own words.
    others = {"scopes": [r for file in sorted(texts.glob("scopes*")) for r in written.lines(file)],
              "own_words": written.rows(Path(__file__).parent / "own_words")}
    apart = lambda chosen, held: [(p.claim, p.evidence, p.label) for p in written.pairs([r for r in chosen if written.held(r) == held], data)]
    aside = {name: apart(chosen, True) for name, chosen in others.items()}
    aside |= {"written": [(p.claim, p.evidence, p.label) for p in written.pairs([r for r in rows if written.held(r)], data)]}
    aside |= {name: [(p.claim, p.evidence, p.label) for p in pool[:500]] for name, pool in held.items()}

    # SciFact, for each fold left out and for none.
    keyword, search = BM25(data), {}
    top = lambda text, count: [keyword.ids[i] for i in keyword.scores(text).topk(count).indices.tolist()]
    for claim in data.train:
        search[claim.id] = [d for d in top(claim.text, 12) if d not in claim.cited][:8]
    folds = data.folds(data.train, FOLDS)
    # The views of each claim, made once, with its fold.
    views = []
    for number in range(EPOCHS):
        for fold in range(FOLDS):
            claims = [c for c, f in zip(data.train, folds) if f == fold]
            views += [(number, fold, *item) for item in epoch(data, claims, search, rng)]
    # Their passages turned round, with the title and without.
    by_id = {claim.id: (claim, fold) for claim, fold in zip(data.train, folds)}
    for row in written.lines(Path(__file__).parent / "scifact_twins.jsonl.gz"):
        (claim, fold), document = by_id[row["id"]], data.documents[row["d"]]
        text = written.edited(" ".join(document.sentences[s] for s in row["s"]), row)
        for number, shown in enumerate([f"{document.title.rstrip('. ')}. {text}", text]):
            views.append((number, fold, claim.text, shown, SHORT[row["label"]]))

    # Without labels: claims over what a search finds.
    open_pairs = []

    def over(claim, documents, fold, single=1):
        for d in documents:
            document = data.documents[d]
            ranked = data.ranked(claim, document)
            open_pairs.append((fold, claim, passage(document, ranked[:WINDOW])))
            open_pairs.extend((fold, claim, passage(document, [s])) for s in ranked[:single])

    for claim, fold in zip(data.train, folds):
        for text in [claim.text, *rng.sample(flips(claim.text), min(1, len(flips(claim.text))))]:
            over(text, [d for d in claim.cited if d in data.documents], fold, 4)
            over(text, [d for d in search[claim.id] if d not in data.held_out], fold, 0 if text != claim.text else 1)
    for row in own:
        if "d" in row and "edits" not in row:
            for claim in row["S"] + row["C"] + row["O"]:
                over(claim, [row["d"]], None, 1)
                over(claim, [d for d in top(claim, 3) if d != row["d"] and d not in data.held_out][:2], None, 0)
    for document in data.documents.values():
        if document.id in data.held_out or len(document.sentences) < 4 or rng.random() < 0.5:
            continue
        claim = sets.PREAMBLE.sub("", document.sentences[-1]).strip()
        if 6 <= len(claim.split()) <= 35 and not sets.EMPTY.search(claim):
            claim = claim[0].upper() + claim[1:]
            for text in [claim, *rng.sample(flips(claim), min(1, len(flips(claim))))]:
                over(text, [document.id], None, 1)
                over(text, [d for d in top(claim, 3) if d != document.id and d not in data.held_out][:1], None, 0)
    dev = [(c.text, passage(d, data.ranked(c.text, d)[:WINDOW]), c.label(d.id), c.id) for c, d in data.pairs(data.dev)]
    train = [(c.text, passage(d, data.ranked(c.text, d)[:WINDOW]), c.label(d.id), c.id, folds[[x.id for x in data.train].index(c.id)]) for c, d in data.pairs(data.train)]
    sizes = {}
    for p in drawn:
        sizes[p.source] = sizes.get(p.source, 0) + 1
    print(sizes, len(synthetic), [len(o) for o in owned], len(views), len(open_pairs), {k: len(v) for k, v in aside.items()})
    everything = {"drawn": [(p.claim, p.evidence[:900], p.label) for p in drawn], "made": synthetic,
                  "written": [[(p.claim, p.evidence, p.label) for p in o] for o in owned], "views": views, "open": open_pairs,
                  "held": aside, "dev": dev, "train": train} | {name: apart(chosen, False) for name, chosen in others.items()}
    with gzip.open(out, "wt", encoding="utf-8", compresslevel=1) as file:
        json.dump(everything, file, ensure_ascii=False)


if __name__ == "__main__":
    main()
