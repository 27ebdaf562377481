"""Training pairs written by program: what follows from a short passage, what contradicts it, what it leaves open.

    python made.py SCIFACT_FOLDER NLI_FOLDER OUT.jsonl --count 200000 --seed 0 [--leave-out KIND,KIND]

Every kind draws a passage and several claims about it. A claim and its opposite are judged on the same passage, claims
are affirmative and negated alike, and one wording serves all three labels, so that no word gives the label away.
Frames use `{slot}` for a noun phrase, `<verb@slot>` for a verb that agrees with it, `<not verb@slot>` for the negated
verb, `<~verb>` for the participle, `<+verb>` for the -ing form, and `(a|b)` for a free choice.
"""

import argparse
import json
import random
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from made_words import *

S, C, N = 0, 1, 2


@dataclass
class Made:
    kind: str
    claim: str
    evidence: str
    label: int


# --- Sentences -------------------------------------------------------------------------------------------------------

IRREGULAR = {
    "be": ("is", "was", "been", "being"), "have": ("has", "had", "had", "having"), "do": ("does", "did", "done", "doing"),
    "cut": ("cuts", "cut", "cut", "cutting"), "rise": ("rises", "rose", "risen", "rising"), "fall": ("falls", "fell", "fallen", "falling"),
    "grow": ("grows", "grew", "grown", "growing"), "lead": ("leads", "led", "led", "leading"), "beat": ("beats", "beat", "beaten", "beating"),
    "bring": ("brings", "brought", "brought", "bringing"), "make": ("makes", "made", "made", "making"), "win": ("wins", "won", "won", "winning"),
    "lose": ("loses", "lost", "lost", "losing"), "sell": ("sells", "sold", "sold", "selling"), "buy": ("buys", "bought", "bought", "buying"),
    "find": ("finds", "found", "found", "finding"), "keep": ("keeps", "kept", "kept", "keeping"), "leave": ("leaves", "left", "left", "leaving"),
    "drive": ("drives", "drove", "driven", "driving"), "go": ("goes", "went", "gone", "going"), "come": ("comes", "came", "come", "coming"),
    "build": ("builds", "built", "built", "building"), "pay": ("pays", "paid", "paid", "paying"), "write": ("writes", "wrote", "written", "writing"),
    "send": ("sends", "sent", "sent", "sending"), "begin": ("begins", "began", "begun", "beginning"), "shut": ("shuts", "shut", "shut", "shutting"),
    "hold": ("holds", "held", "held", "holding"), "throw": ("throws", "threw", "thrown", "throwing"), "turn": ("turns", "turned", "turned", "turning"),
    "put": ("puts", "put", "put", "putting"), "give": ("gives", "gave", "given", "giving"), "take": ("takes", "took", "taken", "taking"),
    "become": ("becomes", "became", "become", "becoming"), "lay": ("lays", "laid", "laid", "laying"), "ban": ("bans", "banned", "banned", "banning"),
    "outdo": ("outdoes", "outdid", "outdone", "outdoing"), "shrink": ("shrinks", "shrank", "shrunk", "shrinking"), "spend": ("spends", "spent", "spent", "spending"),
    "back": ("backs", "backed", "backed", "backing"), "stop": ("stops", "stopped", "stopped", "stopping"), "drop": ("drops", "dropped", "dropped", "dropping"),
    "scrap": ("scraps", "scrapped", "scrapped", "scrapping"), "permit": ("permits", "permitted", "permitted", "permitting"), "see": ("sees", "saw", "seen", "seeing"),
    "show": ("shows", "showed", "shown", "showing"), "perform": ("performs", "performed", "performed", "performing"), "acquit": ("acquits", "acquitted", "acquitted", "acquitting"),
    "defer": ("defers", "deferred", "deferred", "deferring"), "sue": ("sues", "sued", "sued", "suing"), "hit": ("hits", "hit", "hit", "hitting"),
    "teach": ("teaches", "taught", "taught", "teaching"), "bite": ("bites", "bit", "bitten", "biting"), "overtake": ("overtakes", "overtook", "overtaken", "overtaking"),
    "quit": ("quits", "quit", "quit", "quitting"), "set": ("sets", "set", "set", "setting"), "get": ("gets", "got", "got", "getting"), "slow": ("slows", "slowed", "slowed", "slowing"),
    "withhold": ("withholds", "withheld", "withheld", "withholding"), "tear": ("tears", "tore", "torn", "tearing"), "speed": ("speeds", "sped", "sped", "speeding"),
    "agree": ("agrees", "agreed", "agreed", "agreeing"), "free": ("frees", "freed", "freed", "freeing"), "meet": ("meets", "met", "met", "meeting"), "run": ("runs", "ran", "run", "running"), "fail": ("fails", "failed", "failed", "failing"),
}


def forms(verb: str) -> tuple[str, str, str, str]:
    """Third person, past, participle and -ing form; of several words the first is the verb."""
    head, _, rest = verb.partition(" ")
    if head in IRREGULAR:
        found = IRREGULAR[head]
    elif head.endswith("e"):
        found = (head + "s", head + "d", head + "d", head[:-1] + "ing")
    elif head.endswith("y") and head[-2] not in "aeiou":
        found = (head[:-1] + "ies", head[:-1] + "ied", head[:-1] + "ied", head + "ing")
    else:
        found = (head + ("es" if head.endswith(("s", "sh", "ch", "x", "z")) else "s"), head + "ed", head + "ed", head + "ing")
    return tuple(f"{form} {rest}".strip() for form in found)


CHOICE = re.compile(r"\(([^()]*\|[^()]*)\)")
VERB = re.compile(r"<(not )?([^<>@]+)@(\w+)>")
PARTICIPLE = re.compile(r"<([~+])([^<>]+)>")


def say(r: random.Random, frame: str, tense: str | None = None, **slots) -> str:
    """One sentence. A `Noun` gives one of its names; other values are written as they are."""
    while match := CHOICE.search(frame):
        frame = frame[: match.start()] + r.choice(match.group(1).split("|")) + frame[match.end():]
    tense = tense or r.choice(["past", "past", "present"])
    plural, text = {"many": True, "one": False}, {}
    for name, value in slots.items():
        if isinstance(value, Noun):
            text[name], plural[name] = r.choice(value.names)
        else:
            text[name], plural[name] = str(value), False
    frame = re.sub(r"\{(\w+)\}", lambda m: text[m.group(1)], frame)

    def conjugated(match):
        denied, verb, who = match.groups()
        many = plural.get(who, False)
        if verb.split()[0] == "be":
            rest = verb[2:]
            form = ("were" if many else "was") if tense == "past" else ("are" if many else "is")
            return form + (r.choice([" not", "n't", " not"]) if denied else "") + rest
        if denied:
            aid = "did" if tense == "past" else ("do" if many else "does")
            return aid + r.choice([" not ", "n't ", " not "]) + verb
        third, past, _, _ = forms(verb)
        return past if tense == "past" else (verb if many else third)

    frame = PARTICIPLE.sub(lambda m: forms(m.group(2))[2 if m.group(1) == "~" else 3], frame)
    frame = VERB.sub(conjugated, frame)
    frame = re.sub(r"\s+", " ", frame).replace(" ,", ",").strip()
    return frame


def sentence(text: str) -> str:
    text = text.strip().rstrip(".")
    return text[:1].upper() + text[1:] + "."


# --- Statements whose states and claims form a table ----------------------------------------------------------------

@dataclass
class Topic:
    """`told[state]` are frames of the passage, `asked[claim]` frames of claims; `table[state]` gives the label of each
    claim in that state. `others` are slots to put into claims so that the passage no longer decides."""
    kind: str
    told: dict[str, list[str]]
    asked: dict[str, list[str]]
    table: dict[str, dict[str, int]]
    slots: dict
    others: list[dict]


def table(**rows: str) -> dict[str, dict[str, int]]:
    """`gt="more:S less:C"` and so on."""
    return {state: {entry.split(":")[0]: "SCN".index(entry.split(":")[1]) for entry in row.split()} for state, row in rows.items()}


LEADS = ["In {year}, ", "In a (trial|study|survey|review) of {n} (people|participants|cases|records), ", "Over {few} (years|months|weeks), ", "(Researchers|Scientists|The authors|Officials|Analysts) (say|said|report|reported|found) that ",
         "(Our data|These results|The findings|New figures) (show|indicate|suggest) that ", "We (found|show|conclude|report) that ", "According to (a report|the paper|the ministry|a new study|the agency), ", "After adjustment for age and sex, ", "Overall, ",
         "In (conclusion|summary|short), ", "(Notably|However|Indeed|In fact|Moreover), ", "As expected, ", "Surprisingly, ", "At the end of follow-up, ", "(CONCLUSIONS|RESULTS|Findings): "]
TAILS = [", (researchers|officials|the authors|doctors|experts) (say|said|report)", ", according to (a report|a new study|the audit|the paper)", " (P<0.001)", " (p = 0.02)", " over {few} (years|months)", " in {year}", ", as (expected|reported earlier)", " in this (sample|series|setting)", ", the (study|report|review) (found|concluded)"]


def dressed(r: random.Random, text: str, share: float = 0.4) -> str:
    """The sentence as a source may put it: with a lead-in or a tail that changes nothing."""
    fill = dict(year=r.randint(1990, 2024), n=f"{r.randint(40, 9800):,}", few=r.choice(["two", "three", "five", "six", "ten", "12"]))
    if r.random() < share:
        lead = say(r, r.choice(LEADS), **fill)
        name = text.split()[0]
        text = lead.strip() + " " + (text if name[1:] != name[1:].lower() or name in KEEP or name.istitle() and name not in LOWERED else text[0].lower() + text[1:])
    elif r.random() < share / 2:
        text = f"{text.rstrip('.')} {say(r, r.choice(TAILS), **fill)}".replace(" ,", ",")
    return sentence(text)


KEEP = {"I"}
LOWERED = {"The", "A", "An", "In", "No", "Of", "There", "It", "Compared", "Both", "People", "When", "Users", "Those", "Unlike", "Neither", "Taking", "More", "Fewer", "Higher", "Lower", "With", "Whether", "All", "Some", "Most", "Every", "None", "Not", "Only", "Among"}


def from_topic(r: random.Random, topic: Topic) -> list[Made]:
    state = r.choice(list(topic.table))
    row = topic.table[state]
    evidence = dressed(r, say(r, r.choice(topic.told[state]), **topic.slots))
    by_label = {label: [claim for claim, own in row.items() if own == label] for label in (S, C, N)}
    ask = lambda name, slots: dressed(r, say(r, r.choice(topic.asked[name]), **slots), 0.07)
    out = []
    if by_label[S] and by_label[C]:
        # The opposite pair on one passage, or two readings of the same side.
        out += [Made(topic.kind, ask(r.choice(by_label[label]), topic.slots), evidence, label) for label in (S, C)]
    elif by_label[S] or by_label[C]:
        label = S if by_label[S] else C
        out.append(Made(topic.kind, ask(r.choice(by_label[label]), topic.slots), evidence, label))
    if by_label[N] and (not out or r.random() < 0.5 or not topic.others):
        out += [Made(topic.kind, ask(name, topic.slots), evidence, N) for name in r.sample(by_label[N], min(len(by_label[N]), 1 if out else 2))]
    elif topic.others and out:
        decided = [claim for claim, own in row.items() if own != N]
        out.append(Made(topic.kind, ask(r.choice(decided), {**topic.slots, **r.choice(topic.others)}), evidence, N))
    return out


def frames(text: str) -> list[str]:
    return [line.strip() for line in text.strip().split("\n") if line.strip()]


FAR = "(far|much|significantly|considerably|slightly|clearly|markedly|a little|)"
STUDY = "(study|trial|survey|analysis|review|audit|experiment)"

ABOVE = frames("""
{a} <be@a> %s {m} than {b}
{b} <be@b> %s {l} than {a}
{a} <prove@a> {m} than {b}
compared with {b}, {a} <be@a> {m}
(relative to|next to|in comparison with) {a}, {b} <be@b> {l}
{a} <be@a> the {m} of the two, {b} the {l}
{a} (turned out to be|<seem@a> to be|<tend@a> to be) {m} than {b}
while {b} <be@b> {l}, {a} <be@a> {m}
{b} <be@b>, if anything, {l} than {a}
unlike what many expect, {a} <be@a> {m} than {b}
there is no doubt that {a} <be@a> {m} than {b}
not {b} but {a} <be@a> the {m} (choice|option|one)""" % (FAR, FAR))
ABOVE_ASKED = frames("""
{a} <be@a> {m} than {b}
{b} <be@b> {l} than {a}
compared with {b}, {a} <be@a> {m}
{b}, compared with {a}, <be@b> {l}
{a} <be@a> the {m} of the two
{a} <prove@a> %s {m} than {b}""" % FAR)
NOT_ABOVE = frames("""
{a} <be@a> no {m} than {b}
{a} <not be@a> {m} than {b}
it <be@one> not the case that {a} <be@a> {m} than {b}
{a} <fail@a> to be {m} than {b}
{b} <be@b> no {l} than {a}
{b} <not be@b> {l} than {a}""")
LEVEL = frames("""
{a} and {b} <be@many> equally {j}
{a} <be@a> (just as|exactly as|no more and no less than as|every bit as) {j} as {b}
{a} and {b} <not differ@many> in how {j} they <be@many>
{a} <be@a> neither {m} nor {l} than {b}
there <be@one> (no|no significant|little or no) difference between {a} and {b} in how {j} they <be@many>
{b} <be@b> (as|just as) {j} as {a}
neither of the two, {a} or {b}, <be@one> {m} than the other""")
LEVEL_ASKED = frames("""
{a} and {b} <be@many> equally {j}
{a} <be@a> just as {j} as {b}
{a} <be@a> neither {m} nor {l} than {b}
there <be@one> no difference between {a} and {b} in how {j} they <be@many>""")
DIFFER_ASKED = frames("""
{a} and {b} <differ@many> in how {j} they <be@many>
{a} and {b} <not be@many> equally {j}""")
OPEN = frames("""
(it is|it remains) (unclear|unknown|open|uncertain) whether {a} <be@a> {m} or {l} than {b}
the %s (will compare|compares|aims to compare|was designed to compare) {a} with {b}
no %s has (yet|so far|) compared how {j} {a} and {b} <be@many>
{a} and {b} (were both tested|were compared|are under study), but (no results are out|results are pending|the data were lost)
we asked whether {a} <be@a> {m} than {b}
critics (argue|disagree) over whether {a} <be@a> {m} than {b}
{a} <be@a> {m} than expected, and {b} <not be@b> tested
whether {b} <be@b> {l} than {a} will be (examined|studied|decided) next year
{a} (cost|received) more attention than {b}""" % (STUDY, STUDY))


def comparison(r) -> list[Made]:
    """Which of two arms is more so."""
    name = r.choice(list(DOMAINS))
    m, l, j, lj, _ = r.choice(DOMAINS[name]["dims"])
    if r.random() < 0.4:
        m, l, j, lj = l, m, lj, j
    a, b, c = arms(r, name, 3)
    swap = lambda fs: [re.sub(r"([{@])([ab])\b", lambda x: x.group(1) + ("b" if x.group(2) == "a" else "a"), f) for f in fs]
    told = {"gt": ABOVE, "lt": swap(ABOVE), "open": OPEN, "ngt": NOT_ABOVE}
    asked = {"gt": ABOVE_ASKED, "lt": swap(ABOVE_ASKED), "ngt": NOT_ABOVE, "nlt": swap(NOT_ABOVE)}
    rows = dict(gt="gt:S lt:C ngt:C nlt:S", lt="lt:S gt:C nlt:C ngt:S", ngt="gt:C ngt:S", open="gt:N lt:N ngt:N nlt:N")
    if j:
        told["eq"], asked["eq"], asked["ne"] = LEVEL, LEVEL_ASKED, DIFFER_ASKED
        for state, more in (("gt", " eq:C ne:S"), ("lt", " eq:C ne:S"), ("open", " eq:N ne:N")):
            rows[state] += more
        rows["eq"] = "eq:S ne:C gt:C lt:C ngt:S nlt:S"
    else:
        told["open"] = [f for f in OPEN if "{j}" not in f]
    others = [dict(b=c), dict(a=c)]
    other = r.choice([d for d in DOMAINS[name]["dims"] if d[0] not in (m, l) and d[2] != j])
    if other[2] and j:
        others.append(dict(m=other[0], l=other[1], j=other[2]))
    return from_topic(r, Topic("comparison", told, asked, table(**rows), dict(a=a, b=b, m=m, l=l, j=j), others))


MORE = frames("""
{o} <be@o> %s higher with {a} than with {b}
{o} <be@o> %s lower with {b} than with {a}
compared with {b}, {a} <be@a> associated with (higher|increased|greater) {o}
{a} <increase@a> {o} (compared with|relative to|more than) {b}
{b} <reduce@b> {o} (more than|compared with|relative to) {a}
{a} <reduce@a> {o} less than {b}
{o} <rise@o> more (with|under|after) {a} than (with|under|after) {b}
(switching|moving) from {b} to {a} (raised|pushed up|increased) {o}
those given {b} had lower {o} than those given {a}
{o} <be@o> {p} with {a}, against {q} with {b}
{o}: {q} ({b}) versus {p} ({a})
{b} and {a} gave {o} of {q} and {p}, respectively
the odds ratio for {o} with {a} versus {b} was {up} (95%% CI {uplow} to {uphigh})
the (hazard ratio|relative risk) for {o}, {b} versus {a}, was {down} (95%% CI {downlow}-{downhigh})
{o} <be@o> {times} as high (with|under) {a} as (with|under) {b}
{o} fell by {p} with {b} and by {q} with {a}
{b} cut {o} by {p}, {a} by (only|just|) {q}
{o} rose by {p} with {a} (and|but) by {q} with {b}
{o} (went|was) down (more|further) with {b} than with {a}
{b} (came with|brought) lower {o} than {a}, whatever the (age|dose|season)""" % (FAR, FAR))
MORE_ASKED = frames("""
{o} <be@o> higher with {a} than with {b}
{o} <be@o> lower with {b} than with {a}
{a} <be@a> associated with (higher|greater) {o} than {b}
{b} <be@b> (linked to|associated with) lower {o} than {a}
compared with {a}, {b} <reduce@b> {o}
{a} <increase@a> {o} relative to {b}
{a} <result@a> in (more|higher) {o} than {b}
{b} <lower@b> {o} more than {a}""")
NOT_MORE = frames("""
{o} <be@o> no higher with {a} than with {b}
{a} <not increase@a> {o} compared with {b}
{a} <not be@a> associated with higher {o} than {b}
{o} <be@o> no lower with {b} than with {a}
{b} <not reduce@b> {o} compared with {a}
compared with {a}, {b} <fail@b> to reduce {o}""")
ALIKE = frames("""
{o} <not differ@o> between {a} and {b}
there <be@one> no (significant|) difference in {o} between {a} and {b}
{o} <be@o> (similar|the same|comparable|unchanged) with {a} and {b}
{a} had no (significant|measurable|) effect on {o} compared with {b} (p = 0.{np})
{o} with {a} and with {b} <be@many> (alike|indistinguishable)
the relative risk for {o}, {a} versus {b}, was 1.0{d} (95% CI 0.8{d} to 1.1{d}; p = 0.{np})
neither {a} nor {b} changed {o} more than the other
{a} and {b} (led to|gave|produced) (much the same|identical|equal) {o}""")
ALIKE_ASKED = frames("""
{o} <not differ@o> between {a} and {b}
there <be@one> no difference in {o} between {a} and {b}
{o} <be@o> similar with {a} and {b}
compared with {b}, {a} <have@a> no effect on {o}
{a} and {b} <have@many> the same effect on {o}""")
UNLIKE_ASKED = frames("""
{o} <differ@o> between {a} and {b}
there <be@one> a (clear|significant|) difference in {o} between {a} and {b}
{o} <not be@o> the same with {a} and {b}""")
UNSETTLED = frames("""
(it is|it remains) (unclear|unknown) whether {o} <be@o> higher with {a} than with {b}
{o} <be@o> (measured|recorded|the primary outcome) in (people|groups|units) given {a} or {b}
this %s (will compare|compares|sets out to compare) {o} with {a} and {b}
(we hypothesised|we asked whether) {a} (would increase|would reduce|might affect) {o} compared with {b}
evidence on {o} with {a} versus {b} is (lacking|conflicting|too weak for conclusions)
{b} and {a} (were given|were used) in turn; {o} <be@o> not (reported|measured)
both {a} and {b} are (widely used|in use) where {o} <be@o> a concern""" % STUDY)


def figures(r, above: str = "up") -> dict:
    """Numbers for a higher and a lower reading: percentages, counts or amounts, and ratios on both sides of one."""
    low = r.uniform(2, 40)
    high = low * r.uniform(1.25, 3)
    unit = r.choice(["%", " percent", " per 1,000", "", " points", " units", "%", "%"])
    digits = r.choice([0, 1])
    up, down = r.uniform(1.2, 3.5), r.uniform(0.3, 0.84)
    show = lambda x: f"{x:.{digits}f}{unit}" if digits or x >= 3 else f"{x:.1f}{unit}"
    return dict(p=show(high), q=show(low), up=f"{up:.2f}", uplow=f"{max(1.03, up * 0.8):.2f}", uphigh=f"{up * 1.3:.2f}", down=f"{down:.2f}",
                downlow=f"{down * 0.75:.2f}", downhigh=f"{min(0.97, down * 1.2):.2f}", times=r.choice(["twice", "three times", "1.5 times", "four times", "2.3 times"]),
                np=r.choice(["31", "47", "62", "85", "19"]), d=r.randint(0, 9))


def outcome_comparison(r) -> list[Made]:
    """An outcome under two arms."""
    name = r.choice(list(DOMAINS))
    domain = DOMAINS[name]
    a, b, c = arms(r, name, 3)
    o, other = r.sample(domain["bad"] + domain["good"], 2)
    swap = lambda fs: [re.sub(r"([{@])([ab])\b", lambda x: x.group(1) + ("b" if x.group(2) == "a" else "a"), f) for f in fs]
    told = {"gt": MORE, "lt": swap(MORE), "eq": ALIKE, "open": UNSETTLED, "ngt": NOT_MORE}
    asked = {"gt": MORE_ASKED, "lt": swap(MORE_ASKED), "eq": ALIKE_ASKED, "ne": UNLIKE_ASKED, "ngt": NOT_MORE, "nlt": swap(NOT_MORE)}
    rows = table(gt="gt:S lt:C eq:C ne:S ngt:C nlt:S", lt="lt:S gt:C eq:C ne:S nlt:C ngt:S", eq="eq:S ne:C gt:C lt:C ngt:S nlt:S",
                 open="gt:N lt:N eq:N ne:N ngt:N nlt:N", ngt="gt:C ngt:S")
    return from_topic(r, Topic("outcome comparison", told, asked, rows, dict(a=a, b=b, o=o, **figures(r)), [dict(b=c), dict(a=c), dict(o=other)]))


BETTER = frames("""
{a} <outperform@a> {b} (in|on|for) {k}
{a} <be@a> superior to {b} (in|for) {k}
{b} <be@b> inferior to {a} (in|for) {k}
{a} <beat@a> {b} on {k}
{k} <be@k> better with {a} than with {b}
{k} <be@k> worse with {b} than with {a}
{b} (lagged behind|trailed|fell short of|did worse than) {a} on {k}
{a} (did better than|surpassed|came out ahead of|had the edge over) {b} on {k}
{b} <be@b> outperformed by {a} on {k}
on {k}, (results|the data|scores|reviewers) (favoured|were in favour of) {a} over {b}
{b} <not match@b> {a} on {k}
{b} <be@b> no match for {a} when it <come@one> to {k}
{a} (emerged as|was) the better option for {k}, with {b} well behind
in every {x}, {a} <outdo@a> {b} on {k}""")
BETTER_ASKED = frames("""
{a} <outperform@a> {b} on {k}
{a} <be@a> superior to {b} for {k}
{b} <be@b> inferior to {a} for {k}
{k} <be@k> better with {a} than with {b}
{a} <be@a> better than {b} for {k}
{b} <do@b> worse than {a} on {k}
{b} <be@b> outperformed by {a} on {k}""")
NOT_BETTER = frames("""
{a} <not outperform@a> {b} on {k}
{a} <be@a> no better than {b} for {k}
{a} <not be@a> superior to {b} for {k}
{b} <not be@b> inferior to {a} for {k}
{b} <be@b> noninferior to {a} for {k}
{b} <be@b> no worse than {a} for {k}
{b} <be@b> at least as good as {a} for {k}""")
PAR = frames("""
{a} and {b} <perform@many> equally well on {k}
{a} <be@a> on a par with {b} for {k}
{a} <be@a> equivalent to {b} for {k}
{a} <match@a> {b} on {k}
{a} <be@a> (neither superior nor inferior|neither better nor worse) (than|to) {b} for {k}
no difference in {k} <be@one> found between {a} and {b}
{b} <do@b> (as well as|no better and no worse than) {a} on {k}""")
BETTER_OPEN = frames("""
whether {a} <outperform@a> {b} on {k} is (unknown|not known|still debated|unclear)
this %s tests whether {a} <be@a> noninferior to {b} for {k}
{a} <outperform@a> the {x} average on {k}; {b} was not tested
no head-to-head %s of {a} and {b} on {k} exists
supporters of {a} and of {b} both claim better {k}
we compare {a} with {b} on {k}""" % (STUDY, STUDY))


def superiority(r) -> list[Made]:
    """Which of two arms is better at something that one wants."""
    name = r.choice(list(DOMAINS))
    domain = DOMAINS[name]
    a, b, c = arms(r, name, 3) if r.random() < 0.8 else [Noun(x) for x in distinct(r.choice([team, firm]), r, 3)]
    k, other = r.sample(domain["good"], 2)
    swap = lambda fs: [re.sub(r"([{@])([ab])\b", lambda x: x.group(1) + ("b" if x.group(2) == "a" else "a"), f) for f in fs]
    told = {"gt": BETTER, "lt": swap(BETTER), "eq": PAR, "ngt": NOT_BETTER, "open": BETTER_OPEN}
    asked = {"gt": BETTER_ASKED, "lt": swap(BETTER_ASKED), "eq": PAR, "ngt": NOT_BETTER, "nlt": swap(NOT_BETTER)}
    rows = table(gt="gt:S lt:C eq:C ngt:C nlt:S", lt="lt:S gt:C eq:C nlt:C ngt:S", eq="eq:S gt:C lt:C ngt:S nlt:S", ngt="gt:C ngt:S", open="gt:N lt:N eq:N ngt:N")
    return from_topic(r, Topic("superiority", told, asked, rows, dict(a=a, b=b, k=k, x=r.choice(words("test; region; season; subgroup; trial; country; category"))),
                               [dict(b=c), dict(a=c), dict(k=other)]))


RISES = frames("""
{a} <{up}@a> {o}{g}
{o} <rise@o> (with|after|under) {a}{g}
{a} <be@a> associated with (higher|increased|elevated|greater) {o}{g}
{a} <be@a> (positively correlated with|followed by an increase in|linked to a rise in) {o}{g}
{o} <be@o> higher with {a} than without (it|){g}
there <be@one> (an increase|a rise|a marked rise|a jump) in {o} (with|after|under) {a}{g}
without {a}, {o} <be@o> lower{g}
taking {a} away lowered {o}{g}
an (upward|increasing) trend in {o} <be@one> seen with {a}{g}
{o} <go@o> up by {p} (with|after) {a}{g}
the (odds ratio|relative risk|hazard ratio) of {o} with {a} was {upr} (95% CI {uplow}-{uphigh}){g}
{a}, far from lowering {o}, <{up}@a> (them|it){g}""")
FALLS = frames("""
{a} <{down}@a> {o}{g}
{o} <fall@o> (with|after|under) {a}{g}
{a} <be@a> associated with (lower|reduced|decreased|less) {o}{g}
{a} <be@a> (inversely correlated with|followed by a decrease in|linked to a drop in) {o}{g}
{o} <be@o> lower with {a} than without (it|){g}
there <be@one> (a decrease|a fall|a marked drop|a decline) in {o} (with|after|under) {a}{g}
without {a}, {o} <be@o> higher{g}
taking {a} away raised {o}{g}
a (downward|declining) trend in {o} <be@one> seen with {a}{g}
{o} <go@o> down by {p} (with|after) {a}{g}
the (odds ratio|relative risk|hazard ratio) of {o} with {a} was {downr} (95% CI {downlow}-{downhigh}){g}
{a}, far from raising {o}, <{down}@a> (them|it){g}""")
STAYS = frames("""
{a} <have@a> no (effect|impact|influence|bearing|significant effect) on {o}{g}
{a} <not affect@a> {o}{g}
{a} <not change@a> {o}{g}
{o} <be@o> (unaffected by|unchanged by|independent of|unrelated to) {a}{g}
{a} <make@a> no difference to {o}{g}
there <be@one> no (significant|) (association|link|correlation|relationship) between {a} and {o}{g}
{o} <not differ@o> (significantly|) with and without {a}{g}
{a} <neither raise@a> nor lowered {o}{g}
{a} <leave@a> {o} (unchanged|as they were){g}
{o} <stay@o> the same whether or not {a} <be@a> (used|present){g}
the (odds ratio|relative risk) of {o} with {a} was 1.0{d} (95% CI 0.8{d}-1.2{d}; p = 0.{np}){g}""".replace("<neither raise@a> nor lowered", "neither raised nor lowered"))
RISES_ASKED = frames("""
{a} <{up}@a> {o}{g}
{o} <rise@o> with {a}{g}
{a} <be@a> (associated with|linked to) (higher|increased) {o}{g}
{o} <be@o> higher with {a}{g}
{a} <lead@a> to (an increase|a rise) in {o}{g}""")
FALLS_ASKED = frames("""
{a} <{down}@a> {o}{g}
{o} <fall@o> with {a}{g}
{a} <be@a> (associated with|linked to) (lower|reduced) {o}{g}
{o} <be@o> lower with {a}{g}
{a} <lead@a> to a (reduction|drop) in {o}{g}""")
STAYS_ASKED = frames("""
{a} <have@a> no effect on {o}{g}
{a} <not affect@a> {o}{g}
{o} <be@o> unaffected by {a}{g}
there <be@one> no (association|link) between {a} and {o}{g}
{a} <make@a> no difference to {o}{g}""")
MOVES_ASKED = frames("""
{a} <affect@a> {o}{g}
{a} <have@a> an (effect|influence) on {o}{g}
there <be@one> (an association|a link) between {a} and {o}{g}
{o} <depend@o> on {a}{g}""")
NOT_RISES = frames("""
{a} <not {up}@a> {o}{g}
{a} <not be@a> associated with (higher|increased) {o}{g}
{o} <not rise@o> with {a}{g}
{a} <fail@a> to {up} {o}{g}
there <be@one> no (evidence|sign|indication) that {a} {up3} {o}{g}
no increase in {o} <be@one> seen with {a}{g}""")
NOT_FALLS = frames("""
{a} <not {down}@a> {o}{g}
{a} <not be@a> associated with (lower|reduced) {o}{g}
{o} <not fall@o> with {a}{g}
{a} <fail@a> to {down} {o}{g}
there <be@one> (little|no|no convincing) evidence that {a} {down3} {o}{g}
no (reduction|drop) in {o} <be@one> seen with {a}{g}""")
EFFECT_OPEN = frames("""
the effect of {a} on {o}{g} (is unknown|is unclear|remains to be seen|has not been studied|is still debated)
(it is|it remains) unclear whether {a} (affects|raises|lowers|changes) {o}{g}
{o} <be@o> measured before and after {a}{g}
this (study|protocol|trial) (aims|is designed) to (test|examine|determine) whether {a} (raises|lowers|affects) {o}{g}
we (hypothesised|speculated|asked) that {a} might (increase|reduce) {o}{g}
studies of {a} and {o}{g} have given (mixed|conflicting|inconsistent) results
the relation of {a} to {o}{g} <be@one> (examined|investigated|explored)
more (work|research|data) is needed on whether {a} (changes|improves|worsens) {o}{g}
{a} (is|has been) (proposed|discussed|advertised) as a way to change {o}{g}
if {a} (lowered|raised) {o}{g}, that would be news""")
UP_VERBS = words("increase; raise; elevate; boost; push up; drive up; heighten; step up; add to")
DOWN_VERBS = words("reduce; lower; decrease; cut; diminish; bring down; drive down; lessen; curb")
GOOD_UP, GOOD_DOWN = words("improve; enhance; strengthen; benefit; promote; increase; boost"), words("impair; worsen; harm; weaken; undermine; reduce; damage")
BAD_UP, BAD_DOWN = words("promote; worsen; aggravate; contribute to; fuel; increase; bring on; exacerbate"), words("prevent; protect against; guard against; alleviate; ward off; reduce; curb; suppress; relieve")
CELL_UP, CELL_DOWN = words("induce; promote; activate; stimulate; trigger; enhance; upregulate; drive"), words("inhibit; suppress; block; repress; prevent; downregulate; abolish; impair")


def effect(r) -> list[Made]:
    """What an agent does to an outcome."""
    name = r.choice(list(DOMAINS))
    domain = DOMAINS[name]
    a, c = arms(r, name, 2)
    good = r.random() < 0.5
    o, other = r.sample(domain["good" if good else "bad"], 2)
    verbs = [(UP_VERBS, DOWN_VERBS), (GOOD_UP, GOOD_DOWN) if good else (BAD_UP, BAD_DOWN)]
    if name == "biology":
        verbs.append((CELL_UP, CELL_DOWN))
    told_up, told_down = r.choice(verbs)
    ask_up, ask_down = r.choice(verbs)
    first, second = r.sample(domain["groups"], 2)
    where = r.random()
    g = f" in {r.choice(first.names)[0]}" if where < 0.4 else ""
    up, down = r.choice(told_up), r.choice(told_down)
    ratios = figures(r)
    shared = dict(a=a, o=o, g=g, p=r.choice(["12%", "a third", "half", "8 percent", "40%", "a quarter", "3.5 points"]), np=ratios["np"], d=ratios["d"],
                  upr=ratios["up"], uplow=ratios["uplow"], uphigh=ratios["uphigh"], downr=ratios["down"], downlow=ratios["downlow"], downhigh=ratios["downhigh"])
    fill = lambda fs, up, down: [f.replace("{up3}", forms(up)[0]).replace("{down3}", forms(down)[0]).replace("{up}", up).replace("{down}", down) for f in fs]
    more, less = r.choice(ask_up), r.choice(ask_down)
    told = {"up": fill(RISES, up, down), "down": fill(FALLS, up, down), "none": STAYS, "open": EFFECT_OPEN, "nup": fill(NOT_RISES, up, down), "ndown": fill(NOT_FALLS, up, down)}
    asked = {"up": fill(RISES_ASKED, more, less), "down": fill(FALLS_ASKED, more, less), "none": STAYS_ASKED, "some": MOVES_ASKED, "nup": fill(NOT_RISES, more, less), "ndown": fill(NOT_FALLS, more, less)}
    rows = table(up="up:S down:C none:C some:S nup:C ndown:S", down="down:S up:C none:C some:S ndown:C nup:S", none="none:S some:C up:C down:C nup:S ndown:S",
                 open="up:N down:N none:N some:N nup:N ndown:N", nup="up:C nup:S down:N", ndown="down:C ndown:S up:N")
    others = [dict(a=c), dict(o=other)] + ([dict(g=f" in {r.choice(second.names)[0]}")] * 2 if g else [])
    topic = Topic("effect", told, asked, rows, shared, others)
    out = from_topic(r, topic)
    if g and r.random() < 0.3:  # a claim that leaves out where it was found is still what was found
        out = [m if m.label == N else Made(m.kind, m.claim.replace(g, ""), m.evidence, m.label) for m in out]
    return out


# --- Deeds, roles and facts: statements that are so or are not ------------------------------------------------------

DEEDS = [tuple(part.split("/") for part in line.split(" | ")) for line in """
approve/pass/adopt/back/endorse/ratify | reject/throw out/vote down/turn down/defeat | gov | plan
sign/sign into law/give assent to | veto/refuse to sign | head | plan
expand/extend/enlarge/add to | cut/shrink/scale back/reduce | any | thing
open/reopen/inaugurate | close/shut/shut down | any | place
start/launch/begin/set up | end/abandon/scrap/call off/discontinue | any | scheme
buy/acquire/take over | sell/dispose of/divest | firm | firmlike
ban/prohibit/outlaw/forbid | allow/permit/legalise/authorise | gov | practice
praise/applaud/welcome/commend | criticise/condemn/attack/denounce | person | plan
confirm/acknowledge/admit | deny/dispute/rule out | person | report
hire/appoint/recruit/take on | fire/dismiss/lay off/sack | firm | staff
raise/increase/put up | lower/cut/reduce/bring down | any | price
win/come first in | lose/come last in | team | match
join/enter | leave/quit/withdraw from | land | club
convict/find guilty | acquit/clear/find not guilty | court | accused
support/favour/vote for | oppose/object to/vote against | person | plan
publish/release/disclose | withhold/keep secret/suppress | any | report2
delay/postpone/put off | bring forward/speed up | any | event
accept/agree to | refuse/decline/turn down | person | offer
strengthen/tighten | weaken/loosen/relax | gov | rules
build/construct/erect | demolish/tear down/pull down | firm | structure
""".strip().split("\n")]
KINDS_OF_WHO = {
    "gov": lambda r: r.choice([r.choice(["the council", "parliament", "the senate", "the cabinet", "the committee", "the government", "the regulator"]), f"{town(r)} city council", f"the government of {r.choice(COUNTRIES)}", f"{r.choice(COUNTRIES)}'s parliament"]),
    "head": lambda r: r.choice(["the president", "the governor", "the king", "the prime minister", f"President {r.choice(LAST)}", f"Governor {r.choice(LAST)}"]),
    "any": lambda r: r.choice([firm(r), f"{town(r)} city council", "the ministry", "the university", "the company", "the charity", firm(r), "the agency", "the hospital"]),
    "firm": lambda r: firm(r), "person": person, "team": team, "land": lambda r: r.choice(COUNTRIES), "court": lambda r: r.choice(["the court", "the jury", "the tribunal", f"a court in {town(r)}"]),
}
THINGS = {
    "plan": "the housing bill; the budget; the trade deal; the pension reform; the water plan; the merger; the new school curriculum; the climate act; the tram line; the stadium plan; the tax bill; the treaty; the data law; the zoning plan",
    "thing": "its fleet; its workforce; its network; its research programme; its library; the night bus service; its product range; its bicycle lanes; its sales team; its park", "place": "the swimming pool; the north plant; the museum; the border crossing; the old bridge; the clinic; the shop in {t}; the airport in {t}; the park; the factory in {t}",
    "scheme": "the vaccination campaign; the talks; the recycling scheme; the ferry service; the pilot project; the inquiry; the apprenticeship scheme; the magazine; the bus line to {t}", "firmlike": "its {s} arm; the {s} in {t}; the {t} works; a stake in the {s}; the {s}",
    "practice": "fracking; drone flights; fireworks; diesel cars*; online betting; short selling; shark fishing; facial recognition; night flights*; single-use plastics*", "report": "the report; the leak; the merger talks; the rumours; the data breach; the resignation; the payment; the meeting in {t}",
    "staff": "{n} engineers; {n} nurses; {n} drivers; a new coach; the finance director; {n} teachers; the chief scientist", "price": "ticket prices; the base rate; the retirement age; fares; its dividend; its price target; the speed limit; rents; tuition fees",
    "match": "the final; the match in {t}; the cup tie; the derby; the opening game; the semi-final; the championship", "club": "the alliance; the trade bloc; the union; the climate accord; the currency union; the treaty organisation",
    "accused": "the driver; the mayor; the banker; the nurse; the former minister; the officer", "report2": "the audit; the minutes; the test results; the safety data; the names; the expenses; the flight records",
    "event": "the launch; the election; the opening; the vote; the trial; the delivery; the software update; the census", "offer": "the offer; the prize; the invitation; the job in {t}; the settlement; the nomination", "rules": "the gun law; the visa rules; building rules; the lending rules; privacy rules; the hygiene code; the lockdown rules", "structure": "the tower; the stand; the dam; the chimney; the footbridge in {t}; the car park; the warehouse",
}
THINGS = {name: words(text) for name, text in THINGS.items()}


def thing(r, name):
    return r.choice(THINGS[name]).format(t=town(r), s=r.choice(SHOPS), n=r.randint(12, 900)).rstrip("*") if name != "practice" else r.choice(THINGS[name]).rstrip("*")


@dataclass
class Statement:
    """Wordings of one statement: that it is so, that it is not, that the opposite is so, and what leaves it open."""
    kind: str
    yes: list[str]
    no: list[str]
    opposite: list[str]
    beside: list[str]  # statements on something near, whose truth the passage does not touch
    clause: list[str]  # yes as a clause after "that"


def past(verb):
    return forms(verb)[1]


def passive(r, verb, thing, who, denied=False):
    many = thing.endswith("s") and not thing.endswith(("ss", "us")) and not thing.startswith(("a ", "its bus")) or bool(re.match(r"\d", thing))
    be = "were" if many else "was"
    return f"{thing} {be} {'not ' if denied else ''}{forms(verb)[2]} by {who}"


def deed(r) -> Statement:
    up, down, who_kind, what_kind = DEEDS[r.randrange(len(DEEDS))]
    if r.random() < 0.5:
        up, down = down, up
    who, other_who = distinct(KINDS_OF_WHO[who_kind[0]], r, 2)
    what, other_what = distinct(lambda r: thing(r, what_kind[0]), r, 2)
    verb, same, against = r.choice(up), r.choice(up), r.choice(down)
    when = r.choice(["", "", "", f" in {r.choice(MONTHS)}", f" in {r.randint(1970, 2024)}", " last week", f" on {r.choice(MONTHS)} {r.randint(1, 28)}"])
    simple = " " not in verb or verb.split()[-1] in ("down", "out", "up", "over", "off", "back", "forward")

    def said(verb, who, what, denied=False):
        if denied:
            return say(r, f"{who} (did not|didn't|did not) {verb} {what}")
        if r.random() < 0.3 and (" " not in verb) and not what.startswith("its "):
            return passive(r, verb, what, who)
        return f"{who} {past(verb)} {what}"

    yes = [said(verb, who, what) + when, said(same, who, what)]
    no = [said(same, who, what, True), f"{who} never {past(same)} {what}"]
    if r.random() < 0.3:
        no.append(f"it is not true that {who} {past(same)} {what}")
    opposite = [said(against, who, what)]
    beside = [said(r.choice([same, against]), other_who, what), said(r.choice([same, against]), who, other_what),
              say(r, f"{who} (is expected to decide on|will discuss|was asked about|has yet to comment on|held a debate about) {what}")]
    return Statement("deed", yes, no, opposite, beside, [f"{who} {past(same)} {what}"])


ROLES = words("defeat; beat; acquire; sue; overtake; invite; teach; succeed; outlive; defend; hire; marry; paint; photograph; rescue; betray; blame; accuse; visit; fund; criticise; endorse; hit; follow; replace; interview; employ; warn; infect; supply; inspire")


def role(r) -> Statement:
    """Who did what to whom."""
    make = r.choice([person, firm, team, lambda r: r.choice(COUNTRIES), lambda r: "the " + r.choice(ANIMALS)])
    a, b, c = distinct(make, r, 3)
    verb = r.choice(ROLES)
    third, did, done, _ = forms(verb)
    when = r.choice(["", "", f" in {r.randint(1950, 2024)}", f" in {r.choice(MONTHS)}"])
    active, by = lambda a, b: f"{a} {did} {b}", lambda a, b: f"{b} was {done} by {a}"
    both = lambda a, b: r.choice([active, by])(a, b)
    yes = [active(a, b) + when, by(a, b) + when, f"it was {a} that {did} {b}"]
    no = [f"{a} did not {verb} {b}", f"{b} was not {done} by {a}", f"{a} never {did} {b}"]
    swapped = [] if verb in ("marry", "visit", "invite", "blame", "accuse", "criticise", "betray", "endorse", "interview", "warn", "photograph", "inspire", "supply", "fund", "hit", "defend") else [active(b, a), by(b, a)]
    beside = [both(a, c), both(c, b), f"{a} met {b}", f"{a} and {b} signed an agreement"]
    if verb in ("inspire", "visit", "warn", "criticise", "hit", "supply", "blame"):
        beside.append(active(b, a))
    return Statement("role", yes, no, swapped or no, beside, [active(a, b)])


def fact(r) -> Statement:
    """Where, when, of what kind."""
    x = r.choice([firm(r), f"the {r.choice(['castle', 'museum', 'dam', 'bridge', 'library', 'festival', 'observatory'])} of {town(r)}", f"the {coined(r, 2, 2).capitalize()} {r.choice(['River', 'Tower', 'Temple', 'Institute', 'Canal', 'Cup'])}"])
    pick = r.randrange(8)
    if pick == 0:
        (p, q) = distinct(lambda r: r.choice(COUNTRIES), r, 2)
        yes, clause = [f"{x} is located in {p}", f"{x}, in {p}, draws many visitors", f"{x} lies in {p}", f"{x} is in {p}"], f"{x} is in {p}"
        no, opposite = [f"{x} is not in {p}", f"{x} lies outside {p}"], [f"{x} is in {q}", f"{x} is located in {q}"]
        beside = [f"{x} was restored with money from {p}", f"{p} has many old buildings", f"{x} is the oldest of its kind"]
    elif pick == 1:
        p = r.randint(1750, 2015)
        q = p + r.choice([-40, -12, -7, 5, 9, 23, 60])
        yes, clause = [f"{x} was founded in {p}", f"founded in {p}, {x} is well known", f"{x} dates from {p}", f"{x} was established in {p} by two brothers"], f"{x} was founded in {p}"
        no, opposite = [f"{x} was not founded in {p}"], [f"{x} was founded in {q}", f"{x} was established in {q}", f"{x} was founded {'before' if q < p else 'after'} {p}"]
        if r.random() < 0.4:
            mark = p + r.choice([-30, -15, 15, 30])
            yes.append(f"{x} was founded {'before' if mark > p else 'after'} {mark}")
            opposite.append(f"{x} was founded {'after' if mark > p else 'before'} {mark}")
        beside = [f"{x} was renovated in {p}", f"{x} has {p} members", f"{x} employed {r.randint(20, 900)} people in {p}"]
    elif pick == 2:
        kinds = r.choice([("bird", "fish", "mammal", "reptile"), ("virus", "bacterium", "fungus"), ("novel", "poem", "film", "play"), ("river", "lake", "mountain"), ("painter", "chemist", "footballer", "singer"), ("enzyme", "hormone", "antibody"), ("language", "currency", "religion"), ("airline", "bank", "newspaper")])
        p, q = r.sample(kinds, 2)
        x = coined(r, 2, 3).capitalize()
        yes, clause = [f"{x} is a {p}", f"{x} is a kind of {p}", f"the {p} {x} is well known", f"{x}, a {p}, is named after its discoverer"], f"{x} is a {p}"
        no, opposite = [f"{x} is not a {p}"], [f"{x} is a {q}", f"{x} is a kind of {q}"]
        beside = [f"{x} is named after a {p}", f"{x} is popular in {r.choice(COUNTRIES)}", f"{x} was first described in {r.randint(1800, 2000)}"]
        yes = [y.replace(" a e", " an e").replace(" a a", " an a") for y in yes]
        no, opposite, clause = [y.replace(" a e", " an e").replace(" a a", " an a") for y in no], [y.replace(" a e", " an e").replace(" a a", " an a") for y in opposite], clause.replace(" a e", " an e").replace(" a a", " an a")
    elif pick == 3:
        p, q = distinct(person, r, 2)
        y = r.choice(["written", "designed", "founded", "discovered", "painted", "directed", "composed"])
        active = {"written": "wrote", "designed": "designed", "founded": "founded", "discovered": "discovered", "painted": "painted", "directed": "directed", "composed": "composed"}[y]
        yes, clause = [f"{x} was {y} by {p}", f"{p} {active} {x}", f"it was {p} who {active} {x}", f"{x} is the work of {p}, who {active} it in {r.randint(1850, 2015)}"], f"{p} {active} {x}"
        no, opposite = [f"{x} was not {y} by {p}", f"{p} did not {dict(zip(['wrote', 'designed', 'founded', 'discovered', 'painted', 'directed', 'composed'], ['write', 'design', 'found', 'discover', 'paint', 'direct', 'compose']))[active]} {x}"], [f"{x} was {y} by {q}", f"{q}, not {p}, {active} {x}"]
        beside = [f"{p} lived near {x}", f"{p} was born in {town(r)}", f"{p} {active} many other things"]
    elif pick == 4:
        p, q, z = r.sample(MATERIALS, 3)
        yes, clause = [f"{x} is made of {p}", f"{x} was built from {p}", f"{p} was used to build {x}"], f"{x} is made of {p}"
        no, opposite = [f"{x} is not made of {p}", f"no {p} was used in {x}"], [f"{x} is made entirely of {q}", f"{x} contains no {p}"]
        beside = [f"{x} imports {p}", f"{p} is cheaper than {z}", f"{x} was painted to look like {q}"]
    elif pick == 5:
        a, b = distinct(lambda r: r.choice([town(r), r.choice(COUNTRIES)]), r, 2)
        noun = r.choice(words("the talks; the summit; the tournament; the trial; the outbreak; the concert; the accident; the congress"))
        yes, clause = [f"{noun} took place in {a}", f"{a} hosted {noun}" if noun not in ("the accident", "the outbreak") else f"{noun} happened in {a}", f"{noun} was held in {a}"], f"{noun} took place in {a}"
        no, opposite = [f"{noun} did not take place in {a}"], [f"{noun} took place in {b}", f"{noun} was held in {b} and not in {a}"]
        beside = [f"{noun} was watched by many in {b}", f"{a} is larger than {b}", f"delegates flew home from {a}"]
    elif pick == 6:
        cause, effect_, other = r.sample(words("the fire; the flood; the power cut; the delay; the landslide; the recall; the outbreak; the crash; the shortage; the strike; the leak; the bankruptcy"), 3)
        yes, clause = [f"{cause} caused {effect_}", f"{effect_} was caused by {cause}", f"{cause} led to {effect_}", f"{effect_} was the result of {cause}", f"{effect_} was due to {cause}"], f"{cause} caused {effect_}"
        no, opposite = [f"{cause} did not cause {effect_}", f"{effect_} was not caused by {cause}", f"{cause} had nothing to do with {effect_}"], [f"{effect_} caused {cause}", f"{cause} was the result of {effect_}"]
        beside = [f"{effect_} caused {other}", f"{cause} caused {other}", f"{cause} was reported on the same day as {effect_}", f"{cause} and {effect_} are both being investigated"]
    else:
        p, q = r.sample(words("carbon dioxide; oxygen; nitrogen; sugar; caffeine; lead; mercury; gluten; lactose; iron; salt; alcohol; nicotine; fibre"), 2)
        x = r.choice([f"{coined(r, 2, 3)} oil", f"{coined(r, 2, 3)} juice", "the drink " + coined(r, 2, 3).capitalize(), "the paint", "the powder", "the soil sample", "the snack", f"{firm(r)}'s cereal"])
        yes, clause = [f"{x} contains {p}", f"{p} was found in {x}", f"there is {p} in {x}", f"{x} is not free of {p}"], f"{x} contains {p}"
        no, opposite = [f"{x} does not contain {p}", f"no {p} was found in {x}"], [f"{x} is free of {p}", f"{x} contains no {p}"]
        beside = [f"{x} contains {q}", f"{q} was found in {x}", f"{p} is not sold with {x}"]
    return Statement("fact", yes, no, opposite, beside, [clause])


def plain_statement(r) -> Statement:
    """An effect as a statement that is so or is not, for the wrappers."""
    name = r.choice(list(DOMAINS))
    domain = DOMAINS[name]
    (a, c), good = arms(r, name, 2), r.random() < 0.5
    o, other = r.sample(domain["good" if good else "bad"], 2)
    up, down = r.choice([(UP_VERBS, DOWN_VERBS), (GOOD_UP, GOOD_DOWN) if good else (BAD_UP, BAD_DOWN)])
    if r.random() < 0.5:
        up, down = down, up
    told = lambda verb, a=a, o=o: say(r, f"{{a}} <{verb}@a> {{o}}", "present", a=a, o=o)
    first, second = r.choice(up), r.choice(up)
    return Statement("effect", [told(first), told(second)], [say(r, f"{{a}} <not {second}@a> {{o}}", "present", a=a, o=o), say(r, "{a} <have@a> no effect on {o}", "present", a=a, o=o)],
                     [told(r.choice(down))], [told(r.choice(up), a=c), told(r.choice(up), o=other)], [told(second)])


def statement(r) -> Statement:
    return r.choice([deed, deed, role, fact, fact, plain_statement])(r)


def lower(text):
    return text[0].lower() + text[1:] if text.split()[0] in LOWERED else text


def asserted(r, kind: str | None = None) -> list[Made]:
    """A statement, its denial and its opposite, each as passage and as claim."""
    s = statement(r) if kind is None else globals()[kind](r)
    kind = kind or s.kind
    side = r.random()
    if side < 0.6:
        evidence, labels = r.choice(s.yes), (S, C)
    elif side < 0.85:
        evidence, labels = r.choice(s.no), (C, S)
    else:
        evidence, labels = r.choice(s.beside), (N, N)
    against = s.no if labels[0] == C else s.no + s.opposite
    claims = [(r.choice(s.yes), labels[0]), (r.choice(against), labels[1])]
    if labels[0] == S:
        claims.append((r.choice(s.beside), N))
    evidence = dressed(r, evidence, 0.3)
    return [Made(kind, sentence(c), evidence, label) for c, label in claims]


FALSE = frames("""
FALSE: {p}
Fact check: false. {P}? No
the claim that {p} is (false|wrong|untrue|a myth|baseless|a hoax|unfounded|not supported by the facts)
it is (false|untrue|not true|not the case) that {p}
there is no truth (to|in) the (claim|rumour|story) that {p}
contrary to (rumours|what is often said|a popular belief|posts online), it is not so that {p}
(posts|reports|messages) saying that {p} are (false|wrong|misleading|fabricated)
we (rate|rated) the claim that {p} (false|pants on fire|untrue)
there is no evidence that {p}
no (evidence|proof) was found that {p}
(a spokesman|a spokeswoman|the office|the ministry|an official) denied that {p}
nothing (suggests|shows|indicates) that {p}
(experts|scientists|historians) dismissed the (idea|claim|notion) that {p}
{P}: this is a myth
the (paper|newspaper|site) (withdrew|retracted|corrected) its (report|story) that {p}, which was wrong
nobody (can claim|could show|has shown) that {p}: the opposite is so
the rumour that {p} has been (debunked|disproved|refuted)""")
TRUE = frames("""
TRUE: {p}
Fact check: true. {P}
the claim that {p} is (true|correct|right|accurate|borne out by the facts)
it is (true|correct|the case|a fact|well established) that {p}
(a spokesman|the ministry|an official|the office|the company) confirmed that {p}
we (rate|rated) the claim that {p} (true|correct)
there is (strong|solid|clear|good) evidence that {p}
(documents|records|studies|the figures) show that {p}
it is (false|wrong|not true) to deny that {p}
nobody (doubts|disputes|denies) that {p}
contrary to (rumours|a popular belief), {p}
there is no doubt that {p}
{P}: this is (true|no myth)
(critics|sceptics) were wrong to doubt that {p}""")
UNSURE = frames("""
it is (unclear|unknown|not known|disputed|uncertain) whether {p}
(posts|messages|blogs) online (say|claim) that {p}, which could not be checked
whether {p} (remains open|is under investigation|could not be established|has yet to be decided)
the (court|committee|inquiry) will (decide|examine|look into) whether {p}
some (say|believe) that {p}, others that it is not so
there is too little evidence to say whether {p}
we rate the claim that {p} unproven
(a reporter|one reader) asked whether {p}
if {p}, much would change
the claim that {q} is false
the claim that {q} is true
FALSE: {q}
it is not true that {q}
(a spokesman|the ministry) denied that {q}""")


def fact_check(r) -> list[Made]:
    """A claim under a verdict: true, false, open, or a verdict on something else."""
    s = statement(r)
    p, q = s.clause[0], r.choice(s.beside)
    which = r.random()
    pool, labels = (FALSE, (C, S)) if which < 0.4 else (TRUE, (S, C)) if which < 0.75 else (UNSURE, (N, N))
    evidence = sentence(say(r, r.choice(pool), p=lower(p), P=p[0].upper() + p[1:], q=lower(q)))
    no = s.no if labels[0] != S else s.no + s.opposite
    claims = [(r.choice(s.yes + s.clause), labels[0]), (r.choice(no), labels[1])]
    if labels[0] != N and r.random() < 0.7:
        claims.append((r.choice(s.beside), N))
    if r.random() < 0.2:  # the verdict itself as a claim
        claims.append((say(r, f"it is (false|not true) that {lower(p)}"), labels[1]))
    return [Made("fact check", sentence(c), evidence, label) for c, label in claims]


SCOPE_YES = frames("""
not only {q2}, but {p}
{p}, but {not_q}
{not_q}; {p}, though
although {not_q}, {p}
{p}. {Q} is another matter, which never came up
{p}, and that was not part of the plan, which was cancelled
without any doubt, {p}
it never happened that it was not so: {p}
{p}, not for the first time
{p}, though few had expected it, and none had asked for it
no one was surprised that {p}
it cannot be denied that {p}
{p}, no matter what was planned""")
SCOPE_NO = frames("""
{not_p}, but {q}
{q}; {not_p}, though
although {q}, {not_p}
{q}, and not only that, but {not_p}
it cannot be said that {p}
far from it being the case that {p}, {not_p}
everyone was surprised to hear that {not_p}
no one could have guessed that {not_p}
without doubt, {not_p}""")


def scope(r) -> list[Made]:
    """Negation beside the statement, around it, and twice."""
    s, t = statement(r), statement(r)
    p, not_p = lower(s.clause[0]), lower(r.choice(s.no))
    q, not_q = lower(t.clause[0]), lower(r.choice(t.no))
    positive = r.random() < 0.55
    evidence = say(r, r.choice(SCOPE_YES if positive else SCOPE_NO), p=p, not_p=not_p, q=q, not_q=not_q, q2=q, Q=q[0].upper() + q[1:])
    yes, no = (S, C) if positive else (C, S)
    claims = [(r.choice(s.yes), yes), (r.choice(s.no), no), (r.choice(s.beside), N)]
    if "{not_q}" in evidence or not_q in evidence:
        claims += [(r.choice(t.yes), C), (r.choice(t.no), S)]
    return [Made("scope", sentence(c), sentence(evidence), label) for c, label in r.sample(claims, 3)]


# --- Figures, identifiers, quantifiers, order ------------------------------------------------------------------------

COUNTED = [tuple(line.split(" | ")) for line in """
{x} employs {n} people | {x} has {n} employees | {x} has {n} shops
the fire destroyed {n} homes in {x} | {n} homes burned down in {x} | {n} people were hurt in the fire in {x}
{n} people attended the festival in {x} | the festival in {x} drew a crowd of {n} | {n} bottles were sold at the festival in {x}
the survey covered {n} households in {x} | {n} households in {x} took part in the survey | {n} flats were built in {x}
{x} sold {n} cars in {y} | sales at {x} came to {n} cars in {y} | {x} recalled {n} vans in {y}
the outbreak in {x} infected {n} people | {n} people fell ill in the outbreak in {x} | {n} people were vaccinated in {x}
the bridge in {x} is {n} metres long | the length of the bridge in {x} is {n} metres | the tower in {x} is {n} metres tall
{x} has a population of {n} | {n} people live in {x} | {n} cars are registered in {x}
the team surveyed {n} lakes near {x} | {n} lakes near {x} were surveyed | {n} rivers near {x} were surveyed
the trial at {x} enrolled {n} patients | {n} patients took part in the trial at {x} | {n} nurses work at {x}
the library of {x} holds {n} books | there are {n} books in the library of {x} | the library of {x} had {n} visitors
{n} passengers used {x} airport in {y} | {x} airport handled {n} passengers in {y} | {n} flights left {x} airport in {y}
the plant near {x} produces {n} tonnes of steel a year | annual steel output near {x} is {n} tonnes | the plant near {x} emits {n} tonnes of carbon a year
the storm left {n} homes near {x} without power | {n} homes near {x} lost power in the storm | {n} trees fell near {x} in the storm
{x} planted {n} trees in {y} | {n} trees were planted by {x} in {y} | {x} built {n} houses in {y}
the sample from {x} held {n} cells | {n} cells were counted in the sample from {x} | {n} genes were tested in the sample from {x}
""".strip().split("\n")]
MONEY = [tuple(line.split(" | ")) for line in """
the new stadium in {x} cost {n} | {n} was spent on the new stadium in {x} | {x} borrowed {n} for its schools
{x} reported a profit of {n} for {y} | {x} made {n} in profit in {y} | {x} paid {n} in tax for {y}
the painting was sold for {n} in {x} | a buyer in {x} paid {n} for the painting | the frame was valued at {n} in {x}
{x} will invest {n} in the project | the project will receive {n} from {x} | {x} was fined {n}
the fund gave {x} {n} | {x} received {n} from the fund | {x} returned {n} to the fund
repairs to the roof in {x} came to {n} | the bill for the roof in {x} was {n} | the organ in {x} was insured for {n}
""".strip().split("\n")]
SHARES = [tuple(line.split(" | ")) for line in """
{n} of voters in {x} turned out | turnout in {x} was {n} | {n} of seats in {x} were held by women
inflation in {x} was {n} in {y} | prices in {x} rose by {n} in {y} | unemployment in {x} was {n} in {y}
{n} of patients at {x} recovered | the recovery rate at {x} was {n} | {n} of patients at {x} were smokers
{x} cut its emissions by {n} | emissions at {x} fell by {n} | {x} raised its prices by {n}
{n} of pupils in {x} passed | the pass rate in {x} was {n} | {n} of pupils in {x} walk to school
the vaccine was {n} effective in {x} | vaccine efficacy in {x} was {n} | {n} of people in {x} were vaccinated
{n} of the samples from {x} tested positive | the share of positive samples from {x} was {n} | {n} of the samples from {x} were lost
""".strip().split("\n")]
SMALL = "zero one two three four five six seven eight nine ten eleven twelve".split()


def written(r, value: float, form: str) -> str:
    """A figure in one of the ways people write it, exactly."""
    if form == "count":
        if value <= 12 and r.random() < 0.6:
            return SMALL[int(value)]
        if value >= 1e6 and value % 1e5 == 0:
            return f"{value / 1e6:g} million"
        if value % 1000 == 0 and 1e4 <= value < 1e6 and r.random() < 0.2:
            return f"{value / 1000:g} thousand"
        return f"{int(value):,}" if r.random() < 0.7 else str(int(value))
    if form == "share":
        return f"{value:g}" + r.choice(["%", "%", " percent", " per cent"])
    sign, short = form[0], value
    if value >= 1e9:
        short, ways = value / 1e9, ["{s}{v} billion", "{s}{v}bn", "{s}{v}B", "{v} billion {w}"]
    elif value >= 1e6:
        short, ways = value / 1e6, ["{s}{v} million", "{s}{v}m", "{s}{v}M", "{v} million {w}", "{s}{full}"]
    else:
        short, ways = value / 1e3, ["{s}{full}", "{s}{v}k", "{full} {w}", "{s}{v},000"] if value % 1000 == 0 else ["{s}{full}", "{full} {w}"]
    return r.choice(ways).format(s=sign, v=f"{short:g}", full=f"{int(value):,}", w={"$": "dollars", "€": "euros", "£": "pounds"}[sign])


def quantity(r) -> list[Made]:
    """A figure: the same, written otherwise, rounded, bounded, contradicted, of something else, of another year."""
    which = r.random()
    if which < 0.5:
        form, (first, second, other) = "count", r.choice(COUNTED)
        value = r.choice([r.randint(3, 99), r.randint(100, 2000), r.randint(20, 990) * 100, r.randint(11, 95) * 100_000, r.randint(1000, 99999)])
    elif which < 0.75:
        form, (first, second, other) = r.choice("$€£"), r.choice(MONEY)
        value = r.choice([r.randint(11, 990) * 1_000_000, r.randint(11, 95) * 100_000_000, r.randint(12, 900) * 1000, r.randint(11, 99) * 100_000])
    else:
        form, (first, second, other) = "share", r.choice(SHARES)
        value = r.choice([r.randint(2, 97), round(r.uniform(1, 97), 1)])
    x, z = distinct(lambda r: town(r) if "in {x}" in first + second or "near {x}" in first + second or "airport" in first or "population" in first or "of {x}" in first or "from {x}" in first else firm(r), r, 2)
    y = r.randint(1985, 2024)
    place = dict(x=x, y=y)
    exact = lambda: written(r, value, form)
    say_ = lambda frame, n, **more: say(r, frame.replace("{n}", "{n}"), n=n, **{**place, **more})
    digits = len(str(int(value)))
    # A round figure within five per cent, if there is one that is not the figure itself.
    step = 10 ** max(0, digits - 2) * r.choice([1, 5])
    near = round(value / step) * step
    about = r.choice(["about ", "around ", "roughly ", "some ", "approximately ", "nearly " if near > value else "just over " if near < value else "about "])
    rounded = about + written(r, near, form) if near and abs(near - value) <= 0.05 * value and digits >= 2 else None
    above, below = value * r.choice([1.3, 1.5, 2, 3, 1.2]), value * r.choice([0.8, 0.6, 0.5, 0.3, 0.7])
    tidy = lambda v: round(v, 0) if form == "share" else float(f"{v:.1g}") if v >= 10 else round(v)
    above, below = tidy(above), tidy(below)
    good_above, good_below = above > 1.05 * value and (form != "share" or above <= 99), 0 < below < 0.95 * value
    wrong = tidy(value * r.choice([0.5, 0.7, 1.4, 2, 3, 10 if form != "share" else 0.4, 0.1]))
    if abs(wrong - value) < 0.15 * value or wrong <= 0 or form == "share" and wrong > 99:
        wrong = value + max(2, round(0.4 * value)) if form != "share" or value < 60 else max(1, round(0.6 * value))
    wrong = int(wrong) if wrong == int(wrong) else wrong
    told = exact() if not rounded or r.random() < 0.8 else rounded
    evidence = say_(r.choice([first, second]), told)
    more, less = r.choice(["more than ", "over ", "at least ", "no fewer than ", "upwards of "]), r.choice(["less than ", "fewer than ", "under ", "no more than ", "at most ", "not even "])
    more = more.replace("no fewer", "no less") if form != "count" else more
    less = less.replace("fewer", "less") if form != "count" else less
    frame = lambda: r.choice([first, second])
    supports = [say_(frame(), exact())] * 2 + ([say_(frame(), rounded)] if rounded else [])
    refutes = [say_(frame(), written(r, wrong, form))] * 2 + ["it is not true that " + lower(say_(frame(), exact()))]
    if good_below:
        supports.append(say_(frame(), more + written(r, below, form)))
        refutes.append(say_(frame(), less + written(r, below, form)))
    if good_above:
        supports.append(say_(frame(), less + written(r, above, form)))
        refutes.append(say_(frame(), more + written(r, above, form)))
    open_ = [say_(other, exact()), say_(other, written(r, wrong, form)), say_(frame(), exact(), x=z)]
    if "{y}" in first:
        open_ += [say_(first, r.choice([exact(), written(r, wrong, form)]), y=y + r.choice([-3, -1, 1, 2, 5]))] * 2
    if r.random() < 0.12:  # a bound in the passage: what it leaves open stays open
        bound = r.choice(["more than ", "over ", "at least "])
        evidence = say_(frame(), bound + exact())
        supports = [say_(frame(), more + exact())] + ([say_(frame(), r.choice(["more than ", "over "]) + written(r, below, form))] if good_below else [])
        refutes = [say_(frame(), less + exact().replace("no more than", "less than"))] if "no more" not in less and "at most" not in less else [say_(frame(), "less than " + exact())]
        refutes += [say_(frame(), "less than " + written(r, below, form))] if good_below else []
        open_ = [say_(frame(), bound + written(r, above, form))] if good_above else open_
    out = [(r.choice(supports), S), (r.choice(refutes), C), (r.choice(open_), N)]
    evidence = dressed(r, evidence, 0.3) if "{y}" not in first else sentence(evidence)
    return [Made("quantity", sentence(c), evidence, label) for c, label in out]


def shares(r) -> list[Made]:
    """Counts against percentages and words."""
    whole = r.choice([8, 10, 12, 20, 25, 40, 50, 60, 80, 100, 120, 150, 200, 300, 400, 500, 1000])
    noun, other = r.sample(words("patients; schools; wells; voters; samples; firms; lakes; drivers; teachers; houses; tests; villages; mice; engines; farms"), 2)
    did, near = r.sample(words("recovered; failed the test; were infected; agreed; were closed; reported losses; were insured; needed repair; moved away; tested positive; were damaged; changed sides"), 2)
    part = r.choice([p for p in range(1, whole) if p * 100 % whole == 0 and p * 2 != whole])
    percent = part * 100 // whole
    evidence = say(r, r.choice([f"{part} of the {whole} {noun} {did}", f"of {whole} {noun}, {part} {did}", f"{part} out of {whole} {noun} {did}", f"{percent}% of {noun} {did}", f"among the {noun} ({whole} in all), {part} {did}"]))
    wrong = r.choice([p for p in (5, 10, 20, 25, 30, 40, 60, 70, 75, 80, 90, 95) if abs(p - percent) >= 15])
    big = percent > 50
    words_for = ["most {n} {d}", "more than half of the {n} {d}", "a majority of {n} {d}", "over half of the {n} {d}"]
    less_for = ["less than half of the {n} {d}", "a minority of {n} {d}", "fewer than half of the {n} {d}", "most {n} were not among those that {d}"]
    fill = lambda f, n=noun, d=did: f.format(n=n, d=d)
    right = [f"{percent}% of the {noun} {did}", f"{percent} percent of {noun} {did}", fill(r.choice(words_for if big else less_for[:3])), f"not all {noun} {did}", f"some {noun} {did}"]
    false = [f"{wrong}% of the {noun} {did}", fill(r.choice(less_for[:3] if big else words_for)), f"all {noun} {did}", f"none of the {noun} {did}"]
    open_ = [f"{percent}% of the {other} {did}", f"{percent}% of the {noun} {near}", fill(r.choice(words_for), n=other), fill(r.choice(words_for + less_for[:3]), d=near)]
    return [Made("share", sentence(r.choice(c)), dressed(r, evidence, 0.2), label) for c, label in ((right, S), (false, C), (open_, N))]


IDENTIFIERS = words("type {a} diabetes~2; IL-{a}~12; HIV-{a}~2; stage {a} melanoma~4; vitamin B{a}~12; HSV-{a}~2; influenza {A}~A,B; hepatitis {A}~A,B,C,D,E; Nav1.{a}~9; GLUT{a}~4; SIRT{a}~7; HLA-{A}27~A,B; CD{a}~9; the BRCA{a} gene~2; caspase-{a}~9; complement C{a}~5; phase {R} trials~I,II,III; class {R} antigens~I,II; collagen type {R}~I,II,IV; chromosome {a}~22; factor {R}~V,VII,VIII,IX,X; flight {N}~n; Route {a}~99; Section {a} of the act~30; Apollo {a}~17; version {a}.0~9; platform {a}~12; Line {a} of the metro~9; the {c}-class submarine~c; Article {a}~99; Windows {a}~11; room {N}~n; lot {N}~n; the 20{N2} model~n; World War {R}~I,II; IgG{a}~4; STAT{a}~6; FGF{a}~23; TLR{a}~9; omega-{a} fats~9; PM{a} particles~9")


def identified(r) -> list[str]:
    entry = r.choice(IDENTIFIERS)
    name, choices = entry.split("~")
    if choices.isdigit():
        picks = [str(k) for k in r.sample(range(1, int(choices) + 1), 2)]
    elif choices == "n":
        picks = [str(k) for k in r.sample(range(10, 99), 2)] if "N2" in name else [str(k) for k in r.sample(range(100, 999), 2)]
    elif choices == "c":
        picks = r.sample(["Alpha", "Delta", "Victor", "Kilo", "Echo"], 2)
    else:
        picks = r.sample(choices.split(","), 2)
    return [re.sub(r"\{\w+\}", pick, name) for pick in picks]


AXES = [tuple(half.split("/") for half in line.split(" | ")) for line in """
is more common in {g}/occurs more often in {g} | is less common in {g}/is rarer in {g}
rises with age/increases with age | falls with age/declines with age
was detected in {g}/was found in {g} | was absent from {g}/was not found in {g}
responds to {d}/is sensitive to {d} | does not respond to {d}/is resistant to {d}
was delayed/ran late | was on time/ran on schedule
was withdrawn/was taken back | was kept/was retained
is activated by {d}/is switched on by {d} | is inhibited by {d}/is blocked by {d}
is required for {o}/is essential for {o} | is not needed for {o}/is dispensable for {o}
predicts {o}/is a predictor of {o} | does not predict {o}/has no predictive value for {o}
improves {o}/is good for {o} | impairs {o}/is bad for {o}
was reopened/opened again | stayed closed/remained shut
is linked to {o}/is associated with {o} | is unrelated to {o}/has no link with {o}
was approved/was cleared | was rejected/was turned down
is safe/poses no risk | is unsafe/is dangerous
""".strip().split("\n")]


def identifier(r) -> list[Made]:
    """The same name with another number is another thing."""
    own, other = identified(r)
    domain = DOMAINS[r.choice(["medicine", "biology"])]
    (first, second), third = r.sample(AXES, 2)
    fill = dict(g=r.choice(r.choice(domain["groups"]).names)[0], d=drug(r), o=r.choice(r.choice(domain["good"]).names)[0])
    if r.random() < 0.5:
        first, second = second, first
    evidence = f"{own} {r.choice(first)}".format(**fill)
    if r.random() < 0.3:
        # The other identifier is in the passage, with the opposite finding.
        evidence += r.choice([", whereas ", "; ", ", but ", ", while "]) + f"{other} {r.choice(second)}".format(**fill)
        claims = [(f"{own} {r.choice(first)}", S), (f"{own} {r.choice(second)}", C), (f"{other} {r.choice(second)}", S), (f"{other} {r.choice(first)}", C), (f"{own} {r.choice(r.choice(third))}", N)]
    else:
        claims = [(f"{own} {r.choice(first)}", S), (f"{own} {r.choice(second)}", C), (f"{other} {r.choice(r.choice([first, second]))}", N), (f"{other} {r.choice(first)}", N), (f"{own} {r.choice(r.choice(third))}", N)]
        claims = claims[:2] + [r.choice(claims[2:])]
    claims = r.sample(claims, 3)
    evidence = dressed(r, evidence, 0.3)
    return [Made("identifier", sentence(c.format(**fill)), evidence, label) for c, label in claims]


GROUPS_AND_DEEDS = [tuple(part.split("/") for part in line.split(" | ")) for line in """
provisions/clauses/articles | took effect/came into force | were struck down/were annulled
members/delegates/deputies | voted for the motion/backed the motion | voted against the motion/opposed the motion
patients/participants/volunteers | improved/got better | got worse/deteriorated
schools/classes/nurseries | reopened/opened again | stayed closed/remained shut
samples/specimens/isolates | contained the toxin/were contaminated with the toxin | were free of the toxin
species/populations | declined/dwindled | recovered/grew in number
firms/companies/employers | raised wages/increased pay | cut wages/lowered pay
flights/trains/ferries | ran on time/were punctual | were cancelled
islands/villages/districts | lost power/were without electricity | kept power/had electricity
mutations/variants | were harmful/were damaging | were harmless/were benign
rooms/galleries/halls | are open to visitors/can be visited | are closed to visitors
mice/rats/animals | survived/lived through the experiment | died
claims/allegations/charges | were dropped/were withdrawn | were upheld
witnesses/residents/neighbours | heard the blast | heard nothing
tumours/lesions | shrank/became smaller | grew/became larger
""".strip().split("\n")]
AMOUNT = {  # as passage, then as claim
    "all": (["all {n}", "every one of the {n}", "all of the {n}", "the {n} without exception", "each of the {n}"], ["all {n}", "all of the {n}", "the {n} without exception"]),
    "most": (["most {n}, though not all,", "the majority of {n}", "nearly all, but not quite all, {n}", "four in five {n}"], ["most {n}", "the majority of {n}", "more than half of the {n}"]),
    "few": (["only a few {n}", "hardly any {n}", "a small minority of {n}", "only one in ten {n}", "certain {n} only", "just a handful of {n}"], ["only a few {n}", "a minority of {n}", "less than half of the {n}"]),
    "none": (["none of the {n}", "no {n}", "not a single one of the {n}"], ["none of the {n}", "no {n}"]),
    "half": (["exactly half of the {n}", "one in two {n}"], ["half of the {n}"]),
}
AMOUNT_TABLE = table(all="all:S most:S some:S few:C none:C half:C notall:C", most="all:C most:S some:S few:C none:C notall:S", few="all:C most:C some:S few:S none:C notall:S",
                     none="all:C most:C some:C none:S few:C notall:S", half="all:C half:S some:S none:C few:C notall:S")


def quantifier(r) -> list[Made]:
    names, did, undid = r.choice(GROUPS_AND_DEEDS)
    state = r.choice(list(AMOUNT_TABLE))
    asked = {**{name: pair[1] for name, pair in AMOUNT.items()}, "some": ["some {n}", "at least some of the {n}", "some of the {n}"], "notall": ["not all {n}", "not every one of the {n}"]}
    where = r.choice(["", f" in {town(r)}", f" in {r.choice(COUNTRIES)}", " this year"])
    noun, again = r.choice(names), r.choice(names)
    name = lambda texts, n: r.choice(texts).format(n=n)
    evidence = f"{name(AMOUNT[state][0], noun)} {r.choice(did)}{where}"
    if r.random() < 0.15 and state in ("all", "most"):
        noun2 = r.choice([f"except the {r.choice(['oldest', 'smallest', 'first', 'northern'])} ones", f"apart from {r.choice(['two', 'three', 'one'])}"])
        evidence, state = f"all {noun}, {noun2}, {r.choice(did)}{where}", "most"
    row = AMOUNT_TABLE[state]
    pick = lambda label: r.choice([q for q, own in row.items() if own == label])
    other = r.choice([g for g in GROUPS_AND_DEEDS if g[0] != names])
    claims = [(f"{name(asked[pick(S)], noun)} {r.choice(did)}", S), (f"{name(asked[pick(C)], noun)} {r.choice(did)}", C),
              r.choice([(f"{name(asked[pick(S)], r.choice(other[0]))} {r.choice(did)}", N), (f"{name(asked[r.choice(list(row))], noun)} {r.choice(r.choice(other[1:]))}", N)])]
    if state == "all" and r.random() < 0.3:
        claims[1] = (f"{name(['some {n}', 'all {n}', 'most {n}'], noun)} {r.choice(undid)}", C)
    return [Made("quantifier", sentence(c + (where if r.random() < 0.4 else "")), dressed(r, evidence, 0.2), label) for c, label in claims]


def only(r) -> list[Made]:
    """Only, always, never, and one rather than another."""
    a, b, c = distinct(r.choice([person, firm, team, lambda r: r.choice(COUNTRIES), lambda r: r.choice(CITIES)]), r, 3)
    did = r.choice(words("signed the contract; broke the rule; paid the fine; missed the deadline; wrote the report; won a medal; sent aid; closed the border; raised the alarm; found the error; joined the boycott; started the fire; kept the records; failed the inspection"))
    pick = r.random()
    if pick < 0.35:
        evidence = r.choice([f"{a}, not {b}, {did}", f"it was {a} and not {b} that {did}", f"{a} rather than {b} {did}", f"not {b} but {a} {did}", f"{a} {did}, {b} did not"])
        claims = [(f"{a} {did}", S), (f"{b} {did}", C), (f"{c} {did}", N), (f"it was {b} that {did}", C), (f"it was not {b} that {did}", S), (f"it was not {a} that {did}", C)]
    elif pick < 0.65:
        evidence = r.choice([f"only {a} {did}", f"{a} alone {did}", f"no one but {a} {did}", f"{a} was the only one that {did}"])
        claims = [(f"{a} {did}", S), (f"{b} {did}", C), (f"{b} {did} too", C), (f"{a} and {b} both {did}", C), (f"no one but {a} {did}", S), (f"{a} met {b}", N), (f"{a} was praised for it by {c}", N)]
    elif pick < 0.85:
        evidence = r.choice([f"both {a} and {b} {did}", f"{a} and {b} {did}", f"{a} {did}, and so did {b}", f"not only {a} but also {b} {did}"])
        claims = [(f"{b} {did}", S), (f"{a} {did}", S), (f"only {a} {did}", C), (f"neither {a} nor {b} {did}", C), (f"{c} {did}", N), (f"{b} was the only one that {did}", C)]
    else:
        evidence = r.choice([f"neither {a} nor {b} {did}", f"{a} and {b}: not one of them {did}"])
        claims = [(f"{b} {did}", C), (f"{a} {did}", C), (f"it was not {a} that {did}", S), (f"neither {b} nor {a} {did}", S), (f"{c} {did}", N), (f"both {a} and {b} {did}", C)]
    picked = [r.choice([x for x in claims if x[1] == label]) for label in (S, C, N)]
    return [Made("only", sentence(c), dressed(r, evidence, 0.2), label) for c, label in picked]


OFTEN = {"always": (["always", "without fail", "on every occasion"], "always"), "never": (["never", "at no time", "not once"], "never"), "rarely": (["rarely", "seldom", "only once in a while"], "rarely"), "often": (["often, but not always,", "most of the time"], "often")}


def frequency(r) -> list[Made]:
    who, what = r.choice([person, firm, team, lambda r: "the " + r.choice(ANIMALS)])(r), r.choice(words("used the east gate; answered the phone; met the target; paid on time; came back to the nest; locked the door; wore a helmet; published the figures; fed at night; tested the brakes"))
    other = r.choice(words("slept in the barn; complained about noise; travelled by train; kept a diary"))
    state = r.choice(list(OFTEN))
    rows = table(always="always:S often:S never:C rarely:C", never="never:S always:C often:C", rarely="rarely:S always:C often:C never:C", often="often:S always:C never:C rarely:C")
    adverb = r.choice(OFTEN[state][0])
    evidence = f"{who} {adverb} {what}" if " " not in adverb.rstrip(",") or "," in adverb else f"{adverb}, {who} {what}" if state != "never" else f"{who} {what.split()[0] and 'never'} {what}"
    pick = lambda label: r.choice([q for q, own in rows[state].items() if own == label])
    claims = [(f"{who} {pick(S)} {what}", S), (f"{who} {pick(C)} {what}", C), (f"{who} {r.choice(list(OFTEN))} {other}", N)]
    return [Made("only", sentence(c), dressed(r, evidence, 0.2), label) for c, label in claims]


def order(r) -> list[Made]:
    """Before and after, first and last."""
    a, b, c = r.sample(words("the vote; the strike; the flood; the merger; the election; the fire; the concert; the inquiry; the eclipse; the harvest; the attack; the treaty; the census; the landing; the speech; the repair of the bridge; the sale; the outbreak"), 3)
    earlier = [f"{a} came before {b}", f"{b} came after {a}", f"{a} preceded {b}", f"{b} followed {a}", f"{a} took place before {b}", f"{b} took place later than {a}", f"{a} was over by the time of {b}"]
    y = r.randint(1900, 2015)
    dated = [f"{a} was in {y}, {b} in {y + r.randint(1, 9)}", f"{b} came {r.choice(['two weeks', 'three years', 'a month', 'a day'])} after {a}", f"first came {a}, then {b}", f"{b} did not begin until {a} was over"]
    later = [f"{a} came after {b}", f"{b} came before {a}", f"{b} preceded {a}", f"{a} followed {b}", f"{b} took place before {a}", f"{a} took place later than {b}"]
    undecided = [f"{a} and {b} both drew attention", f"{a} was larger than {b}", f"it is not known which came first, {a} or {b}"]
    together = [f"{a} and {b} took place on the same day", f"{a} and {b} happened at the same time"]
    pick = r.random()
    if pick < 0.7:
        evidence, claims = r.choice(earlier + dated), [(r.choice(earlier), S), (r.choice(later + together), C), (r.choice(earlier + later).replace(r.choice([a, b]), c), N)]
    elif pick < 0.85:
        evidence, claims = r.choice(together), [(r.choice(together), S), (r.choice(earlier + later), C), (r.choice(together).replace(b, c), N)]
    else:
        evidence, claims = r.choice(undecided), [(r.choice(earlier), N), (r.choice(later), N)]
    return [Made("order", sentence(c), dressed(r, evidence, 0.15), label) for c, label in claims]


def superlative(r) -> list[Made]:
    name = r.choice(list(DOMAINS))
    m, l, j, lj, _ = r.choice([d for d in DOMAINS[name]["dims"] if d[0].endswith("er") and " " not in d[0] and d[1].endswith("er") and " " not in d[1]] or [["larger", "smaller", "large", "small", ""]])
    if r.random() < 0.4:
        m, l = l, m
    top, bottom = re.sub("er$", "est", m), re.sub("er$", "est", l)
    make = r.choice([firm, town, team, lambda r: r.choice(COUNTRIES), lambda r: "the " + r.choice(ANIMALS), drug])
    a, b, c, d = distinct(make, r, 4)
    evidence = r.choice([f"of {a}, {b} and {c}, {a} is the {top}", f"{a} is {m} than {b}, and {b} is {m} than {c}", f"{a} is the {top} of the three, ahead of {b} and {c}", f"neither {b} nor {c} is as {j or m} as {a}" if j and m != l and top and d and DOMAINS and r and j in m else f"{a} is {m} than both {b} and {c}",
                         f"no one is {m} than {a}, neither {b} nor {c}"])
    claims = {S: [f"{a} is {m} than {c}", f"{b} is {l} than {a}", f"{c} is not {m} than {a}", f"{a} is the {top} of the three"],
              C: [f"{c} is {m} than {a}", f"{a} is {l} than {b}", f"{b} is the {top} of the three", f"{a} is the {bottom} of the three", f"{a} is not {m} than {c}"],
              N: [f"{a} is {m} than {d}", f"{d} is the {top} of all", f"{d} is {l} than {c}"]}
    return [Made("superlative", sentence(r.choice(claims[label])), dressed(r, evidence, 0.2), label) for label in (S, C, N)]


def swapped(r) -> list[Made]:
    """A finding holds for whom, where and when it was found; for others it is open."""
    name = r.choice(list(DOMAINS))
    domain = DOMAINS[name]
    a, = arms(r, name, 1)
    good = r.random() < 0.5
    o = r.choice(domain["good" if good else "bad"])
    up, down = r.choice([(UP_VERBS, DOWN_VERBS), (GOOD_UP, GOOD_DOWN) if good else (BAD_UP, BAD_DOWN)])
    if r.random() < 0.5:
        up, down = down, up
    sort = r.choice(["group", "place", "year", "agegroup"])
    if sort == "group":
        g, h = (f"in {r.choice(x.names)[0]}" for x in r.sample(domain["groups"], 2))
    elif sort == "place":
        g, h = (f"in {x}" for x in r.sample(COUNTRIES if r.random() < 0.5 else CITIES, 2))
    elif sort == "year":
        y = r.randint(1980, 2023)
        g, h = f"in {y}", f"in {y + r.choice([-10, -4, -1, 1, 3, 8])}"
    else:
        g, h = r.choice([("in women", "in men"), ("in men", "in women"), ("in adults", "in children"), ("in children", "in adults"), ("in mice", "in humans"), ("in boys", "in girls"), ("in the north", "in the south"), ("in winter", "in summer"), ("in humans", "in mice"), ("in cell culture", "in patients")])
    told = lambda verb, g, denied="": say(r, f"{{a}} <{denied}{verb}@a> {{o}} {g}", a=a, o=o)
    front = lambda text, g: text if r.random() < 0.7 else f"{g}, {text[: -len(g) - 1]}"
    evidence = front(told(r.choice(up), g), g)
    claims = [(told(r.choice(up), g), S), (r.choice([told(r.choice(down), g), told(r.choice(up), g, "not "), say(r, f"{{a}} <have@a> no effect on {{o}} {g}", a=a, o=o)]), C)]
    third = (told(r.choice([r.choice(up), r.choice(up), r.choice(down)]), h), N)
    if r.random() < 0.3:
        # Both groups are in the passage, with opposite findings.
        contrast = r.choice([told(r.choice(down), h), say(r, f"{{a}} <have@a> no effect on {{o}} {h}", a=a, o=o)])
        evidence = evidence + r.choice([", whereas ", ", but ", "; ", ". By contrast, "]) + contrast
        third = r.choice([(told(r.choice(up), h), C), (told(r.choice(up), h, "not "), S)])
    claims.append(third)
    if r.random() < 0.3:
        claims = [(front(c, g) if c.endswith(g) else c, label) for c, label in claims]
    return [Made("swapped", sentence(c), dressed(r, evidence, 0.3), label) for c, label in claims]


def causation(r) -> list[Made]:
    """Association is not cause: what a passage says of the one leaves the other open."""
    name = r.choice(list(DOMAINS))
    domain = DOMAINS[name]
    a, b = arms(r, name, 2)
    o = r.choice(domain["bad"])
    fill = lambda f: say(r, f, a=a, o=o, b=b)
    linked = ["{a} <be@a> associated with {o}", "{a} <be@a> correlated with {o}", "{a} and {o} <go@many> together", "there <be@one> a link between {a} and {o}"]
    causes = ["{a} <cause@a> {o}", "{o} <be@o> caused by {a}", "{a} <be@a> a cause of {o}", "{a} <be@a> responsible for {o}"]
    none = ["{a} <not cause@a> {o}", "{a} <be@a> not the cause of {o}", "{o} <be@o> not due to {a}"]
    unlinked = ["{a} <not be@a> associated with {o}", "there <be@one> no link between {a} and {o}", "{a} and {o} <be@many> unrelated"]
    only_link = ["{a} <be@a> associated with {o}, but whether it causes them is unknown", "{a} and {o} <be@many> correlated, which does not show that one causes the other", "an association between {a} and {o} <be@one> seen, but cause and effect could not be told apart"]
    not_cause = ["{a} <be@a> correlated with {o} but <not cause@a> (them|it)", "the link between {a} and {o} is explained by {b}: {a} <not cause@a> {o}", "randomised trials show that {a} <not cause@a> {o}"]
    evidence, claims = r.choice([
        (only_link, [(linked, S), (unlinked, C), (causes, N)]), (causes, [(causes, S), (none, C), (["{b} <cause@b> {o}"], N)]), (causes, [(linked, S), (unlinked, C)]),
        (not_cause, [(none, S), (causes, C), (["{b} <cause@b> (cancer|harm|delays)"], N)]), (unlinked, [(unlinked, S), (linked, C), (causes, C)]), (only_link, [(none, N), (causes, N)])])
    return [Made("causation", sentence(fill(r.choice(c))), dressed(r, fill(r.choice(evidence)), 0.3), label) for c, label in claims]


KINDS = {  # with how often each is drawn
    comparison: 12, outcome_comparison: 12, superiority: 9, effect: 16, quantity: 10, shares: 3, identifier: 5, quantifier: 5, only: 4, frequency: 2,
    order: 3, superlative: 3, swapped: 7, causation: 4, fact_check: 9, scope: 6,
    (lambda r: asserted(r, "deed")): 8, (lambda r: asserted(r, "role")): 4, (lambda r: asserted(r, "fact")): 6,
}
FILLERS = frames("""
the report runs to {n} pages
{who} declined to comment
further details are due in {month}
the work was carried out in {town} in {year}
{who} has studied the matter for {few} years
data were collected between {year} and {later}
the topic has drawn little attention so far
a summary was sent to {who}
funding came from {firm}
{few} centres took part
methods have been described elsewhere
{firm} was not involved
background information is given below
interviews took place in {town}""")


def filler(r) -> str:
    year = r.randint(1990, 2020)
    return sentence(say(r, r.choice(FILLERS), n=r.randint(12, 300), who=person(r), month=r.choice(MONTHS), town=town(r), year=year, later=year + r.randint(1, 4), few=r.choice(SMALL[2:]), firm=firm(r)))


def made(count: int, seed: int, sentences: list[str], left_out: set[str] = frozenset(), real=None, more: dict | None = None) -> list[Made]:
    """`count` pairs or a few more. `sentences` are real sentences to put before or after a third of the passages; `real`
    draws the pairs of a real sentence, and makes up a quarter of all; `more` are further kinds with their weights."""
    r, out = random.Random(seed), []
    drawn = {**KINDS, **(more or {})}
    kinds, weights = list(drawn), list(drawn.values())
    while len(out) < count:
        family = real(r) if real and r.random() < 0.22 else r.choices(kinds, weights)[0](r)
        if not family or family[0].kind in left_out:
            continue
        before = after = ""
        if not family[0].kind.startswith("real") and r.random() < 0.3:
            more = r.choice(sentences) if sentences and r.random() < 0.6 else filler(r)
            before, after = (more + " ", "") if r.random() < 0.5 else ("", " " + more)
        seen = set()
        for m in family:
            if m.claim not in seen and m.claim.strip(".") != "":
                seen.add(m.claim)
                out.append(Made(m.kind, m.claim, f"{before}{m.evidence}{after}", m.label))
    return out


if __name__ == "__main__":
    from made_real import sources

    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("scifact", type=Path)
    arguments.add_argument("nli", type=Path)
    arguments.add_argument("out", type=Path)
    arguments.add_argument("--count", type=int, default=200_000)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--leave-out", default="")
    given = arguments.parse_args()
    sentences, real = sources(given.scifact, given.nli)
    pairs = made(given.count, given.seed, sentences, set(filter(None, given.leave_out.split(","))), real)
    with given.out.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(vars(m), ensure_ascii=False) + "\n" for m in pairs)
    for kind in sorted({m.kind for m in pairs}):
        print(kind, [sum(m.kind == kind and m.label == k for m in pairs) for k in range(3)])
    print(len(pairs), Counter(m.label for m in pairs), sum(len((m.claim + m.evidence).split()) for m in pairs) / len(pairs), "words a pair")
