"""Pairs made from real sentences: a finding and its rewordings, its reversal, its arms swapped, another finding beside it.

Sentences come from SciFact abstracts that no dev claim cites, and from the passages of FEVER, MultiNLI and the trial
reports. Nothing that a dev claim cites is used.
"""

import random
import re
from pathlib import Path

from flips import EMPTY_FINDING, FINITE, OPPOSITE, flips, like
from scifact import SciFact, lines

S, C, N = 0, 1, 2

# Words of the same direction, so that a finding can be said again in other words.
ALIKE = """increases/raises/elevates increased/raised/elevated reduces/lowers/decreases reduced/lowered/decreased higher/greater lower/smaller
inhibits/suppresses/blocks inhibited/suppressed/blocked promotes/enhances/stimulates promoted/enhanced/stimulated induces/triggers/causes induced/triggered
improves/enhances improved/enhanced impairs/weakens impaired/weakened shows/demonstrates/reveals showed/demonstrated/revealed associated/linked/correlated
important/essential/crucial requires/needs required/needed common/frequent rare/uncommon mortality/death individuals/people patients/subjects
however/but prevents/blocks risk/likelihood rapidly/quickly decline/decrease growth/increase large/big small/little began/started
novel/new identified/found utilizes/uses approximately/about children/kids physicians/doctors film/movie located/situated
received/got released/issued wrote/authored many/numerous purchase/buy entire/whole numbers/figures""".split()
SAME: dict[str, list[str]] = {}
for _group in ALIKE:
    for _word in _group.split("/"):
        SAME.setdefault(_word, []).extend(w for w in _group.split("/") if w != _word)
for _bad in ("raised", "growth", "causes", "little"):
    SAME.pop(_bad, None)

TAIL = re.compile(r"(?:, (?:which|suggesting|indicating|while|whereas|although|but|and|with|as|in)\b[^,]*| \([^()]*\)| ?\[[^\]]*\])\.?$")
LEAD = re.compile(r"^(?:However|Moreover|Furthermore|In addition|Thus|Therefore|Here|Interestingly|Importantly|Notably|Finally|Also|Indeed|Conversely|In contrast|Additionally|Consequently|Overall|In conclusion|In summary|Together|Taken together|Surprisingly),? ")
REPORTS = re.compile(r"^(?:(?:These|Our|The|This) (?:\w+ ){0,3}(?:results?|findings?|data|stud(?:y|ies)|observations?|work|analysis) (?:\w+ )?(?:suggests?|shows?|showed|demonstrates?|indicates?|reveals?|revealed|provides? evidence) that |We (?:\w+ )?(?:show|showed|demonstrate|found|find|report|propose|suggest|conclude) (?:here )?that )", re.IGNORECASE)
THAN = re.compile(r"^(?P<a>(?:The |A |An )?[A-Za-z][\w-]*(?: [\w-]+){0,3}?) (?P<v>(?:is|are|was|were|had|has|have|showed|shows?) (?:\w+ )?(?:higher|lower|more \w+|less \w+|greater|better|worse|larger|smaller|longer|shorter|fewer|older|younger|faster|slower|superior|inferior)(?: [\w-]+){0,4}? (?:than|to)) (?P<b>(?:in |with |for |those of |the |a )?[A-Za-z][\w-]*(?: [\w-]+){0,3})(?=[.,;]|$)")
GROUPS = "women/men men/women adults/children children/adults mice/humans humans/mice patients/controls males/females females/males girls/boys boys/girls infants/adults rats/rabbits".split()
GROUPS = {pair.split("/")[0]: pair.split("/")[1] for pair in GROUPS}
NUMBER = re.compile(r"(?<![\w.,-])\d+(?:[.,]\d+)*(?![\w.,-]*\w)")
NAME = re.compile(r"(?<=[a-z,] )(?:[A-Z][a-z]+(?: [A-Z][a-z]+)*|[A-Z][A-Z0-9-]{2,}\d?)\b")


def shortened(r: random.Random, text: str) -> str:
    """The core of a sentence: no lead-in, sometimes no tail, a word or two in other words."""
    text = LEAD.sub("", REPORTS.sub("", LEAD.sub("", text)))
    if r.random() < 0.6:
        cut = TAIL.sub("", text.rstrip("."))
        if len(cut.split()) >= 6:
            text = cut
    found = [m for m in re.finditer(r"[A-Za-z]+", text) if m.group().lower() in SAME]
    for m in sorted(r.sample(found, min(len(found), r.choice([0, 1, 2]))), key=lambda m: -m.start()):
        text = text[: m.start()] + like(r.choice(SAME[m.group().lower()]), m.group()) + text[m.end():]
    text = text.strip().rstrip(".") + "."
    return text[0].upper() + text[1:]


def findings(sentences: list[str]) -> list[str]:
    out = []
    for s in sentences:
        core = LEAD.sub("", REPORTS.sub("", LEAD.sub("", s)))
        if 6 <= len(s.split()) <= 32 and FINITE.search(core) and not EMPTY_FINDING.search(core) and s[0].isupper() and flips(core):
            out.append(s)
    return out


def swapped_arms(text: str) -> str | None:
    """`A is higher than B` with A and B changing places."""
    match = THAN.search(text)
    if not match or match["a"].lower() == match["b"].lower() or len(match["b"].split()) > 4:
        return None
    a, b = match["a"], re.sub(r"^(?:in|with|for|those of) ", "", match["b"])
    if match["b"].split()[0] in ("in", "with", "for", "those"):
        return None
    return text[: match.start()] + f"{like(b, a) if a[0].isupper() and not b[0].isupper() else b} {match['v']} {a[0].lower() + a[1:] if match.start() == 0 and a.split()[0] in ('The', 'A', 'An') else a}" + text[match.end():]


def sources(scifact: Path, nli: Path):
    """Real sentences for use as surroundings, and a function that draws the pairs of one real sentence."""
    from made import Made
    from pairs import untokenised

    data = SciFact(scifact)
    documents = [d for d in data.documents.values() if d.id not in data.held_out and len(d.sentences) >= 4]
    medical = [(s, d.sentences) for d in documents for s in findings(d.sentences)]
    general = []
    for name in ("fever_dev", "mnli_dev"):
        texts = sorted({untokenised(e) for row in lines(nli / name / "pairs.jsonl") for e in row["evidence"]})
        general += [(s, None) for s in findings(texts)]
    everyday = [s for s, _ in general]
    plain = [s for d in documents[::3] for s in d.sentences if 6 <= len(s.split()) <= 25]
    names = sorted({m for s in everyday for m in NAME.findall(s)})

    def real(r: random.Random) -> list:
        text, siblings = r.choice(medical) if r.random() < 0.7 else r.choice(general)
        kind = "real finding" if siblings else "real sentence"
        core = shortened(r, text)
        out = [Made(kind, core, text, S)]
        ways = [f for f in flips(core)]
        arms = swapped_arms(core)
        if arms and r.random() < 0.7:
            out.append(Made("real arms", arms, text, C))
        elif ways:
            out.append(Made(kind, r.choice(ways), text, C))
        # Another figure, another group, another name, or a neighbouring sentence.
        number, group, name = NUMBER.search(core), [w for w in re.findall(r"[a-z]+", core) if w in GROUPS], NAME.search(core)
        pick = r.random()
        if number and pick < 0.25:
            value = float(number.group().replace(",", ""))
            other = value * r.choice([0.3, 0.5, 2, 3]) if not 1500 < value < 2100 else value + r.choice([-9, -4, 3, 12])
            out.append(Made(kind, core[: number.start()] + (f"{other:.0f}" if other >= 3 else f"{other:.2g}") + core[number.end():], text, C))
        elif group and pick < 0.6 and f" {GROUPS[group[0]]}" not in text:
            word = r.choice(group)
            claim = re.sub(rf"\b{word}\b", GROUPS[word], core)
            out.append(Made(kind, r.choice([claim, *flips(claim)[:2]]), text, N))
        elif siblings and pick < 0.95:
            near = [s for s in findings(siblings) if s != text]
            if near:
                claim = shortened(r, r.choice(near))
                out.append(Made(kind, r.choice([claim, *flips(claim)]) if r.random() < 0.5 else claim, text, N))
        elif name and names and not siblings:
            out.append(Made(kind, core[: name.start()] + r.choice(names) + core[name.end():], text, N))
        # The reversed sentence as the passage: now the plain reading is the wrong one.
        if ways and r.random() < 0.35:
            passage = r.choice(flips(text.rstrip(".") + "."))
            out.append(Made(kind, core, passage, C))
            if r.random() < 0.5:
                out.append(Made(kind, shortened(r, passage), passage, S))
        return out

    return plain + everyday[::2], real
