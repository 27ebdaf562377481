"""Works the figures of `gainsay eval` out a second time, with numpy and scikit-learn.

    python reference.py outcomes.jsonl > expected.json

The outcomes are what `gainsay eval scifact DIR --outcomes FILE` writes. The official metrics are written here from
their definition in the data set's paper, claim by claim, in another way than in the program.
"""

import json
import sys

import numpy as np
from sklearn import metrics

LABELS = ["supports", "contradicts", "not_enough"]


def ndcg(cited, found, k):
    # All documents that matter in one vector, those not found below all others.
    documents = found + [d for d in cited if d not in found]
    documents += [-1 - i for i in range(k)]
    score = [[-float(i) for i in range(len(documents))]]
    truth = [[1.0 if d in cited and d in found else 0.0 for d in documents]]
    ideal = sum(1 / np.log2(i + 2) for i in range(min(k, len(cited))))
    return metrics.dcg_score(truth, score, k=k) / ideal


def official(outcomes):
    counts = {name: [0, 0] for name in ("label", "rationalised", "selection", "both")}
    abstracts = sum(len(o["gold"]) for o in outcomes)
    sentences = sum(len(set().union(*g["rationales"])) for o in outcomes for g in o["gold"].values())
    for outcome in outcomes:
        for doc, judged in outcome["judged"].items():
            if judged["label"] == "not_enough":
                continue
            gold = outcome["gold"].get(doc, {"label": None, "rationales": []})
            same = gold["label"] == judged["label"]
            sets = [set(r) for r in gold["rationales"]]
            cited = set(judged["cited"])
            first = set(judged["cited"][: max([3] + ([min(map(len, sets))] if sets else []))])
            counts["label"][0] += same
            counts["label"][1] += 1
            counts["rationalised"][0] += same and any(s <= first for s in sets)
            counts["rationalised"][1] += 1
            right = sum(any(i in s and s <= cited for s in sets) for i in cited)
            counts["selection"][0] += right
            counts["selection"][1] += len(cited)
            counts["both"][0] += right if same else 0
            counts["both"][1] += len(cited)
    names = {
        "label": ("abstracts, label only", abstracts),
        "rationalised": ("abstracts, rationalised", abstracts),
        "selection": ("sentences, selection", sentences),
        "both": ("sentences, selection and label", sentences),
    }
    for key, (name, wanted) in names.items():
        right, given = counts[key]
        precision, recall = right / given, right / wanted
        yield f"{name}, precision", precision
        yield f"{name}, recall", recall
        yield f"{name}, F1", 2 * precision * recall / (precision + recall)


def main():
    outcomes = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    figures = {}
    citing = [o for o in outcomes if o["cited"]]
    for key, name in (("found", "search for the claim's words"), ("shipped", "search for the claim")):
        figures[f"{name}, nDCG@10"] = np.mean([ndcg(o["cited"], o[key], 10) for o in citing])
        for k in (3, 10, 100):
            recalls = [len(set(o[key][:k]) & set(o["cited"])) / len(o["cited"]) for o in citing]
            figures[f"{name}, R@{k}"] = np.mean(recalls)
    against = [(o, {int(d) for d, g in o["gold"].items() if g["label"] == "contradicts"}) for o in outcomes]
    against = [(o, docs) for o, docs in against if docs]
    for k in (3, 10):
        for key, name in (("found", "by the claim alone"), ("fused", "with the counter side")):
            hit = [bool(docs & set(o[key][:k])) for o, docs in against]
            figures[f"contradicting abstract in the first {k}, {name}"] = np.mean(hit)
    within = [
        any(set(r) <= set(o["judged"][d]["ranked"][:3]) for r in g["rationales"])
        for o in outcomes
        for d, g in o["gold"].items()
        if d in o["judged"]
    ]
    figures["a whole rationale in the first 3 sentences"] = np.mean(within)
    pairs = [(o["gold"].get(d, {}).get("label", "not_enough"), j) for o in outcomes for d, j in o["judged"].items()]
    gold = np.array([LABELS.index(label) for label, _ in pairs])
    given = np.array([LABELS.index(j["label"]) for _, j in pairs])
    probabilities = np.array([j["probabilities"] for _, j in pairs])
    figures["three-way accuracy"] = metrics.accuracy_score(gold, given)
    figures["three-way macro-F1"] = metrics.f1_score(gold, given, average="macro", labels=[0, 1, 2], zero_division=0)
    evidence = gold < 2
    sided = evidence & (given < 2)
    figures["the opposite side, of the sides given"] = float(np.mean(gold[sided] != given[sided]))
    sums = probabilities[evidence, :2].sum(axis=1)
    side = np.where(sums > 0, probabilities[evidence, 0] / np.where(sums > 0, sums, 1), 0.5)
    truth = gold[evidence] == 0
    figures["support against contradict, accuracy"] = metrics.accuracy_score(truth, side >= 0.5)
    figures["support against contradict, balanced accuracy"] = metrics.balanced_accuracy_score(truth, side >= 0.5)
    figures["support against contradict, AUC"] = metrics.roc_auc_score(truth, side)
    figures["evidence against none, AUC"] = metrics.roc_auc_score(evidence, 1 - probabilities[:, 2])
    order = np.argsort(-np.abs(side - 0.5), kind="stable")
    for coverage in (0.1, 0.25, 0.5, 0.75, 1.0):
        first = order[: int(np.floor(len(order) * coverage + 0.5))]
        name = f"support against contradict, accuracy of the surest {100 * coverage:.0f}%"
        figures[name] = np.mean((side[first] >= 0.5) == truth[first])
    said = probabilities[np.arange(len(given)), given]
    order = np.argsort(said, kind="stable")
    bins = [order[len(order) * i // 10 : len(order) * (i + 1) // 10] for i in range(10)]
    error = sum(len(b) * abs(np.mean(said[b]) - np.mean(given[b] == gold[b])) for b in bins if len(b))
    figures["calibration error (ECE, 10 bins of equal mass)"] = error / len(order)
    figures.update(official(outcomes))
    json.dump({name: float(value) for name, value in figures.items()}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
