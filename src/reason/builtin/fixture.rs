//! Test data for what is written about a statement: quotations, remarks, report, verdict and its critique.

use crate::{
    domain::{
        Citation, Counter, Credibility, DocId, Report, Scores3, Signal, SignalLabel, SourceMeta, Stance, Statement,
        Weighed, fixtures, rules::pack::RulePack,
    },
    reason::{InspectDraft, InspectInput, ReportInput, VerdictDraft, VerdictInput, WeighedCitation},
};

use super::{Builtin, critique::critique, inspect::inspect, report::report, verdict::verdict};

/// A statement with weighed citations, for the tests of report and verdict.
pub(super) struct Case {
    statement: Statement,
    citations: Vec<(Citation, Weighed)>,
}

impl Case {
    pub(super) fn new(statement: &str, cited: &[(Stance, &str)]) -> Self {
        let statement = Statement::claim(1, statement);
        let citations = (1..).zip(cited).map(|(n, (stance, passage))| one(n, *stance, passage)).collect();
        Self { statement, citations }
    }

    fn with<T>(&self, f: impl FnOnce(&[WeighedCitation<'_>]) -> T) -> T {
        f(&self.citations.iter().map(|(citation, weighed)| WeighedCitation { citation, weighed }).collect::<Vec<_>>())
    }

    pub(super) fn verdict(&self, label: SignalLabel) -> VerdictDraft {
        let signal = signal(label);
        let (statement, report) = (&self.statement, &Report::default());
        self.with(|citations| {
            let input = VerdictInput { statement, report, citations, signal: &signal, critique: None };
            verdict(&Builtin::default(), input)
        })
    }

    /// The first draft, what its critique finds, and the second draft if one is made.
    pub(super) fn criticised(&self, label: SignalLabel) -> (VerdictDraft, Option<String>, Option<VerdictDraft>) {
        let signal = signal(label);
        let (statement, report) = (&self.statement, &Report::default());
        self.with(|citations| {
            let input = VerdictInput { statement, report, citations, signal: &signal, critique: None };
            let builtin = Builtin::default();
            let (verdict, critique) =
                (|input| verdict(&builtin, input), |input, draft: &_| critique(&builtin.rules, input, draft));
            let first = verdict(input);
            let finding = critique(input, &first).finding;
            let second = finding.as_deref().map(|finding| {
                let input = VerdictInput { critique: Some(finding), ..input };
                let second = verdict(input);
                assert_eq!(critique(input, &second).finding, None, "a draft is made once more at most once");
                second
            });
            (first, finding, second)
        })
    }

    /// The works that the citations are from.
    pub(super) fn set_scores(&mut self, at: usize, scores: Scores3) {
        self.citations[at].1.scores = scores;
    }

    pub(super) fn set_works(&mut self, works: &[u32]) {
        self.citations.iter_mut().zip(works).for_each(|((_, weighed), work)| weighed.work = *work);
    }

    pub(super) fn name_sources(&mut self, names: &[&str]) {
        for ((citation, _), name) in self.citations.iter_mut().zip(names) {
            citation.meta.year = None;
            citation.meta.source_name = Some((*name).into());
            citation.doc = DocId::from(*name);
        }
    }

    pub(super) fn reason(&mut self, reasoning: &str) {
        self.citations.iter_mut().for_each(|(_, weighed)| weighed.reasoning = reasoning.into());
    }

    pub(super) fn inspect(&self) -> InspectDraft {
        let citations: Vec<Citation> = self.citations.iter().map(|(citation, _)| citation.clone()).collect();
        inspect(
            &RulePack::builtin(),
            InspectInput { statement: &self.statement, citations: &citations, documents: &[] },
        )
    }

    pub(super) fn report(&self) -> String {
        let counter = &Counter::default();
        self.with(|citations| report(ReportInput { statement: &self.statement, counter, citations }).text)
    }
}

fn signal(label: SignalLabel) -> Signal {
    Signal {
        label,
        consensus: Some(0.9),
        best_supporting: 0.9,
        best_contradicting: 0.9,
        sources: 1,
        ..Signal::default()
    }
}

/// Citations of one document, by a cohort study of 2013.
pub(super) fn one(number: u32, stance: Stance, passage: &str) -> (Citation, Weighed) {
    let citation = Citation {
        doc: DocId::from("d"),
        meta: SourceMeta { year: Some(2013), ..SourceMeta::default() },
        reference: "".into(),
        ..fixtures::citation(number, passage)
    };
    let weighed = Weighed {
        reasoning: "".into(),
        credibility: Credibility::by_rule(0.8, "cohort study"),
        ..fixtures::weighed(number, stance)
    };
    (citation, weighed)
}
