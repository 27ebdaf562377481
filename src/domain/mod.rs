//! The words of the trade as types: statements, evidence, issues, verdicts, and
//! the pure rules over them. No input or output, no clock, nothing asynchronous.

mod citation;
pub mod consent;
mod digest;
mod document;
mod flow;
mod given;
mod issue;
mod reason;
mod record;
mod search;
mod settings;
mod source;
mod stage;
mod statement;
mod value;
mod verdict;
mod weigh;

pub mod diff;
#[cfg(test)]
pub(crate) mod fixtures;
pub mod rules;

pub use citation::{Band, Citation, Citations, DroppedQuote, Fit, Inspection};
pub use digest::{Digest, ParseDigestError, canonical};
pub use document::{DocId, Document, Page, Passage, Place, Related, Relation, SourceMeta};
pub use flow::{Flow, FromSource, ReviewFlow};
pub use given::{GivenEvidence, GivenJudgement, GivenStance, UNTITLED};
pub use issue::{Code, Issue, IssueKey, Ruling, Rulings, Severity, Subject};
pub use reason::{Decision, Reason, ReasonLists, adopted_verdict};
pub use record::{Record, RecordFacts, Retrieval};
pub use search::{
    Candidate, LibraryStamp, NO_TERMS, Provenance, QueryLevel, QueryOrigin, Scored, Scores, SearchResult, SentQuery,
    Side, SourceReport, Strategy, StrategyOutcome, StrategyReport, UnreadPage,
};
pub use settings::{Abstaining, EngineSpec, MaxStatements, ModelSpec, Settings};
pub use source::{Source, SourceKind};
pub use stage::Stage;
pub use statement::{
    Counter, Dropped, GivenField, Kind, ShortForm, Statement, StatementCandidate, StatementId, Statements,
    describe_beside, describe_score,
};
pub use value::{Gist, Value, ValueError, grounds};
pub use verdict::{Basis, Critique, Judgement, Level, Report, Statistics, Triage, Verdict, VerdictValue};
pub use weigh::{
    Abstention, Counted, Credibility, EvidenceType, Opinion, RuleNote, Scores3, Signal, SignalLabel, Stance, Weighed,
    Weighing,
};
