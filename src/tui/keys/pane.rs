//! The parts of the screen that can be gone to.

use serde::{Deserialize, Serialize};

/// A part of the screen that can be gone to: a pane beside others, or a view
/// that has the screen to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pane {
    /// The list.
    Statements,
    /// The statement in its context, with its opposite.
    Statement,
    /// Evidence against.
    Against,
    /// Evidence for.
    For,
    /// Issues.
    Issues,
    /// Verdict and report.
    Verdict,
    /// The review as a whole.
    Overview,
    /// The paper with its statements marked.
    Source,
    /// A document of the evidence.
    Document,
    /// What was done to the statement.
    History,
    /// What runs and what went wrong.
    Activity,
    /// The calls to models that the statement's results rest on.
    Trace,
    /// The report before it is written.
    Export,
    /// What each reviewer says of the statement.
    Opinions,
    /// The sources of evidence, and what their queries found.
    Literature,
    /// The statements by triage and verdict, and the weight of the evidence on one.
    Map,
    /// How far reviewers agree with each other, and the machine with them.
    Agreement,
}

impl Pane {
    /// How many there are.
    pub const COUNT: usize = 17;

    /// Every pane and view.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Statements,
        Self::Statement,
        Self::Against,
        Self::For,
        Self::Issues,
        Self::Verdict,
        Self::Overview,
        Self::Source,
        Self::Document,
        Self::History,
        Self::Activity,
        Self::Trace,
        Self::Export,
        Self::Opinions,
        Self::Literature,
        Self::Map,
        Self::Agreement,
    ];

    /// The panes that are beside each other, in the order of Tab.
    pub const PANES: [Self; 6] =
        [Self::Statements, Self::Statement, Self::Against, Self::For, Self::Issues, Self::Verdict];

    /// The views, in the order of the palette.
    pub const VIEWS: [Self; 11] = [
        Self::Overview,
        Self::Map,
        Self::Agreement,
        Self::Source,
        Self::Document,
        Self::History,
        Self::Opinions,
        Self::Literature,
        Self::Activity,
        Self::Trace,
        Self::Export,
    ];

    /// Whether it always shows the statement that is selected in the list; the source does where the statement is
    /// located.
    #[must_use]
    pub fn shows_statement(self) -> bool {
        !matches!(
            self,
            Self::Overview | Self::Agreement | Self::Source | Self::Literature | Self::Activity | Self::Export
        )
    }

    /// Whether it is a view that shows nothing without a statement.
    #[must_use]
    pub fn is_of_a_statement(self) -> bool {
        self.is_view() && self.shows_statement() && self != Self::History
    }

    /// Its place in [`Pane::ALL`].
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Whether it has the screen to itself.
    #[must_use]
    pub fn is_view(self) -> bool {
        Self::VIEWS.contains(&self)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Statements => "Statements",
            Self::Statement => "Statement",
            Self::Against => "Evidence against",
            Self::For => "Evidence for",
            Self::Issues => "Issues",
            Self::Verdict => "Verdict",
            Self::Overview => "Overview",
            Self::Source => "Source",
            Self::Document => "Document",
            Self::History => "History",
            Self::Activity => "Activity",
            Self::Trace => "Calls",
            Self::Export => "Export",
            Self::Opinions => "Reviewers",
            Self::Literature => "Sources of evidence",
            Self::Map => "Map",
            Self::Agreement => "Agreement",
        }
    }
}
