//! What searching and scoring found (stages 2 and 3).

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::text::Clean;

use super::{Citations, DocId, Document, Passage, SourceMeta};

/// Why a source is not asked for a text that has nothing to ask for.
pub const NO_TERMS: &str = "the text has no term to search for";

/// For which of the two texts something was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// For the counter-statement: evidence against.
    Counter,
    /// For the statement: evidence for.
    Statement,
}

impl Side {
    /// Both, counter side first.
    pub const BOTH: [Self; 2] = [Self::Counter, Self::Statement];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Statement => "statement",
        }
    }

    /// What a search was for. Not “against” and “for”: those are stances, and a search for the opposite also finds what
    /// supports the statement.
    #[must_use]
    pub fn target(self) -> &'static str {
        match self {
            Self::Counter => "opposite",
            Self::Statement => "statement",
        }
    }
}

/// A way of searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// Embedding of the text itself.
    Semantic,
    /// Embedding of each hypothetical abstract.
    Hyde,
    /// Full text, BM25.
    Keyword,
    /// None: a reviewer brought it.
    Attached,
    /// None: it came with the claim.
    Given,
}

impl Strategy {
    /// Every strategy that searches.
    pub const ALL: [Self; 3] = [Self::Semantic, Self::Hyde, Self::Keyword];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Semantic => "semantic",
            Self::Hyde => "hypothetical abstract",
            Self::Keyword => "keyword",
            Self::Attached => "attached",
            Self::Given => "given with the claim",
        }
    }
}

/// How one strategy found a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// For which text.
    pub side: Side,
    /// By which strategy.
    pub strategy: Strategy,
    /// Rank in that strategy's list, from 1.
    pub rank: u32,
    /// That strategy's own score; larger is better.
    pub score: f64,
}

impl Provenance {
    /// The way in words: `by meaning for the opposite (no. 3)`.
    #[must_use]
    pub fn describe(&self) -> String {
        let how = match self.strategy {
            Strategy::Semantic => "by meaning",
            Strategy::Hyde => "by an abstract imagined",
            Strategy::Keyword => "by words",
            Strategy::Attached => return "attached by a reviewer".to_owned(),
            Strategy::Given => return Strategy::Given.name().to_owned(),
        };
        format!("{how} for the {} (no. {})", self.side.target(), self.rank)
    }
}

/// A document that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// The document.
    pub doc: DocId,
    /// What is known of it.
    pub meta: SourceMeta,
    /// Its best passage for this statement.
    pub passage: Passage,
    /// The side whose half of the list it takes.
    pub side: Side,
    /// Fused score; larger is better.
    pub fused: f64,
    /// How far the fused score is above that of the best of the others, as shares of the best score of a side, −1–1:
    /// below 0 for all but the best; none where nobody searched for the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<f64>,
    /// Which strategies found it.
    pub found_by: Vec<Provenance>,
}

impl Candidate {
    /// A document that nobody searched for, at `rank` among those that came in the same way.
    #[must_use]
    pub fn brought(document: &Document, passage: Passage, side: Side, strategy: Strategy, rank: u32) -> Self {
        Self {
            doc: document.id.clone(),
            meta: document.meta.clone(),
            passage,
            side,
            fused: 1.0,
            lead: None,
            found_by: vec![Provenance { side, strategy, rank, score: 1.0 }],
        }
    }

    /// How it was found, in words: `by meaning for the opposite (no. 3), by words for the statement (no. 1)`.
    #[must_use]
    pub fn describe_ways(&self) -> String {
        self.found_by.iter().map(Provenance::describe).collect::<Vec<_>>().join(", ")
    }
}

/// How a strategy fared. A failure is never an empty result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrategyOutcome {
    /// It ran and found this many documents.
    Found(u32),
    /// It failed or timed out.
    Failed(Clean),
    /// Not available by configuration, which is no failure.
    NotAvailable(Clean),
}

/// One strategy on one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrategyReport {
    /// For which text.
    pub side: Side,
    /// Which strategy.
    pub strategy: Strategy,
    /// How it fared.
    pub outcome: StrategyOutcome,
}

/// How the terms of a query are combined, from strict to loose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryLevel {
    /// All terms.
    Strict,
    /// The three most telling.
    Medium,
    /// Any two of the four most telling.
    Loose,
}

impl QueryLevel {
    /// In the order in which they are asked.
    pub const ALL: [Self; 3] = [Self::Strict, Self::Medium, Self::Loose];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Medium => "medium",
            Self::Loose => "loose",
        }
    }
}

/// How a query to a source of evidence came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryOrigin {
    /// Built from the terms of the text.
    Built(QueryLevel),
    /// A reviewer's wording in place of this query.
    Edited(Clean),
    /// An identifier that a reviewer gave.
    Identifier,
    /// A reviewer's request for the open full text of a document.
    FullText,
}

/// A query to a source of evidence, as it was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentQuery {
    /// In the source's syntax.
    pub text: Clean,
    /// When the source answered.
    pub at: Timestamp,
    /// How many records the source has for it.
    pub hits: u64,
    /// How many of them were taken.
    pub fetched: u32,
    /// How many documents it brought into the library; absent in reviews of earlier versions, as is the next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub new: Option<u32>,
    /// Who worded it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<QueryOrigin>,
    /// The pages that it found and that could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<UnreadPage>,
}

/// A page that a search of the web found, and that is no document, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadPage {
    /// As the search gave it.
    pub address: Clean,
    /// In the order of the search, from 1.
    pub rank: u32,
    /// Why it could not be read.
    pub why: Clean,
}

/// What one source of evidence was asked on one side, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceReport {
    /// The source.
    pub source: Clean,
    /// For which text.
    pub side: Side,
    /// The queries that it answered, from strict to loose.
    pub queries: Vec<SentQuery>,
    /// How it fared; what it found are documents of the library now.
    pub outcome: StrategyOutcome,
    /// How many of them these queries brought into the library.
    pub new: u32,
    /// The documents, each with its rank in the source's order.
    pub brought: Vec<(DocId, u32)>,
}

impl SourceReport {
    /// Adds what a query found, in place of the query that it replaces.
    pub fn add(&mut self, query: SentQuery, brought: &[(DocId, u32)]) {
        self.new += query.new.unwrap_or_default();
        for (doc, rank) in brought {
            if self.brought.iter().all(|(known, _)| known != doc) {
                self.brought.push((doc.clone(), *rank));
            }
        }
        if let StrategyOutcome::Found(count) = &mut self.outcome {
            *count = u32::try_from(self.brought.len()).unwrap_or(u32::MAX);
        }
        let replaced = match &query.origin {
            Some(QueryOrigin::Edited(text)) => self.queries.iter().position(|known| known.text == *text),
            _ => None,
        };
        match replaced {
            Some(at) => self.queries[at] = query,
            None => self.queries.push(query),
        }
    }
}

/// The library as it stood when it was searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryStamp {
    /// Grows by one with every change.
    pub generation: u64,
    /// How many documents searches ran over: notes that count for one statement alone are not among them. Reviews of
    /// earlier versions counted those too.
    pub documents: u64,
}

impl LibraryStamp {
    /// That the library has grown since it was searched, in words, by more than the `attached` documents that reviewers
    /// put into it themselves. A smaller one may be another library, of which nothing can be said.
    #[must_use]
    pub fn since(self, searched: Self, attached: usize) -> Option<String> {
        let (now, then) = (self.documents, searched.documents);
        let words = format!("The library has grown since this was searched: {then} documents then, {now} now.");
        (now.saturating_sub(then) > attached as u64).then_some(words)
    }
}

/// The result of stage 2.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchResult {
    /// At most `max_candidates`, best first, the sides by turns.
    pub candidates: Vec<Candidate>,
    /// Every strategy on every side it applies to.
    pub strategies: Vec<StrategyReport>,
    /// Every source of evidence that was to be asked, on each side; empty where the library alone was searched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceReport>,
    /// How many documents were found before the list was cut.
    pub found: u32,
    /// The library searched.
    pub library: LibraryStamp,
    /// The model that made the vectors; empty when meaning was not searched for.
    pub meaning: Clean,
    /// The paper under review itself, found and left out.
    pub own: Vec<DocId>,
}

impl SearchResult {
    /// The candidates that a reviewer attached.
    pub fn attached(&self) -> impl Iterator<Item = &Candidate> {
        let is_attached = |found: &&Candidate| found.found_by.iter().any(|by| by.strategy == Strategy::Attached);
        self.candidates.iter().filter(is_attached)
    }

    /// Whether at least one strategy ran to its end.
    #[must_use]
    pub fn any_succeeded(&self) -> bool {
        self.strategies.iter().any(|s| matches!(s.outcome, StrategyOutcome::Found(_)))
    }

    /// Why the library was not searched, where every strategy that was tried failed.
    #[must_use]
    pub fn unsearched(&self) -> Option<&Clean> {
        let mut failed = None;
        for strategy in &self.strategies {
            match &strategy.outcome {
                StrategyOutcome::Failed(why) => failed = failed.or(Some(why)),
                StrategyOutcome::NotAvailable(_) => {}
                StrategyOutcome::Found(_) => return None,
            }
        }
        failed
    }

    /// Whether at least one strategy or source failed.
    #[must_use]
    pub fn any_failed(&self) -> bool {
        let outcomes = self.strategies.iter().map(|s| &s.outcome).chain(self.sources.iter().map(|s| &s.outcome));
        outcomes.into_iter().any(|outcome| matches!(outcome, StrategyOutcome::Failed(_)))
    }

    /// The sources of evidence that were to be asked and were not, such as offline, each with the reason.
    #[must_use]
    pub fn unasked_sources(&self) -> BTreeMap<&str, &Clean> {
        let unasked = self.sources.iter().filter_map(|report| match &report.outcome {
            StrategyOutcome::NotAvailable(why) if **why != *NO_TERMS => Some((report.source.as_str(), why)),
            _ => None,
        });
        unasked.collect()
    }

    /// The sources of evidence that failed on a side or on both.
    #[must_use]
    pub fn failed_sources(&self) -> BTreeSet<&str> {
        let failed = self.sources.iter().filter(|s| matches!(s.outcome, StrategyOutcome::Failed(_)));
        failed.map(|s| s.source.as_str()).collect()
    }

    /// Adds what a query of a reviewer found to the reports, in place of the query that it replaces.
    pub fn record(&mut self, source: &str, side: Side, query: SentQuery, brought: &[(DocId, u32)]) {
        let at = self.sources.iter().position(|report| *report.source == *source && report.side == side);
        let at = at.unwrap_or_else(|| {
            self.sources.push(SourceReport {
                source: source.into(),
                side,
                queries: Vec::new(),
                outcome: StrategyOutcome::Found(0),
                new: 0,
                brought: Vec::new(),
            });
            self.sources.len() - 1
        });
        self.sources[at].add(query, brought);
    }

    /// The sources that brought a document, each with its best rank.
    #[must_use]
    pub fn brought_by(&self, doc: &DocId) -> Vec<(&Clean, u32)> {
        let mut by: Vec<(&Clean, u32)> = Vec::new();
        for report in &self.sources {
            let ranks = report.brought.iter().filter(|(brought, _)| brought == doc).map(|(_, rank)| *rank);
            let Some(best) = ranks.min() else { continue };
            match by.iter_mut().find(|(source, _)| **source == report.source) {
                Some((_, rank)) => *rank = best.min(*rank),
                None => by.push((&report.source, best)),
            }
        }
        by
    }
}

/// The relevance of one candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scored {
    /// The document.
    pub doc: DocId,
    /// 1 unrelated or tangential … 5 complete answer.
    pub score: u8,
    /// Why.
    pub reason: Clean,
}

/// The result of stage 3, with the reviewer's patches.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// In the order of the candidates.
    pub scored: Vec<Scored>,
    /// Candidates that were not looked at, since enough had passed.
    pub unscored: Vec<DocId>,
    /// What counts as passing, 1–5.
    pub threshold: u8,
    /// By the reviewer, whatever the score.
    #[serde(rename = "let_in")]
    pub included: BTreeSet<DocId>,
    /// By the reviewer, whatever the score.
    #[serde(rename = "shut_out")]
    pub excluded: BTreeSet<DocId>,
}

impl Scores {
    /// Whether a document goes on to be cited.
    #[must_use]
    pub fn passes(&self, doc: &DocId) -> bool {
        if self.excluded.contains(doc) {
            return false;
        }
        self.included.contains(doc) || self.scored.iter().any(|s| s.doc == *doc && s.score >= self.threshold)
    }

    /// The documents that a reviewer cites although they do not pass: they are included by that.
    #[must_use]
    pub fn cited_below<'a>(&self, citations: &'a Citations) -> BTreeSet<&'a DocId> {
        let cited = citations.citations.iter().map(|citation| &citation.doc);
        cited.filter(|doc| !self.passes(doc) && !self.excluded.contains(doc)).collect()
    }

    /// How many documents go on to be cited.
    #[must_use]
    pub fn passing(&self) -> usize {
        let scored = self.scored.iter().map(|s| &s.doc);
        scored.chain(&self.unscored).filter(|doc| self.passes(doc)).count()
    }
}
