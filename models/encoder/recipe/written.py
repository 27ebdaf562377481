"""Claims written for sentences of abstracts, and for short passages on other subjects: `written/*.jsonl.gz`.

Of an abstract (`d` its number in SciFact's corpus, which no claim of train or dev cites, `s` the sentences) or a passage
(`e`, `k` its kind): claims in other words that it supports (`S`), contradicts (`C`) and leaves open (`O`). All are this
project's own and may be used under its licence; the abstracts stay in SciFact's file.
"""

import gzip
import json
import random
from pathlib import Path

from pairs import Pair
from scifact import SciFact, passage


def rows(folder: Path) -> list[dict]:
    out = []
    for file in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as text:
            out += [json.loads(line) for line in text]
    return out


def held(row: dict) -> bool:
    """One abstract in ten, and one passage in ten, measures and is not trained on."""
    return row["d"] % 10 == 0 if "d" in row else sum(row["e"].encode()) % 10 == 0


def pairs(rows: list[dict], data: SciFact, rng: random.Random | None = None) -> list[Pair]:
    """The passage behind its title (as the program shows it), by itself, or, where it decides, with a neighbour; without
    `rng` always behind its title."""
    out = []
    for row in rows:
        for kind, label in (("S", 0), ("C", 1), ("O", 2)):
            for claim in row[kind]:
                if "e" in row:
                    out.append(Pair("written passage", claim, row["e"], label, row["e"]))
                    continue
                document, chosen = data.documents[row["d"]], [s for s in row["s"]]
                text, way = passage(document, chosen), rng.random() if rng else 0
                if way > 0.8:
                    text = " ".join(document.sentences[s] for s in sorted(chosen))
                elif way > 0.6 and label != 2:
                    near = [s for s in (min(chosen) - 1, max(chosen) + 1) if 0 <= s < len(document.sentences)]
                    text = passage(document, chosen + near[:1] if rng.random() < 0.5 else chosen + near)
                out.append(Pair("written abstract", claim, text, label, str(row["d"])))
    return out
