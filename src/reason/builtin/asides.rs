//! Sentences that tell of the work and not of what it found: what was done and who took part, what the paper is about,
//! what it is good for, what others found, what is still to do, and the matter around a paper.

mod procedure;

use super::cues::{Cue, count};
pub(super) use procedure::is_procedure;

/// A sentence says what is still to be done.
const PLANS: &[&str] = &[
    "future work",
    "future research",
    "future studies",
    "further work",
    "further research",
    "further studies",
    "should be explored",
    "should be investigated",
    "should be examined",
    "needs to be",
    "need to be",
    "is planned",
    "are planned",
    "also planned",
    "warrant",
    "remains to be",
    "remain to be",
    "further investigation",
    "more research",
    "more studies",
    "should stimulate",
    "left for future",
    "would yield a more",
    "motivate",
    "follow-up stud",
    "larger-scale",
    "large-scale validation",
    "large scale validation",
    "should be read",
    "should therefore be",
    "in our opinion",
    "we believe",
    "the remedy is",
    "we recommend",
    "we hope",
];

/// A sentence says what the paper does, is about or came from.
const ABOUT_THE_PAPER: &[&str] = &[
    "this paper presents",
    "this paper reports",
    "this paper introduces",
    "this paper proposes",
    "this paper describes",
    "this paper discusses",
    "this paper addresses",
    "this paper considers",
    "this paper investigates",
    "this paper explores",
    "this paper examines",
    "this paper studies",
    "this paper deals",
    "this article presents",
    "this article describes",
    "this article discusses",
    "this article reviews",
    "this work presents",
    "this work introduces",
    "this work was motivated",
    "is motivated by",
    "was motivated by",
    "in this paper we",
    "in this paper, we",
    "in this article we",
    "in this article, we",
    "in this work we",
    "in this work, we",
    "we explore",
    "we also explore",
    "we show how",
    "we describe how",
    "we discuss how",
    "we ask how",
    "we ask whether",
    "we detail",
    "we also detail",
    "we outline",
    "overview",
    "is also given",
    "are also given",
    "is given for",
    "is presented",
    "are presented",
    "the following analysis",
    "is organised as",
    "is organized as",
    "the remainder of",
    "the rest of this",
    "to address these",
    "to address this",
];

/// Words with which a sentence about the paper still says what was found.
const STATES: &[&str] = &[
    "that ",
    "we find",
    "we found",
    "outperform",
    "results",
    "significant",
    "reveal",
    "performance",
    "higher",
    "lower",
    "increase",
    "decrease",
    "reduce",
];

/// Whether a lower-case sentence says what the paper does or is about, and nothing that was found.
pub(super) fn is_about_the_paper(lower: &str) -> bool {
    if points_at_figure(lower) {
        return true;
    }
    let motivated = lower.contains("motivated by");
    ABOUT_THE_PAPER.iter().any(|cue| lower.contains(cue))
        && (motivated || !STATES.iter().any(|word| lower.contains(word)))
}

/// Whether a lower-case sentence only points at a figure or table, without its result: “In Figure 3, we show the resulting
/// distribution.”
fn points_at_figure(lower: &str) -> bool {
    const SHOWS: [&str; 6] = ["we show ", "we also show ", "we plot ", "we present ", "we display ", "we illustrate "];
    const WHAT: [&str; 9] = ["the ", "a ", "an ", "our ", "these ", "all ", "how ", "both ", "examples "];
    let what = SHOWS.iter().find_map(|shows| Some(&lower[lower.find(shows)? + shows.len()..]));
    let pointed = ["in fig", "in table", "in figs"].iter().any(|place| lower.contains(place));
    pointed && !lower.contains(" that ") && what.is_some_and(|what| WHAT.iter().any(|head| what.starts_with(head)))
}

/// Whether a lower-case sentence says what the work is good for, and not what it found.
pub(super) fn is_promise(lower: &str) -> bool {
    const GOOD_FOR: [&str; 30] = [
        "preliminary data that",
        "practical significance",
        "high potential in",
        "novel understanding",
        "new understanding",
        "the understanding of",
        "our understanding of",
        "valuable resource",
        "useful resource",
        "serve as a ",
        "have implications",
        "has implications",
        "implications for",
        "crucial information for",
        "a basis for",
        "the basis for",
        "setting the stage",
        "set the stage",
        "sets the stage",
        "pave the way",
        "paves the way",
        "promising directions",
        "new directions",
        "new avenues",
        "shed light",
        "sheds light",
        "deeper comprehension",
        "deeper understanding",
        "better understanding",
        "highlight the benefit of",
    ];
    GOOD_FOR.iter().any(|cue| lower.contains(cue))
}

/// Whether a lower-case sentence opens with other work: that of others, or an earlier one of the same authors.
pub(super) fn is_of_others(lower: &str) -> bool {
    const OTHERS: [&str; 23] = [
        "a recent study",
        "recent studies",
        "recent work",
        "recent research",
        "previous studies",
        "previous work",
        "previous research",
        "a previous study",
        "earlier studies",
        "earlier work",
        "prior work",
        "other studies",
        "previously, we ",
        "previously we ",
        "we previously ",
        "we have previously ",
        "in our previous ",
        "in our earlier ",
        "in an earlier ",
        "our earlier ",
        "in a previous ",
        "our previous study",
        "our previous work",
    ];
    // “Recent theoretical kinetics studies show”
    let recent = lower.strip_prefix("recent ").is_some_and(|rest| {
        let of = |word: &str| matches!(word, "studies" | "reports" | "work" | "experiments" | "analyses");
        rest.split(' ').take(4).any(of)
    });
    // “We previously showed …; here we show …”
    const NOW: [&str; 3] = [" here", " now ", " present "];
    (recent || OTHERS.iter().any(|head| lower.starts_with(head))) && !NOW.iter().any(|now| lower.contains(now))
}

/// Whether a lower-case sentence says whether a trial met its primary endpoint.
fn meets_endpoint(lower: &str) -> bool {
    let of = ["primary endpoint", "primary end point", "primary outcome"].iter().any(|outcome| lower.contains(outcome));
    of && [" was met", " was not met", " was reached", " was not reached", " was achieved"]
        .iter()
        .any(|met| lower.contains(met))
}

/// Whether a lower-case sentence counts who took part or says what was to be measured, and compares nothing.
pub(super) fn is_enrolment(lower: &str) -> bool {
    const TAKEN_IN: [&str; 36] = [
        "median time",
        "median follow-up",
        "mean follow-up",
        "median age",
        "follow-up was",
        "diagnoses were",
        "data are a subset",
        "primary outcome",
        "secondary outcome",
        "primary endpoint",
        "primary end point",
        "data were available",
        "studies were identified",
        "trials were identified",
        "articles were identified",
        "records were identified",
        "were classified as",
        "was defined as",
        "were defined as",
        "analysis was by",
        "attended a ",
        "limitation",
        "was not designed to",
        "mean age",
        "were randomi",
        "was randomi",
        "were recruited",
        "were enrolled",
        "were included",
        "were recorded.",
        "were screened",
        "were eligible",
        "met the inclusion",
        "met inclusion",
        "were identified for",
        "participated in",
    ];
    // That the groups were alike before the treatment, or not, is what the finding rests on.
    let alike =
        ["was matched", "were matched", "were similar", "were comparable"].iter().any(|cue| lower.contains(cue))
            && lower.contains("in terms of");
    lower.contains("baseline characteristics")
        || alike
        || TAKEN_IN.iter().any(|cue| lower.contains(cue)) && count(lower, Cue::Finding) == 0 && !meets_endpoint(lower)
}

/// Whether a lower-case sentence says what is still to be done.
pub(super) fn is_plan(lower: &str) -> bool {
    PLANS.iter().any(|plan| lower.contains(plan)) || announces(lower)
}

/// Whether a lower-case sentence says what is yet to be shown, as a protocol does: “the association will be evaluated”, or
/// what a review is going to speak of: “we will discuss recent progress”.
pub(super) fn announces(lower: &str) -> bool {
    const AHEAD: [&str; 12] = [
        " will be ",
        " will provide ",
        " will establish ",
        " will help ",
        " will allow ",
        " will discuss ",
        " will review ",
        " will describe ",
        " will summari",
        " will outline ",
        " will explore ",
        " will examine ",
    ];
    // “We found that yields will be lower” is a finding.
    let Some(at) = AHEAD.iter().filter_map(|ahead| lower.find(ahead)).min() else { return false };
    !lower[..at].contains(" that ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A projection would be taken for a plan.
    #[test]
    fn what_is_expected_to_happen_is_no_plan() {
        assert!(!announces("the range of the mosquito is expected to shrink by 48% under three scenarios."));
        assert!(announces("here, we will discuss recent progress as well as new perspectives."));
    }

    /// Each of these was once offered to a reviewer as a finding of its paper.
    #[test]
    fn sentences_about_the_paper_its_use_and_its_participants_are_no_findings() {
        for text in [
            "This paper presents a new model for requirement prioritization using AHP.",
            "An overview of the methods in use is also given for each of the fields.",
            "This work was motivated by recent findings that showed that there are such models.",
        ] {
            assert!(is_about_the_paper(&text.to_lowercase()), "{text}");
        }
        for shown in ["In Figures 3 and 4, we show the resulting masses.", "We also show the overall rate in Figure 2."]
        {
            assert!(is_about_the_paper(&shown.to_lowercase()), "{shown}");
        }
        assert!(!is_about_the_paper("in figure 3 we show that the rate of growth doubled."));
        assert!(is_of_others("recent theoretical kinetics studies show that it produces formic acid."));
        assert!(!is_enrolment("at 1 year the primary endpoint was met, 42 patients were progression free."));
        for text in [
            "Forty-two individuals were randomised to receive methylprednisolone or prednisolone alone.",
            "The primary outcome was the difference in mean scores at 3 months.",
            "There were no significant differences in baseline characteristics among the three groups.",
            "Each case was defined as pathological carcinoma from resected specimens.",
            "Over 1096 study days, 42,716 hospitalisations and 3715 in-hospital deaths were recorded.",
            "Twelve studies were identified: seven controlled and five non-controlled trials.",
        ] {
            assert!(is_enrolment(&text.to_lowercase()), "{text}");
        }
        assert!(is_promise("this evaluation can serve as a valuable resource for practitioners."));
        assert!(is_of_others("a recent study demonstrates a related phenomenon."));
        assert!(is_of_others("previously, we demonstrated that the protein induces apoptosis."));
        assert!(!is_of_others("we previously saw it in mice; here we show it in men."));
        for finding in [
            "In this paper we show that averaging does not lead to acceleration.",
            "Patients who were randomised to walking had a lower risk of stroke.",
        ] {
            let lower = finding.to_lowercase();
            assert!(!is_about_the_paper(&lower) && !is_enrolment(&lower) && !is_promise(&lower), "{finding}");
        }
    }
}
