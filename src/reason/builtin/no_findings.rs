//! Papers that by their kind report no finding: protocols, corrections, and letters or editorials without results.

use crate::domain::{Source, SourceMeta};

use super::{reading::Sentence, sections::Section};

/// How the title, or a line above the abstract, of a protocol or a correction begins, in lower case and without blanks:
/// publishers space such lines out (“S T U D Y P R O T O C O L”).
const OPENINGS: [&str; 11] = [
    "studyprotocol",
    "trialprotocol",
    "corrigendum",
    "erratum",
    "correction:",
    "correctionto:",
    "correctionto“",
    "retraction:",
    "retractionnote",
    "publishercorrection",
    "authorcorrection",
];
/// The same of letters and editorials, which may have results.
const OPINIONS: [&str; 7] = [
    "lettertotheeditor",
    "letterstotheeditor",
    "replyto",
    "authorreply",
    "authors'reply",
    "commenton",
    "guesteditorial",
];
/// Types, as PubMed and JATS name them, of what may have results or not.
const OPINION_TYPES: [&str; 5] = ["Letter", "Editorial", "Comment", "News", "Book Review"];
/// Lines above the abstract that may give the kind.
const HEAD_LINES: usize = 6;
/// How often a protocol says “will be”: so often in all, and in so many of 1000 words.
const PLANNED: (usize, f64) = (5, 3.5);

/// Whether the source, whose sentences are `all`, is a paper of a kind that reports no finding.
pub(super) fn is_kind_of(source: &Source, all: &[Sentence]) -> bool {
    let has_results = all.iter().any(|sentence| sentence.section == Section::Results);
    let lines = head(source);
    let begins = |openings: &[&str]| lines.iter().any(|line| openings.iter().any(|opening| line.starts_with(opening)));
    begins(&OPENINGS)
        || lines.iter().any(|line| is_protocol(line))
        || !has_results && (begins(&OPINIONS) || is_opinion(&source.meta) || plans(source))
}

/// The title, its parts behind a colon, and the first lines, in lower case without blanks.
fn head(source: &Source) -> Vec<String> {
    let squash = |line: &str| line.to_lowercase().split_whitespace().collect::<String>();
    let title = source.meta.title.as_str();
    let parts = title.match_indices(": ").map(|(at, _)| &title[at + 2..]);
    let first = source.pages.first().map_or("", |page| page.text.as_str());
    let lines = first.lines().filter(|line| !line.trim().is_empty()).take(HEAD_LINES);
    let above = lines.take_while(|line| !line.trim().to_lowercase().starts_with("abstract"));
    [title].into_iter().chain(parts).chain(above).map(squash).collect()
}

/// Whether a squashed line is the title of a study's protocol: “Protocol for a randomised trial”, “…: a clinical trial
/// protocol”. Protocols of a method have results.
fn is_protocol(line: &str) -> bool {
    let of_study = ["trial", "study", "review"].iter().any(|kind| line.contains(kind));
    let line = line.strip_prefix('a').unwrap_or(line);
    let opens =
        ["protocolfor", "protocolof", "studyprotocol", "trialprotocol"].iter().any(|head| line.starts_with(head));
    let ends = ["trialprotocol", "studyprotocol", "reviewprotocol"].iter().any(|tail| line.ends_with(tail));
    of_study && (opens || ends || line.contains("studyprotocolfor"))
}

fn is_opinion(meta: &SourceMeta) -> bool {
    meta.publication_types.iter().any(|kind| OPINION_TYPES.contains(&kind.as_str()))
}

/// Whether the text speaks of what is still to be done as often as protocols do.
fn plans(source: &Source) -> bool {
    let (mut words, mut planned, mut last) = (0_usize, 0_usize, "");
    for word in source.pages.iter().flat_map(|page| page.text.split_whitespace()) {
        planned += usize::from(last.eq_ignore_ascii_case("will") && word == "be");
        words += 1;
        last = word;
    }
    planned >= PLANNED.0 && planned as f64 * 1000.0 >= PLANNED.1 * words as f64
}

#[cfg(test)]
mod tests {
    use super::super::reading::read;
    use super::*;
    use crate::domain::fixtures::source;

    fn is_none(title: &str, text: &str) -> bool {
        let mut source = source(text);
        source.meta.title = title.into();
        is_kind_of(&source, &read(&source.pages))
    }

    /// Their plans, or what others wrote, would be checked as if they were findings.
    #[test]
    fn protocols_corrections_and_letters_are_known_by_title_or_head() {
        for (title, text) in [
            ("Walking for sleep: study protocol for a randomised trial", "Walking is healthy."),
            ("Walking for sleep: a multicentre randomised clinical trial protocol", "Walking is healthy."),
            ("", "S T U D Y P R O T O C O L Open Access\n\nWalking for sleep\n\nAbstract\n\nWalking is healthy."),
            (
                "Walking for sleep",
                "Walking for sleep\n\nProtocol for a randomized clinical study\n\nAbstract\n\nIt is.",
            ),
            (
                "",
                "Hindawi\n\nVolume 2018\n\nCorrigendum Corrigendum to “Walking for sleep” A. Walker\n\nTable 1 was wrong.",
            ),
            ("Correction: Walking for sleep", "Table 1 was wrong."),
            ("Retraction: Walking for sleep", "We found that Table 1 was wrong."),
            ("Reply to Walker and others", "They are wrong about sleep."),
        ] {
            assert!(is_none(title, text), "{title}: {text}");
        }
    }

    #[test]
    fn what_is_mostly_to_be_done_is_a_protocol() {
        let plan = "Patients will be recruited at two clinics. Sleep will be measured weekly. Data will be stored. ";
        assert!(is_none("Walking for sleep", &plan.repeat(3)));
        let forecast = "Yields fell in every year. ".repeat(500);
        assert!(!is_none("Yields", &format!("{forecast}{plan}{plan}")));
    }

    #[test]
    fn a_paper_with_results_keeps_its_findings() {
        for (title, text) in [
            ("Protocol for extracting DNA from bones improves yield", "The yield rose by 20%."),
            ("Adherence to the study protocol in 200 trials", "Adherence was low."),
            (
                "Reply to Walker: sleep again",
                "Methods\n\nWe asked 20 adults.\n\nResults\n\nSleep rose by 20 minutes in all.",
            ),
            ("Correction of vision in children", "Glasses improved vision."),
        ] {
            assert!(!is_none(title, text), "{title}: {text}");
        }
    }
}
