//! Stages 7 and 8: what the evidence comes to.

use minijinja::context;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    domain::{
        Level, Verdict as Known,
        rules::{mention, reference},
    },
    llm::Turn,
    reason::{
        Confidence, CritiqueDraft, Failure, ReportDraft, ReportInput, VerdictDraft, VerdictInput, WeighedCitation,
    },
};

use super::{Model, Task, Trial, weigh::least_first};

/// Every task of these stages that is answered in JSON, for a trial of a model.
pub(super) fn trials() -> Vec<Trial> {
    vec![
        Trial::of(Task::Verdict, |_| (), |answer: Verdict, turn| checked(answer, &[1, 2], turn)),
        Trial::of(Task::Critique, |_| (), |answer: Critique, _| Ok(answer)),
    ]
}

/// Fewest characters of a report (`docs/rules.md#report`).
const SHORTEST_REPORT: usize = 50;
/// Most characters of a report: ten times what is asked for is a model that does not stop.
const LONGEST_REPORT: usize = 20_000;
/// Fewest characters of a rationale (`docs/rules.md#verdict`).
const SHORTEST_RATIONALE: usize = 20;

pub(super) async fn report(model: &Model, input: ReportInput<'_>) -> Result<ReportDraft, Failure> {
    let fit = || {
        model.fitting(Task::Report, &ranked(input.citations), |kept| {
            let shown = of(input.citations, kept).map(|item| {
                context! {
                    number => item.citation.number,
                    stance => item.weighed.stance.name(),
                    design => item.weighed.credibility.rule.as_str(),
                    source => model.fence.put("source", &reference::ama(&item.citation.meta)),
                    passage => model.fence.put("passage", &item.citation.passage),
                }
            });
            context! {
                statement => model.fence.statement(input.statement),
                counter => model.fence.counter(&input.counter.text),
                citations => shown.collect::<Vec<_>>(),
            }
        })
    };
    let check = |text: &str| match text.trim().chars().count() {
        length @ ..SHORTEST_REPORT => Err(format!("it has {length} characters, at least {SHORTEST_REPORT} are needed")),
        SHORTEST_REPORT..=LONGEST_REPORT => Ok(ReportDraft { text: text.to_owned() }),
        length => Err(format!("it has {length} characters; 300 words are enough")),
    };
    let answered = model.ask_prose(Task::Report, Some(input.statement.id), fit, check).await;
    answered.map_err(|asked| asked.into_failure(Task::Report))
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Verdict {
    #[schemars(length(max = 900))]
    a_rationale: String,
    #[schemars(extend("enum" = ["high", "medium", "low"]))]
    b_confidence: String,
    #[schemars(extend("enum" = ["contradicts", "supports", "undecided"]))]
    c_verdict: String,
}

pub(super) async fn verdict(model: &Model, input: VerdictInput<'_>) -> Result<VerdictDraft, Failure> {
    let fit = || {
        model.fitting(Task::Verdict, &ranked(input.citations), |kept| {
            let shown = of(input.citations, kept).map(|item| {
                context! {
                    number => item.citation.number,
                    stance => item.weighed.stance.name(),
                    confidence => format!("{:.2}", item.weighed.opinion.adjusted),
                    type => item.weighed.opinion.evidence_type.name(),
                    credibility => format!("{:.2}", item.weighed.credibility.value),
                    passage => model.fence.put("passage", &item.citation.passage),
                }
            });
            context! {
                statement => model.fence.statement(input.statement),
                kind => input.statement.kind.name(),
                found => input.report.statistics.found,
                passing => input.report.statistics.passing,
                report => model.fence.put("report", &input.report.summary),
                critique => input.critique.map(|critique| model.fence.put("reason", critique)),
                citations => shown.collect::<Vec<_>>(),
            }
        })
    };
    let numbers: Vec<u32> = input.citations.iter().map(|item| item.citation.number).collect();
    let check = |answer, turn| checked(answer, &numbers, turn);
    let answered = model.ask(Task::Verdict, Some(input.statement.id), fit, |_| (), check).await;
    answered.map_err(|asked| asked.into_failure(Task::Verdict))
}

/// A rationale that cites what was not shown is asked for once more; the engine deals with a second one.
fn checked(answer: Verdict, numbers: &[u32], turn: Turn) -> Result<VerdictDraft, String> {
    if Known::parse(&answer.c_verdict).is_none() {
        return Err("c_verdict must be contradicts, supports or undecided".to_owned());
    }
    let length = answer.a_rationale.trim().chars().count();
    if length < SHORTEST_RATIONALE {
        return Err(format!("a_rationale has {length} characters, at least {SHORTEST_RATIONALE} are needed"));
    }
    let beyond = mention::beyond(&answer.a_rationale, |number| numbers.contains(&number));
    if turn == Turn::First && !beyond.is_empty() {
        let (beyond, known) = (mention::bracketed(&beyond), mention::bracketed(numbers));
        return Err(format!("a_rationale cites {beyond}, which was not given; cite only {known}"));
    }
    let confidence = match answer.b_confidence.trim().parse::<f64>() {
        Ok(number) if (0.0..=1.0).contains(&number) => Confidence::Number(number),
        Ok(number) => return Err(format!("{number} is not a confidence; give high, medium or low")),
        Err(_) if Level::parse(&answer.b_confidence).is_some() => Confidence::Level(answer.b_confidence),
        Err(_) => return Err("b_confidence must be high, medium or low".to_owned()),
    };
    Ok(VerdictDraft { verdict: answer.c_verdict, confidence, rationale: answer.a_rationale })
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Critique {
    #[serde(default)]
    #[expect(dead_code, reason = "it is asked for so that the model thinks before it answers")]
    #[schemars(length(max = 500))]
    a_reasoning: String,
    #[serde(default)]
    #[schemars(length(max = 300))]
    b_problem: Option<String>,
}

pub(super) async fn critique(
    model: &Model,
    input: VerdictInput<'_>,
    draft: &VerdictDraft,
) -> Result<CritiqueDraft, Failure> {
    let named = mention::numbers(&draft.rationale);
    let cited: Vec<_> = input.citations.iter().filter(|item| named.contains(&item.citation.number)).copied().collect();
    // A draft that cites nothing may have any passage in mind.
    let cited = if cited.is_empty() { input.citations } else { &cited };
    let fit = || {
        model.fitting(Task::Critique, &ranked(cited), |kept| {
            let shown = of(cited, kept).map(|item| {
                context! {
                    number => item.citation.number,
                    passage => model.fence.put("passage", &item.citation.passage),
                }
            });
            context! {
                statement => model.fence.statement(input.statement),
                verdict => Known::parse(&draft.verdict).unwrap_or(Known::Undecided).name(),
                rationale => model.fence.put("rationale", &draft.rationale),
                citations => shown.collect::<Vec<_>>(),
            }
        })
    };
    let check = |answer: Critique, _| Ok(answer);
    let answered = model.ask(Task::Critique, Some(input.statement.id), fit, |_| (), check).await;
    let problem = answered.map_err(|asked| asked.into_failure(Task::Critique))?.b_problem;
    let none = |problem: &str| {
        let word = problem.trim().trim_end_matches('.').to_lowercase();
        word.is_empty() || ["none", "null", "no", "no problem", "no fault", "n/a"].contains(&word.as_str())
    };
    Ok(CritiqueDraft { finding: problem.filter(|problem| !none(problem)) })
}

fn ranked(citations: &[WeighedCitation<'_>]) -> Vec<u32> {
    least_first(citations.iter().map(|item| item.citation))
}

fn of<'a>(citations: &'a [WeighedCitation<'a>], kept: &'a [u32]) -> impl Iterator<Item = &'a WeighedCitation<'a>> {
    citations.iter().filter(|item| kept.contains(&item.citation.number))
}
