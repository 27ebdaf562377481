//! Numbers in prose with what they count: value, unit, comparison, and how
//! exactly they are meant (the input of `docs/rules.md#numbers`).
//!
//! Only reading is done here; what counts as the same number is ruled elsewhere.

mod lex;
mod read;
mod unit;

use std::ops::Range;

pub use read::quantities;
pub use unit::{is_approximate, is_month, is_precise, month, number_word, says_how_much};

/// What kind of number it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum QuantityKind {
    /// A bare number, or one with a unit of measure (`10 mg`, `3 years`).
    Plain,
    /// A whole number of things or people (`350 patients`, `1.3 million vehicles`).
    Count,
    /// Per cent; the value of `23 %` is 23.
    Percent,
    /// Money, with its currency as an ISO code (`USD`).
    Money(String),
    /// A p-value.
    PValue,
    /// An odds, risk, hazard or rate ratio.
    Ratio,
    /// A year, 1800 to 2099, earlier ones behind “in” or “since”; its unit is `decade` for `the 1990s`, or the
    /// month before it (`May 2019`).
    Year,
    /// The day of a date (`5 March`), with its month as unit; its year is a [`QuantityKind::Year`] of its own.
    Date,
    /// A number that is part of a name: `IL-6`, `phase 3`, `Fig. 2`, `H1N1`, `ISO 9001`; its unit is the word
    /// that it belongs to.
    Identifier,
}

/// How a number is compared: `p < 0.05`, `at least 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparator {
    /// Less than, below, under, fewer than.
    Lt,
    /// At most, up to, no more than.
    Le,
    /// More than, over, above, exceeding.
    Gt,
    /// At least, or more.
    Ge,
    /// `=`.
    Eq,
    /// `~`, `≈`.
    Approx,
}

/// One number and what belongs to it. A range (`10–15 mg`) is two of them, with
/// the same unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Bytes of the text: the number with its sign, magnitude, currency and unit.
    pub range: Range<usize>,
    /// Bytes of the number alone, with its magnitude: `350 million` of `$350 million`.
    pub figures: Range<usize>,
    /// The value, magnitude included: 350,000,000 for `$350 million`.
    pub value: f64,
    /// What a magnitude word multiplied it by: 1,000,000 for `$350 million`, 1 without.
    pub magnitude: f64,
    /// What is counted or measured: a unit's symbol (`mg`, `kg/m2`), or the noun
    /// that follows, folded and singular (`patient`, `square foot`); `ci` for confidence intervals.
    pub unit: Option<String>,
    /// What kind of number it is.
    pub kind: QuantityKind,
    /// How it is compared, if it is.
    pub comparator: Option<Comparator>,
    /// A word or sign of approximation comes before it: roughly, about, around, nearly, `~`.
    pub approximate: bool,
    /// A word of precision comes before it: exactly, precisely.
    pub precise: bool,
    /// Significant figures as stated: 2 for `1.3 million` and `0.72`, 3 for `350`.
    pub digits: u32,
    /// Size of the last stated figure: 100,000 for `1.3 million`, 0.01 for `0.72`;
    /// half of it is the stated rounding.
    pub step: f64,
}

#[cfg(test)]
mod tests;
