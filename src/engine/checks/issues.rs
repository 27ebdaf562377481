//! Collecting the issues of one stage: an issue that is raised twice is one.

use crate::{
    domain::{Code, Issue, Severity, Stage, StatementId, Subject},
    text::Clean,
};

/// The issues of one stage for one statement, in the order raised.
pub(super) struct Issues {
    statement: StatementId,
    stage: Stage,
    found: Vec<Issue>,
}

impl Issues {
    pub(super) fn new(statement: StatementId, stage: Stage) -> Self {
        Self { statement, stage, found: Vec::new() }
    }

    /// Raises an issue with the severity of its code.
    pub(super) fn add(&mut self, code: Code, subject: Subject, message: String) {
        self.with(code, subject, None, code.severity(), &message.into());
    }

    /// The same about citation `[number]`.
    pub(super) fn about(&mut self, code: Code, subject: Subject, number: u32, message: String) {
        self.with(code, subject, Some(number), code.severity(), &message.into());
    }

    /// Raises an issue. One with the same code and subject takes the message up
    /// and keeps the graver severity, since to the record they are the same.
    pub(super) fn with(
        &mut self,
        code: Code,
        subject: Subject,
        citation: Option<u32>,
        severity: Severity,
        message: &Clean,
    ) {
        let issue =
            Issue { citation, severity, ..Issue::new(self.statement, self.stage, code, subject, message.clone()) };
        match self.found.iter_mut().find(|known| known.key == issue.key) {
            Some(known) => {
                known.severity = known.severity.max(issue.severity);
                if !known.message.contains(issue.message.as_str()) {
                    known.message = format!("{} {}", known.message, issue.message).into();
                }
            }
            None => self.found.push(issue),
        }
    }

    /// Whether one with this code was raised.
    pub(super) fn has(&self, code: Code) -> bool {
        self.found.iter().any(|issue| issue.code == code)
    }

    pub(super) fn done(self) -> Vec<Issue> {
        self.found
    }
}
