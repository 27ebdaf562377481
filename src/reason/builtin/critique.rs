//! Stage 8: the draft's own critique in code (`docs/rules.md#self-critique`): does it add
//! a qualifier, take a claim about a claim for the claim, rest on another
//! number, or read who did what to whom the wrong way round?

use crate::{
    domain::{
        Stance, Statement,
        rules::{
            factcheck::{self, View},
            numbers,
            pack::RulePack,
            qualifiers,
            wording::{self, Wording},
        },
    },
    reason::{CritiqueDraft, VerdictDraft, VerdictInput, WeighedCitation},
};

use super::telling::of_stance;

/// Polarity from which a wording is clear, 0–1.
const CLEAR: f64 = 0.5;
/// Coverage from which a passage speaks of the whole statement, 0–1.
const WHOLE: f64 = 0.7;

/// What is wrong with citing a passage for its side.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fault {
    /// In words, with the citation's number.
    pub message: String,
    /// The same without quotes and figures, for a rationale.
    pub doubt: String,
    /// Whether the passage carries the verdict badly even where no better one is cited.
    pub grave: bool,
}

/// What is wrong with `draft`; nothing when it is the second one, or nothing is.
pub(super) fn critique(rules: &RulePack, input: VerdictInput<'_>, draft: &VerdictDraft) -> CritiqueDraft {
    if input.critique.is_some() {
        return CritiqueDraft::default();
    }
    let added = qualifiers::added(&input.statement.text, &draft.rationale);
    if !added.is_empty() {
        return CritiqueDraft { finding: Some(format!("{}.", added_qualifiers("The rationale", &added))) };
    }
    let side = match draft.verdict.as_str() {
        "supports" => Stance::Supports,
        "contradicts" => Stance::Contradicts,
        _ => return CritiqueDraft::default(),
    };
    let cited = of_stance(input.citations, side);
    let Some((lead, others)) = cited.split_first() else { return CritiqueDraft::default() };
    let sounder = others.iter().find(|other| find_fault(rules, input.statement, other, side).is_none());
    let finding = find_fault(rules, input.statement, lead, side).filter(|fault| fault.grave || sounder.is_some());
    CritiqueDraft {
        finding: finding.map(|fault| match sounder {
            Some(sounder) => format!("{}; [{}] is sounder.", fault.message, sounder.citation.number),
            None => format!("{}.", fault.message),
        }),
    }
}

/// What is wrong with citing `item` for `side`.
pub(super) fn find_fault(
    rules: &RulePack,
    statement: &Statement,
    item: &WeighedCitation<'_>,
    side: Stance,
) -> Option<Fault> {
    let (citation, number) = (item.citation, item.citation.number);
    let grave =
        |message: String, doubt: &str| Some(Fault { message, doubt: format!("[{number}] {doubt}"), grave: true });
    let added = qualifiers::added(&statement.text, &item.weighed.reasoning);
    if !added.is_empty() {
        let message = added_qualifiers(&format!("The reading of [{number}]"), &added);
        return grave(message, "was read with a qualifier that the statement does not have");
    }
    let site = rules.credibility().is_fact_check_site(&citation.meta);
    let view = View {
        meta: &citation.meta,
        before: &citation.before,
        passage: &citation.passage,
        after: &citation.after,
        article: "",
    };
    if let Some(check) = factcheck::recognise(view, site)
        && !factcheck::speaks_for_itself(&statement.text, &check, &citation.passage)
    {
        let (stance, note) = factcheck::resolve(&statement.text, &check);
        return if stance == side {
            let message = format!("[{number}] is a fact-check, which reports a claim at second hand");
            Some(Fault { doubt: message.clone(), message, grave: false })
        } else {
            grave(format!("[{number}] is a {note}"), "is a fact-check of another claim")
        };
    }
    let published = citation.meta.published.as_deref().unwrap_or_default();
    let text = statement.in_words_of(&citation.passage);
    let numbers = numbers::compare(&text, &citation.passage, published);
    if side == Stance::Supports
        && numbers.agree.is_empty()
        && let Some(pair) = numbers.conflict.first()
    {
        let message = format!("[{number}] gives another number than the statement: {pair}");
        return grave(message, "gives another number than the statement");
    }
    let around = Wording::of(&format!("{}. {} {}", citation.meta.title, citation.before, citation.after));
    let reading = wording::read(&Wording::of(&text), &citation.passage, &around);
    let against = reading.polarity <= -CLEAR && !numbers.agrees();
    let in_favour = reading.polarity >= CLEAR && reading.coverage >= WHOLE && !numbers.differs();
    let reversed = match side {
        Stance::Supports => against,
        Stance::Contradicts => in_favour,
        Stance::Mixed | Stance::NotAddressed => false,
    };
    let doubt = format!("[{number}] may say the opposite");
    reversed.then(|| Fault {
        message: match reading.clashes.first() {
            Some((_, clash)) if against => format!("{doubt}: {clash}"),
            _ => doubt.clone(),
        },
        doubt,
        grave: false,
    })
}

fn added_qualifiers(what: &str, added: &[String]) -> String {
    let listed: Vec<String> = added.iter().map(|word| format!("“{word}”")).collect();
    format!("{what} restates the statement with {}, which the statement does not say", listed.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Case;
    use crate::domain::{
        SignalLabel,
        Stance::{Contradicts, Supports},
    };

    const CLAIM: &str = "Tesla delivered 1.3 million vehicles in 2022.";

    /// The fact-check of another claim must not be what the reader is shown first.
    #[test]
    fn a_claim_about_another_claim_gives_way_to_a_primary_source() {
        let mut case = Case::new(
            CLAIM,
            &[
                (Supports, "FALSE: Claim that Tesla delivered 2 million vehicles in 2022 is fake."),
                (Supports, "Tesla delivered 1.31 million vehicles in 2022."),
            ],
        );
        case.name_sources(&["Snopes", "Reuters"]);
        let (first, finding, second) = case.criticised(SignalLabel::Supported);
        assert!(first.rationale.contains("2 million"), "{first:?}");
        let finding = finding.expect("the first draft rests on the fact-check");
        assert!(finding.contains("[1]") && finding.contains("another claim") && finding.contains("[2]"), "{finding}");
        let second = second.unwrap();
        assert_eq!(second.verdict, first.verdict, "the builtin verdict is the signal");
        assert!(second.rationale.contains("1.31 million vehicles in 2022” [2]"), "{}", second.rationale);
    }

    #[test]
    fn another_number_and_an_added_qualifier_are_found() {
        let case = Case::new(
            "The project received $350 million in donations.",
            &[
                (Supports, "The project received $200 million in donations."),
                (Supports, "The project received $349 million in donations."),
            ],
        );
        let (_, finding, second) = case.criticised(SignalLabel::Supported);
        assert!(finding.unwrap().contains("another number"));
        assert!(second.unwrap().rationale.contains("$349 million in donations” [2]"));

        let mut case = Case::new(
            "The act exempts the White House from its provisions.",
            &[(Contradicts, "The White House is exempt from certain provisions of the act.")],
        );
        case.reason("The claim states that the act exempts the White House from all its provisions.");
        let (first, finding, second) = case.criticised(SignalLabel::Contradicted);
        assert!(finding.unwrap().contains("“all”"));
        let second = second.unwrap();
        assert!(second.rationale.contains("[1] was read with a qualifier"), "{}", second.rationale);
        assert_ne!(first.rationale, second.rationale);
    }

    #[test]
    fn a_passage_that_says_the_reverse_does_not_lead() {
        let case = Case::new(
            "Aspirin lowers the risk of stroke.",
            &[
                (Supports, "Aspirin increased the risk of stroke."),
                (Supports, "Aspirin reduced the risk of stroke in 4,000 adults."),
            ],
        );
        let (_, finding, second) = case.criticised(SignalLabel::Supported);
        assert!(finding.unwrap().contains("opposite"));
        assert!(second.unwrap().rationale.contains("adults” [2]"));
    }

    #[test]
    fn a_sound_draft_is_not_drawn_again() {
        let case = Case::new("Aspirin prevents stroke.", &[(Supports, "Aspirin prevented stroke in 4,000 adults.")]);
        assert_eq!(case.criticised(SignalLabel::Supported).1, None);
        assert_eq!(case.criticised(SignalLabel::Uncertain).1, None);
    }
}
