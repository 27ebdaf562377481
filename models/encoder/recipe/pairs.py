"""Stage 1 pairs: the freely licensed sets, and sentences of the corpus turned round; nothing that dev cites."""

import json
import random
import re
from dataclasses import dataclass
from pathlib import Path

from flips import FINITE, flipped
from scifact import SciFact, lines
from minilm import SHORT


@dataclass
class Pair:
    source: str
    claim: str
    evidence: str
    label: int
    group: str | None = None  # pairs of one group stay on one side of a split; none: the evidence is the group


WORSE = ["{i} reduces {o} compared with {c}.", "Compared with {c}, {i} lowers {o}.", "{i} leads to less {o} than {c}.", "{i} decreases {o} relative to {c}.", "{o} is lower with {i} than with {c}."]
MORE = ["{i} increases {o} compared with {c}.", "Compared with {c}, {i} raises {o}.", "{i} leads to more {o} than {c}.", "{i} enhances {o} relative to {c}.", "{o} is higher with {i} than with {c}."]
SAME = ["{i} has no effect on {o} compared with {c}.", "{i} does not affect {o} relative to {c}.", "{i} and {c} do not differ in {o}.", "{o} is similar with {i} and {c}.", "Compared with {c}, {i} does not change {o}."]
WORDINGS = {"down": WORSE, "up": MORE, "same": SAME}
# What introduces a conclusion and is no part of it.
PREAMBLE = re.compile(
    r"^(?:CONCLUSIONS?:?|In conclusion,?|In summary,?|Thus,?|Therefore,?|Together,?|Taken together,?|Collectively,?|Overall,?)?\s*"
    r"(?:(?:these|our|the|this) (?:present |current )?(?:data|results?|findings?|study|studies|observations?|work) (?:\w+ )?"
    r"(?:suggests?|shows?|demonstrates?|indicates?|reveals?|provides? evidence|supports? the \w+|identif(?:y|ies)|establish(?:es)?) (?:that )?"
    r"|we (?:\w+ )?(?:show|demonstrate|conclude|found|find|report|propose|suggest) (?:here )?that )?", re.IGNORECASE)
# Sentences that ask, promise or recommend, and state no finding.
EMPTY = re.compile(r"\?|\b(?:objective|aim|needed|should|warranted|discuss|further|future|will|we|our|this|these|may)\b", re.IGNORECASE)


def plain_sets(folder: Path) -> dict[str, list[Pair]]:
    """The sets whose pairs are used as they are."""
    pools = {}
    for name in ("mnli_dev", "snli_dev", "negation_nli", "fever_dev"):
        rows = lines(folder / name / "pairs.jsonl")
        pools[name] = [Pair(name, r["claim"], untokenised(" ".join(r["evidence"])), SHORT[r["label"]]) for r in rows]
    rows = lines(folder / "pubmedqa" / "pairs.jsonl")
    pools["pubmedqa"] = [Pair("pubmedqa", r["claim"], r["conclusion"], SHORT[r["label"]]) for r in rows]
    return pools


def untokenised(text: str) -> str:
    """FEVER writes `Kenneth \\" Babyface \\" Edmonds , Tracey`: put the spaces where people put them."""
    text = re.sub(r" ([,.;:?!%)\]]|'s\b|n't\b)", r"\1", text.replace("-LRB- ", "(").replace(" -RRB-", ")"))
    return re.sub(r"([(\[]) ", r"\1", text)


def unrelated(pool: list[Pair], rng: random.Random, count: int, source: str) -> list[Pair]:
    """Claims with the evidence of another claim, of a hundred others the one that shares most words: no decision."""
    words = lambda text: {w for w in re.findall(r"\w+", text.lower()) if len(w) > 3}
    seen = [words(p.evidence) for p in pool]
    out = []
    for i in rng.sample(range(len(pool)), count):
        own = words(pool[i].claim)
        others = [j for j in rng.sample(range(len(pool)), 100) if len(seen[j] & seen[i]) < 0.5 * len(seen[i])]
        if others:
            best = max(others, key=lambda j: len(seen[j] & own))
            out.append(Pair(source, pool[i].claim, pool[best].evidence, 2))
    return out


def trials(folder: Path, rng: random.Random) -> list[Pair]:
    """Evidence Inference: each direction put into words, once as reported and once as another."""
    out = []
    for row in lines(folder / "evidence_inference" / "pairs.jsonl"):
        parts = {"i": row["I"].strip(), "c": row["C"].strip(), "o": row["O"].strip()}
        if max(map(len, parts.values())) > 100 or not all(parts.values()):
            continue
        evidence = " ".join(row["evidence"])
        wrong = rng.choice([d for d in WORDINGS if d != row["dir"]])
        for direction, label in ((row["dir"], 0), (wrong, 1)):
            claim = rng.choice(WORDINGS[direction]).format(**parts)
            if rng.random() < 0.4:  # many claims name no comparator
                claim = re.sub(r"(?:Compared with {0}, )|(?: (?:compared with|relative to|than(?: with)?) {0})".format(re.escape(parts["c"])), "", claim)
            out.append(Pair("evidence_inference", claim[0].upper() + claim[1:], evidence, label))
    return out


def corpus_flips(data: SciFact, rng: random.Random) -> list[Pair]:
    """Titles and conclusions of abstracts that dev does not cite, with the sentences that carry them: as they are
    (support), turned round (contradict), and with another abstract's sentences (no decision)."""
    documents = [d for d in data.documents.values() if d.id not in data.held_out and len(d.sentences) >= 4]
    out = []
    for document in documents:
        last = PREAMBLE.sub("", document.sentences[-1]).strip()
        for kind, claim in (("title", document.title), ("conclusion", last)):
            if not 6 <= len(claim.split()) <= 35 or ":" in claim or not FINITE.search(claim) or EMPTY.search(claim):
                continue
            claim = claim[0].upper() + claim[1:].rstrip(". ") + "."
            other = flipped(claim, rng)
            ranked = data.ranked(claim, document)
            if other is None:
                continue
            keep = [i for i in ranked if kind == "title" or i != len(document.sentences) - 1 or rng.random() < 0.5]
            chosen = sorted(keep[: rng.choice([1, 2, 3])])
            if data.coverage(claim, document, chosen) < 0.35:
                continue
            evidence = " ".join(document.sentences[i] for i in chosen)
            if kind == "conclusion":
                evidence = f"{document.title.rstrip('. ')}. {evidence}"
            out.append(Pair("corpus_flips", claim, evidence, 0))
            out.append(Pair("corpus_flips", other, evidence, 1))
    return out


def split(pool: list[Pair], share: float = 0.05) -> tuple[list[Pair], list[Pair]]:
    """Training and hold-out part; pairs with the same evidence go the same way."""
    keys = sorted({p.group or p.evidence for p in pool})
    random.Random(7).shuffle(keys)
    out = set(keys[: int(share * len(keys))])
    return [p for p in pool if (p.group or p.evidence) not in out], [p for p in pool if (p.group or p.evidence) in out]


# Further sets with a licence that allows weights to be shipped: file names without `.jsonl`.
FURTHER = {"vitaminc_real": ["vitaminc-real_test"], "vitaminc_synthetic": ["vitaminc-synthetic_test"], "cad_nli": ["cad-nli_train"],
           "conjnli": ["conjnli_train"], "fm2": ["fm2_dev", "fm2_test"], "breaking_nli": ["breaking-nli_all"], "check_covid": ["check-covid_train"]}
# Their abstracts stay unseen.
UNSEEN = {"check_covid": ["check-covid_dev", "check-covid_test"]}


def further(folder: Path) -> dict[str, list[Pair]]:
    pools = {}
    for name, files in FURTHER.items():
        unseen = {r["group"] for file in UNSEEN.get(name, []) for r in lines(folder / f"{file}.jsonl")}
        rows = [r for file in files for r in lines(folder / f"{file}.jsonl") if r["group"] not in unseen]
        pools[name] = [Pair(name, untokenised(r["claim"]), untokenised(r["evidence"]), SHORT[r["label"]], str(r["group"])) for r in rows]
    contradicted = [p for p in pools["breaking_nli"] if p.label == 1]
    pools["breaking_nli"] = [p for p in pools["breaking_nli"] if p.label != 1] + random.Random(3).sample(contradicted, 1_000)
    return pools


# How many of each stage 1 draws.
DRAWN = {"mnli_dev": 9_300, "snli_dev": 2_000, "negation_nli": 2_850, "fever_dev": 5_000, "fever_unrelated": 2_000, "pubmedqa": 950,
         "evidence_inference": 5_200, "trials_unrelated": 800, "corpus_flips": 5_400, "corpus_unrelated": 2_000,
         "vitaminc_real": 18_000, "vitaminc_synthetic": 4_000, "cad_nli": 6_000, "conjnli": 3_000, "fm2": 2_400, "breaking_nli": 1_900, "check_covid": 1_000}


def stage1(nli: Path, data: SciFact, more: Path | None = None, seed: int = 0, share: float = 1.0) -> tuple[list[Pair], dict[str, list[Pair]]]:
    """The pairs of stage 1, but for those made by program, and the hold-out of each set. `share` draws fewer of each."""
    rng = random.Random(seed)
    pools = plain_sets(nli)
    pools["evidence_inference"] = trials(nli, rng)
    pools["corpus_flips"] = corpus_flips(data, rng)
    if more:
        pools.update(further(more))
    held = {}
    for name in list(pools):
        pools[name], held[name] = split(pools[name])
    for name, source in (("fever_dev", "fever_unrelated"), ("evidence_inference", "trials_unrelated"), ("corpus_flips", "corpus_unrelated")):
        pools[source] = unrelated(pools[name], rng, min(2 * DRAWN[source], len(pools[name])), source)
    drawn = []
    for name, pool in pools.items():
        rng.shuffle(pool)
        drawn += pool[: int(share * DRAWN[name])]
    rng.shuffle(drawn)
    return drawn, held


if __name__ == "__main__":
    import sys

    drawn, held = stage1(Path(sys.argv[1]), SciFact(Path(sys.argv[2])), Path(sys.argv[3]) if len(sys.argv) > 3 else None)
    for name in DRAWN:
        some = [p for p in drawn if p.source == name]
        print(name, [sum(p.label == k for p in some) for k in range(3)], "held out", len(held.get(name, [])))
        for p in some[:3]:
            print("   ", p.label, "|", p.claim, "|", p.evidence[:200])
    print(len(drawn))
