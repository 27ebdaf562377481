//! Sentences that sound like a conclusion and state nothing that could be checked: calls for action or research, praise
//! of the work's use, and caveats.

/// What a call is for; such a word is the subject of “is needed”.
const CALLED_FOR: &[&str] = &[
    "research",
    "study",
    "studies",
    "work",
    "intervention",
    "interventions",
    "analysis",
    "analyses",
    "efforts",
    "guidance",
    "policy",
    "policies",
    "action",
    "investigation",
    "investigations",
    "trials",
    "data",
    "evidence",
    "approach",
    "approaches",
    "validation",
    "attention",
];
/// How a call is made.
const NEEDED: &[&str] = &["needed", "required", "warranted", "necessary", "mandatory"];
/// What authors do who call for something: “we suggest applying …”.
const CALLING: &[&str] = &["suggest", "recommend", "advocate", "encourage", "urge", "propose"];
/// Phrases that call for something whatever their subject is.
const CALLS: &[&str] = &[
    "urgently needed",
    "desperately needed",
    "particularly needed",
    "badly needed",
    "still needed",
    "clearly needed",
    "further questions",
    "new questions",
    "open questions",
    "we call for",
    "we therefore call for",
    "should be considered in future",
    "highlight the need",
    "highlights the need",
    "underscore the need",
    "underscores the need",
    "call for ",
    "calls for ",
    "highlights the value",
    "highlight the value",
    "highlights the importance",
    "highlight the importance",
    "highlights the effectiveness",
    "our work highlights",
    "this work highlights",
    "we would argue",
    "we argue",
    "we advocate",
    "the implications are",
    "advocate for",
];
/// Openings that tell the reader what to do or to heed.
const TO_THE_READER: &[&str] = &[
    "verify ",
    "note that ",
    "note, ",
    "it is important to ",
    "it is essential to ",
    "it is crucial to ",
    "it is vital to ",
    "it is imperative to ",
    "it is necessary to ",
    "below is ",
    "below are ",
    "if this is ",
    "if so",
];

/// Whether a lower-case sentence asks for something to be done.
pub(super) fn is_call(lower: &str) -> bool {
    if CALLS.iter().any(|call| lower.contains(call)) || TO_THE_READER.iter().any(|head| lower.starts_with(head)) {
        return true;
    }
    let words = words(lower);
    // “Campuses should …” asks; “the results suggest that campuses should …” states.
    let stated = words.iter().position(|word| *word == "that").unwrap_or(words.len());
    let ought = words[..stated].windows(2).any(|pair| match pair[0] {
        "should" | "must" | "ought" => true,
        "had" | "has" | "have" | "needs" | "need" | "needed" => pair[1] == "to",
        _ => false,
    });
    if ought {
        return true;
    }
    let asks = words.iter().position(|word| CALLED_FOR.contains(word)).is_some_and(|subject| {
        words[subject + 1..].windows(2).take(MOST_BETWEEN).any(|pair| {
            let is = matches!(pair[0], "is" | "are" | "be" | "thus" | "therefore" | "also");
            is && NEEDED.contains(&pair[1])
        })
    });
    let applies = words.windows(3).any(|three| {
        three[0] == "we" && CALLING.contains(&three[1]) && (three[2].len() > 5 && three[2].ends_with("ing"))
    });
    asks || applies
}

/// Words between the subject of a call and its verb, at most.
const MOST_BETWEEN: usize = 14;

/// What a work speaks of as its own.
const OWN: &[&str] = &[
    "study",
    "work",
    "paper",
    "framework",
    "finding",
    "findings",
    "result",
    "results",
    "observation",
    "observations",
    "approach",
    "method",
    "methods",
    "analysis",
    "tool",
    "model",
    "research",
    "metrics",
    "data",
    "evaluation",
    "insights",
    "review",
];
/// What it is good for, as its authors see it.
const GOOD: &[&str] = &[
    "pivotal for",
    "crucial for",
    "valuable for",
    "useful for",
    "helpful for",
    "important for",
    "may enable",
    "will enable",
    "can enable",
    "guide future",
    "offers valuable",
    "enables quantification",
    "may have implications",
    "has the potential to",
    "holds the potential",
    "contributes to the",
    "contribute to the",
];
const WILL: &[&str] = &["will", "could", "can", "may", "would"];
const SERVE: &[&str] = &[
    "help",
    "guide",
    "inform",
    "motivate",
    "facilitate",
    "assist",
    "aid",
    "support",
    "contribute",
    "serve",
    "stimulate",
    "yield",
    "provide",
    "enable",
];
const PROVIDES: &[&str] = &["provide", "provides", "providing", "offer", "offers", "offering", "give", "gives"];
const SHARED: &[&str] = &[
    "insight",
    "insights",
    "foundation",
    "basis",
    "framework",
    "guidance",
    "resource",
    "understanding",
    "perspective",
    "perspectives",
    "tool",
];

/// Whether a lower-case sentence praises the work's own use and states nothing besides: what follows “that” is stated.
pub(super) fn is_self_praise(lower: &str) -> bool {
    let words = words(lower);
    let own = words.iter().take(6).any(|word| OWN.contains(word))
        && words.iter().take(3).any(|word| matches!(*word, "this" | "these" | "our" | "the" | "such"));
    let compares = ["superior", "outperform", "better than", "higher than", "lower than"];
    let states = words.contains(&"that") || compares.iter().any(|word| lower.contains(word));
    let serves = words.windows(2).any(|pair| WILL.contains(&pair[0]) && SERVE.contains(&pair[1]));
    let provides = words
        .iter()
        .position(|word| PROVIDES.contains(word))
        .is_some_and(|at| words[at + 1..].iter().take(5).any(|word| SHARED.contains(word)));
    let enables = is_hopeful(lower);
    let yields =
        ["yield novel", "yield new", "provide the first", "provides the first", "we provide updated", "we provide an"]
            .iter()
            .any(|phrase| lower.contains(phrase));
    let guides =
        ["our work provides", "this work provides", "this study provides", "our study provides", "this paper provides"]
            .iter()
            .any(|phrase| lower.contains(phrase));
    yields && !states
        || guides && provides
        || own && (enables || !states && (serves || provides || GOOD.iter().any(|good| lower.contains(good))))
}

/// “Our encouraging results suggest that this framework may enable …”.
fn is_hopeful(lower: &str) -> bool {
    ["framework may ", "method may ", "approach may ", "tool may ", "model may be used", "method can be used"]
        .iter()
        .any(|hope| lower.contains(hope))
}

/// Whether a lower-case sentence says how far the work's claims reach.
pub(super) fn is_caveat(lower: &str) -> bool {
    const CAVEATS: [&str; 11] = [
        "hopefully",
        "remain conditional",
        "remains conditional",
        "is conditional on",
        "is not established",
        "limitation",
        "should be interpreted",
        "must be interpreted",
        "interpreted with caution",
        "beyond the scope",
        "preliminary evidence",
    ];
    CAVEATS.iter().any(|caveat| lower.contains(caveat))
}

fn words(lower: &str) -> Vec<&str> {
    lower.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each was offered to a reviewer as a finding of its paper.
    #[test]
    fn calls_praise_and_caveats_are_no_findings() {
        for text in [
            "Waste management interventions are desperately needed lest the patients leave with more health issues.",
            "Research on concrete guidance to applied meta-analysts is needed, as methods are rarely applicable.",
            "We suggest applying the simply calculated metric of heterogeneity to prospective studies.",
            "This research begets further questions of the nature of household time use.",
            "Thus, future studies are mandatory for further confirmation of the efficacy of these plants.",
            "Below are a description of the factors that we found to be interpretable.",
        ] {
            assert!(is_call(&text.to_lowercase()), "{text}");
        }
        for text in [
            "These observations are pivotal for refining survey methodologies and optimising conditions.",
            "Our encouraging results suggest that this analytical framework may enable diagnosis.",
            "The present study provides new insights into the response of psyllids to infection.",
        ] {
            assert!(is_self_praise(&text.to_lowercase()), "{text}");
        }
        assert!(is_caveat("claims remain conditional on the simulator; production safety is not established."));
    }

    #[test]
    fn what_is_needed_by_nature_is_a_finding() {
        for text in [
            "ELT-3 is required for the induction of both genes upon infection.",
            "Our results suggest that campuses should anticipate explosive localised outbreaks.",
            "Our findings indicate that the model provides better insight than chance.",
            "Additional iron is needed by the bacterium to grow in serum.",
        ] {
            let lower = text.to_lowercase();
            assert!(!is_call(&lower) && !is_self_praise(&lower) && !is_caveat(&lower), "{text}");
        }
    }
}
