"""SciFact: the abstracts, the claims, how sentences are ranked, and the folds."""

import json
import math
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import snowballstemmer

STEMMER = snowballstemmer.stemmer("english")
STOP = set("""a about above after again all also although an and any are as at be because been before being below
between both but by can could did do does doing during each for from further had has have having here how however i if
in into is it its itself may might more most much must of on once only or other our out over own same she should since
so some such than that the their them then there these they this those through to too under until up upon very was we
were what when where whether which while who whom whose why will with within without would you your""".split())


@dataclass
class Document:
    id: int
    title: str
    sentences: list[str]
    stems: list[set[str]] = field(repr=False, default_factory=list)


@dataclass
class Claim:
    id: int
    text: str
    cited: list[int]
    evidence: dict[int, list[list[int]]]  # document -> gold rationales, each a list of sentences
    labels: dict[int, int]  # document -> 0 support, 1 contradict; absent: the abstract does not decide

    def label(self, document: int) -> int:
        return self.labels.get(document, 2)


@cache
def stem(word: str) -> str:
    return STEMMER.stemWord(word)


def stems(text: str) -> list[str]:
    """Lower-cased stems without stop words; a hyphenated word gives its parts."""
    return [stem(w) for w in re.findall(r"[a-z0-9]+(?:\.[0-9]+)?", text.lower()) if w not in STOP]


def lines(file: Path) -> list[dict]:
    return [json.loads(line) for line in file.open(encoding="utf-8")]


class SciFact:
    def __init__(self, folder: Path):
        self.documents = {d["doc_id"]: Document(d["doc_id"], d["title"], d["abstract"]) for d in lines(folder / "corpus.jsonl")}
        self.train = [self.claim(row) for row in lines(folder / "claims_train.jsonl")]
        self.dev = [self.claim(row) for row in lines(folder / "claims_dev.jsonl")]
        seen = Counter()
        for document in self.documents.values():
            document.stems = [set(stems(s)) for s in document.sentences]
            seen.update(set().union(stems(document.title), *document.stems))
        count = len(self.documents)
        self.idf = lambda stem: math.log(1 + (count - seen[stem] + 0.5) / (seen[stem] + 0.5))
        self.held_out = {cited for claim in self.dev for cited in claim.cited}

    @staticmethod
    def claim(row: dict) -> Claim:
        evidence = {int(d): [g["sentences"] for g in groups] for d, groups in row["evidence"].items()}
        labels = {int(d): 0 if groups[0]["label"] == "SUPPORT" else 1 for d, groups in row["evidence"].items()}
        return Claim(row["id"], row["claim"], row["cited_doc_ids"], evidence, labels)

    def coverage(self, claim: str, document: Document, sentences: list[int]) -> float:
        """The idf share of the claim's stems that these sentences cover together."""
        wanted = set(stems(claim))
        have = set().union(*(document.stems[i] for i in sentences))
        return sum(map(self.idf, wanted & have)) / (sum(map(self.idf, wanted)) or 1.0)

    def ranked(self, claim: str, document: Document) -> list[int]:
        """The sentences of a document by the idf share of the claim's stems that they cover, best first; of equals the
        later one, since conclusions stand at the end."""
        wanted = set(stems(claim))
        total = sum(map(self.idf, wanted)) or 1.0
        score = [sum(self.idf(s) for s in wanted & have) / total for have in document.stems]
        return sorted(range(len(score)), key=lambda i: (-score[i], -i))

    def pairs(self, claims: list[Claim]) -> list[tuple[Claim, Document]]:
        """Every claim with every abstract that it cites and that is there."""
        return [(c, self.documents[d]) for c in claims for d in c.cited if d in self.documents]

    def folds(self, claims: list[Claim], count: int = 3) -> list[int]:
        """A fold for each claim, so that claims that share an abstract share the fold; the largest groups are dealt
        first, each to the fold that has the fewest claims."""
        parent = {d: d for c in claims for d in c.cited}

        def root(d):
            while parent[d] != d:
                d = parent[d]
            return d

        for claim in claims:
            for other in claim.cited[1:]:
                parent[root(other)] = root(claim.cited[0])
        groups = {}
        for i, claim in enumerate(claims):
            groups.setdefault(root(claim.cited[0]), []).append(i)
        fold, size = [0] * len(claims), [0] * count
        for members in sorted(groups.values(), key=lambda g: (-len(g), g[0])):
            target = size.index(min(size))
            size[target] += len(members)
            for i in members:
                fold[i] = target
        return fold


def passage(document: Document, sentences: list[int]) -> str:
    """What the encoder reads of an abstract: the title and the chosen sentences in their order."""
    return " ".join([document.title.rstrip(". ") + "."] + [document.sentences[i] for i in sorted(sentences)])
