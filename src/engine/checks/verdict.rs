//! Stage 8: a verdict needs cited evidence (`docs/rules.md#verdict`).

use crate::{
    domain::{
        Basis, Citations, Code, Critique, Issue, Level, Report, SearchResult, SignalLabel, Stage, Stance, Statement,
        Subject, Verdict, VerdictValue, Weighed, Weighing,
        rules::{mention, pack::RulePack, qualifiers},
    },
    reason::{Confidence, CritiqueDraft, Failure, VerdictDraft},
    text::Clean,
};

use super::{issues::Issues, prose::strip_labels};

/// Fewest characters of a rationale.
const SHORTEST: usize = 20;

/// What a verdict is made from.
#[derive(Clone, Copy, Debug)]
pub struct Grounds<'a> {
    /// The rules that restated qualifiers are looked for by.
    pub rules: &'a RulePack,
    /// The statement.
    pub statement: &'a Statement,
    /// What was found.
    pub search: &'a SearchResult,
    /// What is cited.
    pub citations: &'a Citations,
    /// What was made of it.
    pub weighing: &'a Weighing,
    /// The counter-report.
    pub report: &'a Report,
}

impl Grounds<'_> {
    /// Qualifiers of `rationale` that the statement does not have; none in a language that the rules do not know.
    fn added(&self, rationale: &str) -> Vec<String> {
        let known = self.rules.knows(&self.statement.text) && self.rules.knows(rationale);
        if known { qualifiers::added(&self.statement.text, rationale) } else { Vec::new() }
    }
}

/// The verdict from a reasoner's draft.
///
/// `supports` and `contradicts` need a citation of that stance that counts, else
/// the verdict is undecided with `NO_EVIDENCE`. Where no evidence bears on the
/// statement, confidence is low. `CONFIDENCE_MISMATCH` is raised when a high
/// confidence goes with another verdict than the weights give, and when a
/// confidence above 0.6 rests on one source that is not authoritative, and
/// `ADDED_QUALIFIER` when the rationale still restates the statement with
/// qualifiers that it does not have. In a
/// language that the reasoner does not know the verdict is undecided.
///
/// # Errors
/// When the verdict is none, or the rationale has fewer than 20 characters.
pub fn verdict(
    grounds: Grounds<'_>,
    draft: VerdictDraft,
    critique: Option<Critique>,
    language_known: bool,
) -> Result<VerdictValue, Failure> {
    if !language_known {
        return Ok(unknown_language());
    }
    let fail = |reason: String| Err(Failure::new(Stage::Verdict, reason));
    let Some(drafted) = Verdict::parse(&strip_labels(&draft.verdict, &["verdict:"])) else {
        let given: String = draft.verdict.chars().take(40).collect();
        return fail(format!(
            "“{given}” is not a verdict; it must be contradicts, supports or undecided; run the stage again"
        ));
    };
    let rationale: Clean = strip_labels(&Clean::from(draft.rationale).one_line(), &["rationale:", "reasoning:"]).into();
    let length = rationale.chars().count();
    if length < SHORTEST {
        return fail(format!(
            "the rationale is too short: {length} characters, at least {SHORTEST} are needed; run the stage again"
        ));
    }
    let mut issues = Issues::new(grounds.statement.id, Stage::Verdict);
    let mut confidence = number(&draft.confidence);
    let mut verdict = drafted;
    let weighing = grounds.weighing;
    let needed = match drafted {
        Verdict::Supports => Some(Stance::Supports),
        Verdict::Contradicts => Some(Stance::Contradicts),
        Verdict::Undecided => None,
    };
    if needed.is_some_and(|stance| weighing.of(stance).next().is_none()) {
        verdict = Verdict::Undecided;
        let name = drafted.name();
        let message = format!(
            "No citation that counts {name} the statement, so the verdict is undecided; “{name}” was proposed."
        );
        issues.add(Code::NoEvidence, Subject::Rationale(drafted.name().into()), message);
    }
    let basis = basis(grounds.search, weighing);
    if verdict != drafted || !rests_on_citations(basis) {
        confidence = confidence.min(Level::Low.number());
    }
    // The engine asks for a second draft when the first adds a qualifier: this one still does.
    let added = grounds.added(&rationale);
    if !added.is_empty() {
        let message = format!(
            "{} restates the statement with {}, which the statement does not say.",
            if critique.is_some() { "The second draft, too," } else { "The rationale" },
            quoted(&added)
        );
        issues.add(Code::AddedQualifier, Subject::Rationale("qualifier".into()), message);
    }
    if let Some(message) = mismatch(verdict, confidence, weighing) {
        issues.add(Code::ConfidenceMismatch, Subject::Rationale("confidence".into()), message);
    }
    Ok(VerdictValue { verdict, confidence, unrated: false, rationale, basis, critique, issues: issues.done() })
}

/// That a judgement which came with the claim cites evidence by numbers `beyond` the `count` pieces that came with it
/// (`docs/rules.md#judge`).
pub fn cites_beyond(verdict: &mut VerdictValue, statement: &Statement, beyond: &[u32], count: usize) {
    for number in beyond {
        let subject = Subject::Rationale(format!("given {number}").into());
        let came = match count {
            0 => "none came".to_owned(),
            1 => "only one piece came".to_owned(),
            count => format!("only {count} pieces came"),
        };
        let message = format!("The reasoning cites evidence no. {number}, but {came} with the claim.");
        verdict.issues.push(Issue::new(statement.id, Stage::Verdict, Code::Hallucination, subject, message));
    }
}

/// The verdict when there is nothing to ask a reasoner about: no citation counts,
/// or the language is not known. `None` when a reasoner must be asked.
#[must_use]
pub fn computed(grounds: Grounds<'_>, language_known: bool) -> Option<VerdictValue> {
    if !language_known {
        return Some(unknown_language());
    }
    let counts = |number| grounds.weighing.get(number).is_some_and(Weighed::counts);
    if grounds.citations.citations.iter().any(|c| counts(c.number)) {
        return None;
    }
    // What the basis says is not said again.
    let said = if grounds.report.computed { grounds.report.summary.split("\n\n").next() } else { None };
    let rationale = said.unwrap_or("Without counted evidence the statement is neither supported nor contradicted.");
    Some(undecided(basis(grounds.search, grounds.weighing), rationale))
}

fn unknown_language() -> VerdictValue {
    let rationale = "The reasoner does not know the language of this statement, so it gives no verdict. Choose another \
                     reasoner, or decide yourself.";
    undecided(Basis::UnknownLanguage, rationale)
}

fn undecided(basis: Basis, rationale: &str) -> VerdictValue {
    VerdictValue {
        verdict: Verdict::Undecided,
        confidence: Level::Low.number(),
        rationale: rationale.into(),
        basis,
        unrated: false,
        critique: None,
        issues: Vec::new(),
    }
}

/// Whether citations on either side are what a verdict rests on.
pub(super) fn rests_on_citations(basis: Basis) -> bool {
    matches!(basis, Basis::CitedContradiction | Basis::CitedSupport | Basis::CitedBoth)
}

/// Confidence as a number: a level's own number; else clamped to 0–1, with 0.3
/// for what is no number.
fn number(confidence: &Confidence) -> f64 {
    let low = Level::Low.number();
    match confidence {
        Confidence::Level(word) => match Level::parse(word) {
            Some(level) => level.number(),
            None => word.trim().parse().ok().filter(|n: &f64| !n.is_nan()).map_or(low, |n| n.clamp(0.0, 1.0)),
        },
        Confidence::Number(n) if n.is_nan() => low,
        Confidence::Number(n) => n.clamp(0.0, 1.0),
    }
}

/// That confidence is high against the weights, or beside a passage that says the opposite and only just does not count. An
/// abstention caps it later, so that nothing of it is left.
fn mismatch(verdict: Verdict, confidence: f64, weighing: &Weighing) -> Option<String> {
    if Level::of(confidence) != Level::High || !weighing.abstentions.is_empty() {
        return None;
    }
    let weights = match weighing.signal.label {
        SignalLabel::Supported => Verdict::Supports,
        SignalLabel::Contradicted => Verdict::Contradicts,
        SignalLabel::Uncertain => Verdict::Undecided,
    };
    let opposite = match verdict {
        Verdict::Supports => Some(Stance::Contradicts),
        Verdict::Contradicts => Some(Stance::Supports),
        Verdict::Undecided => None,
    };
    let leaning = weighing.weighed.iter().find(|weighed| opposite.is_some() && weighed.leans() == opposite);
    let but = match leaning {
        _ if weights != verdict => format!("by its weights the evidence is {}", weighing.signal.label.name()),
        Some(weighed) => format!("[{}] leans the other way, too little to count", weighed.number),
        None => return None,
    };
    Some(format!("Confidence in “{}” is {confidence:.2}, but {but}.", verdict.name()))
}

/// Why a verdict over this evidence is what it is (`docs/rules.md#basis`). Mixed
/// citations alone are evidence on both sides: they address the statement.
#[must_use]
pub fn basis(search: &SearchResult, weighing: &Weighing) -> Basis {
    let cited = |stance| weighing.of(stance).next().is_some();
    match (cited(Stance::Contradicts), cited(Stance::Supports)) {
        (true, true) => return Basis::CitedBoth,
        (true, false) => return Basis::CitedContradiction,
        (false, true) => return Basis::CitedSupport,
        (false, false) if cited(Stance::Mixed) => return Basis::CitedBoth,
        (false, false) => {}
    }
    let is_incomplete = !search.failed_sources().is_empty() || !search.unasked_sources().is_empty();
    if is_incomplete && search.any_succeeded() {
        // What a source would have found might address it.
        Basis::SearchIncomplete
    } else if !search.candidates.is_empty() {
        Basis::NothingAddressesIt
    } else if search.any_succeeded() {
        if search.any_failed() { Basis::SearchIncomplete } else { Basis::NothingFound }
    } else if search.any_failed() {
        Basis::SearchFailed
    } else {
        Basis::NotSearched
    }
}

/// What is wrong with a first draft, if it must be made a second time: citation numbers that do not exist, what the
/// reasoner's own critique found, or qualifiers that its rationale adds to the statement
/// (`docs/rules.md#self-critique`). A second draft that cites what does not exist is a hallucination to the judge.
#[must_use]
pub fn needs_second_draft(grounds: Grounds<'_>, draft: &VerdictDraft, critique: &CritiqueDraft) -> Option<String> {
    let beyond = mention::beyond(&draft.rationale, |number| grounds.citations.get(number).is_some());
    if !beyond.is_empty() {
        let count = grounds.citations.citations.len();
        return Some(format!(
            "The rationale cites {}, but the citations are numbered 1 to {count}; cite only those.",
            mention::bracketed(&beyond)
        ));
    }
    let own = critique.finding.as_deref().map(|finding| Clean::from(finding).one_line());
    if let Some(finding) = own.filter(|finding| !finding.trim().is_empty()) {
        return Some(finding.to_string());
    }
    let added = grounds.added(&draft.rationale);
    (!added.is_empty()).then(|| {
        format!(
            "The rationale restates the statement with {}, which the statement does not say; judge the statement as \
             worded.",
            quoted(&added)
        )
    })
}

fn quoted(words: &[String]) -> String {
    words.iter().map(|word| format!("“{word}”")).collect::<Vec<_>>().join(", ")
}

/// The record of a first draft that a second one replaces, and why.
#[must_use]
pub fn critique(first: &VerdictDraft, finding: &str) -> Critique {
    Critique {
        finding: finding.into(),
        first: Verdict::parse(&first.verdict).unwrap_or(Verdict::Undecided),
        first_rationale: Clean::from(first.rationale.as_str()).one_line(),
    }
}

#[cfg(test)]
mod tests;
