//! The phrases by which a sentence tells what it is: a finding, an aim, a guess.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

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
    "we propose that",
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
    "we present ",
    "we introduce",
    "we describe",
    "we propose a",
    "we utilize",
    "we explicitly",
    "we apply",
    "we applied",
    "we implement",
    "we carried out",
    "we estimated",
    "was translated",
    "was used for",
    "were used for",
    "our data cover",
    "were imputed",
    "were excluded",
    "were examined",
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
    "have reported",
    "as discussed",
    "as mentioned",
    "described previously",
    "previously described",
    "is defined as",
    "are defined as",
    "difficult to discern",
    "have argued",
    "previous research",
    "most studies",
    "studies so far",
    "remarks on",
    "an overview of",
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

/// What authors do who found something.
const FOUND: &[&str] = &[
    "show",
    "showed",
    "find",
    "found",
    "demonstrate",
    "demonstrated",
    "observe",
    "observed",
    "identify",
    "identified",
    "discover",
    "discovered",
    "prove",
    "proved",
    "conclude",
    "detect",
    "detected",
    "establish",
];
/// What may be between “we” and that verb.
const BETWEEN: &[&str] = &[
    "also",
    "then",
    "first",
    "further",
    "next",
    "here",
    "now",
    "therefore",
    "thus",
    "finally",
    "additionally",
    "consistently",
    "successfully",
];

/// Whether a lower-case sentence gives a finding as the authors' own: “we first show that …”, “we focus on six genes
/// and show that …”.
pub(super) fn says_we_found(lower: &str) -> bool {
    if lower.contains("we report that") || lower.contains("here we report") {
        return true;
    }
    let words: Vec<&str> =
        lower.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|word| !word.is_empty()).collect();
    let verb = |from: usize| words[from..].iter().find(|word| !BETWEEN.contains(word)).copied().unwrap_or_default();
    words.iter().enumerate().any(|(at, word)| match *word {
        "we" => FOUND.contains(&verb(at + 1)) && !words[at + 1..].iter().take(3).any(|word| *word == "how"),
        "and" if words[..at].contains(&"we") => {
            let next = verb(at + 1);
            FOUND.contains(&next) && words[at + 1..].iter().take(4).any(|word| *word == "that")
        }
        _ => false,
    })
}

/// Whether a lower-case sentence gives a test, a comparison or a difference as found.
pub(super) fn reports_result(lower: &str) -> bool {
    const SAYS: [&str; 18] = [
        "shows that",
        "find evidence",
        "that shows",
        "outperform",
        "able to ",
        "significantly",
        "no significant",
        "did not ",
        "p <",
        "p<",
        "p =",
        "p=",
        "was associated with",
        "were associated with",
        "was correlated",
        "were correlated",
        "demonstrated ",
        "showed ",
    ];
    SAYS.iter().any(|cue| lower.contains(cue))
}

/// Whether a lower-case sentence gives a figure of an effect or a test.
pub(super) fn reports_figures(lower: &str) -> bool {
    const EFFECTS: [&str; 9] =
        [" or = ", " hr = ", " rr = ", " b = ", "95% ci", "95 % ci", "odds ratio", "hazard ratio", "p < "];
    const SAYS: [&str; 4] =
        ["significantly associated", "most strongly", "significantly higher", "significantly lower"];
    EFFECTS.iter().chain(&SAYS).any(|cue| lower.contains(cue))
}

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

impl Cue {
    const ALL: [Self; SEARCHED] =
        [Self::Finding, Self::Conclusion, Self::Aim, Self::Method, Self::Background, Self::Hedge];
}

/// How many kinds there are.
const SEARCHED: usize = 6;

/// The lists, in the order of [`Cue`], each as one search for all its phrases.
static SEARCHES: LazyLock<[AhoCorasick; SEARCHED]> = LazyLock::new(|| {
    [FINDING, CONCLUSION, AIM, METHOD, BACKGROUND, HEDGE]
        .map(|list| AhoCorasick::new(list).expect("the lists are short"))
});

/// How many cues of this kind stand in a lower-case sentence.
pub(super) fn count(lower: &str, cue: Cue) -> usize {
    let found = SEARCHES[cue as usize].find_overlapping_iter(lower);
    let distinct = found.fold(0_u128, |set, hit| set | 1 << hit.pattern().as_usize());
    distinct.count_ones() as usize
}

/// How many cues of each kind stand in a sentence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts([usize; SEARCHED]);

impl Counts {
    /// Those of a lower-case sentence.
    pub fn of(lower: &str) -> Self {
        Self(Cue::ALL.map(|cue| count(lower, cue)))
    }

    /// Of one kind.
    pub fn get(&self, cue: Cue) -> usize {
        self.0[cue as usize]
    }
}
