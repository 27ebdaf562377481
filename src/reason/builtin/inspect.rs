//! Stage 5: is the evidence specific, relevant, apt.

use crate::{
    domain::rules::pack::RulePack,
    reason::{InspectDraft, InspectInput, RemarkDraft},
    text::sentence_case,
};

use super::{
    cues::{self, Cue},
    reading::is_aim,
    sections::Section,
    terms::Terms,
};

/// A passage with less of the statement than this is about something else, 0–1.
const TOO_LITTLE: f64 = 0.15;

/// What says that a sentence guesses or asks for more work.
const GUESSES: [&str; 8] = [
    "be possible to",
    "be possible that",
    "is possible that",
    "further research is",
    "further studies are",
    "remains to be",
    "stimulate more research",
    "warrants further",
];

/// What leads up to a finding within a sentence.
const FINDS: [&str; 6] = ["found that", "find that", "showed that", "show that", "demonstrated that", "revealed that"];

/// Remarks on the citations, at most one each; what code can check (place,
/// anchors, length) is not repeated here. There are none on what is not in a language that `rules` know.
pub fn inspect(rules: &RulePack, input: InspectInput<'_>) -> InspectDraft {
    if !rules.knows(&input.statement.text) {
        return InspectDraft::default();
    }
    let terms = Terms::of(&input.statement.spelled_out());
    let remarks = input
        .citations
        .iter()
        .filter(|citation| rules.knows(&citation.passage))
        .filter_map(|citation| {
            let lower = citation.passage.to_lowercase();
            let states = cues::count(&lower, Cue::Finding) + cues::count(&lower, Cue::Conclusion);
            let (section, bare) = Section::inline(citation.passage.trim());
            let methods = section == Some(Section::Methods);
            let whole = format!("{} {} {} {}", citation.meta.title, citation.before, citation.passage, citation.after);
            // “We examined …, and found that”: the aim is said on the way.
            let finds = FINDS.iter().any(|words| lower.contains(words));
            let (severity, why) = if lower.trim_end().ends_with('?') {
                ("MAJOR", "the passage asks a question and states no finding".to_owned())
            } else if !finds && (is_aim(bare) || states == 0 && (methods || cues::count(&lower, Cue::Aim) > 0)) {
                ("MAJOR", "the passage states the aim or the setting of the study, not a finding".to_owned())
            } else if !terms.list.is_empty() && terms.share(terms.find(&whole)) < TOO_LITTLE {
                let missing = terms.missing(terms.find(&whole));
                let named = missing.iter().take(3).copied().collect::<Vec<_>>().join(", ");
                ("MAJOR", format!("neither the passage nor its context mentions {named}"))
            } else if (cues::count(&lower, Cue::Hedge) > 1 || GUESSES.iter().any(|words| lower.contains(words)))
                && cues::count(&lower, Cue::Finding) == 0
            {
                ("MINOR", "the passage is speculative and reports no finding".to_owned())
            } else {
                return None;
            };
            Some(RemarkDraft {
                citation: Some(citation.number),
                code: Some("WEAK_EVIDENCE".into()),
                severity: Some(severity.into()),
                message: sentence_case(&why) + ".",
            })
        })
        .collect();
    InspectDraft { remarks }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Case;
    use crate::domain::Stance;

    #[test]
    fn a_verb_that_is_not_known_makes_no_aim_of_a_finding() {
        for (claim, passage) in [
            ("46 percent of adults in Ruritania smoke.", "46 percent of adults smoke in Ruritania."),
            ("The minister resigned in 2021.", "The minister resigned in 2021."),
            ("Flight 370 vanished over the sea.", "Flight 370 vanished over the sea."),
            ("The tower weighs 40 kN.", "The tower weighs 40 kN."),
            ("The trial enrolled 1200 patients.", "The METRO trial enrolled 1200 patients."),
            ("ADAR1 binds Dicer.", "In this study, we investigated ADAR1 and found that it binds Dicer directly."),
        ] {
            let case = Case::new(claim, &[(Stance::Supports, passage)]);
            assert_eq!(case.inspect().remarks, [], "{passage}");
        }
        let case =
            Case::new("Aspirin prevents stroke in Leeds.", &[(Stance::Supports, "SETTING Two hospitals in Leeds.")]);
        assert_eq!(case.inspect().remarks.len(), 1);
    }

    #[test]
    fn what_finds_nothing_or_is_about_something_else_is_remarked_on_once_each() {
        let case = Case::new(
            "Aspirin prevents stroke in adults.",
            &[
                (Stance::Contradicts, "Aspirin did not prevent stroke in 4,000 adults."),
                (Stance::NotAddressed, "Does aspirin prevent stroke in adults?"),
                (Stance::Supports, "OBJECTIVE To examine whether aspirin prevents stroke in adults."),
                (Stance::NotAddressed, "Earthworms improved the soil of twelve gardens."),
                (Stance::Supports, "Aspirin may possibly prevent stroke."),
                (Stance::Supports, "Thus, it might be possible to prevent stroke with aspirin in adults."),
            ],
        );
        let remarks = case.inspect().remarks;
        let told: Vec<(Option<u32>, Option<&str>)> =
            remarks.iter().map(|r| (r.citation, r.severity.as_deref())).collect();
        assert_eq!(
            told,
            [
                (Some(2), Some("MAJOR")),
                (Some(3), Some("MAJOR")),
                (Some(4), Some("MAJOR")),
                (Some(5), Some("MINOR")),
                (Some(6), Some("MINOR")),
            ]
        );
        assert!(remarks[2].message.contains("Aspirin"), "{remarks:?}");
    }
}
