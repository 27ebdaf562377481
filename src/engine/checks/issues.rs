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
    pub(super) fn about(&mut self, code: Code, subject: Subject, number: u32, message: String) -> &mut Issue {
        self.with(code, subject, Some(number), code.severity(), &message.into())
    }

    /// Raises an issue. One with the same code and subject takes the message up
    /// and keeps the higher severity, since to the record they are the same.
    pub(super) fn with(
        &mut self,
        code: Code,
        subject: Subject,
        citation: Option<u32>,
        severity: Severity,
        message: &Clean,
    ) -> &mut Issue {
        let issue =
            Issue { citation, severity, ..Issue::new(self.statement, self.stage, code, subject, message.clone()) };
        let at = self.found.iter().position(|known| known.key == issue.key).unwrap_or(self.found.len());
        if at == self.found.len() {
            self.found.push(issue);
        } else {
            let known = &mut self.found[at];
            known.severity = known.severity.max(issue.severity);
            if !known.message.contains(issue.message.as_str()) {
                known.message = format!("{} {}", known.message, issue.message).into();
            }
        }
        &mut self.found[at]
    }

    pub(super) fn done(self) -> Vec<Issue> {
        self.found
    }
}
