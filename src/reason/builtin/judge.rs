//! The evidence judge: is this the right type of evidence for this kind of
//! claim, and how strong (`docs/rules.md#evidence-judge`; `prompts/guidelines.toml`).

use crate::{
    domain::{
        EvidenceType, Stance, Verdict,
        rules::{
            adjust,
            claim_kind::ClaimKind,
            credibility,
            factcheck::{self, View},
            finding, numbers,
            pack::RulePack,
            qualifiers,
            wording::{Token, Wording},
        },
    },
    reason::{JudgeInput, OpinionDraft, OpinionInput},
    text::number_word,
};

/// Coverage from which a passage states the matter directly.
const DIRECT: f64 = 0.55;
/// Coverage from which it can be inferred.
const INFERRED: f64 = 0.35;

/// The opinion of one stance (stage 6).
pub fn opinion(rules: &RulePack, input: OpinionInput<'_>) -> OpinionDraft {
    let (statement, citation) = (&*input.statement.text, input.citation);
    if matches!(input.stance, Stance::NotAddressed) {
        return draft(EvidenceType::Contextual, None);
    }
    let passage = &*citation.passage;
    let view = View { meta: &citation.meta, before: &citation.before, passage, after: &citation.after, article: "" };
    let site = rules.credibility().is_fact_check_site(&citation.meta);
    // A fact-check asks what it then rates.
    if finding::is_none(passage) && !finding::is_open(statement) && factcheck::recognise(view, site).is_none() {
        let issue = "The passage states an aim or an open question; that is no evidence for or against anything.";
        return draft(EvidenceType::Inappropriate, Some(issue.to_owned()));
    }
    let around = format!("{}. {} {}", citation.meta.title, citation.before, citation.after);
    let own = Wording::of(statement);
    let text = Wording::of(passage);
    let coverage = own.covered_by(&text, Some(&Wording::of(&around)));
    let told = numbers::compare(statement, passage, citation.meta.published.as_deref().unwrap_or_default());
    let direct = coverage >= DIRECT || told.telling || !told.conflict.is_empty();
    let mut step = if direct { 0 } else { usize::from(coverage < INFERRED) + 1 };
    let mut issues = Vec::new();
    let kind = rules.guideline(statement).map(|(kind, _)| kind);
    let mut weaken = |by: usize, why: &str| {
        step += by;
        issues.push(why.to_owned());
    };
    let design = design(rules, &input);
    match kind {
        Some(ClaimKind::Causal | ClaimKind::Comparative | ClaimKind::Prevalence) if design == "case report" => {
            weaken(2, "A single case does not carry a general claim.");
        }
        Some(ClaimKind::Causal | ClaimKind::Prevalence) if design.starts_with("animal") && !own.has_any(ANIMAL) => {
            weaken(1, "This is an animal or cell experiment; the statement is not about animals or cells.");
        }
        _ => {}
    }
    match kind {
        Some(ClaimKind::Comparative) if compares(&own) && !has_comparison(passage) && numbers::count(passage) < 2 => {
            weaken(1, "The statement compares two things, the passage does not.");
        }
        Some(ClaimKind::Prevalence | ClaimKind::Quantity)
            if numbers::count(statement) > 0 && numbers::count(passage) == 0 =>
        {
            weaken(1, "The statement gives a figure, the passage gives none.");
        }
        _ => {}
    }
    let ladder = [EvidenceType::Explicit, EvidenceType::Contextual, EvidenceType::Weak];
    let judged = ladder[step.min(2)];
    draft(judged, (!issues.is_empty()).then(|| issues.join(" ")))
}

/// The opinion of the rationale (stage 9): as good as the evidence of the side
/// that it takes.
pub fn judge(input: JudgeInput<'_>) -> OpinionDraft {
    let stance = match input.verdict.verdict {
        Verdict::Supports => Stance::Supports,
        Verdict::Contradicts => Stance::Contradicts,
        // Undecided claims nothing that evidence would have to carry.
        Verdict::Undecided => return draft(EvidenceType::Explicit, None),
    };
    let (mut sum, mut weights) = (0.0, 0.0);
    for row in input.weighing.of(stance) {
        let weight = row.credibility.value * row.confidence;
        sum += weight * row.opinion.quality;
        weights += weight;
    }
    if weights <= 0.0 {
        return draft(EvidenceType::Inappropriate, Some("No citation that counts takes this side.".to_owned()));
    }
    let added = qualifiers::added(&input.statement.text, &input.verdict.rationale);
    let mut quality = sum / weights;
    let issue =
        (!added.is_empty()).then(|| format!("The rationale reads “{}” into the statement.", added.join("”, “")));
    if issue.is_some() {
        quality = quality.min(EvidenceType::Weak.quality());
    }
    let judged = adjust::type_of(quality);
    OpinionDraft { quality: Some(quality), ..draft(judged, issue) }
}

fn draft(judged: EvidenceType, issue: Option<String>) -> OpinionDraft {
    OpinionDraft {
        valid: Some(judged != EvidenceType::Inappropriate),
        quality: Some(judged.quality()),
        evidence_type: Some(judged.name().to_owned()),
        issue,
    }
}

const ANIMAL: &[&str] = &[
    "mice",
    "mouse",
    "rat",
    "rats",
    "murine",
    "animal",
    "animals",
    "cells",
    "cell",
    "vitro",
    "zebrafish",
    "yeast",
    "drosophila",
];

/// The row of the table that gives a paper's design; empty on the web.
fn design(rules: &RulePack, input: &OpinionInput<'_>) -> String {
    if !credibility::is_paper(&input.citation.meta) {
        return String::new();
    }
    rules.credibility().credibility(&input.citation.meta, &input.citation.passage).rule.to_string()
}

/// Whether a statement compares two things that it names. “Lower” alone may be a verb, or describe one thing.
fn compares(statement: &Wording) -> bool {
    const ALONE: &[&str] = &["versus", "vs", "outperform", "outperforms", "outperformed"];
    const PAIRS: &[(&str, &[&str])] = &[
        ("compared", &["with", "to", "against"]),
        ("comparison", &["with", "to"]),
        ("relative", &["to"]),
        ("superior", &["to"]),
        ("inferior", &["to"]),
        ("noninferior", &["to"]),
        ("equivalent", &["to"]),
        ("equal", &["to"]),
        ("similar", &["to"]),
        ("same", &["as"]),
        ("different", &["from"]),
        ("differ", &["from", "between"]),
        ("differs", &["from", "between"]),
        ("differed", &["from", "between"]),
        ("difference", &["between"]),
        ("differences", &["between"]),
    ];
    // “Rather than” contrasts; “as well as” and “as long as” list and condition.
    const CONTRASTS: &[&str] = &["rather", "other"];
    const NO_DEGREES: &[&str] = &["well", "long", "soon", "far"];
    let tokens = statement.tokens();
    let word = |at: usize| tokens.get(at).map_or("", |token| token.word.as_str());
    // “More than 5 %” and “as much as 5 %” give a figure.
    let names_thing = |at: usize| {
        let is_figure = |token: &Token| token.number || number_word(&token.word).is_some();
        tokens.get(at).is_some_and(|token| !is_figure(token))
    };
    (0..tokens.len()).any(|at| {
        let before = at.checked_sub(1).map_or("", word);
        ALONE.contains(&word(at))
            || PAIRS.iter().any(|(first, second)| word(at) == *first && second.contains(&word(at + 1)))
            || word(at) == "than" && !CONTRASTS.contains(&before) && names_thing(at + 1)
            || word(at) == "as" && word(at + 2) == "as" && !NO_DEGREES.contains(&word(at + 1)) && names_thing(at + 3)
    })
}

fn has_comparison(passage: &str) -> bool {
    const WORDS: &[&str] = &[
        "than",
        "compared",
        "versus",
        "vs",
        "relative",
        "whereas",
        "control",
        "controls",
        "placebo",
        "superior",
        "inferior",
        "difference",
        "differences",
        "differ",
        "differed",
        "similar",
        "both",
        "while",
        "comparison",
        "contrast",
        "exceed",
        "exceeded",
        "exceeds",
        "equal",
        "equivalent",
        "more",
        "less",
        "fewer",
        "higher",
        "lower",
        "ratio",
        "fold",
        "better",
        "worse",
        "greater",
        "unlike",
        "but",
    ];
    Wording::of(passage).has_any(WORDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// “Statins lower LDL cholesterol” was taken for a comparison, which no passage on statins makes.
    #[test]
    fn a_statement_compares_where_it_names_both_arms() {
        for (statement, expected) in [
            ("Statins lower LDL cholesterol.", false),
            ("Exercise lowers blood pressure more than diet.", true),
            ("Aspirin is better than placebo.", true),
            ("Lower doses cause fewer side effects.", false),
            ("Higher intake is associated with lower risk.", false),
            ("Patients on A had lower mortality compared with B.", true),
            ("Fewer than 5 % of the patients relapse.", false),
            ("More than five drugs interact.", false),
            ("Surgery helps rather than harms.", false),
            ("Aspirin is as effective as warfarin.", true),
            ("Aspirin helps men as well as women.", false),
            ("Mortality did not differ between the groups.", true),
            ("Warfarin versus aspirin: fewer strokes.", true),
        ] {
            assert_eq!(compares(&Wording::of(statement)), expected, "{statement}");
        }
    }
}
