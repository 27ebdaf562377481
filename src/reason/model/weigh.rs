//! Stages 5, 6 and 9: what the evidence is worth.

use futures_util::FutureExt;
use minijinja::context;
use schemars::JsonSchema;
use serde::Deserialize;

use serde_json::Value;

use crate::{
    domain::{
        Citation, EvidenceType, Level, Stage, Stance as Known, Statement, Weighed,
        rules::{mention, pack::RulePack},
    },
    llm::Turn,
    reason::{
        Failure, InspectDraft, InspectInput, JudgeInput, OpinionDraft, OpinionInput, RemarkDraft, StanceDraft,
        StanceInput,
    },
};

use super::{
    Model, Task, Trial,
    ask::{Asked, one_for_each, some_of},
    batch::{answered, one_each},
    excerpt::{sentences_around, surroundings},
};

/// Bytes of a page around a passage that the inspector sees where not all pages fit as a whole.
const AROUND: usize = 1200;
/// Bytes of a source around a passage that the judge sees: in a small window, and as many as the Evidence Judge in any other
/// (`docs/rules.md#evidence-judge`).
const JUDGED: [usize; 2] = [600, 2000];
/// Remarks on a citation at most.
const REMARKS: usize = 2;

/// Every task of these stages, for a trial of a model.
pub(super) fn trials() -> Vec<Trial> {
    vec![
        Trial::of(Task::Inspect, on_any(&[1, 2]), |answer: Remarks, _| Ok(answer)),
        Trial::of(
            Task::Stance,
            |schema| one_for_each(schema, "a_stances", "a_citation", &[1, 2]),
            |answer: Stances, _| drafts(answer, &[1, 2]),
        ),
        Trial::of(
            Task::Opinion,
            |schema| one_for_each(schema, "a_opinions", "a_citation", &[1, 2]),
            |answer: Opinions, turn| opinions_of(answer, &[1, 2], turn),
        ),
        Trial::of(Task::Judge, |_| (), |answer: Judgement, turn| judged(answer, turn)),
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
    let data = |kept: &[u32], bytes: usize| {
        let shown = input.citations.iter().zip(input.documents).filter(|(c, _)| kept.contains(&c.number));
        let shown = shown.map(|(citation, document)| {
            context! {
                number => citation.number,
                page => citation.place.page,
                passage => model.fence.put("passage", &citation.passage),
                source => model.fence.put("source", &surroundings(citation, document, bytes)),
            }
        });
        context! { statement => model.fence.statement(input.statement), citations => shown.collect::<Vec<_>>() }
    };
    let ranked = least_first(input.citations.iter());
    // The whole pages, where they fit.
    let fit = || {
        let whole = model.whole(Task::Inspect, &data(&ranked, usize::MAX));
        whole.or_else(|_| model.fitting(Task::Inspect, &ranked, |kept| data(kept, AROUND)))
    };
    let numbers: Vec<u32> = input.citations.iter().map(|citation| citation.number).collect();
    let check = |answer: Remarks, _| Ok(answer);
    let asked = model.ask(Task::Inspect, Some(input.statement.id), fit, on_any(&numbers), check).await;
    let answer = asked.map_err(|asked| asked.into_failure(Task::Inspect))?;
    let remark = |remark: Remark| RemarkDraft {
        citation: remark.b_citation,
        code: remark.c_code,
        severity: remark.d_severity,
        message: remark.a_message,
    };
    Ok(InspectDraft { remarks: answer.a_remarks.into_iter().map(remark).collect() })
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Stances {
    a_stances: Vec<Stance>,
}

#[derive(Deserialize, JsonSchema)]
struct Stance {
    #[serde(default, deserialize_with = "number")]
    #[schemars(with = "u32")]
    a_citation: Option<u32>,
    #[serde(default)]
    #[schemars(length(max = 600))]
    b_reasoning: String,
    #[schemars(extend("enum" = ["supports", "contradicts", "mixed", "not_addressed"]))]
    c_label: String,
    #[serde(default)]
    #[schemars(extend("enum" = ["high", "medium", "low"]))]
    d_confidence: String,
}

/// Stances of several citations, by position; `None` for a citation that the model gives no answer on even alone.
pub(super) async fn stances(model: &Model, inputs: &[StanceInput<'_>]) -> Result<Vec<Option<StanceDraft>>, Failure> {
    let Some(first) = inputs.first() else { return Ok(Vec::new()) };
    let ask = |batch| read(model, batch).boxed();
    answered(model.in_batches(Task::Stance, first.statement.id, inputs, |input| &input.citation.passage, &ask).await)
}

async fn read(model: &Model, batch: &[StanceInput<'_>]) -> Result<Vec<StanceDraft>, Asked> {
    let Some(StanceInput { statement, .. }) = batch.first() else { return Ok(Vec::new()) };
    let numbers: Vec<u32> = batch.iter().map(|input| input.citation.number).collect();
    let shown = batch.iter().map(|StanceInput { citation, .. }| {
        context! {
            number => citation.number,
            source => model.fence.put("source", &sentences_around(citation)),
            passage => model.fence.put("passage", &citation.passage),
        }
    });
    let data = context! {
        count => batch.len(),
        statement => model.fence.statement(statement),
        citations => shown.collect::<Vec<_>>(),
    };
    let fit = || model.whole(Task::Stance, &data);
    let bind = |schema: &mut Value| one_for_each(schema, "a_stances", "a_citation", &numbers);
    let check = |answer: Stances, _| drafts(answer, &numbers);
    model.ask(Task::Stance, Some(statement.id), fit, bind, check).await
}

fn drafts(answer: Stances, numbers: &[u32]) -> Result<Vec<StanceDraft>, String> {
    let answers = one_each(answer.a_stances, numbers, |answer| answer.a_citation, ("citations", "stances"))?;
    answers.into_iter().map(drafted).collect()
}

/// The probabilities that a label with a level of confidence stands for. Language models give labels; three numbers
/// that sum to 1 they make up.
fn drafted(answer: Stance) -> Result<StanceDraft, String> {
    let folded = answer.c_label.trim().to_lowercase().replace([' ', '-'], "_");
    let label = match folded.as_str() {
        label if label.starts_with("support") || label.starts_with("entail") => Known::Supports,
        label if label.starts_with("contradict") || label.starts_with("refute") => Known::Contradicts,
        label if label.starts_with("mixed") => Known::Mixed,
        label if label.starts_with("not_addressed") || label.starts_with("neutral") => Known::NotAddressed,
        _ => return Err("c_label must be supports, contradicts, mixed or not_addressed".to_owned()),
    };
    // A label that nothing is said about is as sure as most.
    let sure: f64 = match Level::parse(&answer.d_confidence) {
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
    Ok(StanceDraft { entailment, contradiction, neutral, reasoning: answer.b_reasoning })
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Opinions {
    a_opinions: Vec<Opinion>,
}

#[derive(Deserialize, JsonSchema)]
struct Opinion {
    #[serde(default, deserialize_with = "number")]
    #[schemars(with = "u32")]
    a_citation: Option<u32>,
    #[serde(default)]
    #[expect(dead_code, reason = "it is asked for so that the model thinks before it answers")]
    #[schemars(length(max = 500))]
    b_reasoning: String,
    #[serde(default)]
    #[schemars(length(max = 300))]
    c_issue: Option<String>,
    #[schemars(extend("enum" = ["explicit", "contextual", "weak", "inappropriate"]))]
    d_evidence_type: String,
    #[serde(default)]
    #[schemars(with = "f64", extend("enum" = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]))]
    e_quality: Option<f64>,
    #[serde(default)]
    f_valid: Option<bool>,
}

/// The same of a rationale.
#[derive(Deserialize, JsonSchema)]
pub(super) struct Judgement {
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

/// An unknown type is asked for once more; code then takes it for inappropriate.
fn typed(given: &str, field: &str, turn: Turn) -> Result<(), String> {
    let known = [EvidenceType::Explicit, EvidenceType::Contextual, EvidenceType::Weak, EvidenceType::Inappropriate];
    let given = given.trim().to_lowercase();
    if turn == Turn::First && !known.iter().any(|kind| kind.name() == given) {
        return Err(format!("{field} must be explicit, contextual, weak or inappropriate"));
    }
    Ok(())
}

fn opinions_of(answer: Opinions, numbers: &[u32], turn: Turn) -> Result<Vec<OpinionDraft>, String> {
    let answers = one_each(answer.a_opinions, numbers, |answer| answer.a_citation, ("citations", "opinions"))?;
    let draft = |answer: Opinion| {
        typed(&answer.d_evidence_type, "d_evidence_type", turn)?;
        Ok(OpinionDraft {
            valid: answer.f_valid,
            quality: answer.e_quality,
            evidence_type: Some(answer.d_evidence_type),
            issue: answer.c_issue,
        })
    };
    answers.into_iter().map(draft).collect()
}

fn judged(answer: Judgement, turn: Turn) -> Result<OpinionDraft, String> {
    typed(&answer.c_evidence_type, "c_evidence_type", turn)?;
    Ok(OpinionDraft {
        valid: answer.e_valid,
        quality: answer.d_quality,
        evidence_type: Some(answer.c_evidence_type),
        issue: answer.b_issue,
    })
}

/// What counts as evidence for a claim like this; without a kind in a language whose words no rule knows.
fn guideline(rules: &RulePack, statement: &Statement) -> minijinja::Value {
    let Some((kind, guideline)) = rules.guideline(&statement.text) else {
        return context! { kind => "", valid => [""; 0], invalid => [""; 0] };
    };
    context! { kind => kind.name(), valid => &guideline.valid, invalid => &guideline.invalid }
}

/// The judge on several stances of one statement, by position.
pub(super) async fn opinions(model: &Model, inputs: &[OpinionInput<'_>]) -> Vec<Result<OpinionDraft, Failure>> {
    let Some(first) = inputs.first() else { return Vec::new() };
    let ask = |batch| weighed(model, batch).boxed();
    let outcomes =
        model.in_batches(Task::Opinion, first.statement.id, inputs, |input| &input.citation.passage, &ask).await;
    outcomes.into_iter().map(|outcome| outcome.map_err(|missed| missed.failure)).collect()
}

async fn weighed(model: &Model, batch: &[OpinionInput<'_>]) -> Result<Vec<OpinionDraft>, Asked> {
    let Some(OpinionInput { statement, .. }) = batch.first() else { return Ok(Vec::new()) };
    let numbers: Vec<u32> = batch.iter().map(|input| input.citation.number).collect();
    let data = |bytes: usize| {
        let shown = batch.iter().map(|input| {
            let source = match input.stance {
                // It counts for neither side, whatever is around it.
                Known::NotAddressed => sentences_around(input.citation),
                _ => surroundings(input.citation, input.document, bytes),
            };
            context! {
                number => input.citation.number,
                stance => input.stance.name(),
                confidence => format!("{:.2}", input.confidence),
                source => model.fence.put("source", &source),
                passage => model.fence.put("passage", &input.citation.passage),
                reasoning => model.fence.put("reasoning", input.reasoning),
            }
        });
        context! {
            count => batch.len(),
            statement => model.fence.statement(statement),
            citations => shown.collect::<Vec<_>>(),
            ..guideline(&model.rules, statement)
        }
    };
    let bytes = JUDGED[model.roomy(Task::Opinion.stage())];
    // A batch that does not fit is halved; one alone is shown with less around it.
    let fit = || {
        let whole = model.whole(Task::Opinion, &data(bytes));
        if batch.len() > 1 {
            return whole;
        }
        [bytes / 4, 0]
            .into_iter()
            .fold(whole, |fitted, bytes| fitted.or_else(|_| model.whole(Task::Opinion, &data(bytes))))
    };
    let bind = |schema: &mut Value| one_for_each(schema, "a_opinions", "a_citation", &numbers);
    let check = |answer: Opinions, turn| opinions_of(answer, &numbers, turn);
    model.ask(Task::Opinion, Some(statement.id), fit, bind, check).await
}

pub(super) async fn judge(model: &Model, input: JudgeInput<'_>) -> Result<OpinionDraft, Failure> {
    let unblocked = input.weighing.weighed.iter().filter(|weighed| !weighed.blocked);
    let usable: Vec<(&Citation, &Weighed)> =
        unblocked.filter_map(|weighed| Some((input.citations.get(weighed.number)?, weighed))).collect();
    let named = mention::numbers(&input.verdict.rationale);
    let cited = usable.iter().filter(|(citation, _)| named.contains(&citation.number)).count();
    // One judgement has one budget of context, shared by the citations that the rationale rests on.
    let bytes = JUDGED[model.roomy(Stage::Judge)] / cited.max(1);
    let source = |citation: &Citation| {
        if !named.contains(&citation.number) {
            return citation.meta.title.to_string();
        }
        // A redacted document leaves the sentences that were kept with the citation.
        let document = input.documents.iter().find(|document| document.id == citation.doc);
        document.map_or_else(|| sentences_around(citation), |document| surroundings(citation, document, bytes))
    };
    let fit = || {
        model.fitting(Task::Judge, &least_first(usable.iter().map(|(citation, _)| *citation)), |kept| {
            let shown = usable.iter().filter(|(citation, _)| kept.contains(&citation.number));
            let shown = shown.map(|(citation, weighed)| {
                context! {
                    number => citation.number,
                    stance => weighed.stance.name(),
                    source => model.fence.put("source", &source(citation)),
                    passage => model.fence.put("passage", &citation.passage),
                }
            });
            context! {
                statement => model.fence.statement(input.statement),
                verdict => input.verdict.verdict.name(),
                confidence => format!("{:.2}", input.verdict.confidence),
                rationale => model.fence.put("rationale", &input.verdict.rationale),
                citations => shown.collect::<Vec<_>>(),
                ..guideline(&model.rules, input.statement)
            }
        })
    };
    let asked = model.ask(Task::Judge, Some(input.statement.id), fit, |_| (), judged).await;
    asked.map_err(|asked| asked.into_failure(Task::Judge))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_stays_the_largest_of_its_probabilities_at_every_confidence() {
        for (label, place) in [("supports", 0), ("Contradicts", 1), ("not addressed", 2)] {
            for confidence in ["high", "medium", "low", ""] {
                let answer = Stance {
                    a_citation: None,
                    b_reasoning: String::new(),
                    c_label: label.into(),
                    d_confidence: confidence.into(),
                };
                let draft = drafted(answer).unwrap();
                let all = [draft.entailment, draft.contradiction, draft.neutral];
                assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(all.iter().enumerate().all(|(i, p)| i == place || *p < all[place]), "{label}: {all:?}");
                assert!(draft.entailment.min(draft.contradiction) < 0.3, "not mixed");
            }
        }
        let odd = Stance {
            a_citation: None,
            b_reasoning: String::new(),
            c_label: "maybe".into(),
            d_confidence: String::new(),
        };
        assert!(drafted(odd).is_err());
    }
}
