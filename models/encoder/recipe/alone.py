"""What claims give away without their passages.

    python alone.py SCIFACT FILE.jsonl ...

Words and pairs of words of the written claims, supported against contradicted, by logistic regression: how well they tell
the held-out ones apart, and those of each FILE (as `judge.py` reads them), all by the claim alone. An encoder that was trained
on such claims has to be measured where this is .5, or by how it answers a claim and its opposite over one passage
(`judge.py`): a reader of the claim alone gains nothing there.
"""

import re
import sys
import zlib
from pathlib import Path

import torch

import written
from judge import plain
from measure import auc
from minilm import SHORT
from scifact import SciFact, lines

WORDS, SIZE = re.compile(r"[\w']+"), 1 << 18


def bag(claims: list[str]) -> tuple[torch.Tensor, torch.Tensor]:
    """Numbers of the words and pairs of words of all claims, and where each claim begins."""
    numbers, begins = [], []
    for claim in claims:
        words = WORDS.findall(claim.lower())
        begins.append(len(numbers))
        numbers += [zlib.crc32(" ".join(some).encode()) % SIZE for some in [*zip(words), *zip(words, words[1:])]]
    return torch.tensor(numbers), torch.tensor(begins)


def fitted(claims: list[str], labels: list[int], kinds: int, epochs: int = 10) -> torch.nn.EmbeddingBag:
    """Log-odds of each of `kinds` labels by the words of a claim."""
    torch.manual_seed(0)
    model = torch.nn.EmbeddingBag(SIZE, kinds, mode="mean")
    torch.nn.init.zeros_(model.weight)
    optimizer, labels = torch.optim.Adam(model.parameters(), lr=0.1), torch.tensor(labels)
    for _ in range(epochs):
        for part in torch.randperm(len(claims)).split(4096):
            loss = torch.nn.functional.cross_entropy(model(*bag([claims[i] for i in part])), labels[part])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return model.eval()


def definite(pairs) -> tuple[list[str], list[int]]:
    chosen = [(claim, label) for claim, label in pairs if label != 2]
    return [claim for claim, _ in chosen], [label for _, label in chosen]


def main():
    data, rows = SciFact(Path(sys.argv[1])), written.rows(Path(__file__).parent / "written")
    of = lambda chosen: definite((p.claim, p.label) for p in written.pairs(chosen, data))
    model = fitted(*of([r for r in rows if not written.held(r)]), 2)
    sets = {"written, held out": of([r for r in rows if written.held(r)])}
    for file in map(Path, sys.argv[2:]):
        sets[file.stem] = definite((r["claim"], SHORT[r["label"]]) for row in lines(file) for r in plain(row) if r.get("label") in SHORT)
    for name, (claims, labels) in sets.items():
        with torch.inference_mode():
            found = model(*bag(claims))
        print(f"{name}: {len(claims)} claims, support against contradict by the claim alone, AUC {auc((found[:, 0] - found[:, 1]).tolist(), [label == 0 for label in labels]):.3f}")


if __name__ == "__main__":
    main()
