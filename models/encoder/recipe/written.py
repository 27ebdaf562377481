"""Claims written for sentences of abstracts, and for short passages on other subjects: `written/*.jsonl.gz`.

Of an abstract (`d` its number in SciFact's corpus, which no claim of train or dev cites, `s` the sentences) or a passage
(`e`, `k` its kind): claims in other words that it supports (`S`), contradicts (`C`) and leaves open (`O`). In a twin, `edits`
replace parts of the passage so that most of the same claims change sides (`twins*`, `both*`) or are left open (`open*`); what they
replace is in the passage exactly once. All are this
project's own and may be used under its licence; the abstracts stay in SciFact's file.

    python written.py SCIFACT FOLDER

Writes what is held out of training, in two halves: the first is there to fit by (`claims0.jsonl` in SciFact's format, with the
whole abstracts, and `passages0.jsonl`, with twins), the second to measure (`claims1.jsonl`, `passages1.jsonl`).
"""

import gzip
import json
import random
import sys
from pathlib import Path

from pairs import Pair
from scifact import SciFact, passage


def lines(file: Path) -> list[dict]:
    with gzip.open(file, "rt", encoding="utf-8") as text:
        return [json.loads(line) for line in text]


def rows(folder: Path) -> list[dict]:
    return [row for file in sorted(folder.glob("*.jsonl.gz")) for row in lines(file)]


def held(row: dict) -> bool:
    """One abstract in ten, and one passage in ten, measures and is not trained on."""
    return row["d"] % 10 == 0 if "d" in row else sum(row["e"].encode()) % 10 == 0


def place(row: dict) -> tuple | str:
    """What a row and its twins have in common."""
    return (row["d"], *sorted(row["s"])) if "d" in row else row["e"]


def with_twins(rows: list[dict]) -> list[dict]:
    """The rows of passages that have a twin: over them no claim says by itself whether it holds."""
    places = {place(row) for row in rows if "edits" in row}
    return [row for row in rows if place(row) in places]


def edited(text: str, row: dict) -> str:
    for old, new in row.get("edits", []):
        assert text.count(old) == 1, (old, text)
        text = text.replace(old, new)
    return text


def pairs(rows: list[dict], data: SciFact, rng: random.Random | None = None) -> list[Pair]:
    """The passage behind its title (as the program shows it), by itself, or, where it decides, with a neighbour; without
    `rng` always behind its title."""
    out = []
    for row in rows:
        for kind, label in (("S", 0), ("C", 1), ("O", 2)):
            for claim in row[kind]:
                if "e" in row:
                    out.append(Pair("written passage", claim, edited(row["e"], row), label, row["e"]))
                    continue
                document, chosen = data.documents[row["d"]], [s for s in row["s"]]
                text, way = passage(document, chosen), rng.random() if rng else 0
                if "edits" in row:
                    text = edited(" ".join(document.sentences[s] for s in sorted(chosen)), row)
                    if way <= 0.6:
                        text = f"{document.title.rstrip('. ')}. {text}"
                elif way > 0.8:
                    text = " ".join(document.sentences[s] for s in sorted(chosen))
                elif way > 0.6 and label != 2:
                    near = [s for s in (min(chosen) - 1, max(chosen) + 1) if 0 <= s < len(document.sentences)]
                    text = passage(document, chosen + near[:1] if rng.random() < 0.5 else chosen + near)
                out.append(Pair("written abstract", claim, text, label, str(row["d"])))
    return out


# The first number of a written claim; SciFact's are far below.
FIRST = 1_000_000


def main():
    data, folder = SciFact(Path(sys.argv[1])), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    claims, passages = ([], []), ([], [])
    for row in filter(held, rows(Path(__file__).parent / "written")):
        half = (row["d"] // 10 if "d" in row else sum(row["e"].encode()) // 10) % 2
        for kind, label in (("S", "SUPPORT"), ("C", "CONTRADICT"), ("O", None)):
            for claim in row[kind]:
                short = {"S": "S", "C": "C", "O": "N"}[kind]
                if "e" in row:
                    passages[half].append({"claim": claim, "evidence": edited(row["e"], row), "label": short})
                    continue
                document = data.documents[row["d"]]
                text = edited(" ".join(document.sentences[s] for s in sorted(row["s"])), row)
                passages[half].append({"claim": claim, "title": document.title, "evidence": text, "label": short})
                if "edits" in row:
                    continue
                evidence = {str(row["d"]): [{"sentences": row["s"], "label": label}]} if label else {}
                number = FIRST + 2 * len(claims[half]) + half
                claims[half].append({"id": number, "claim": claim, "evidence": evidence, "cited_doc_ids": [row["d"]]})
    for name, halves in (("claims", claims), ("passages", passages)):
        for half, some in enumerate(halves):
            with (folder / f"{name}{half}.jsonl").open("w", encoding="utf-8") as file:
                file.writelines(json.dumps(one, ensure_ascii=False) + "\n" for one in some)
            print(name, half, len(some))


if __name__ == "__main__":
    main()
