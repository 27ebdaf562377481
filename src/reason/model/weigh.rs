//! Stages 5, 6 and 9: what the evidence is worth.

use minijinja::context;
use schemars::JsonSchema;
use serde::Deserialize;

use serde_json::Value;

use crate::{
    domain::{Citation, Document, EvidenceType, Level, Stance as Known, Statement, rules::claim_kind::ClaimKind},
    llm::Turn,
    reason::{
        Failure, InspectDraft, InspectInput, JudgeInput, OpinionDraft, OpinionInput, RemarkDraft, StanceDraft,
        StanceInput,
    },
};

use super::{
    Model, Task, Trial,
    ask::{floor, some_of},
};

/// Bytes of a source shown on each side of a passage.
const AROUND: usize = 600;
/// A page up to this many bytes is shown as a whole.
const WHOLE_PAGE: usize = 2000;
/// Remarks on a citation at most.
const REMARKS: usize = 2;

/// Every task of these stages, for a trial of a model.
pub(super) fn trials() -> Vec<Trial> {
    vec![
        Trial::of(Task::Inspect, on_any(&[1, 2]), |answer: Remarks, _| Ok(answer)),
        Trial::of(Task::Stance, |_| (), |answer: Stance, _| drafted(answer)),
        Trial::of(Task::Opinion, |_| (), typed),
        Trial::of(Task::Judge, |_| (), |answer: Judgement, turn| typed(answer.opinion, turn)),
    ]
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Remarks {
    a_remarks: Vec<Remark>,
}

#[derive(Deserialize, JsonSchema)]
struct Remark {
    #[serde(default)]
    #[schemars(length(max = 400))]
    a_message: String,
    #[serde(default, deserialize_with = "number")]
    #[schemars(with = "u32")]
    b_citation: Option<u32>,
    #[serde(default)]
    #[schemars(with = "String", extend("enum" = ["WEAK_EVIDENCE", "NUMBER_MISMATCH", "TIME_MISMATCH", "POPULATION_MISMATCH", "META_CLAIM"]))]
    c_code: Option<String>,
    #[serde(default)]
    #[schemars(with = "String", extend("enum" = ["BLOCKER", "MAJOR", "MINOR"]))]
    d_severity: Option<String>,
}

/// Remarks on any of these citations.
fn on_any(numbers: &[u32]) -> impl Fn(&mut Value) + Send + Sync {
    let numbers = numbers.to_vec();
    move |schema| some_of(schema, "a_remarks", "b_citation", &numbers, REMARKS * numbers.len())
}

/// A number of a citation; anything else is none.
fn number<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    Ok(serde_json::Value::deserialize(deserializer)?.as_u64().and_then(|number| u32::try_from(number).ok()))
}

/// The numbers of citations, the least relevant first.
pub(super) fn least_first<'a>(citations: impl Iterator<Item = &'a Citation>) -> Vec<u32> {
    let mut ranked: Vec<_> = citations.map(|c| (c.score, std::cmp::Reverse(c.number))).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, number)| number.0).collect()
}

pub(super) async fn inspect(model: &Model, input: InspectInput<'_>) -> Result<InspectDraft, Failure> {
    if input.citations.is_empty() {
        return Ok(InspectDraft::default());
    }
    let fit = || {
        model.fitting(Task::Inspect, &least_first(input.citations.iter()), |kept| {
            let shown = input.citations.iter().zip(input.documents).filter(|(c, _)| kept.contains(&c.number));
            let shown = shown.map(|(citation, document)| {
                context! {
                    number => citation.number,
                    page => citation.place.page,
                    passage => model.fence.put("passage", &citation.passage),
                    source => model.fence.put("source", &around(citation, document)),
                }
            });
            context! { statement => model.fence.statement(input.statement), citations => shown.collect::<Vec<_>>() }
        })
    };
    let numbers: Vec<u32> = input.citations.iter().map(|citation| citation.number).collect();
    let check = |answer: Remarks, _| Ok(answer);
    let answered = model.ask(Task::Inspect, Some(input.statement.id), fit, on_any(&numbers), check).await;
    let answer = answered.map_err(|asked| asked.into_failure(Task::Inspect))?;
    let remark = |remark: Remark| RemarkDraft {
        citation: remark.b_citation,
        code: remark.c_code,
        severity: remark.d_severity,
        message: remark.a_message,
    };
    Ok(InspectDraft { remarks: answer.a_remarks.into_iter().map(remark).collect() })
}

/// The title of a source with the page of a citation, or what is around it on a long page; the passage itself, which
/// is shown before, is named only.
fn around(citation: &Citation, document: &Document) -> String {
    let text = document.page(citation.place.page).map(|page| page.text.as_str()).unwrap_or_default();
    let (start, end) = (floor(text, citation.place.start), floor(text, citation.place.end));
    let whole = text.len() <= WHOLE_PAGE;
    let from = if whole { 0 } else { floor(text, start.saturating_sub(AROUND)) };
    let to = if whole { text.len() } else { floor(text, end + AROUND) };
    format!("{}\n{}[passage]{}", document.meta.title, &text[from..start], &text[end.min(to)..to])
}

/// The title of a citation's source with the sentences on both sides of the passage.
fn context_of(citation: &Citation) -> String {
    let gap = if citation.before.trim().is_empty() && citation.after.trim().is_empty() { "" } else { " […] " };
    format!("{}\n{}{gap}{}", citation.meta.title, citation.before.trim(), citation.after.trim())
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Stance {
    #[serde(default)]
    #[schemars(length(max = 600))]
    a_reasoning: String,
    #[schemars(extend("enum" = ["supports", "contradicts", "mixed", "not_addressed"]))]
    b_label: String,
    #[serde(default)]
    #[schemars(extend("enum" = ["high", "medium", "low"]))]
    c_confidence: String,
}

pub(super) async fn stance(model: &Model, input: StanceInput<'_>) -> Result<StanceDraft, Failure> {
    let citation = input.citation;
    let data = context! {
        statement => model.fence.statement(input.statement),
        source => model.fence.put("source", &context_of(citation)),
        passage => model.fence.put("passage", &citation.passage),
    };
    let fit = || model.whole(Task::Stance, &data);
    let answered =
        model.ask(Task::Stance, Some(input.statement.id), fit, |_| (), |answer: Stance, _| drafted(answer)).await;
    answered.map_err(|asked| asked.into_failure(Task::Stance))
}

/// The probabilities that a label with a level of confidence stands for. Language models give labels; three numbers
/// that sum to 1 they make up.
fn drafted(answer: Stance) -> Result<StanceDraft, String> {
    let folded = answer.b_label.trim().to_lowercase().replace([' ', '-'], "_");
    let label = match folded.as_str() {
        label if label.starts_with("support") || label.starts_with("entail") => Known::Supports,
        label if label.starts_with("contradict") || label.starts_with("refute") => Known::Contradicts,
        label if label.starts_with("mixed") => Known::Mixed,
        label if label.starts_with("not_addressed") || label.starts_with("neutral") => Known::NotAddressed,
        _ => return Err("b_label must be supports, contradicts, mixed or not_addressed".to_owned()),
    };
    // A label that nothing is said about is as sure as most.
    let sure: f64 = match Level::parse(&answer.c_confidence) {
        Some(Level::High) => 0.9,
        Some(Level::Low) => 0.5,
        Some(Level::Medium) | None => 0.65,
    };
    let rest = 1.0 - sure;
    let (entailment, contradiction, neutral) = match label {
        Known::Supports => (sure, rest / 4.0, rest * 3.0 / 4.0),
        Known::Contradicts => (rest / 4.0, sure, rest * 3.0 / 4.0),
        // Mixed from 0.3 on both sides (`docs/rules.md#weigh`).
        Known::Mixed => (sure.max(0.6) / 2.0, sure.max(0.6) / 2.0, 1.0 - sure.max(0.6)),
        Known::NotAddressed => (rest / 2.0, rest / 2.0, sure),
    };
    Ok(StanceDraft { entailment, contradiction, neutral, reasoning: answer.a_reasoning })
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Opinion {
    #[serde(default)]
    #[expect(dead_code, reason = "it is asked for so that the model thinks before it answers")]
    #[schemars(length(max = 500))]
    a_reasoning: String,
    #[serde(default)]
    #[schemars(length(max = 300))]
    b_issue: Option<String>,
    #[schemars(extend("enum" = ["explicit", "contextual", "weak", "inappropriate"]))]
    c_evidence_type: String,
    #[serde(default)]
    #[schemars(with = "f64", extend("enum" = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]))]
    d_quality: Option<f64>,
    #[serde(default)]
    e_valid: Option<bool>,
}

/// The same of a rationale, under a name of its own.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Judgement {
    #[serde(flatten)]
    opinion: Opinion,
}

/// An unknown type is asked for once more; code then takes it for inappropriate.
fn typed(answer: Opinion, turn: Turn) -> Result<OpinionDraft, String> {
    let known = [EvidenceType::Explicit, EvidenceType::Contextual, EvidenceType::Weak, EvidenceType::Inappropriate];
    let given = answer.c_evidence_type.trim().to_lowercase();
    if turn == Turn::First && !known.iter().any(|kind| kind.name() == given) {
        return Err("c_evidence_type must be explicit, contextual, weak or inappropriate".to_owned());
    }
    Ok(OpinionDraft {
        valid: answer.e_valid,
        quality: answer.d_quality,
        evidence_type: Some(answer.c_evidence_type),
        issue: answer.b_issue,
    })
}

/// What counts as evidence for a claim like this.
fn guideline(statement: &Statement) -> minijinja::Value {
    let kind = ClaimKind::of(&statement.text);
    let guideline = kind.guideline();
    context! { kind => kind.name(), valid => &guideline.valid, invalid => &guideline.invalid }
}

pub(super) async fn opinion(model: &Model, input: OpinionInput<'_>) -> Result<OpinionDraft, Failure> {
    let data = context! {
        statement => model.fence.statement(input.statement),
        stance => input.stance.name(),
        confidence => format!("{:.2}", input.confidence),
        source => model.fence.put("source", &context_of(input.citation)),
        passage => model.fence.put("passage", &input.citation.passage),
        reasoning => model.fence.put("reasoning", input.reasoning),
        ..guideline(input.statement)
    };
    let fit = || model.whole(Task::Opinion, &data);
    let answered = model.ask(Task::Opinion, Some(input.statement.id), fit, |_| (), typed).await;
    answered.map_err(|asked| asked.into_failure(Task::Opinion))
}

pub(super) async fn judge(model: &Model, input: JudgeInput<'_>) -> Result<OpinionDraft, Failure> {
    let usable = || {
        let weighed = input.weighing.weighed.iter().filter(|weighed| !weighed.blocked);
        weighed.filter_map(|weighed| Some((input.citations.get(weighed.number)?, weighed)))
    };
    let fit = || {
        model.fitting(Task::Judge, &least_first(usable().map(|(citation, _)| citation)), |kept| {
            let shown = usable().filter(|(citation, _)| kept.contains(&citation.number)).map(|(citation, weighed)| {
                context! {
                    number => citation.number,
                    stance => weighed.stance.name(),
                    source => model.fence.put("source", &context_of(citation)),
                    passage => model.fence.put("passage", &citation.passage),
                }
            });
            context! {
                statement => model.fence.statement(input.statement),
                verdict => input.verdict.verdict.name(),
                confidence => format!("{:.2}", input.verdict.confidence),
                rationale => model.fence.put("rationale", &input.verdict.rationale),
                citations => shown.collect::<Vec<_>>(),
                ..guideline(input.statement)
            }
        })
    };
    let check = |answer: Judgement, turn| typed(answer.opinion, turn);
    let answered = model.ask(Task::Judge, Some(input.statement.id), fit, |_| (), check).await;
    answered.map_err(|asked| asked.into_failure(Task::Judge))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_stays_the_largest_of_its_probabilities_at_every_confidence() {
        for (label, place) in [("supports", 0), ("Contradicts", 1), ("not addressed", 2)] {
            for confidence in ["high", "medium", "low", ""] {
                let answer =
                    Stance { a_reasoning: String::new(), b_label: label.into(), c_confidence: confidence.into() };
                let draft = drafted(answer).unwrap();
                let all = [draft.entailment, draft.contradiction, draft.neutral];
                assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(all.iter().enumerate().all(|(i, p)| i == place || *p < all[place]), "{label}: {all:?}");
                assert!(draft.entailment.min(draft.contradiction) < 0.3, "not mixed");
            }
        }
        let odd = Stance { a_reasoning: String::new(), b_label: "maybe".into(), c_confidence: String::new() };
        assert!(drafted(odd).is_err());
    }
}
