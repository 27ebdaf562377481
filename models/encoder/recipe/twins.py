"""Does a model read the passage? Claims over a held-out passage and over its twin, where the other side is right.

    python twins.py SCIFACT VOCAB.txt [--own-words] MODEL ...

A model that goes by the claim alone, or by the words that claim and passage share, is right half of the time. `told apart`:
the passage that supports the claim gets the higher log-odds of support; `both right`: the side is right on both (chance .25). `--own-words` takes the claims that
readers wrote in their own words (`own_words/`), which trained nothing before stage 4.
"""

import sys
from pathlib import Path

import written
from judge import judge
from measure import auc
from scifact import SciFact
from vocabulary import read


def held(data: SciFact, folder: str) -> list[tuple[str, str, str]]:
    """Claim, the passage that supports it and the one that contradicts it."""
    rows = [r for r in written.rows(Path(__file__).parent / folder) if written.held(r)]
    text = lambda row: " ".join(data.documents[row["d"]].sentences[s] for s in sorted(row["s"])) if "d" in row else row["e"]
    sides = {(written.place(r), claim): kind for r in rows if "edits" not in r for kind in "SC" for claim in r[kind]}
    out = []
    for row in (r for r in rows if "edits" in r):
        first, twin = text(row), written.edited(text(row), row)
        out += [(claim, first, twin) for claim in row["C"] if sides.get((written.place(row), claim)) == "S"]
        out += [(claim, twin, first) for claim in row["S"] if sides.get((written.place(row), claim)) == "C"]
    return out


def main():
    models = [name for name in sys.argv[3:] if name != "--own-words"]
    folder = "written" if len(models) == len(sys.argv) - 3 else "own_words"
    rows, kept = held(SciFact(Path(sys.argv[1])), folder), read(Path(sys.argv[2]))
    for model in map(Path, models):
        found = judge(model, kept, [(claim, text) for claim, *texts in rows for text in texts])
        margins = (found[:, 0] - found[:, 1]).view(-1, 2)
        apart = (margins[:, 0] > margins[:, 1]).float().mean()
        both = ((margins[:, 0] > 0) & (margins[:, 1] < 0)).float().mean()
        print(f"{model}: {len(rows)} claims, told apart {apart:.3f}, both right {both:.3f}, AUC {auc(margins.flatten().tolist(), [True, False] * len(rows)):.3f}")


if __name__ == "__main__":
    main()
