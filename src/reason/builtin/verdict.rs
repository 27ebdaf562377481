//! Stage 8: the verdict is the weighed signal, put into words.

use std::collections::BTreeSet;

use crate::{
    domain::{Level, SignalLabel, Stance, Verdict, rules::pack::RulePack},
    reason::{Confidence, VerdictDraft, VerdictInput, WeighedCitation},
    text::sentence_case,
};

use super::{
    Builtin,
    correction::Correction,
    critique::find_fault,
    telling::{count, numbers, of_stance, quoted, reported, source},
    terms::Terms,
    trees::logistic,
};

/// Confidence in an undecided verdict.
const LOW: f64 = 0.3;
/// At most this many words of a passage of several sentences.
const QUOTE_WORDS: usize = 30;

/// The verdict, with the correction of its confidence that somebody applied.
pub fn verdict(by: &Builtin, input: VerdictInput<'_>) -> VerdictDraft {
    corrected(uncorrected(&by.rules, input), by.correction.as_ref())
}

/// The confidence of a side is corrected. That of an undecided verdict says how little the evidence settles, not how likely
/// the verdict is right, and stays (`docs/rules.md#decisions`).
fn corrected(mut draft: VerdictDraft, correction: Option<&Correction>) -> VerdictDraft {
    if let (Some(correction), Confidence::Number(confidence), true) =
        (correction, &mut draft.confidence, *draft.verdict != *Verdict::Undecided.name())
    {
        *confidence = correction.apply(*confidence);
    }
    draft
}

fn uncorrected(rules: &RulePack, input: VerdictInput<'_>) -> VerdictDraft {
    let undecided = |rationale: String| VerdictDraft {
        verdict: "undecided".into(),
        confidence: Confidence::Number(LOW),
        rationale,
    };
    if !rules.knows(&input.statement.text) {
        return undecided(format!(
            "The statement does not seem to be in {}, the only language that the built-in reasoner knows. No verdict is \
             given for that reason.",
            RulePack::LANGUAGE
        ));
    }
    let terms = Terms::of(&input.statement.spelled_out());
    let mut against = of_stance(input.citations, Stance::Contradicts);
    let mut in_favour = of_stance(input.citations, Stance::Supports);
    if input.critique.is_some() {
        // The second draft leads with passages in which the critique finds no fault.
        against.sort_by_key(|item| find_fault(rules, input.statement, item, Stance::Contradicts).is_some());
        in_favour.sort_by_key(|item| find_fault(rules, input.statement, item, Stance::Supports).is_some());
    }
    let (stance, name, words, side, other, opposed) =
        match (input.signal.label, against.as_slice(), in_favour.as_slice()) {
            (SignalLabel::Contradicted, [_, ..], _) => {
                (Stance::Contradicts, "contradicts", "against", &against, &in_favour, "for")
            }
            (SignalLabel::Supported, _, [_, ..]) => {
                (Stance::Supports, "supports", "for", &in_favour, &against, "against")
            }
            (_, [first, ..], [second, ..]) => {
                return undecided(format!(
                    "The cited evidence does not settle the statement. Evidence against: {}; evidence for: {}.",
                    quoted(first, QUOTE_WORDS, &terms),
                    quoted(second, QUOTE_WORDS, &terms)
                ));
            }
            (_, [only, ..], []) | (_, [], [only, ..]) => {
                // Which side a passage takes that is too weak to count is not known well enough to be said.
                return undecided(format!(
                    "The cited evidence is too weak to settle the statement. The nearest passage is {}.",
                    quoted(only, QUOTE_WORDS, &terms)
                ));
            }
            _ => {
                let all: Vec<_> = input.citations.iter().filter(|i| !i.weighed.blocked).collect();
                // What is counted elsewhere are documents.
                let documents = all.iter().map(|item| item.weighed.work).collect::<BTreeSet<u32>>().len();
                let cited = |n: &str| match documents {
                    works if works == all.len() => format!("{n} cited passages"),
                    1 => format!("{n} passages cited from one document"),
                    works => format!("{n} passages cited from {} documents", count(works)),
                };
                let mixed: Vec<_> = all.iter().filter(|item| item.weighed.stance == Stance::Mixed).collect();
                if let [only, ..] = mixed.as_slice() {
                    return undecided(format!(
                        "The cited evidence speaks for the statement and against it: {}.",
                        quoted(only, QUOTE_WORDS, &terms)
                    ));
                }
                let circular: Vec<_> = all.iter().copied().filter(|item| item.weighed.is_circular()).collect();
                if !circular.is_empty() {
                    let verb = if circular.len() == 1 { "repeats" } else { "repeat" };
                    return undecided(format!(
                        "No independent evidence addresses the statement: {} {verb} the paper under review.",
                        numbers(&circular)
                    ));
                }
                return undecided(match all.len() {
                    0 => "No cited passage bears on the statement, so it stays undecided.".to_owned(),
                    1 => "The cited passage does not address the statement.".to_owned(),
                    2 => format!("Neither of the {} addresses the statement.", cited("two")),
                    n => format!("None of the {} addresses the statement.", cited(&count(n))),
                });
            }
        };
    let mut rationale = format!(
        "The cited evidence speaks {words} the statement: {} {}.",
        source(side[0]),
        reported(side[0], QUOTE_WORDS, &terms)
    );
    rationale.push_str(&agreeing(side[0], &side[1..]));
    rationale.push_str(&match other.first() {
        Some(first) => {
            format!(" On the other side, {} {}.", source(first), reported(first, QUOTE_WORDS, &terms))
        }
        None => {
            let leaning = |item: &&WeighedCitation<'_>| item.weighed.leans().is_some_and(|side| side != stance);
            let leaning: Vec<&WeighedCitation<'_>> = input.citations.iter().filter(leaning).collect();
            match leaning.len() {
                0 => format!(" No cited passage speaks {opposed} it."),
                1 => format!(" {} leans the other way but is too uncertain to count.", numbers(&leaning)),
                _ => format!(" {} lean the other way but are too uncertain to count.", numbers(&leaning)),
            }
        }
    });
    let mut confidence = confidence(&input);
    if input.critique.is_some()
        && let Some(doubt) = find_fault(rules, input.statement, side[0], stance).filter(|fault| fault.grave)
    {
        rationale.push_str(&format!(" That is in doubt: {}.", doubt.doubt));
        confidence = confidence.min(Level::Medium.number());
    }
    VerdictDraft { verdict: name.into(), confidence: Confidence::Number(confidence), rationale }
}

/// Which other sources take the side of `first`. Further passages of its own source are no further evidence.
fn agreeing(first: &WeighedCitation<'_>, rest: &[&WeighedCitation<'_>]) -> String {
    let others: Vec<_> = rest.iter().copied().filter(|item| item.weighed.work != first.weighed.work).collect();
    let sources: BTreeSet<u32> = others.iter().map(|item| item.weighed.work).collect();
    match sources.len() {
        0 => String::new(),
        1 => format!(" One other source agrees {}.", numbers(&others)),
        n => format!(" {} other sources agree {}.", sentence_case(&count(n)), numbers(&others)),
    }
}

/// How likely a verdict with such a signal is right, 0–1: the log-odds of its best citation and what further
/// independent sources on its side add, brought to what comes true (`models/stance.md`, “Confidence of a verdict”), and never more
/// than the share of the evidence that takes its side.
fn confidence(input: &VerdictInput<'_>) -> f64 {
    /// What the best citation's log-odds, the logarithm of the number of sources, and 1 count for.
    const WEIGHTS: [f64; 3] = [1.0, 0.6, 0.0];
    /// Where log-odds end: no single citation is surer than this.
    const SUREST: f64 = 0.98;
    let signal = input.signal;
    let (stance, best) = match signal.label {
        SignalLabel::Contradicted => (Stance::Contradicts, signal.best_contradicting),
        SignalLabel::Supported => (Stance::Supports, signal.best_supporting),
        SignalLabel::Uncertain => return LOW,
    };
    let best = best.clamp(1.0 - SUREST, SUREST);
    let odds = (best / (1.0 - best)).ln();
    let agreeing = input.citations.iter().filter(|item| item.weighed.stance == stance);
    let sources = agreeing.map(|item| item.weighed.work).collect::<BTreeSet<_>>().len().max(1) as f64;
    let likely = logistic(WEIGHTS[0] * odds + WEIGHTS[1] * sources.ln() + WEIGHTS[2]);
    likely.min(signal.consensus.unwrap_or(LOW))
}

#[cfg(test)]
mod tests {
    use super::super::fixture::Case;
    use super::*;
    use crate::domain::Scores3;

    #[test]
    fn the_signal_is_the_verdict_and_every_quote_is_exact() {
        let case = Case::new(
            "Aspirin prevents stroke.",
            &[
                (Stance::Contradicts, "Aspirin did not prevent stroke in 4,000 adults."),
                (Stance::Supports, "Aspirin halved strokes."),
            ],
        );
        let draft = case.verdict(SignalLabel::Contradicted);
        assert_eq!(draft.verdict, "contradicts");
        assert!(
            draft.rationale.contains("“Aspirin did not prevent stroke in 4,000 adults” [1]"),
            "{}",
            draft.rationale
        );
        assert!(draft.rationale.contains("[2]"), "{}", draft.rationale);
        assert_eq!(case.verdict(SignalLabel::Uncertain).verdict, "undecided");
    }

    /// “Nothing settles it” would look like a finding as soon as sides turned out to be right more often than they said.
    #[test]
    fn a_correction_changes_the_confidence_of_sides_alone() {
        let case = Case::new(
            "Aspirin prevents stroke.",
            &[(Stance::Contradicts, "Aspirin did not prevent stroke in 4,000 adults.")],
        );
        let line = crate::nli::Line { slope: 1.0, offset: 1.5 };
        let (before, after, reviews, made) = ([0.9, 0.2], [0.5, 0.1], Vec::new(), "2026-03-09".into());
        let correction = Correction { decisions: 40, reviews, made, before, after, line };
        let number = |draft: VerdictDraft| match draft.confidence {
            Confidence::Number(number) => number,
            Confidence::Level(_) => panic!("a level"),
        };
        for (label, is_raised) in [(SignalLabel::Contradicted, true), (SignalLabel::Uncertain, false)] {
            let plain = number(case.verdict(label));
            let raised = number(corrected(case.verdict(label), Some(&correction)));
            assert_eq!(raised > plain, is_raised, "{label:?}: {plain} to {raised}");
        }
    }

    /// A second passage of one paper, said to agree, read like a second paper; and the report numbers works, so a count of
    /// passages beside one number would contradict itself.
    #[test]
    fn passages_of_one_source_are_not_counted_as_sources() {
        let passages = ["Aspirin did not prevent stroke in 4,000 adults."; 4];
        let mut case = Case::new("Aspirin prevents stroke.", &passages.map(|text| (Stance::Contradicts, text)));
        case.set_works(&[1, 1, 2, 2]);
        let rationale = case.verdict(SignalLabel::Contradicted).rationale;
        assert!(!rationale.contains("[2]"), "{rationale}");
        assert!(rationale.contains("One other source agrees [3] and [4]."), "{rationale}");
        case.set_works(&[1, 2, 3, 2]);
        let rationale = case.verdict(SignalLabel::Contradicted).rationale;
        assert!(rationale.contains("Two other sources agree [2], [3] and [4]."), "{rationale}");
        case.set_works(&[1, 2, 3, 4]);
        let rationale = case.verdict(SignalLabel::Contradicted).rationale;
        assert!(rationale.contains("Three other sources agree [2], [3] and [4]."), "{rationale}");
    }

    /// A report denied that there was the evidence that it listed further down.
    #[test]
    fn a_passage_that_leans_the_other_way_is_named() {
        let passages =
            [(Stance::Supports, "Aspirin halved strokes."), (Stance::NotAddressed, "It did not prevent stroke.")];
        let mut case = Case::new("Aspirin prevents stroke.", &passages);
        for (contradiction, neutral, words) in [
            (0.39, 0.6, "[2] leans the other way but is too uncertain to count."),
            (0.15, 0.84, "No cited passage speaks against it."),
        ] {
            case.set_scores(1, Scores3 { entailment: 0.01, contradiction, neutral });
            let rationale = case.verdict(SignalLabel::Supported).rationale;
            assert!(rationale.contains(words), "{rationale}");
        }
    }

    /// “None of the four cited passages (of one document)” is nothing that anybody says.
    #[test]
    fn passages_that_address_nothing_are_counted_with_their_documents() {
        let mut case = Case::new("Aspirin prevents stroke.", &[(Stance::NotAddressed, "Cats sleep."); 4]);
        for (works, counted) in [
            ([1, 1, 1, 1], "passages cited from one document"),
            ([1, 1, 2, 2], "passages cited from two documents"),
            ([1, 2, 3, 4], "cited passages"),
        ] {
            case.set_works(&works);
            let rationale = case.verdict(SignalLabel::Uncertain).rationale;
            assert_eq!(rationale, format!("None of the four {counted} addresses the statement."));
        }
    }

    /// A source that a reviewer finds mixed made the verdict surer than its only passage was.
    #[test]
    fn only_sources_on_the_side_of_the_verdict_make_it_surer() {
        let sure = |stance| {
            let passages = [
                (Stance::Contradicts, "Aspirin did not prevent stroke in 4,000 adults."),
                (stance, "Aspirin was tried in stroke."),
            ];
            let mut case = Case::new("Aspirin prevents stroke.", &passages);
            case.set_works(&[1, 2]);
            match case.verdict(SignalLabel::Contradicted).confidence {
                Confidence::Number(number) => number,
                Confidence::Level(_) => panic!("a level"),
            }
        };
        assert_eq!(sure(Stance::Mixed), sure(Stance::NotAddressed));
        assert!(sure(Stance::Contradicts) > sure(Stance::Mixed));
    }

    #[test]
    fn nothing_cited_and_other_languages_stay_undecided() {
        for statement in ["Aspirin prevents stroke.", "Das Mittel wird nicht mit der Mahlzeit eingenommen."] {
            let draft = Case::new(statement, &[]).verdict(SignalLabel::Supported);
            assert_eq!(draft.verdict, "undecided");
            assert!(draft.rationale.chars().count() >= 20);
            assert_eq!(draft.rationale.contains("English"), statement.starts_with("Das"));
        }
    }

    #[test]
    fn a_report_cites_everything_keeps_its_length_and_never_pads() {
        let none = Case::new("Aspirin prevents stroke.", &[]);
        assert!(none.report().contains("No passage is cited"));
        let long =
            "Aspirin did not prevent stroke or death in this large group of adults followed for many years. ".repeat(4);
        let five: Vec<(Stance, &str)> = vec![
            (Stance::Contradicts, long.trim()),
            (Stance::Contradicts, long.trim()),
            (Stance::Supports, long.trim()),
            (Stance::Supports, long.trim()),
            (Stance::NotAddressed, "Cats sleep."),
        ];
        for cited in [&five[..1], &five[..]] {
            let text = Case::new("Aspirin prevents stroke.", cited).report();
            assert!(crate::text::word_count(&text) <= 300, "{text}");
            for n in 1..=cited.len() {
                assert!(text.contains(&format!("[{n}]")), "{text}");
            }
        }
    }
}
