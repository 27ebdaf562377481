//! Sentences in which authors own up to limits, say what they expected, praise their own way, or close the paper.

/// Whether a lower-case sentence owns up to limits of the work, closes the paper, or says what was expected before anything
/// was found.
pub(super) fn is_caveat(lower: &str) -> bool {
    const LIMITS: [&str; 14] = [
        "limitations ",
        "limitation ",
        "the main limitation",
        "a limitation",
        "one limitation",
        "an obvious limitation",
        "our findings are limited",
        "our results are limited",
        "these findings are limited",
        "the limitation",
        "another limitation",
        "this study was limited",
        "this study is limited",
        "our study was limited",
    ];
    const CLOSES: [&str; 5] = [
        "we conclude by ",
        "we conclude with a ",
        "we conclude with recommendations",
        "we conclude with suggestions",
        "we close with ",
    ];
    LIMITS.iter().chain(&CLOSES).any(|head| lower.starts_with(head))
        || is_expectation(lower)
        || is_earlier(lower)
        || is_praise(lower)
        || is_empty(lower)
        || is_method(lower)
}

/// Whether a lower-case sentence defines, describes or announces what was done, and no result: “The gene was considered
/// methylated when 10% of the sites were.”
fn is_method(lower: &str) -> bool {
    const DEFINES: [&str; 6] = [
        "was considered ",
        "were considered ",
        "was defined as ",
        "were defined as ",
        "was classified as ",
        "were classified as ",
    ];
    const DONE: [&str; 9] = [
        "characterised",
        "characterized",
        "measured",
        "recorded",
        "assessed",
        "collected",
        "calculated",
        "manipulated",
        "varied",
    ];
    const DESIGN: [&str; 4] =
        ["in one condition,", "in another condition,", "in this study, we did not use ", "we did not use "];
    // “Two authors coded a sample and reached an agreement of 90 %.”
    const CODERS: [&str; 8] = [
        "two authors ",
        "both authors ",
        "two coders ",
        "both coders ",
        "two raters ",
        "two researchers ",
        "two independent coders ",
        "two independent raters ",
    ];
    const MOTIVES: [&str; 3] = ["motivating factor", "motivation for this", "motivation behind this"];
    const COMPARES: [&str; 4] = ["we also compare ", "we then compare ", "we further compare ", "we compare "];
    const CONSISTS: [&str; 4] =
        [" conditions included ", " conditions consisted ", " groups consisted ", " experiments consisted "];
    let is_rule = |rest: &str| [" if ", " when ", " as soon as "].iter().any(|word| rest.contains(word));
    let defines = DEFINES.iter().filter_map(|verb| lower.split_once(verb)).any(|(_, rest)| is_rule(rest));
    let done = lower.trim_end_matches('.').rsplit_once(' ').is_some_and(|(before, last)| {
        DONE.contains(&last) && [" was", " were", " was also", " were also"].iter().any(|verb| before.ends_with(verb))
    });
    let motive = MOTIVES.iter().any(|motive| lower.contains(motive)) && lower.contains(" was to ");
    let included = lower.split_once(" treatments included").is_some_and(|(head, _)| head.split(' ').count() < 4);
    let consists = lower.starts_with("each of the ") && CONSISTS.iter().any(|verb| lower.contains(verb));
    let coded = CODERS.iter().any(|head| lower.starts_with(head)) && lower.contains("agreement");
    let compares = COMPARES.iter().any(|head| lower.starts_with(head)) && !lower.contains(" find");
    let design =
        DESIGN.iter().any(|head| lower.starts_with(head)) || consists || coded || compares || motive || included;
    defines || done || design
}

/// Whether a lower-case sentence reports earlier work only: “Prior experiments showed that the cue drew attention.”
fn is_earlier(lower: &str) -> bool {
    const WORK: [&str; 9] =
        ["evidence", "experiments", "findings", "reports", "research", "results", "studies", "trials", "work"];
    const OWN: [&str; 4] =
        ["we recently reported ", "we previously reported ", "we have previously shown ", "we have recently shown "];
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if OWN.iter().any(|head| lower.starts_with(head)) && !lower.contains(" here") {
        return true;
    }
    let is_before = matches!(words.first(), Some(&("earlier" | "emerging" | "past" | "previous" | "prior" | "recent")));
    // “Prior cell-cycle studies”
    let work = words.iter().skip(1).take(4).position(|word| WORK.contains(word));
    let is_now = |word: &&str| matches!(*word, "but" | "here" | "however" | "our" | "we");
    is_before && work.is_some_and(|at| !words[at + 2..].iter().any(is_now))
}

/// Whether a lower-case sentence says what its authors' own way is good for, or that it is new: “This demonstrates the
/// utility of a novel approach.”
fn is_praise(lower: &str) -> bool {
    const GOOD: [&str; 5] =
        [" the utility of ", " the usefulness of ", " the value of ", " the benefits of ", " the use of "];
    const SHOWN: [&str; 6] = ["demonstrat", "highlight", "illustrat", "show", "underlin", "underscor"];
    const WAYS: [&str; 8] =
        ["analysis", "approach", "comput", "for quantifying", "method", "technique", "tool", "modelling"];
    const NEW: [&str; 9] = [
        " demonstrated a new method",
        " demonstrated a novel method",
        " were the first reported",
        " are important because",
        " address the present lack",
        " address the current lack",
        "these results provide insight",
        "these findings provide insight",
        "findings can aid ",
    ];
    let praised = GOOD.iter().any(|good| {
        let Some((before, what)) = lower.split_once(good) else { return false };
        let verb = before.rsplit(' ').next().unwrap_or_default();
        SHOWN.iter().any(|shown| verb.starts_with(shown)) && WAYS.iter().any(|way| what.contains(way))
    });
    praised || NEW.iter().any(|cue| lower.contains(cue))
}

/// Whether a lower-case sentence has nothing that could be checked without its neighbours, or at all.
fn is_empty(lower: &str) -> bool {
    const HEADS: [&str; 11] = [
        "we demonstrated whether ",
        "from this observation",
        "from these observations",
        "in other words,",
        "that is,",
        "these factors would predict",
        "these findings are restricted to",
        "these results are restricted to",
        "we confirmed these findings",
        "we confirmed these results",
        "we also confirmed these",
    ];
    const PARTS: [&str; 17] = [
        "direction of research",
        "directions for future ",
        "avenue for future ",
        " and use these to ",
        " and use them to ",
        " and employ the ",
        " that may be useful to ",
        "currently defined as ",
        "evidence on ",
        "care must be exercised",
        "care must be taken",
        "care should be taken",
        "evidence of how ",
        "might surmise",
        "provide preliminary",
        "provides preliminary",
        " in order to achieve ",
    ];
    // “We find several important trends from our market.”
    let counts = ["we find ", "we found ", "we observe ", "we observed ", "we identify ", "we identified "]
        .iter()
        .filter_map(|verb| lower.strip_prefix(verb))
        .any(|rest| {
            let mut words = rest.split([' ', '.']);
            matches!(
                words.next(),
                Some("several" | "some" | "many" | "various" | "multiple" | "two" | "three" | "four")
            ) && words.take(2).any(|word| matches!(word, "trends" | "patterns" | "results" | "findings"))
        });
    // “This ability has real-world social implications.”
    // “Results demonstrate the effects of a more complex model.”
    let effects = ["results demonstrate the effects of ", "results show the effects of ", "we show the effects of "]
        .iter()
        .any(|head| lower.trim_start_matches("the ").trim_start_matches("our ").starts_with(head));
    let implies = lower.ends_with(" implications.") && [" has ", " have "].iter().any(|verb| lower.contains(verb));
    let asks = lower.starts_with("we ")
        && [" to test whether ", " to test if ", " to see whether "].iter().any(|aim| lower.contains(aim));
    implies
        || effects && !lower.contains(|c: char| c.is_ascii_digit())
        || counts && !lower.contains(':')
        || asks && !lower.contains("found")
        || HEADS.iter().any(|head| lower.starts_with(head))
        || PARTS.iter().any(|part| lower.contains(part))
}

/// Whether a lower-case sentence says what the authors expected and not whether it came: “We also predicted an increase in
/// activity.”
fn is_expectation(lower: &str) -> bool {
    const EXPECTED: [&str; 6] =
        ["we hypothesised", "we hypothesized", "we predicted", "we expected", "hypothesised that", "hypothesized that"];
    const CAME: [&str; 10] =
        ["but", "confirm", "contrary", "found", "however", "observed", "reject", "result", "show", "support"];
    // “As we predicted, walkers slept longer”, “more than we expected”
    const REFERS: [&str; 4] = ["as", "than", "that", "what"];
    let said = ["also ", "further ", "had ", "initially ", "therefore ", "thus "]
        .iter()
        .fold(without_list_marks(lower), |said, word| said.replace(&format!("we {word}"), "we "));
    let at = EXPECTED.iter().filter_map(|cue| said.find(cue)).min();
    at.is_some_and(|at| {
        let before = said[..at].split_whitespace().next_back().unwrap_or_default();
        !REFERS.contains(&before)
            && !said.contains(|c: char| c.is_ascii_digit())
            && !said.split(|c: char| !c.is_alphanumeric()).any(|word| CAME.iter().any(|came| word.starts_with(came)))
    })
}

/// Drops the marks of a list: “we predicted (1) speed, but (2) rest” has no figure and no contrast with a result.
fn without_list_marks(lower: &str) -> String {
    (1..=5).fold(lower.to_owned(), |text, number| {
        text.replace(&format!("but ({number})"), "").replace(&format!("({number})"), "")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was expected would be checked as if it had been found, and what was found as expected left out.
    #[test]
    fn limits_and_expectations_are_no_findings() {
        for caveat in [
            "In this framework, we predicted an increase in muscle activity during rumination as compared to rest.",
            "We also hypothesized that walkers sleep longer.",
            "We predicted (1) high manoeuvrability but (2) low propulsion owing to the drag of extended fins.",
            "Limitations included the measurement of methylation in cord blood.",
            "Our findings are limited to steady lights and a single species.",
            "Prior experiments showed that the cue could still draw attention to itself.",
            "We conclude with suggestions to improve the representation of women.",
            "Recent evidence demonstrates that cognitive control is perceived as effortful.",
            "Prior cell-cycle studies suggest the involvement of the inhibitors at another level.",
            "This research demonstrates the utility of a novel approach to collecting data.",
            "The study underlines the benefits of FPCA for quantifying the many types of sound changes.",
            "The differences that we identified are important because they reflect the issue at the elite level.",
            "We confirmed these findings both in vitro and in the biofilm context.",
            "We observed people in everyday life to test whether farming gave them another culture.",
            "The gene was considered to be methylated when the mean of its sites was 10% or higher.",
            "For comparison the ambient plankton community was also characterized.",
            "In one condition, both stimuli were simple, easily recognizable figures.",
            "We uncover determinants of the mutations and use these to derive a predictor.",
            "This ability to predict others’ emotions has real-world social implications.",
            "We find several important trends from our simulated market for philanthropy.",
            "In this way, we also provide indirect evidence on inequality in mortality.",
            "These findings can aid the manipulation of activity across drills.",
            "These results provide insights into a more complete pool of potential targets.",
            "High pollen days, currently defined as more than 50 grains, are days of symptoms.",
            "Using original data, we provide evidence of how lockdown affected the epidemic.",
            "We recently reported that the compound does not promote the recruitment of arrestin.",
            "Results demonstrate the effects of adding complexity to the model, weighing output against cost.",
            "Dietary treatments included: (i) a haylage of grass and (ii) a mixture of straw and haylage.",
            "The core motivating factor for implementing better models was to reduce the error.",
            "Two authors coded a sample and reached a reasonable agreement (kappa = 0.74).",
            "We also compare employment at stores that paid high wages to that at other stores.",
            "Our results indicate that one direction of research that might be fruitful is the value to others.",
        ] {
            assert!(is_caveat(&caveat.to_lowercase()), "{caveat}");
        }
        for finding in [
            "As we predicted, walkers slept longer.",
            "We predicted that yields fall by 12% under the second scenario.",
            "We expected walkers to sleep longer, but they slept less.",
            "The effect was larger than we expected.",
            "Walking is limited by age.",
            "Previous studies found that walkers sleep less, but our walkers slept longer.",
            "Recent immigrants had a lower risk of death than others.",
            "These findings demonstrate the value of screening in women under 50.",
            "Walking showed the benefits of exercise for sleep.",
            "The drug was considered safe by most patients.",
            "Stroke was less often recorded.",
            "We found two patterns: walkers slept longer, and runners did not.",
            "We found several genes that raise the risk of stroke.",
            "We tested 240 adults and found that walkers slept longer.",
        ] {
            let lower = finding.to_lowercase();
            assert!(!is_caveat(&lower), "{finding}");
        }
    }
}
