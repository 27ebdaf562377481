//! What a search asks and what it finds.

use std::collections::BTreeSet;

use crate::domain::{DocId, Passage};

use super::{passages::document_no, terms::Terms};

/// What to search for. The text is data: no character of it is query syntax.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeywordQuery {
    pub(super) terms: BTreeSet<String>,
}

/// A document that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The document.
    pub doc: DocId,
    /// Its best passage, which gives it its score.
    pub passage: Passage,
    /// Larger is better. Of words: BM25, above 0, not comparable between queries; of meaning: the cosine, −1–1.
    pub score: f64,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// Best first; equals by id.
    pub hits: Vec<Hit>,
    /// How the scores of all documents of the library are spread.
    pub spread: Spread,
}

/// Mean and standard deviation of the scores of all documents, those without a hit included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation; 0 when all score alike.
    pub deviation: f64,
}

impl Spread {
    /// Of `documents` scores, of which those that are not in `scores` are 0. The same in whatever order they come.
    pub(super) fn of(scores: impl Iterator<Item = f64>, documents: i64) -> Self {
        /// The sums are those of whole numbers of this part, so they are exact.
        const UNIT: f64 = (1_u64 << 52) as f64;
        /// Below this a number of parts fits into 64 bits, which is quicker.
        const SMALL: f64 = (1_u64 << 62) as f64;
        let whole = |x: f64| match (x * UNIT).round() {
            parts if parts < SMALL => i128::from(parts as i64),
            parts => parts as i128,
        };
        let add = |(sum, squares): (i128, i128), x: f64| (sum + whole(x), squares + whole(x * x));
        let (sum, squares) = scores.fold((0, 0), add);
        let count = documents.max(1) as f64;
        let mean = sum as f64 / UNIT / count;
        Self { mean, deviation: (squares as f64 / UNIT / count - mean * mean).max(0.0).sqrt() }
    }

    /// How many deviations `score` is above the mean; 0 where all score alike.
    #[must_use]
    pub fn standard(self, score: f64) -> f64 {
        if self.deviation > 0.0 { (score - self.mean) / self.deviation } else { 0.0 }
    }
}

impl KeywordQuery {
    /// A query for a statement or any other text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self::of([text])
    }

    /// A query for several texts at once, a statement and keywords say; a word
    /// counts once, however often it is said.
    #[must_use]
    pub fn of<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Self {
        let mut made = Terms::new();
        let mut terms = BTreeSet::new();
        for text in texts {
            made.each(text.as_ref(), |term| {
                terms.insert(term.to_owned());
            });
        }
        Self { terms }
    }

    /// Whether nothing is left to search for: stop words and punctuation find nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

/// The best passage of each document, of scores with numbers of passages in ascending order.
pub(super) fn of_documents(scores: impl Iterator<Item = (f64, i64)>) -> Vec<(f64, i64)> {
    let mut best: Vec<(f64, i64)> = Vec::new();
    for (score, no) in scores {
        match best.last_mut() {
            Some(last) if document_no(last.1) == document_no(no) => {
                if score > last.0 {
                    *last = (score, no);
                }
            }
            _ => best.push((score, no)),
        }
    }
    best
}
