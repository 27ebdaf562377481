//! Whether a passage states a finding at all: an aim, a question, a method or
//! hearsay says nothing for or against a statement.

use crate::text::sentences;

/// How sentences begin that say what is asked or sought.
const AIMS: &[&str] = &[
    "to determine",
    "to investigate",
    "to assess",
    "to examine",
    "to evaluate",
    "to compare",
    "to test",
    "to estimate",
    "to explore",
    "to study",
    "to identify",
    "to describe",
    "to quantify",
    "to clarify",
    "to establish",
    "to analyze",
    "to analyse",
    "to measure",
    "we aimed to",
    "we sought to",
    "the aim of",
    "the aims of",
    "the objective of",
    "the objectives of",
    "the purpose of",
    "the goal of",
    "this study aims",
    "this study aimed",
    "our aim was",
    "our objective was",
    "it is not known",
    "it is unknown",
    "it remains unclear",
    "we hypothesized",
    "we hypothesised",
    "eligibility criteria",
    "main outcome measures",
    "inclusion criteria",
    "data sources",
    "interventions",
];

/// Headings that structured abstracts put before their sentences.
const HEADINGS: &[&str] = &[
    "objectives",
    "objective",
    "aims",
    "aim",
    "purpose",
    "background",
    "methods",
    "method",
    "context",
    "question",
    "introduction",
    "rationale",
    "importance",
    "and",
    "objective:",
    "design",
];

/// Whether the passage is a single sentence that only says what is asked,
/// sought or to be measured.
#[must_use]
pub fn is_none(passage: &str) -> bool {
    if sentences(passage).len() > 1 {
        return false;
    }
    let lower = passage.trim().to_lowercase();
    let mut rest = lower.as_str();
    while let Some(after) = HEADINGS
        .iter()
        .find_map(|heading| rest.strip_prefix(heading).filter(|after| after.starts_with([':', ' ', '/', '.'])))
    {
        rest = after.trim_start_matches([':', ' ', '/', '.', '-']);
    }
    lower.ends_with('?') || AIMS.iter().any(|aim| rest.starts_with(aim)) || rest.contains("remains to be determined")
}

/// Words by which a page passes on what others say without vouching for it.
const HEARSAY: &[&str] = &[
    "is said to",
    "are said to",
    "was said to",
    "were said to",
    "allegedly",
    "rumour has it",
    "rumor has it",
    "many on the net",
    "on social media claim",
    "posts claim",
    "posts say",
    "viral post",
    "users claim",
];

/// Whether every sentence of the passage only passes on what is said somewhere.
#[must_use]
pub fn is_hearsay(passage: &str) -> bool {
    let all: Vec<String> = sentences(passage).into_iter().map(|range| passage[range].to_lowercase()).collect();
    !all.is_empty() && all.iter().all(|sentence| HEARSAY.iter().any(|words| sentence.contains(words)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reviewer would see a rumour that a page debunks filed as its finding.
    #[test]
    fn what_is_only_said_somewhere_is_hearsay() {
        for hearsay in [
            "A shaky video of marching people is said to have been shot at a protest in Tarsk.",
            "After the starlings fell, many on the net blamed the radio masts.",
        ] {
            assert!(is_hearsay(hearsay), "{hearsay}");
        }
        for finding in
            ["The minister said to the press that rents rose.", "It is said to be old. It was dated to 1203."]
        {
            assert!(!is_hearsay(finding), "{finding}");
        }
    }

    #[test]
    fn an_aim_is_no_finding_and_a_result_is_one() {
        for aim in [
            "OBJECTIVE To determine whether statins prevent stroke.",
            "Do statins prevent stroke?",
            "BACKGROUND AND AIMS: The aim of this study was to test statins.",
        ] {
            assert!(is_none(aim), "{aim}");
        }
        for finding in
            ["Statins prevented stroke.", "We sought the cause. Statins prevented stroke.", "Background noise fell."]
        {
            assert!(!is_none(finding), "{finding}");
        }
    }
}
