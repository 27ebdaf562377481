"""Computes the figures that `src/agree/tests.rs` compares with.

pip install krippendorff==0.9.0 statsmodels scikit-learn numpy; python reference.py claims_dev.jsonl > reference.json

`claims_dev.jsonl` is SciFact's (Wadden et al. 2020); 60 of its claims are what the three made-up reviewers decide.
"""

import json
import random
import sys

import krippendorff
import numpy as np
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportion_confint

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


class SplitMix64:
    """Steele, Lea and Flood 2014, as `src/agree/interval.rs` draws."""

    def __init__(self):
        self.state = GOLDEN

    def below(self, n):
        self.state = (self.state + GOLDEN) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return ((z ^ (z >> 31)) * n) >> 64


def bootstrap(items, figure):
    draw = SplitMix64()
    values = []
    for _ in range(1000):
        value = figure([items[draw.below(len(items))] for _ in items])
        if value is not None and not np.isnan(value):
            values.append(value)
    values.sort()
    return [values[int(len(values) * 0.025)], values[int(len(values) * 0.975)]]


def table(pairs, k):
    counts = np.zeros((k, k))
    for a, b in pairs:
        counts[a, b] += 1
    return counts


def kappa_only(pairs):
    if len(set(pairs)) == 1 and pairs[0][0] == pairs[0][1]:
        return None
    return cohen_kappa_score(*zip(*pairs), labels=[0, 1, 2])


def two(pairs, draws=True):
    result = cohens_kappa(table(pairs, 3))
    figures = {"n": len(pairs), "kappa": float(result.kappa), "se": float(result.std_kappa)}
    figures["agreement"] = float(np.mean([a == b for a, b in pairs]))
    if draws:
        figures["interval"] = bootstrap(pairs, kappa_only)
    return {"pairs": pairs, **figures}


def alpha_of(units, metric, k):
    paired = [u for u in units if sum(r is not None for r in u) > 1]
    if len({r for u in paired for r in u if r is not None}) < 2:
        return None
    data = np.array([[np.nan if r is None else r for r in u] for u in paired], dtype=float).T
    return float(krippendorff.alpha(data, level_of_measurement=metric, value_domain=list(range(k))))


def many(units, k, draws=True):
    figures = {"units": units, "categories": k}
    for metric in ["nominal", "ordinal"]:
        figures[metric] = alpha_of(units, metric, k)
        if draws:
            figures[metric + "_interval"] = bootstrap(units, lambda drawn: alpha_of(drawn, metric, k))
    return figures


def pairs_of(counts):
    return [(i, j) for i, row in enumerate(counts) for j, n in enumerate(row) for _ in range(n)]


# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C: 4 observers, 12 units, values 1 to 5.
K2011 = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
    [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
]


VERDICTS = ["contradicts", "supports", "undecided"]
LEVELS = {"low": 0.3, "medium": 0.6, "high": 0.9}
REASONS = ["wrong population", "wrong outcome", "only in animals"]


def reviewers(path):
    """60 claims and what three reviewers say of each: the label, or with known odds something else, or nothing."""
    rng = random.Random(60)
    claims = [json.loads(line) for line in open(path)][:60]
    opinions = []
    for claim in claims:
        labels = {e["label"] for sets in claim["evidence"].values() for e in sets}
        truth = 0 if "CONTRADICT" in labels else 1 if "SUPPORT" in labels else 2
        row = []
        for missing, wrong in [(0.0, 0.1), (0.0, 0.25), (0.3, 0.15)]:
            verdict = truth if rng.random() >= wrong else rng.randrange(3)
            level = rng.choice(list(LEVELS))
            reason = rng.choice(REASONS) if rng.random() < 0.3 else None
            gone = rng.random() < missing
            row.append(None if gone else {"verdict": VERDICTS[verdict], "level": level, "reason": reason})
        opinions.append(row)
    verdict = lambda o: None if o is None else VERDICTS.index(o["verdict"])
    level = lambda o: None if o is None else list(LEVELS).index(o["level"])
    figures = {"claims": [claim["claim"] for claim in claims], "opinions": opinions, "pairs": []}
    for a, b in [(0, 1), (0, 2), (1, 2)]:
        both = [(verdict(row[a]), verdict(row[b])) for row in opinions if row[a] and row[b]]
        figures["pairs"].append({"a": a, "b": b, **two(both)})
    figures["verdicts"] = many([[verdict(o) for o in row] for row in opinions], 3)
    figures["levels"] = many([[level(o) for o in row] for row in opinions], 3)
    given = [[o for o in row if o] for row in opinions]
    by_verdict = [len({o["verdict"] for o in row}) > 1 for row in given]
    reasons = [len({o["reason"] for o in row if o["reason"]}) > 1 for row in given]
    figures["differing_verdicts"] = sum(by_verdict)
    figures["differing_reasons_alone"] = sum(r and not v for v, r in zip(by_verdict, reasons))
    return figures


def main():
    rng = random.Random(18)
    two_raters = [(t := rng.randrange(3), t if rng.random() < 0.7 else rng.randrange(3)) for _ in range(60)]
    gaps = []
    for _ in range(60):
        truth = rng.randrange(3)
        rate = lambda: None if rng.random() < 0.2 else truth if rng.random() < 0.6 else rng.randrange(3)
        gaps.append([rate() for _ in range(5)])
    result = {
        # Cohen 1960, table 1: kappa 0.492.
        "cohen_1960": two(pairs_of([[88, 14, 18], [10, 40, 10], [2, 6, 12]]), draws=False),
        # Fleiss, Levin and Paik 2003, table 18.1: kappa 0.68.
        "fleiss_2003": two(pairs_of([[75, 1, 4], [5, 4, 1], [0, 0, 10]]), draws=False),
        "two_raters": two(two_raters),
        "krippendorff_2011": many([[None if r is None else r - 1 for r in u] for u in zip(*K2011)], 5, draws=False),
        "gaps": many(gaps, 3),
        "reviewers": reviewers(sys.argv[1]),
        "wilson": [
            {"part": p, "whole": n, "interval": [float(x) for x in proportion_confint(p, n, method="wilson")]}
            for p, n in [(0, 5), (5, 5), (1, 3), (19, 20), (47, 60), (812, 1000)]
        ],
    }
    print(json.dumps(result))


main()
