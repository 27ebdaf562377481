//! Sentences that state explicitly what the authors' own work found: “Our results show that walking helps”.

use super::{
    super::{asides, reading::cites},
    features::{speaks_of_own_work, tokens, with_plural_author},
    phrases::GROUPS,
};

/// The authors find something. What they identify, propose or obtain may be how they went about it.
const WE_FOUND: [&str; 23] = [
    "we found",
    "we find",
    "we also f",
    "we have found",
    "we show",
    "we also show",
    "we further show",
    "we have shown",
    "we detect",
    "we did not detect",
    "we did not find",
    "we did not observe",
    "we observe",
    "we also observe",
    "we obtain results",
    "we obtained results",
    "we demonstrate",
    "we conclude",
    "we can conclude that",
    "we discover",
    "we estimate that",
    "we confirm",
    "we provide evidence",
];
/// Nobody is named, and it is the paper's nevertheless.
const IT_WAS_FOUND: [&str; 4] =
    ["it was found that", "it was shown that", "it was observed that", "it was demonstrated that"];
/// What the authors' own work is called where it finds something.
const WORKS: [&str; 14] = [
    "analyses",
    "analysis",
    "data",
    "estimates",
    "experiments",
    "findings",
    "models",
    "paper",
    "results",
    "simulations",
    "study",
    "survey",
    "trial",
    "work",
];
/// What such work does.
const VERBS: [&str; 17] = [
    "confirm",
    "confirmed",
    "confirms",
    "demonstrate",
    "demonstrated",
    "demonstrates",
    "found",
    "imply",
    "indicate",
    "indicated",
    "revealed",
    "show",
    "showed",
    "shows",
    "suggest",
    "suggested",
    "suggests",
];
/// What else it does.
const THEY_PROVIDE: [&str; 4] =
    ["data provide evidence", "findings provide evidence", "results provide evidence", "study provides evidence"];
/// What authors call an important finding.
const NAMED: [&str; 6] =
    ["important finding", "key finding", "main finding", "major finding", "principal finding", "remarkable finding"];
/// A sentence of fewer words that speaks of a pattern does not say which.
const EMPTY_WORDS: usize = 12;
/// Words between the two.
const BETWEEN: [&str; 5] = ["also", "clearly", "further", "therefore", "thus"];

/// Marks of a recommendation in place of a finding: “Our results show the importance of walking.”
const CALLS: [&str; 7] =
    ["are essential to", "be investigated", "importance of", "is essential to", "need for", "need to", "warrant"];

/// Whether a sentence refers to the work of others.
pub(in super::super) fn refers_to_others(text: &str) -> bool {
    const OTHERS: [&str; 7] = [
        "the authors ",
        "the study found ",
        "their findings ",
        "their results ",
        "their study ",
        "they found ",
        "they reported ",
    ];
    const BEFORE: [&str; 6] =
        ["earlier studies", "earlier trials", "past studies", "past trials", "previous studies", "previous trials"];
    const SHOWED: [&str; 4] = ["previous analys", "previous experiments ", "prior experiments ", "recent findings "];
    let lower = text.to_lowercase();
    let shown =
        [" was shown", " were shown", " has been shown", " have been shown"].iter().any(|cue| lower.contains(cue));
    cites(text)
        || names_a_work(text)
        || lower.contains(" and colleagues")
        || asides::is_of_others(&lower)
        || [
            " the authors did ",
            " their figure ",
            " their table ",
            " literature finds ",
            " literature shows ",
            " literature suggests ",
        ]
        .iter()
        .any(|cue| lower.contains(cue))
        || OTHERS.iter().any(|head| lower.starts_with(head))
        || shown && BEFORE.iter().any(|work| lower.contains(work))
        || lower.contains(" showed ") && SHOWED.iter().any(|work| lower.contains(work))
        || opens_with_an_author(text)
}

/// Whether a sentence names a work by its authors and year: “as Sullivan and Lewis (2003) have shown”.
fn names_a_work(text: &str) -> bool {
    text.split(" (").collect::<Vec<_>>().windows(2).any(|pair| {
        let year = pair[1].get(..4).is_some_and(|year| year.bytes().all(|b| b.is_ascii_digit()));
        let is_year =
            year && (pair[1].starts_with("19") || pair[1].starts_with("20")) && pair[1][4..].starts_with([')', ',']);
        is_year && pair[0].rsplit(' ').next().is_some_and(|name| name.starts_with(char::is_uppercase))
    })
}

/// Whether a sentence says at its beginning who found something: “Bucur has shown that wood loses its density.”
fn opens_with_an_author(text: &str) -> bool {
    const OWN: [&str; 12] =
        ["analyses", "analysis", "data", "experiments", "here", "it", "our", "results", "that", "these", "this", "we"];
    const FOUND: [&str; 6] = ["argued", "demonstrated", "found", "reported", "shown", "suggested"];
    let words: Vec<&str> = text.split(' ').take(6).collect();
    let is_name = |word: &str| {
        let lower = word.to_lowercase();
        word.starts_with(char::is_uppercase) && !OWN.contains(&lower.as_str()) && !WORKS.contains(&lower.as_str())
    };
    let names = words.iter().take_while(|word| is_name(word) || matches!(**word, "and" | "et" | "al." | "al")).count();
    matches!(&words[names..], [has, found, ..] if names > 0 && matches!(*has, "has" | "have") && FOUND.contains(found))
}

/// Whether a sentence goes on with the work that the one before cites: “Findings indicated that …”.
pub(in super::super) fn continues_others(before: &str, text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_bare = ["findings ", "results ", "both "].iter().any(|head| lower.starts_with(head));
    let is_own = tokens(&lower).iter().any(|word| matches!(*word, "our" | "we" | "this" | "present" | "current"));
    is_bare && !is_own && refers_to_others(before)
}

/// Whether a sentence says what ought to be done, and not what was found.
pub(in super::super) fn recommends(text: &str) -> bool {
    const ADVICE: [&str; 14] = [
        "coaches may ",
        "clinicians may wish ",
        "would be advised ",
        "further research in ",
        "it is important that ",
        "it is important to ",
        " would be helpful",
        " should ",
        " need to be ",
        " needs to be ",
        "being cautious",
        "be careful",
        "can be targeted",
        "might be targeted",
    ];
    // “The drug reduced the need for surgery” is a finding.
    const CALLS_FOR: [&str; 7] = ["emphasize", "emphasise", "highlight", "indicate", "stress", "suggest", "underline"];
    let lower = text.to_lowercase();
    let calls = [" the need ", " the necessity "].iter().any(|noun| {
        let before = lower.split_once(noun).and_then(|(before, _)| before.split(' ').next_back());
        before.is_some_and(|verb| CALLS_FOR.iter().any(|call| verb.starts_with(call)))
    });
    // “Despite belief that intake should be raised, it was 46 ± 13 % of what is recommended” advises nothing.
    let measured = lower.contains('±') || lower.contains("% ci") || lower.contains("p <") || lower.contains("p =");
    !measured && (calls || ADVICE.iter().any(|cue| lower.contains(cue)))
}

/// Whether a sentence calls for work that nobody did: “Larger trials are warranted.”
pub(in super::super) fn calls_for_work(text: &str) -> bool {
    const INTEREST: [&str; 4] = [
        "it would be interesting to ",
        "it will be interesting to ",
        "it would be of interest to ",
        "it remains to be ",
    ];
    const WORK: [&str; 8] =
        ["experiments", "investigation", "investigations", "research", "studies", "study", "trials", "work"];
    const CALLS: [&str; 5] = ["necessary", "needed", "required", "warrant", "warranted"];
    const BE: [&str; 4] = ["are", "be", "is", "still"];
    /// Words before what is called for: “Larger and longer trials in adults are warranted.”
    const SUBJECT: usize = 4;
    let lower = text.to_lowercase();
    let words = tokens(&lower);
    let is_own = ["in this ", "in our ", "in the present "].iter().any(|head| lower.starts_with(head));
    let opens = words.iter().take(SUBJECT).any(|word| WORK.contains(word));
    let calls = words.windows(2).any(|pair| CALLS.contains(&pair[1]) && BE.contains(&pair[0]));
    INTEREST.iter().any(|head| lower.starts_with(head)) || opens && calls && !is_own && !lower.contains(" that ")
}

/// Whether a sentence says what could be, and nothing that bears it out: “A threshold alert could reduce the burden.” Of 30
/// such sentences in the abstracts of 183 papers one is a finding.
pub(in super::super) fn speculates(text: &str) -> bool {
    const BORNE_OUT: [&str; 22] = [
        "appear",
        "argue",
        "conclu",
        "confirm",
        "demonstrat",
        "estimat",
        "evidence",
        "find",
        "found",
        "hypothes",
        "implies",
        "imply",
        "indicat",
        "observ",
        "predict",
        "propose",
        "result",
        "reveal",
        "seem",
        "show",
        "suggest",
        "∼",
    ];
    const GUESSES: [&str; 7] = [
        "one possibility is ",
        "another possibility is ",
        "a further possibility is ",
        "it is possible that ",
        "a possible explanation ",
        "one possible explanation ",
        "another possible explanation ",
    ];
    // “The bias could not be explained by exposure” and “three areas could be identified” are findings.
    const FINDINGS: [&str; 4] = [" could not ", " could no longer ", " could be identified", " could be detected"];
    let lower = FINDINGS.iter().fold(text.to_lowercase(), |text, found| text.replace(found, " "));
    // “For instance, it is possible that …”
    let plain =
        lower.split_once(", ").filter(|(head, _)| head.split(' ').count() < 3).map_or(&*lower, |(_, rest)| rest);
    GUESSES.iter().any(|guess| plain.starts_with(guess))
        || lower.starts_with("if ") && lower.contains(" may ")
        || [" could ", " might "].iter().any(|modal| lower.contains(modal))
            && !BORNE_OUT.iter().any(|cue| lower.contains(cue))
}

/// Whether a sentence says how a figure is to be read: “A tick indicates that we detect the change”.
fn explains_figure(lower: &str) -> bool {
    const MARKS: [&str; 16] = [
        "arrow",
        "arrows",
        "asterisk",
        "asterisks",
        "bars",
        "circles",
        "cross",
        "crosses",
        "dot",
        "dots",
        "line",
        "lines",
        "shading",
        "star",
        "tick",
        "triangles",
    ];
    const SAYS: [&str; 6] = ["indicate", "indicates", "represent", "represents", "denote", "denotes"];
    let words = tokens(lower);
    let head = &words[..words.len().min(5)];
    head.windows(2).any(|pair| MARKS.contains(&pair[0]) && SAYS.contains(&pair[1]))
}

/// The sentence without its first relative clause in commas: “The present study, which had two arms, suggests …”.
fn without_relative(lower: &str) -> String {
    let clause = [", which ", ", conducted ", ", performed "].iter().filter_map(|head| lower.find(head)).min();
    let end = clause.and_then(|at| Some((at, at + 1 + lower[at + 1..].find(',')? + 1)));
    end.map_or_else(|| lower.to_owned(), |(at, end)| format!("{}{}", &lower[..at], &lower[end..]))
}

/// Whether a sentence states a finding of the authors' own work, cites no other and recommends nothing.
pub(in super::super) fn reports_own_finding(text: &str) -> bool {
    let lower = with_plural_author(&format!(" {} ", text.to_lowercase()));
    // “We demonstrated how it can be computed”, “we found a different pattern (Fig. 2)” say nothing of what is so.
    let is_how = [" demonstrate how ", " demonstrated how ", " show how "].iter().any(|cue| lower.contains(cue));
    let is_way = [" demonstrate how to ", " show how to "].iter().any(|cue| lower.contains(cue));
    let is_empty = |lower: &str| {
        let pattern = lower.split(" pattern").next().filter(|_| lower.contains(" pattern"));
        pattern.is_some_and(|before| before.ends_with("different") || before.ends_with("similar"))
            && tokens(lower).len() < EMPTY_WORDS
    };
    if is_how && lower.contains(" can be ") || is_way || is_empty(&lower) || explains_figure(&lower) {
        return false;
    }
    let has = |cues: &[&str]| cues.iter().any(|cue| lower.contains(cue));
    let results = GROUPS.iter().find(|(name, _)| *name == "result_noun").map_or(&[][..], |(_, cues)| cues);
    let results: Vec<&str> = results.iter().copied().filter(|cue| *cue != "evidence that").collect();
    let clause = without_relative(&lower);
    let words: Vec<&str> = tokens(&clause).into_iter().filter(|word| !BETWEEN.contains(word)).collect();
    // “The present eye-tracking study” is the authors' own as well.
    let is_own = || speaks_of_own_work(&lower) || has(&[" the present ", " the current ", " our "]);
    let work_finds = || is_own() && words.windows(2).any(|pair| WORKS.contains(&pair[0]) && VERBS.contains(&pair[1]));
    (has(&WE_FOUND) || has(&IT_WAS_FOUND) || has(&results) || work_finds() || has(&THEY_PROVIDE) || has(&NAMED))
        && !refers_to_others(text)
        && !has(&CALLS)
        && !recommends(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A method or somebody else's result would be checked as the paper's own finding.
    #[test]
    fn own_findings_are_known_by_their_words_and_those_of_others_are_not() {
        for own in [
            "Our results show that walking helps.",
            "The present eye-tracking study, which looked at adjuncts, suggests that readers skip them.",
            "It was found that a reduction of 10% produced the best match.",
            "This study clearly demonstrated that walkers sleep longer.",
            "Our estimates suggest that imports would cost over 3.1 million dollars per year.",
            "Despite belief that intake should be raised, we found that it was 46 ± 13 % of what is advised.",
            "The most remarkable finding was the low incidence of falls.",
            "These results provide evidence that walking helps.",
            "While few walked, we found that walkers slept longer.",
            "Our data show that walkers slept longer than was seen in previous trials.",
            "The present analysis therefore indicates nothing, but our data suggest that walking helps.",
            "I weigh both models and find no effect, and I show that walkers sleep longer.",
        ] {
            assert!(reports_own_finding(own), "{own}");
        }
        for other in [
            "The authors also reported that it was found that walking helps.",
            "Smith et al. conclude that we find what we look for.",
            "A tick indicates that we find the change, while a cross indicates that we do not.",
            "Previous studies showed that walking helps.",
            "Bucur has shown that we found what walking does to wood.",
            "Smith and Jones have reported that our results show little.",
            "Cyclosporine was shown to work in past trials, and we found it too.",
            "Our results suggest being cautious with walking.",
            "We identified 66 specifications for the data set.",
            "There is evidence that walking helps.",
            "These results indicate the importance of walking.",
            "In our study, walkers slept longer (Smith, 2001), and we found it too.",
            "As Sullivan and Lewis (2003) have shown, we found that infants like it.",
            "Their findings showed that experts walk better.",
            "Our findings agree with the dilations that Koelewijn and colleagues saw.",
            "For reverse motion, we discovered a different pattern (Fig 8b).",
            "Drawing on recent advances, we show how to control for heterogeneity among citizens.",
            "Our results indicate the necessity of new protected areas.",
            "Through this review, we demonstrated how the analysis can be performed.",
        ] {
            assert!(!reports_own_finding(other), "{other}");
        }
        let before = "Hurtig et al. (2007) compared children of both types.";
        assert!(continues_others(before, "Findings indicated that one type was worse."));
        assert!(!continues_others(before, "Results of our trial indicated that one type was worse."));
        assert!(!continues_others("We compared children of both types.", "Findings indicated that one was worse."));
    }

    /// “A threshold alert could reduce the burden” would be checked as what the paper found.
    #[test]
    fn what_could_be_is_no_finding_unless_something_bears_it_out() {
        for idea in [
            "A threshold alert could reduce the burden.",
            "Runners might run faster in lighter shoes.",
            "One possibility is that walkers find it easier.",
        ] {
            assert!(speculates(idea), "{idea}");
        }
        for found in [
            "The bias could not be explained by exposure.",
            "Three areas that affect carers could be identified.",
            "Our results suggest that an alert could reduce the burden.",
            "Equal stages could decrease the number of late diagnoses by ∼5600 a year.",
        ] {
            assert!(!speculates(found), "{found}");
        }
    }

    /// A verdict rested on “Additional studies are necessary”.
    #[test]
    fn work_that_nobody_did_is_called_for_and_work_that_was_needed_is_reported() {
        for call in [
            "Larger trials are warranted.",
            "Additional studies in goats and sheep are necessary to see how the virus persists.",
            "It will be interesting to identify the molecules that they carry.",
        ] {
            assert!(calls_for_work(call), "{call}");
        }
        for found in [
            "In our study, fewer patients required intubation.",
            "Evidence shows that surgery is not needed.",
            "Additional studies found that surgery was needed less often.",
            "No further treatment was needed after surgery.",
        ] {
            assert!(!calls_for_work(found), "{found}");
        }
    }
}
