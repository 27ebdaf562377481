//! Stages 0 to 4: statements, their opposites, and where the evidence is.

use futures_util::FutureExt;
use minijinja::context;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    domain::{Document, Stage, Statement},
    llm::Turn,
    reason::{
        CiteDraft, CiteInput, CounterDraft, CounterInput, ExtractDraft, ExtractInput, Failure, PassageDraft,
        ScoreDraft, ScoreInput, StatementDraft, ToScore,
    },
};

use super::{
    Model, Task, Trial,
    ask::{Asked, one_for_each},
    batch::{answered, in_parts, one_each},
    excerpt::excerpt,
};

/// Fewest characters of a statement or its opposite.
const SHORTEST: usize = 10;
/// Fewest characters of a hypothetical abstract.
const SHORTEST_HYDE: usize = 100;
/// Documents of a batch in a small window.
const SMALL_BATCH: usize = 6;
/// Bytes of a document's best passage shown for its score, in a small window and in any other.
const EXCERPT: [usize; 2] = [300, 400];

/// Every task of these stages, for a trial of a model.
pub(super) fn trials() -> Vec<Trial> {
    let statement = "Metformin lowers HbA1c in adults with type 2 diabetes";
    vec![
        Trial::of(Task::Extract, at_most(2), some_statement),
        Trial::of(Task::Counter, |_| (), move |answer: Counter, turn| opposite(answer, statement, turn)),
        Trial::of(
            Task::Score,
            |schema| one_for_each(schema, "a_scores", "a_document", &[1, 2]),
            |answer: Scores, _| by_position(answer, &[1, 2]),
        ),
        Trial::of(
            Task::Cite,
            |schema| one_for_each(schema, "a_documents", "a_document", &[1, 2]),
            |answer: Passages, _| quotes(answer, &[1, 2]),
        ),
    ]
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Statements {
    a_statements: Vec<Item>,
}

#[derive(Deserialize, JsonSchema)]
struct Item {
    #[schemars(length(max = 1000))]
    a_text: String,
    #[serde(default)]
    #[schemars(length(max = 800))]
    b_context: String,
    #[serde(default)]
    #[schemars(extend("enum" = ["hypothesis", "finding", "conclusion"]))]
    c_kind: String,
    #[serde(default)]
    #[schemars(length(max = 8), inner(length(max = 80)))]
    d_anchors: Vec<String>,
    #[serde(default, deserialize_with = "lenient")]
    #[schemars(with = "f64", extend("enum" = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]))]
    e_confidence: Option<f64>,
}

/// A number where there is one; a word is none.
fn lenient<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Ok(serde_json::Value::deserialize(deserializer)?.as_f64())
}

/// At most so many statements.
fn at_most(max: u32) -> impl Fn(&mut Value) + Send + Sync {
    move |schema| schema["properties"]["a_statements"]["maxItems"] = max.into()
}

fn some_statement(answer: Statements, _: Turn) -> Result<Statements, String> {
    let usable = answer.a_statements.iter().any(|item| item.a_text.trim().chars().count() >= SHORTEST);
    usable.then_some(answer).ok_or_else(|| "it holds no statement".to_owned())
}

pub(super) async fn extract(model: &Model, input: ExtractInput<'_>) -> Result<ExtractDraft, Failure> {
    let pages: Vec<&str> = input.source.pages.iter().map(|page| page.text.as_str()).collect();
    let (max, paper) = (input.max_statements, pages.join("\n\n"));
    let fit =
        || model.shortened(Task::Extract, &paper, |text| context! { max, paper => model.fence.put("paper", text) });
    let asked = model.ask(Task::Extract, None, fit, at_most(max), some_statement).await;
    let answer = asked.map_err(|asked| asked.into_failure(Task::Extract))?;
    let item = |item: Item| StatementDraft {
        text: item.a_text,
        context: item.b_context,
        kind: item.c_kind,
        confidence: item.e_confidence,
        anchors: item.d_anchors,
        also: Vec::new(),
        sure_from: None,
    };
    Ok(ExtractDraft { items: answer.a_statements.into_iter().map(item).collect(), others: Vec::new() })
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Counter {
    #[serde(default)]
    #[expect(dead_code, reason = "it is asked for so that the model thinks before it answers")]
    #[schemars(length(max = 400))]
    a_reasoning: String,
    #[schemars(length(max = 800))]
    b_counter: String,
    #[serde(default)]
    #[schemars(length(min = 2, max = 2), inner(length(max = 900)))]
    c_hyde: Vec<String>,
    #[serde(default)]
    #[schemars(length(min = 1, max = 10), inner(length(max = 60)))]
    d_keywords: Vec<String>,
}

fn opposite(answer: Counter, statement: &str, turn: Turn) -> Result<Counter, String> {
    let bare =
        |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    if answer.b_counter.trim().chars().count() < SHORTEST {
        return Err("b_counter has fewer than 10 characters".to_owned());
    }
    if bare(&answer.b_counter) == bare(statement) {
        return Err("b_counter says the same as the statement".to_owned());
    }
    let long = answer.c_hyde.iter().any(|hyde| hyde.trim().chars().count() >= SHORTEST_HYDE);
    if turn == Turn::First && !long {
        return Err("c_hyde holds no abstract of 100 characters or more".to_owned());
    }
    if turn == Turn::First && answer.d_keywords.iter().all(|keyword| keyword.trim().is_empty()) {
        return Err("d_keywords is empty".to_owned());
    }
    Ok(answer)
}

pub(super) async fn counter(model: &Model, input: CounterInput<'_>) -> Result<CounterDraft, Failure> {
    let statement = input.statement;
    let fit = || model.whole(Task::Counter, &context! { statement => model.fence.statement(statement) });
    let check = |answer, turn| opposite(answer, &statement.text, turn);
    let asked = model.ask(Task::Counter, Some(statement.id), fit, |_| (), check).await;
    let answer = asked.map_err(|asked| asked.into_failure(Task::Counter))?;
    Ok(CounterDraft { text: answer.b_counter, hyde: answer.c_hyde, keywords: answer.d_keywords })
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Scores {
    a_scores: Vec<Score>,
}

#[derive(Deserialize, JsonSchema)]
struct Score {
    #[serde(default)]
    #[schemars(with = "u32")]
    a_document: Option<u32>,
    #[serde(default)]
    #[schemars(length(max = 300))]
    b_reason: String,
    #[schemars(extend("type" = "integer", "enum" = [1, 2, 3, 4, 5]))]
    c_score: f64,
}

/// Scores by position; `None` for a document that cannot be scored even alone.
pub(super) async fn score(model: &Model, input: ScoreInput<'_>) -> Result<Vec<Option<ScoreDraft>>, Failure> {
    model.prepare(Task::Score, Some(input.statement.id)).await?;
    let roomy = model.roomy(Stage::Score);
    let size = if roomy > 0 { input.batch.len().max(1) } else { SMALL_BATCH };
    let ask = |batch| scored(model, ScoreInput { batch, ..input }, EXCERPT[roomy]).boxed();
    answered(in_parts(Task::Score, input.batch, size, &ask).await)
}

async fn scored(model: &Model, input: ScoreInput<'_>, bytes: usize) -> Result<Vec<ScoreDraft>, Asked> {
    let (documents, statement) = (input.batch, input.statement);
    let numbers: Vec<u32> = (1..).zip(documents).map(|(number, _)| number).collect();
    let fit = || {
        let numbered = (1..).zip(documents).map(|(number, to_score)| {
            context! { number, text => model.fence.put("document", &shown(to_score, statement, bytes)) }
        });
        let data = context! {
            count => documents.len(),
            statement => model.fence.statement(statement),
            counter => model.fence.counter(&input.counter.text),
            documents => numbered.collect::<Vec<_>>(),
        };
        model.whole(Task::Score, &data)
    };
    let bind = |schema: &mut Value| one_for_each(schema, "a_scores", "a_document", &numbers);
    let check = |answer: Scores, _| by_position(answer, &numbers);
    model.ask(Task::Score, Some(statement.id), fit, bind, check).await
}

fn by_position(answer: Scores, numbers: &[u32]) -> Result<Vec<ScoreDraft>, String> {
    let scores = one_each(answer.a_scores, numbers, |score| score.a_document, ("documents", "scores"))?;
    if let Some(odd) = scores.iter().find(|score| !(1.0..=5.0).contains(&score.c_score)) {
        return Err(format!("{} is not a score from 1 to 5", odd.c_score));
    }
    Ok(scores.into_iter().map(|score| ScoreDraft { score: score.c_score, reason: score.b_reason }).collect())
}

/// Title of a candidate, and what its best passage has to do with the statement.
fn shown(to_score: &ToScore<'_>, statement: &Statement, bytes: usize) -> String {
    let passage = to_score.candidate.passage;
    let text = part(to_score.document, passage.page, passage.start..passage.end);
    format!("{}\n{}", to_score.document.meta.title, excerpt(text, &statement.text, bytes))
}

/// A stretch of a page, or the page where there is none.
fn part(document: &Document, page: u32, range: std::ops::Range<usize>) -> &str {
    let text = document.page(page).or(document.pages.first()).map(|page| page.text.as_str()).unwrap_or_default();
    text.get(range).filter(|part| !part.trim().is_empty()).unwrap_or(text)
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct Passages {
    a_documents: Vec<Quotes>,
}

#[derive(Deserialize, JsonSchema)]
struct Quotes {
    #[serde(default)]
    #[schemars(with = "u32")]
    a_document: Option<u32>,
    #[schemars(length(max = 3))]
    b_passages: Vec<Quoted>,
}

#[derive(Deserialize, JsonSchema)]
struct Quoted {
    #[serde(default)]
    #[expect(dead_code, reason = "it is asked for so that the model thinks before it answers")]
    #[schemars(length(max = 200))]
    a_why: String,
    #[schemars(length(max = 1000))]
    b_quote: String,
}

/// Passages of several documents, by position; `None` for a document that the model gives no answer on even alone.
pub(super) async fn cite(model: &Model, inputs: &[CiteInput<'_>]) -> Result<Vec<Option<CiteDraft>>, Failure> {
    let Some(first) = inputs.first() else { return Ok(Vec::new()) };
    let ask = |batch| quoted(model, batch).boxed();
    answered(model.in_batches(Task::Cite, first.statement.id, inputs, |input| citable(input), &ask).await)
}

/// The part of a document to cite from.
fn citable<'a>(input: &CiteInput<'a>) -> &'a str {
    part(input.document, input.passage.page, input.passage.start..input.passage.end)
}

async fn quoted(model: &Model, batch: &[CiteInput<'_>]) -> Result<Vec<CiteDraft>, Asked> {
    let Some(CiteInput { statement, counter, .. }) = batch.first() else { return Ok(Vec::new()) };
    let numbers: Vec<u32> = (1..).zip(batch).map(|(number, _)| number).collect();
    let fit = || {
        let documents = numbers.iter().zip(batch).map(|(number, input)| {
            let text = format!("Title: {}\n\n{}", input.document.meta.title, citable(input));
            context! { number, text => model.fence.put("document", &text) }
        });
        let data = context! {
            count => batch.len(),
            statement => model.fence.statement(statement),
            counter => model.fence.counter(&counter.text),
            documents => documents.collect::<Vec<_>>(),
        };
        model.whole(Task::Cite, &data)
    };
    let bind = |schema: &mut Value| one_for_each(schema, "a_documents", "a_document", &numbers);
    let check = |answer: Passages, _| quotes(answer, &numbers);
    model.ask(Task::Cite, Some(statement.id), fit, bind, check).await
}

fn quotes(answer: Passages, numbers: &[u32]) -> Result<Vec<CiteDraft>, String> {
    let answers = one_each(answer.a_documents, numbers, |answer| answer.a_document, ("documents", "answers"))?;
    let passage = |quoted: Quoted| PassageDraft { quote: quoted.b_quote, page: None };
    let draft = |answer: Quotes| CiteDraft { passages: answer.b_passages.into_iter().map(passage).collect() };
    Ok(answers.into_iter().map(draft).collect())
}
