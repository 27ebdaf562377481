"""Figures of a three-way stance over claim and abstract pairs, with intervals by bootstrap over claims."""

import random

import torch


def auc(scores: list[float], positive: list[bool]) -> float:
    """The probability that a positive scores above a negative; ties count half."""
    order = sorted(range(len(scores)), key=lambda i: scores[i])
    ranks, i = [0.0] * len(scores), 0
    while i < len(order):
        j = i
        while j + 1 < len(order) and scores[order[j + 1]] == scores[order[i]]:
            j += 1
        for k in range(i, j + 1):
            ranks[order[k]] = (i + j) / 2 + 1
        i = j + 1
    ups = sum(positive)
    downs = len(positive) - ups
    if not ups or not downs:
        return float("nan")
    return (sum(r for r, p in zip(ranks, positive) if p) - ups * (ups + 1) / 2) / (ups * downs)


def macro_f1(found: list[int], gold: list[int]) -> float:
    total = 0.0
    for k in range(3):
        hit = sum(f == g == k for f, g in zip(found, gold))
        size = sum(f == k for f in found) + sum(g == k for g in gold)
        total += 2 * hit / size if size else 0.0
    return total / 3


def stance(logits: torch.Tensor, gold: list[int]) -> dict[str, float]:
    """`gold` is 0 support, 1 contradict, 2 neutral. Support against contradict looks at the pairs that are one of
    them, and at those two logits alone."""
    found = logits.argmax(1).tolist()
    decided = [i for i, g in enumerate(gold) if g != 2]
    margin = (logits[:, 0] - logits[:, 1]).tolist()
    right = {k: [(margin[i] > 0) == (k == 0) for i in decided if gold[i] == k] for k in (0, 1)}
    share = lambda xs: sum(xs) / len(xs) if xs else float("nan")
    neutral = (logits[:, 2] - logits[:, :2].logsumexp(1)).tolist()
    return {
        "macro-F1": macro_f1(found, gold),
        "accuracy": share([f == g for f, g in zip(found, gold)]),
        "S/C accuracy": share(right[0] + right[1]),
        "S/C balanced": (share(right[0]) + share(right[1])) / 2,
        "S/C AUC": auc([margin[i] for i in decided], [gold[i] == 0 for i in decided]),
        "neutral AUC": auc(neutral, [g == 2 for g in gold]),
    }


def interval(logits: torch.Tensor, gold: list[int], claims: list[int], rounds: int = 1000) -> dict[str, tuple[float, float]]:
    """95 % intervals of `stance`, claims drawn with replacement."""
    rng = random.Random(0)
    members = {}
    for i, claim in enumerate(claims):
        members.setdefault(claim, []).append(i)
    groups, drawn = list(members.values()), {}
    for _ in range(rounds):
        rows = [i for g in rng.choices(groups, k=len(groups)) for i in g]
        for name, value in stance(logits[rows], [gold[i] for i in rows]).items():
            if value == value:
                drawn.setdefault(name, []).append(value)
    ends = lambda v: (sorted(v)[int(0.025 * len(v))], sorted(v)[int(0.975 * len(v)) - 1])
    return {name: ends(values) for name, values in drawn.items()}


def told(logits: torch.Tensor, gold: list[int], claims: list[int]) -> str:
    """The figures with their intervals and the confusion matrix, a line each."""
    ends = interval(logits, gold, claims)
    rows = [f"{name:<13} {value:.3f} [{ends[name][0]:.3f}, {ends[name][1]:.3f}]" for name, value in stance(logits, gold).items()]
    found = logits.argmax(1).tolist()
    matrix = [[sum(g == a and f == b for f, g in zip(found, gold)) for b in range(3)] for a in range(3)]
    return "\n".join([*rows, f"confusion (rows gold, columns found; S C N) {matrix}"])
