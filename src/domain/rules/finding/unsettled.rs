//! Sentences that say what is asked, sought or still open, and no result.

use super::verbs;

/// What parts the clauses of a sentence.
const PARTS: [&str; 8] = [",", ";", ":", " but ", " although ", " though ", " while ", " whereas "];
/// With these a clause says what is granted, not what the sentence states.
const GRANTING: [&str; 13] = [
    "although ",
    "though ",
    "even ",
    "while ",
    "whereas ",
    "despite ",
    "in spite ",
    "since ",
    "because ",
    "as ",
    "given ",
    "if ",
    "when ",
];
/// A part with fewer words than this, or without a verb, is an aside: “however”, “particularly at low risk”.
const CLAUSE: usize = 3;

/// Words that say by themselves that a matter is open.
const OPEN: [&str; 20] = [
    "needed to assess",
    "needed to clarify",
    "needed to confirm",
    "needed to determine whether",
    "needed to evaluate",
    "needed to examine",
    "needed to investigate",
    "lack of consensus",
    "lack of a consensus",
    "no consensus",
    "no clear consensus",
    "no general consensus",
    "matter of debate",
    "under debate",
    "little is known",
    "little is currently known",
    "remains to be ",
    "could be possible to ",
    "may be possible to ",
    "might be possible to ",
];
const COPULAS: [&str; 7] = ["is", "are", "was", "were", "remain", "remains", "remained"];
/// What may stand between the copula and the state.
const BETWEEN: [&str; 14] = [
    "still",
    "largely",
    "currently",
    "as",
    "yet",
    "also",
    "highly",
    "rather",
    "somewhat",
    "mostly",
    "far",
    "however",
    "therefore",
    "thus",
];
/// States of a matter that is open.
const STATES: [&str; 13] = [
    "unclear",
    "unknown",
    "controversial",
    "uncertain",
    "elusive",
    "debated",
    "undetermined",
    "unresolved",
    "inconclusive",
    "undefined",
    "enigmatic",
    "conflicting",
    "inconsistent",
];
/// States of a matter that is settled, which “not” or “poorly” turns.
const SETTLED: [&str; 5] = ["understood", "established", "known", "clear", "defined"];
const HARDLY: [&str; 4] = ["not", "poorly", "incompletely", "insufficiently"];
const DEGREES: [&str; 8] = ["fully", "well", "completely", "yet", "clearly", "adequately", "entirely", "rigorously"];
/// What “has not been” says that nobody has done.
const STUDIED: [&str; 11] = [
    "studied",
    "established",
    "determined",
    "investigated",
    "examined",
    "tested",
    "evaluated",
    "assessed",
    "elucidated",
    "explored",
    "defined",
];

/// Whether a sentence states only that a matter is open. Of the 885 sentences that SciFact's annotators took for
/// evidence one is read so, of the 3,274 beside them 87.
pub(super) fn is_open(sentence: &str) -> bool {
    let mut rest = sentence.to_lowercase();
    for part in PARTS {
        rest = rest.replace(part, "\n");
    }
    let states = |clause: &&str| {
        let is_verb = |word: &&str| COPULAS.contains(word) || verbs::read(word).is_some_and(|verb| !verb.nounlike);
        clause.split(' ').count() >= CLAUSE
            && (words(clause).iter().any(is_verb) || clause.contains(" be possible to "))
    };
    let mut clauses = rest
        .split('\n')
        .map(str::trim)
        .filter(|clause| states(clause) && !GRANTING.iter().any(|word| clause.starts_with(word)))
        .peekable();
    clauses.peek().is_some() && clauses.all(says_open)
}

fn says_open(clause: &str) -> bool {
    if OPEN.iter().any(|words| clause.contains(words)) {
        return true;
    }
    let words = words(clause);
    let skipped =
        |from: usize, list: &[&str]| from + words[from..].iter().take_while(|word| list.contains(word)).count();
    (0..words.len()).any(|at| {
        let is = |at: usize, list: &[&str]| words.get(at).is_some_and(|word| list.contains(word));
        if is(at, &["has", "have"]) && is(at + 1, &["not"]) {
            let been = skipped(at + 2, &["yet"]);
            let done = skipped((been + 1).min(words.len()), &DEGREES);
            return is(been, &["been"]) && is(done, &STUDIED);
        }
        if !COPULAS.contains(&words[at]) {
            return false;
        }
        let state = skipped(at + 1, &BETWEEN);
        if is(state, &HARDLY) {
            // “Is not known to cause” denies that it causes.
            let settled = skipped(state + 1, &DEGREES);
            return is(settled, &SETTLED) && !is(settled + 1, &["to"]);
        }
        // “Large trials are underway to compare”
        let is_awaited = is(state, &["underway", "ongoing", "planned", "awaited", "pending"])
            || is(state, &["under"]) && is(state + 1, &["way"])
            || is(state, &["in"]) && is(state + 1, &["progress"]);
        is(state, &STATES) || is_awaited && words[..at].iter().any(|word| UNDERTAKEN.contains(word))
    })
}

/// What is still awaited where it is underway.
const UNDERTAKEN: [&str; 8] =
    ["experiments", "investigation", "investigations", "studies", "study", "trial", "trials", "work"];

/// Who has an aim: an article or pronoun that begins the sentence.
const WHO: [&str; 11] =
    ["the", "this", "our", "we", "these", "a", "an", "authors", "investigators", "researchers", "it"];
/// What is done to learn something.
const STUDIES: [&str; 18] = [
    "study",
    "studies",
    "trial",
    "trials",
    "review",
    "analysis",
    "analyses",
    "meta-analysis",
    "metaanalysis",
    "experiment",
    "experiments",
    "survey",
    "investigation",
    "project",
    "paper",
    "article",
    "report",
    "work",
];
const AIMS: [&str; 7] = ["aim", "aims", "objective", "objectives", "purpose", "goal", "goals"];
const AIMING: [&str; 6] = ["aim", "aims", "aimed", "sought", "seek", "seeks"];
const DONE_TO: [&str; 7] = ["designed", "conducted", "performed", "undertaken", "initiated", "carried", "intended"];
const ASKING: [&str; 12] = [
    "investigated",
    "examined",
    "explored",
    "tested",
    "evaluated",
    "assessed",
    "studied",
    "asked",
    "determined",
    "analysed",
    "analyzed",
    "compared",
];
/// What follows a verb of asking in a sentence that only asks.
const ASKED: [&str; 3] = ["whether", "if", "how"];
const OBJECTS: [&str; 12] = [
    "hypothesis",
    "effect",
    "effects",
    "role",
    "roles",
    "association",
    "associations",
    "relationship",
    "impact",
    "efficacy",
    "contribution",
    "influence",
];
/// Verbs by which a sentence that begins with an aim goes on to a result.
const RESULTS: [&str; 22] = [
    "found",
    "find",
    "show",
    "shows",
    "showed",
    "shown",
    "demonstrate",
    "demonstrated",
    "reveal",
    "revealed",
    "observed",
    "conclude",
    "concluded",
    "confirm",
    "confirmed",
    "indicate",
    "indicated",
    "suggest",
    "suggested",
    "identified",
    "discovered",
    "resulted",
];
/// The most words between who aims and the aim.
const REACH: usize = 9;

/// Whether a sentence only states the aim of a study or what it examined: “The trial aimed to”, “We
/// investigated whether”. Of the 885 sentences above one is read so, of the others 40.
pub(super) fn is_aim(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let words = words(introduced(&lower));
    let Some(first) = words.first().filter(|word| WHO.contains(word)) else { return false };
    let is = |at: usize, list: &[&str]| words.get(at).is_some_and(|word| list.contains(word));
    let mut study = matches!(*first, "we" | "authors" | "investigators" | "researchers");
    for at in 1..words.len().min(REACH + 1) {
        study |= STUDIES.contains(&words[at]);
        let aim = AIMING.contains(&words[at]) && is(at + 1, &["to"])
            || words[at] == "set" && is(at + 1, &["out"]) && is(at + 2, &["to"])
            || matches!(words[at], "hypothesized" | "hypothesised")
            || AIMS.contains(&words[at])
                && words[at..].windows(2).take(REACH).any(|two| COPULAS.contains(&two[0]) && two[1] == "to")
            || study
                && DONE_TO.contains(&words[at])
                && (is(at + 1, &["to"]) || is(at + 1, &["out"]) && is(at + 2, &["to"]))
            || study
                && ASKING.contains(&words[at])
                && (is(at + 1, &ASKED) || is(at + 1, &["the"]) && is(at + 2, &OBJECTS));
        if aim {
            return !words[at + 1..].iter().any(|word| RESULTS.contains(word) || matches!(*word, "no" | "not"));
        }
    }
    false
}

/// A sentence without what leads over to it: “Here,”, “In this study, ”, “To this end”.
fn introduced(lower: &str) -> &str {
    const LEADING: [&str; 8] =
        ["here", "therefore", "thus", "hence", "in this ", "in the present ", "to this end", "in our "];
    match lower.split_once(", ") {
        Some((before, rest)) if LEADING.iter().any(|words| before.starts_with(words)) && before.len() < 30 => rest,
        _ => {
            let bare = lower.strip_prefix("here ").unwrap_or(lower);
            ["in this study ", "in the present study "]
                .iter()
                .find_map(|words| bare.strip_prefix(words))
                .unwrap_or(bare)
        }
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .collect()
}
