//! The columns of the tables that are exported, each with what its cells are.

/// What the cells of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cells {
    /// A name or a few words.
    Words,
    /// A text to be read, of a sentence or more.
    Prose,
    /// A number, where there is one.
    Number,
    /// A time in UTC, where it is known.
    Time,
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Column<'a> {
    /// Its head.
    pub(super) name: &'a str,
    /// What its cells are.
    pub(super) cells: Cells,
}

impl Column<'_> {
    /// How wide a spreadsheet shows it, in characters: its head with the arrow of the filter, or what its cells usually take.
    pub(super) fn width(self) -> usize {
        let usual = match self.cells {
            Cells::Words => 14,
            Cells::Prose => 60,
            Cells::Number => 8,
            Cells::Time => 19,
        };
        usual.max(self.name.chars().count() + 4)
    }
}

/// A column of names or a few words.
pub(super) const fn words(name: &str) -> Column<'_> {
    Column { name, cells: Cells::Words }
}

/// A column of texts.
pub(super) const fn prose(name: &str) -> Column<'_> {
    Column { name, cells: Cells::Prose }
}

/// A column of numbers.
pub(super) const fn number(name: &str) -> Column<'_> {
    Column { name, cells: Cells::Number }
}

/// A column of times.
pub(super) const fn time(name: &str) -> Column<'_> {
    Column { name, cells: Cells::Time }
}
