//! Themes: a style for each role, from TOML. Roles say what something means,
//! never what it looks like.

mod background;
mod file;
mod registry;
#[cfg(test)]
mod tests;

use ratatui::style::Style;
use serde::Deserialize;

use crate::text::Clean;

pub(super) use background::{Background, Heard};
pub use registry::{Choice, Ground, ListedTheme, Screen, Themes, table};

/// What a piece of the screen means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The screen behind everything.
    Base,
    /// What is read.
    Text,
    /// What stands out.
    Strong,
    /// What is looked up: references, reasons, context.
    Muted,
    /// Lines and what has not happened.
    Faint,
    /// Where the reader is.
    Accent,
    /// The header.
    Header,
    /// A key to press.
    Key,
    /// The selected row.
    Selected,
    /// Contradicts.
    Against,
    /// Supports.
    For,
    /// Undecided, mixed.
    Undecided,
    /// A passage within its context.
    Passage,
    /// What the reviewer marked.
    Mark,
    /// Text that was searched for.
    Found,
    /// A BLOCKER, a failure.
    Blocker,
    /// A MAJOR.
    Major,
    /// A MINOR.
    Minor,
    /// Running at the moment.
    Running,
    /// Made from something else than is in force.
    Stale,
    /// Set by the reviewer.
    Overridden,
    /// What came in with a change.
    Added,
    /// What went out with a change.
    Removed,
    /// A bar of a chart.
    Chart,
    /// A bar that stands for something else than its neighbours.
    ChartSecond,
    /// What a meter has left.
    Track,
    /// A word that must not be overlooked.
    Badge,
    /// The surface of what lies on top.
    Overlay,
    /// Text that is typed.
    Input,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 29] = [
        Self::Base,
        Self::Text,
        Self::Strong,
        Self::Muted,
        Self::Faint,
        Self::Accent,
        Self::Header,
        Self::Key,
        Self::Selected,
        Self::Against,
        Self::For,
        Self::Undecided,
        Self::Passage,
        Self::Mark,
        Self::Found,
        Self::Blocker,
        Self::Major,
        Self::Minor,
        Self::Running,
        Self::Stale,
        Self::Overridden,
        Self::Added,
        Self::Removed,
        Self::Chart,
        Self::ChartSecond,
        Self::Track,
        Self::Badge,
        Self::Overlay,
        Self::Input,
    ];
}

/// A style for each role.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    name: Clean,
    about: Clean,
    styles: Vec<Style>,
}

impl Theme {
    /// Its name, which is that of its file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is like, in a few words.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The style of a role.
    #[must_use]
    pub fn get(&self, role: Role) -> Style {
        self.styles[role as usize]
    }
}
