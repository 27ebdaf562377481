"""Keyword search over the corpus, and the figures of a ranking."""

import math
import random
from collections import Counter, defaultdict

import torch

from scifact import Claim, SciFact, stems


class BM25:
    """English stems, the title twice, k1 1.2, b 0.75."""

    def __init__(self, data: SciFact, k1: float = 1.2, b: float = 0.75):
        self.ids = list(data.documents)
        counts = [Counter(stems(f"{d.title} {d.title} {' '.join(d.sentences)}")) for d in data.documents.values()]
        average = sum(map(Counter.total, counts)) / len(counts)
        found = Counter(stem for c in counts for stem in c)
        postings = defaultdict(lambda: ([], []))
        for i, c in enumerate(counts):
            norm = k1 * (1 - b + b * c.total() / average)
            for stem, n in c.items():
                idf = math.log(1 + (len(counts) - found[stem] + 0.5) / (found[stem] + 0.5))
                postings[stem][0].append(i)
                postings[stem][1].append(idf * n * (k1 + 1) / (n + norm))
        self.postings = {stem: (torch.tensor(rows), torch.tensor(scores)) for stem, (rows, scores) in postings.items()}

    def scores(self, text: str) -> torch.Tensor:
        """One score a document, in the order of `ids`."""
        out = torch.zeros(len(self.ids))
        for stem, n in Counter(stems(text)).items():
            if stem in self.postings:
                rows, scores = self.postings[stem]
                out[rows] += n * scores
        return out


def standard(scores: torch.Tensor) -> torch.Tensor:
    """Each row as z-scores over all documents."""
    return (scores - scores.mean(1, keepdim=True)) / scores.std(1, keepdim=True).clamp_min(1e-9)


def figures(scores: torch.Tensor, ids: list[int], claims: list[Claim]) -> dict[str, list[float]]:
    """nDCG@10 and recall at 10 and 100 of each claim, cited abstracts being what should be found."""
    out = {"nDCG@10": [], "R@10": [], "R@100": []}
    for row, claim in zip(scores, claims):
        wanted = set(claim.cited) & set(ids)
        top = [ids[i] for i in row.topk(100).indices.tolist()]
        gain = sum(1 / math.log2(place + 2) for place, d in enumerate(top[:10]) if d in wanted)
        ideal = sum(1 / math.log2(place + 2) for place in range(min(10, len(wanted))))
        out["nDCG@10"].append(gain / ideal)
        out["R@10"].append(len(wanted & set(top[:10])) / len(wanted))
        out["R@100"].append(len(wanted & set(top)) / len(wanted))
    return out


def interval(values: list[float], rounds: int = 2000) -> str:
    """The average with its 95 % interval, claims drawn with replacement."""
    rng = random.Random(0)
    drawn = sorted(average(rng.choices(values, k=len(values))) for _ in range(rounds))
    return f"{average(values):.4f} [{drawn[rounds // 40]:.3f}, {drawn[-rounds // 40]:.3f}]"


def average(values: list[float]) -> float:
    return sum(values) / len(values)
