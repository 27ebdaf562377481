"""Claims turned round by one antonym or one negation: a supported claim becomes a contradicted one and back."""

import random
import re

ANTONYMS = """increase/decrease increases/decreases increased/decreased increasing/decreasing higher/lower
high/low highest/lowest more/less greater/smaller greater/lesser raise/lower raises/lowers raised/lowered
improve/worsen improves/worsens improved/worsened enhance/impair enhances/impairs enhanced/impaired
promote/inhibit promotes/inhibits promoted/inhibited promoting/inhibiting activate/inhibit activates/inhibits
activated/inhibited activating/inhibiting activation/inhibition activate/suppress activates/suppresses
induce/prevent induces/prevents induced/prevented stimulate/suppress stimulates/suppresses stimulated/suppressed
upregulate/downregulate upregulates/downregulates upregulated/downregulated upregulation/downregulation
up-regulated/down-regulated up-regulation/down-regulation up-regulates/down-regulates accelerate/delay accelerates/delays
accelerated/delayed strengthen/weaken strengthens/weakens strengthened/weakened facilitate/hinder facilitates/hinders
gain/loss gains/loses positive/negative positively/negatively effective/ineffective efficient/inefficient
common/rare sufficient/insufficient necessary/unnecessary essential/dispensable required/dispensable
presence/absence present/absent beneficial/harmful safe/unsafe superior/inferior better/worse best/worst
success/failure successful/unsuccessful sensitive/resistant sensitivity/resistance susceptible/resistant
protective/harmful protects/harms agonist/antagonist agonists/antagonists independent/dependent
independently/dependently directly/indirectly dead/alive longer/shorter long/short faster/slower fast/slow early/late
earlier/later larger/smaller large/small majority/minority most/few always/never many/few significant/insignificant
rise/fall rises/falls elevated/reduced elevate/reduce elevates/reduces elevation/reduction growth/decline
expand/shrink expands/shrinks exacerbate/alleviate exacerbates/alleviates exacerbated/alleviated
aggravate/ameliorate aggravates/ameliorates aggravated/ameliorated gain-of-function/loss-of-function
increase/reduce increases/reduces increased/reduced increasing/reducing with/without strong/weak stronger/weaker
same/different similar/different acute/chronic abundant/scarce normal/abnormal stable/unstable
maintain/disrupt maintains/disrupts maintained/disrupted active/inactive functional/nonfunctional
support/oppose supports/opposes before/after above/below first/last open/closed win/lose won/lost""".split()
# Where a word has several antonyms any of them may be drawn; "with/without" and the like only in that direction.
ONE_WAY = {"with", "same", "similar", "first", "before", "after", "most"}

OPPOSITE: dict[str, list[str]] = {}
for _pair in ANTONYMS:
    _a, _b = _pair.split("/")
    OPPOSITE.setdefault(_a, []).append(_b)
    if _a not in ONE_WAY:
        OPPOSITE.setdefault(_b, []).append(_a)

AUXILIARY = re.compile(r"\b(is|are|was|were|can|could|will|would|does|do|did|has|have|had|may|should|must)\b(?! not\b)")
NEGATION = re.compile(r"\b(is|are|was|were|can|could|will|would|may|should|must|has|have|had) not\b")
DO_NOT = re.compile(r"\b(does|do|did) not (\w+)")
NO_EFFECT = [
    (re.compile(r"\bhas no (effect|impact|influence) on\b"), r"has an \1 on"),
    (re.compile(r"\bhas an (effect|impact|influence) on\b"), r"has no \1 on"),
    (re.compile(r"\bno (association|relationship|correlation|difference)\b"), r"a significant \1"),
    (re.compile(r"\b(?:a|an) (?:significant |strong |positive )?(association|relationship|correlation|difference)\b"), r"no \1"),
    (re.compile(r"\bunrelated to\b"), "related to"),
    (re.compile(r"\bnot associated with\b"), "associated with"),
    (re.compile(r"(?<!not )\bassociated with\b"), "not associated with"),
    (re.compile(r"\b(?:plays?) no role\b"), "play a role"),
    (re.compile(r"\b(plays?) (?:a|an) (?:\w+ )?role\b"), r"\1 no role"),
    (re.compile(r"\bleads? to\b"), "does not lead to"),
    (re.compile(r"\bcauses\b"), "does not cause"),
    (re.compile(r"\bfails? to\b"), "is able to"),
]
THIRD = re.compile(r"^(?!.*\b(?:is|are|was|were|not|no)\b)(.*?\b)(increases|decreases|reduces|induces|inhibits|promotes|"
                   r"requires|prevents|improves|regulates|affects|enhances|activates|suppresses|predicts|protects|causes|"
                   r"controls|mediates|impairs|triggers|provides|shows|contains|results|depends|interacts|binds)\b")
# A sentence that says something has one of these; a title without them only names a subject.
FINITE = re.compile(AUXILIARY.pattern.replace("(?! not\\b)", "") + r"|\b(?:" + "|".join(
    ["increases", "decreases", "leads?", "plays?", "correlates?", "acts?", "depends?", "drives?", "reveals?", "modulates?", "associates?",
     *THIRD.pattern.split(")(")[-1].rstrip(")\\b").split("|"), *[w for w in OPPOSITE if w.endswith(("ses", "tes", "nts", "ces", "es"))]]) + r")\b", re.IGNORECASE)
# Sentences that ask, promise or describe what was done, and state no finding.
EMPTY_FINDING = re.compile(r"\?|\b(?:objective|aim|aims|aimed|sought|hypothes\w+|needed|should|warranted|investigat\w+|examined|assessed|further|future|will|may|might|"
                           r"unknown|unclear|we|our|us|measured|analy[sz]ed|evaluate\w*|I|you|my|me)\b", re.IGNORECASE)


def like(word: str, model: str) -> str:
    """`word` with the capitals of `model`."""
    if model.isupper() and len(model) > 1:
        return word.upper()
    return word.capitalize() if model[0].isupper() else word


def flips(claim: str) -> list[str]:
    """All ways to turn a sentence round that we know, each with one change, none equal to the sentence."""
    out = []
    for match in re.finditer(r"[A-Za-z]+(?:-[a-z]+)*", claim):
        for other in OPPOSITE.get(match.group().lower(), []):
            out.append(claim[: match.start()] + like(other, match.group()) + claim[match.end():])
    if match := DO_NOT.search(claim):
        verb = match.group(2)
        ending = {"does": "s", "did": "ed", "do": ""}[match.group(1)]
        told = verb + (ending if not verb.endswith("e") or ending != "ed" else "d")
        out.append(claim[: match.start()] + told + claim[match.end():])
    elif match := NEGATION.search(claim):
        out.append(claim[: match.start()] + match.group(1) + claim[match.end():])
    elif match := AUXILIARY.search(claim):
        out.append(claim[: match.end()] + " not" + claim[match.end():])
    elif match := THIRD.search(claim):
        verb = match.group(2)
        stem = verb[:-2] if verb.endswith("sses") else verb[:-1]
        out.append(f"{match.group(1)}does not {stem}{claim[match.end():]}")
    for pattern, replacement in NO_EFFECT:
        changed = pattern.sub(replacement, claim, count=1)
        if changed != claim:
            out.append(changed)
    return list(dict.fromkeys(f for f in out if f != claim))


def flipped(claim: str, rng: random.Random) -> str | None:
    """One of the ways at random; none where the sentence gives no hold."""
    ways = flips(claim)
    return rng.choice(ways) if ways else None
