//! Which statements of two reviews of one source are the same (`docs/rules.md#merging`).

use std::collections::BTreeSet;

use crate::domain::{Place, Source, StatementId};

use super::{Review, ReviewError};

/// The share of words in common (Dice) from which an edited statement is taken for the same.
const ALIKE: f64 = 0.6;

/// A statement in force with every place and text that it ever had in its review.
#[derive(Clone, Debug, PartialEq)]
pub struct Wordings {
    /// The statement.
    pub id: StatementId,
    places: Vec<Place>,
    texts: Vec<Vec<String>>,
}

impl Wordings {
    /// Of every statement in force, in order.
    ///
    /// # Errors
    /// When a list of statements is missing or damaged.
    pub fn all(review: &Review) -> Result<Vec<Self>, ReviewError> {
        let ever = review.statements_ever()?;
        let fold = review.fold();
        let of = |id: StatementId| {
            let now = fold.statement(id).into_iter();
            let all = || now.clone().chain(ever.iter().filter(move |earlier| earlier.id == id));
            let places = all().filter_map(|statement| statement.place).collect();
            Self { id, places, texts: all().map(|statement| words(&statement.text)).collect() }
        };
        Ok(fold.statements().iter().map(|statement| of(statement.id)).collect())
    }

    fn is_at_place_of(&self, other: &Self) -> bool {
        let overlap = |a: &Place, b: &Place| {
            let common = a.end.min(b.end).saturating_sub(a.start.max(b.start));
            a.page == b.page && 2 * common > (a.end - a.start).max(b.end - b.start)
        };
        self.places.iter().any(|a| other.places.iter().any(|b| overlap(a, b)))
    }

    /// The largest share of words in common of any two texts, 0–1.
    fn likeness(&self, other: &Self) -> f64 {
        let pairs = self.texts.iter().flat_map(|a| other.texts.iter().map(move |b| dice(a, b)));
        pairs.fold(0.0, f64::max)
    }
}

/// Words in lower case, without punctuation.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

fn dice(a: &[String], b: &[String]) -> f64 {
    if a == b {
        return 1.0;
    }
    let (a, b): (BTreeSet<&String>, BTreeSet<&String>) = (a.iter().collect(), b.iter().collect());
    // Statements of the same words in another order are not the same (“A beats B”).
    (2.0 * a.intersection(&b).count() as f64 / (a.len() + b.len()).max(1) as f64).min(0.999)
}

/// Whether two reviews are of one source: the same file, or the same text by page.
#[must_use]
pub fn is_same_source(a: &Source, b: &Source) -> bool {
    a.file == b.file || a.pages == b.pages
}

/// For each of `others` the position in `base` of the statement that is the same: by its place in the source (where
/// `by_place`), else by its text, else by the most words in common. No statement is taken twice.
#[must_use]
pub fn match_statements(base: &[Wordings], others: &[Wordings], by_place: bool) -> Vec<Option<usize>> {
    let mut matched: Vec<Option<usize>> = vec![None; others.len()];
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    let mut pass = |likeness: &dyn Fn(&Wordings, &Wordings) -> Option<f64>| {
        for (other, to) in others.iter().zip(&mut matched) {
            if to.is_some() {
                continue;
            }
            let free = base.iter().enumerate().filter(|(at, _)| !taken.contains(at));
            let alike = free.filter_map(|(at, own)| Some((at, likeness(own, other)?)));
            if let Some((at, _)) = alike.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))) {
                taken.insert(at);
                *to = Some(at);
            }
        }
    };
    if by_place {
        pass(&|own, other| own.is_at_place_of(other).then(|| own.likeness(other)));
    }
    pass(&|own, other| (own.likeness(other) >= 1.0).then_some(1.0));
    pass(&|own, other| Some(own.likeness(other)).filter(|likeness| *likeness >= ALIKE));
    matched
}
