//! The words that the built-in reasoner goes by: common science, directions,
//! and the cues of findings, aims, hedges and background.

use std::{collections::HashSet, sync::LazyLock};

use crate::text::{is_stop, stem};

use super::verbs;

/// Words that half of all abstracts have, which therefore tell little.
const COMMON: &str = "\
ability absence activation active activity acute addition adult affect age alter analysis analyses animal approach \
assess associate association base body case cause cell cellular change characterize chronic clinical cohort common \
compare complex component condition control correlate data day decrease deficient demonstrate dependent derive detect \
determine development develop difference different direct disease distinct drug early effect effective elevate enhance \
essential event evidence express expression factor find finding form formation function functional gene general \
generation group growth high human identify impact important improve include increase independent individual induce \
influence inhibit inhibition interaction involve large lead level life limit link loss low lower major male \
measure mechanism mediate medical method model molecular month mouse mice multiple necessary negative normal number \
outcome pathway patient people person play population positive possible potential predict presence present prevent \
process produce production promote protein provide range rate reduce reduction region regulate regulation relate release \
report require response result risk role sample severe show significant signal site small specific state status stimulate \
strong structure study subject suggest support suppress system target test time tissue treat treatment trial type \
use various woman women year young";

/// Words of direction: one side and the other, in the same form.
const DIRECTIONS: &[(&str, &str)] = &[
    ("increases", "decreases"),
    ("increase", "decrease"),
    ("increased", "decreased"),
    ("increasing", "decreasing"),
    ("raises", "lowers"),
    ("higher", "lower"),
    ("greater", "smaller"),
    ("more", "less"),
    ("longer", "shorter"),
    ("better", "worse"),
    ("faster", "slower"),
    ("superior", "inferior"),
    ("improves", "worsens"),
    ("improve", "worsen"),
    ("improved", "worsened"),
    ("enhances", "impairs"),
    ("enhance", "impair"),
    ("enhanced", "impaired"),
    ("promotes", "inhibits"),
    ("promote", "inhibit"),
    ("promoted", "inhibited"),
    ("activates", "inactivates"),
    ("activate", "inactivate"),
    ("activated", "inactivated"),
    ("stimulates", "suppresses"),
    ("stimulate", "suppress"),
    ("stimulated", "suppressed"),
    ("upregulates", "downregulates"),
    ("upregulated", "downregulated"),
    ("accelerates", "delays"),
    ("accelerate", "delay"),
    ("accelerated", "delayed"),
    ("positively", "negatively"),
    ("positive", "negative"),
    ("gain", "loss"),
];
/// Words of direction that lead to one already named, but not back.
const LEANINGS: &[(&str, &str)] = &[
    ("reduces", "increases"),
    ("reduce", "increase"),
    ("reduced", "increased"),
    ("reducing", "increasing"),
    ("reduction", "increase"),
    ("prevents", "promotes"),
    ("prevent", "promote"),
    ("protects", "harms"),
    ("blocks", "promotes"),
    ("impedes", "promotes"),
    ("elevates", "lowers"),
    ("elevated", "lowered"),
    ("fewer", "more"),
    ("diminishes", "increases"),
    ("attenuates", "increases"),
    ("abolishes", "increases"),
    ("induces", "suppresses"),
    ("facilitates", "hinders"),
];

/// A sentence states what was found.
const FINDING: &[&str] = &[
    "we found",
    "we find",
    "we show",
    "we observed",
    "we demonstrate",
    "we identified",
    "we report",
    "we detected",
    "we conclude",
    "results show",
    "results suggest",
    "results indicate",
    "results demonstrate",
    "results reveal",
    "findings suggest",
    "findings indicate",
    "findings show",
    "findings demonstrate",
    "data show",
    "data suggest",
    "data indicate",
    "data demonstrate",
    "was associated with",
    "were associated with",
    "is associated with",
    "are associated with",
    "was found",
    "were found",
    "significantly",
    "no significant",
    "no difference",
    "no association",
    "no evidence",
    "compared with",
    "compared to",
    "odds ratio",
    "hazard ratio",
    "relative risk",
    "confidence interval",
    " ci ",
    "p <",
    "p<",
    "p =",
    "p=",
    "correlated with",
    "revealed",
    "resulted in",
    "leads to",
    "led to",
    "failed to",
    "did not",
    "does not",
    "do not",
    "increased",
    "decreased",
    "reduced",
    "higher",
    "lower",
    "more likely",
    "less likely",
    "greater than",
    "inhibits",
    "promotes",
    "requires",
    "is required",
    "are required",
    "prevents",
    "enhances",
    "mediates",
    "increases",
    "reduces",
    "decreases",
    "depends on",
    "showed",
    "is necessary",
    "is sufficient",
    "superior",
    "showing that",
    "demonstrating that",
    "indicating that",
];
/// A sentence draws the conclusion.
const CONCLUSION: &[&str] = &[
    "we conclude",
    "in conclusion",
    "in summary",
    "conclusions:",
    "conclusion:",
    "our results",
    "our findings",
    "our data",
    "these results",
    "these findings",
    "these data",
    "this study shows",
    "this study demonstrates",
    "taken together",
    "collectively",
    "thus,",
    "therefore,",
    "overall,",
    "suggest that",
    "suggests that",
    "indicate that",
    "indicates that",
    "demonstrate that",
    "demonstrates that",
    "show that",
    "shows that",
    "we propose",
    "provide evidence",
    "provides evidence",
    "suggesting",
    "interpretation:",
    "hence,",
];
/// A sentence says what was meant to be done.
const AIM: &[&str] = &[
    "we aimed",
    "we aim ",
    "aim of",
    "aims of",
    "the aim",
    "objective",
    "purpose of",
    "to determine",
    "to investigate",
    "to evaluate",
    "to examine",
    "to assess",
    "to explore",
    "to test whether",
    "to test the",
    "to identify",
    "to estimate",
    "we sought",
    "we asked",
    "we hypothesi",
    "we investigate",
    "we examine",
    "we evaluate",
    "we assess",
    "we tested",
    "we studied",
    "here we describe",
    "was to ",
    "goal of",
    "in this study, we use",
    "in this paper",
    "this paper describes",
    "was devoted",
    "we review",
    "we discuss",
    "this review",
];
/// A sentence tells how it was done.
const METHOD: &[&str] = &[
    "we used",
    "we performed",
    "we conducted",
    "we analyzed",
    "we analysed",
    "we measured",
    "we compared",
    "we collected",
    "were randomized",
    "were randomised",
    "were randomly",
    "were recruited",
    "were enrolled",
    "were collected",
    "were measured",
    "were performed",
    "was performed",
    "were obtained",
    "were analyzed",
    "were analysed",
    "was used to",
    "were used to",
    "was measured",
    "were assessed",
    "was assessed",
    "were included",
    "were searched",
    "we searched",
    "data sources",
    "study selection",
    "main outcome measure",
    "design:",
    "setting:",
    "participants:",
    "methods:",
    "method:",
    "interventions:",
    "patients:",
    "was carried out",
    "were carried out",
    "were calculated",
    "using a ",
    "were tested",
    "we developed",
    "was conducted",
    "were conducted",
    "then examined",
    "was designed",
    "questionnaire was",
];
/// A sentence says what was known or not known before.
const BACKGROUND: &[&str] = &[
    "background",
    "is unknown",
    "are unknown",
    "remains unknown",
    "remain unknown",
    "unclear",
    "poorly understood",
    "little is known",
    "not known",
    "not well understood",
    "remains to be",
    "controversial",
    "have been proposed",
    "has been proposed",
    "previous studies",
    "it has been",
    "is a major",
    "is a leading",
    "are a major",
    "is one of the",
    "are one of the",
    "worldwide",
    "elusive",
    "have long been",
    "recent studies",
    "growing evidence",
    "is needed",
    "are needed",
    "is known about",
    "introduction",
    "yet to be",
    "have arisen",
    "very few",
    "is difficult",
    "future work",
    "is also planned",
    "been introduced",
    "were introduced",
    "been outlined",
    "recently,",
    "has been reported",
    "have been reported",
];
/// A sentence guesses.
const HEDGE: &[&str] = &[
    "may ",
    "might ",
    "could ",
    "possibly",
    "perhaps",
    "it is conceivable",
    "speculat",
    "hypothesi",
    "potentially",
    "appears to",
    "seems to",
    "remains to be",
    "further studies",
    "further research",
    "is likely to",
    "we propose",
];

static COMMON_STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| COMMON.split_whitespace().map(stem).collect());

/// What kind of cues to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cue {
    /// A result is stated.
    Finding,
    /// A conclusion is drawn.
    Conclusion,
    /// An aim or a question is stated.
    Aim,
    /// A method is told.
    Method,
    /// Earlier knowledge.
    Background,
    /// A guess.
    Hedge,
}

/// How many cues of this kind stand in a lower-case sentence.
pub(super) fn cues(lower: &str, cue: Cue) -> usize {
    let list = match cue {
        Cue::Finding => FINDING,
        Cue::Conclusion => CONCLUSION,
        Cue::Aim => AIM,
        Cue::Method => METHOD,
        Cue::Background => BACKGROUND,
        Cue::Hedge => HEDGE,
    };
    list.iter().filter(|cue| lower.contains(*cue)).count()
}

/// The word with the opposite direction, in the same form.
pub(super) fn opposite_direction(lower: &str) -> Option<&'static str> {
    DIRECTIONS
        .iter()
        .find_map(|(a, b)| {
            if *a == lower {
                Some(*b)
            } else if *b == lower {
                Some(*a)
            } else {
                None
            }
        })
        .or_else(|| LEANINGS.iter().find(|(a, _)| *a == lower).map(|(_, b)| *b))
}

/// Whether a lower-case word says something at all.
pub(super) fn is_content(lower: &str) -> bool {
    lower.chars().count() > 1 && lower.chars().any(char::is_alphanumeric) && !is_stop(lower)
}

/// Whether a lower-case word is one that half of all abstracts have.
pub(super) fn is_common(lower: &str) -> bool {
    is_common_stem(&stem(lower))
}

/// The same for a stem.
pub(super) fn is_common_stem(stem: &str) -> bool {
    COMMON_STEMS.contains(stem)
}

/// Whether a lower-case word is a finite verb form that is known.
pub(super) fn is_verb(lower: &str) -> bool {
    verbs::read(lower).is_some()
}

/// Whether a word is a name, an acronym or a quantity; `first` says that it
/// opens its sentence, where a capital letter tells nothing.
pub(super) fn is_entity(word: &str, first: bool) -> bool {
    let digit = word.chars().any(|c| c.is_ascii_digit());
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    digit
        || capitals >= 2
        || capitals == 1 && (!first && word.starts_with(char::is_uppercase) || !word.starts_with(char::is_uppercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_has_an_opposite_that_leads_back() {
        for (one, other) in DIRECTIONS {
            assert_eq!(opposite_direction(one), Some(*other));
            assert!(opposite_direction(other).is_some());
        }
        assert_eq!(opposite_direction("cell"), None);
    }

    #[test]
    fn names_and_quantities_are_told_from_plain_words() {
        for (word, first, entity) in [
            ("p53", true, true),
            ("DNA", true, true),
            ("Obesity", true, false),
            ("Drosophila", false, true),
            ("cell", false, false),
        ] {
            assert_eq!(is_entity(word, first), entity, "{word}");
        }
    }
}
