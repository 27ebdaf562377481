//! What a reasoner is given for each stage.

use crate::domain::{
    Candidate, Citation, Citations, Counter, Document, Passage, Report, SearchResult, Signal, Source, Stance,
    Statement, VerdictValue, Weighed, Weighing,
};

/// Stage 0.
#[derive(Clone, Copy, Debug)]
pub struct ExtractInput<'a> {
    /// The paper.
    pub source: &'a Source,
    /// How many statements at most, 1–200.
    pub max_statements: u32,
}

/// Stage 1.
#[derive(Clone, Copy, Debug)]
pub struct CounterInput<'a> {
    /// The statement.
    pub statement: &'a Statement,
}

/// A candidate and its document.
#[derive(Clone, Copy, Debug)]
pub struct ToScore<'a> {
    /// How it was found; `candidate.passage` is the part to score.
    pub candidate: &'a Candidate,
    /// The document.
    pub document: &'a Document,
}

/// Stage 3: one batch.
#[derive(Clone, Copy, Debug)]
pub struct ScoreInput<'a> {
    /// The statement.
    pub statement: &'a Statement,
    /// Its opposite.
    pub counter: &'a Counter,
    /// Best-ranked first.
    pub batch: &'a [ToScore<'a>],
}

/// Stage 4: one document.
#[derive(Clone, Copy, Debug)]
pub struct CiteInput<'a> {
    /// The statement.
    pub statement: &'a Statement,
    /// Its opposite.
    pub counter: &'a Counter,
    /// The document.
    pub document: &'a Document,
    /// Its best passage, out of which to cite.
    pub passage: Passage,
}

/// Stage 5.
#[derive(Clone, Copy, Debug)]
pub struct InspectInput<'a> {
    /// The statement.
    pub statement: &'a Statement,
    /// What is cited.
    pub citations: &'a [Citation],
    /// The documents cited, in the order of the citations.
    pub documents: &'a [Document],
}

/// Stage 6: the stance of one citation.
#[derive(Clone, Copy, Debug)]
pub struct StanceInput<'a> {
    /// The statement.
    pub statement: &'a Statement,
    /// The citation, with its document's title and its context sentences.
    pub citation: &'a Citation,
    /// The document that it is taken from.
    pub document: &'a Document,
}

/// Stage 6: the judge on one stance.
#[derive(Clone, Copy, Debug)]
pub struct OpinionInput<'a> {
    /// The statement.
    pub statement: &'a Statement,
    /// The citation.
    pub citation: &'a Citation,
    /// The document that it is taken from.
    pub document: &'a Document,
    /// The stance that counts, after the rules in code.
    pub stance: Stance,
    /// The confidence in it, 0–1.
    pub confidence: f64,
    /// Why.
    pub reasoning: &'a str,
}

/// A citation with what was made of it.
#[derive(Clone, Copy, Debug)]
pub struct WeighedCitation<'a> {
    /// The citation.
    pub citation: &'a Citation,
    /// Its weight.
    pub weighed: &'a Weighed,
}

/// Stage 7: citations that are not blocked.
#[derive(Clone, Copy, Debug)]
pub struct ReportInput<'a> {
    /// The statement.
    pub statement: &'a Statement,
    /// Its opposite.
    pub counter: &'a Counter,
    /// In the order of their numbers.
    pub citations: &'a [WeighedCitation<'a>],
}

/// Stage 8.
#[derive(Clone, Copy, Debug)]
pub struct VerdictInput<'a> {
    /// The statement.
    pub statement: &'a Statement,
    /// The counter-report.
    pub report: &'a Report,
    /// Citations that are not blocked.
    pub citations: &'a [WeighedCitation<'a>],
    /// The weighed signal: what the built-in verdict is; never shown to a model.
    pub signal: &'a Signal,
    /// What was wrong with a first draft, if this is the second.
    pub critique: Option<&'a str>,
}

/// Stage 9.
#[derive(Clone, Copy, Debug)]
pub struct JudgeInput<'a> {
    /// The statement.
    pub statement: &'a Statement,
    /// Its opposite.
    pub counter: &'a Counter,
    /// What was found.
    pub search: &'a SearchResult,
    /// What is cited.
    pub citations: &'a Citations,
    /// The documents cited, as far as the review keeps them.
    pub documents: &'a [Document],
    /// What was made of it.
    pub weighing: &'a Weighing,
    /// The counter-report.
    pub report: &'a Report,
    /// The verdict under judgement.
    pub verdict: &'a VerdictValue,
}
